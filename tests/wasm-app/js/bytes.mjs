// The app where a module can be made from bytes: runtimes that read files or not, and pages.

import * as app from '../target/bound/app.js';
import base64 from '../target/bound/base64.js';
import { answering } from './answer.mjs';

const module = Uint8Array.from(atob(base64), (symbol) => symbol.charCodeAt(0));

export const answer = answering(app, app.initSync({ module }));
