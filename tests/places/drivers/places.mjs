// Every place where the package must run, by the name that `cargo xtask trace --face` knows it by.
//
// A place is started with an app: `start('main')` gives what answers lines there, `ask(line)`, its `version`, and
// `stop()`.

import { chromium, firefox, webkit } from './browser/browser.mjs';
import { edge } from './edge.mjs';
import { hermes } from './hermes.mjs';
import { bun, deno, js, node, required } from './runtimes.mjs';
import { workerd } from './workerd.mjs';

export const PLACES = { node, require: required, deno, bun, js, workerd, edge, hermes, chromium, firefox, webkit };
