/**
 * The back end of the `workerd` condition: Cloudflare's runtime compiles no bytes, but imports a module as it imports code.
 *
 * @module
 */

import module from '../../gen/inspect.wasm';
import { MintError } from '../../mint-error.js';
import { type Instance, ofModule } from './instance.js';

/** Makes the core. */
export function instantiate(): Instance {
  try {
    return ofModule(module);
  } catch (cause) {
    // A bundler may have made an address or bytes of it.
    throw new MintError(
      'WASM_UNAVAILABLE',
      'inspect.wasm did not come as a module: leave its import to the runtime, or import mintid/inspect/portable',
      { cause },
    );
  }
}
