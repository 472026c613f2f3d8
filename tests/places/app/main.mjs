// The app that most tests run: it answers vectors, and runs checks by name.

import { check } from './checks/all.mjs';
import { lines } from './line.mjs';
import { reply } from './vectors/reply.mjs';

export const answer = lines((item) => ('check' in item ? check(item) : reply(item)));
