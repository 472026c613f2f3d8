/**
 * The back end of `mintid/portable`, and of places without WebAssembly: the same module, turned into plain JavaScript.
 *
 * @module
 */

import type { Exports } from '../core.js';
import { instantiate as plain } from '../gen/plain.js';
import type { Instance } from './instance.js';

/** Makes the core. */
export function instantiate(): Instance {
  return { backend: 'js', exports: plain() as Exports };
}
