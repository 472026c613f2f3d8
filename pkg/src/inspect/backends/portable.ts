/**
 * The back end of `mintid/inspect/portable`, and of places without WebAssembly: the same module, turned into plain JavaScript.
 *
 * @module
 */

import { instantiate as plain } from '../../gen/inspect-plain.js';
import type { Exports } from '../core.js';
import type { Instance } from './instance.js';

/** Makes the core. */
export function instantiate(): Instance {
  return { backend: 'js', exports: plain() as Exports };
}
