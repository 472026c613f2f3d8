/**
 * What a back end hands over: the core's functions, and what runs them.
 *
 * @module
 */

import type { Backend } from '../../realm.js';
import type { Exports } from '../core.js';

/** A core that is ready. */
export interface Instance {
  readonly backend: Backend;
  readonly exports: Exports;
}

/** A core out of a compiled module. */
export function ofModule(module: WebAssembly.Module): Instance {
  return { backend: 'wasm', exports: new WebAssembly.Instance(module).exports as unknown as Exports };
}
