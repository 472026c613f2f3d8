/**
 * The back end of the entry `mintid`: WebAssembly, which comes along as text, and plain JavaScript where that is absent or
 * forbidden. The build puts another file in this one's place for the other entries.
 *
 * @module
 */

import { decodeBase64 } from '../base64.js';
import { WASM_BASE64 } from '../gen/wasm-base64.js';
import { type Instance, ofModule } from './instance.js';
import { instantiate as plain } from './portable.js';

/** Makes the core. */
export function instantiate(): Instance {
  try {
    // WebKit compiles under a policy that forbids it and throws only when it comes to the instance: both are one attempt.
    return ofModule(new WebAssembly.Module(decodeBase64(WASM_BASE64)));
  } catch {
    return plain();
  }
}
