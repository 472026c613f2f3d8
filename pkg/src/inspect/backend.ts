/**
 * What runs the core of inspecting.
 *
 * @module
 */

import type { Backend } from '../realm.js';
import { connect } from './core.js';

/** What runs the core here: WebAssembly, or the same code as plain JavaScript where that is absent or forbidden. */
export function backend(): Backend {
  return connect().backend;
}
