// The app in a Worker, which takes modules ready-made.

import * as app from '../target/bound/app.js';
import module from '../target/bound/app_bg.wasm';
import { answering } from './answer.mjs';

export const answer = answering(app, app.initSync({ module }));
