/**
 * The back end of the entry `mintid`: WebAssembly, which comes along as text, and plain JavaScript where that is absent or
 * forbidden. The build puts another file in this one's place for the other entries.
 *
 * @module
 */

import { WASM_HEX } from '../gen/wasm-hex.js';
import { bytesOf } from '../hex.js';
import { type Instance, ofModule } from './instance.js';
import { instantiate as plain } from './portable.js';

/** Makes the core. */
export function instantiate(): Instance {
  try {
    // WebKit compiles under a policy that forbids it and throws only when it comes to the instance: both are one attempt.
    return ofModule(new WebAssembly.Module(bytesOf(WASM_HEX)));
  } catch {
    return plain();
  }
}
