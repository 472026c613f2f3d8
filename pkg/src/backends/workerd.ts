/**
 * The back end of the `workerd` condition: Cloudflare's runtime compiles no bytes, but imports a module as it imports code.
 *
 * @module
 */

import module from '../gen/core.wasm';
import { type Instance, ofModule } from './instance.js';

/** Makes the core. */
export function instantiate(): Instance {
  return ofModule(module);
}
