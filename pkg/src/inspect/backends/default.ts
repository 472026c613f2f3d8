/**
 * The back end of the entry `mintid/inspect`: WebAssembly, which comes along as text, and plain JavaScript where that is
 * absent or forbidden. The build puts another file in this one's place for the other conditions.
 *
 * @module
 */

import { WASM_HEX } from '../../gen/inspect-hex.js';
import { bytesOf } from '../../hex.js';
import { type Instance, ofModule } from './instance.js';
import { instantiate as plain } from './portable.js';

/** Makes the core. */
export function instantiate(): Instance {
  try {
    // As for `mintid`: compiling and making the instance are one attempt.
    return ofModule(new WebAssembly.Module(bytesOf(WASM_HEX)));
  } catch {
    return plain();
  }
}
