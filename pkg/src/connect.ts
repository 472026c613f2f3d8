/**
 * The core, made at the first call and never at import, and what says how it is made.
 *
 * @module
 */

import { instantiate } from './backends/default.js';
import { type Instance, ofModule } from './backends/instance.js';
import { Core, ULID_SLOT, V7_SLOT } from './core.js';
import { MintError } from './errors.js';
import { BUILD } from './gen/build.js';
import { forget } from './random.js';
import { type Backend, type Realm, found, publish } from './realm.js';

let realm: Realm | undefined;

/** The core and who is in it. */
export function connect(): Realm {
  return (realm ??= found() ?? enter(instantiate()));
}

function enter({ backend, exports }: Instance): Realm {
  const configured = [false, false];
  return publish({ core: new Core(exports), backend, guest: undefined, configured, reseeds: 0, standIn: undefined });
}

/**
 * What runs the core here: WebAssembly, or the same code as plain JavaScript where that is absent or forbidden.
 *
 * @throws MintError `WASM_UNAVAILABLE`, in the entry for workerd alone.
 */
export function backend(): Backend {
  return connect().backend;
}

/** The module that {@link use} was given. */
let used: object | undefined;

/**
 * Supplies the core as a compiled `WebAssembly.Module`, that of `mintid/core.wasm`, before anything else is called: where bytes
 * may not be compiled, but modules can be imported or streamed.
 *
 * @throws MintError `INVALID_ARGUMENT` for another module; `TOO_LATE` once the core runs; `WASM_UNAVAILABLE` where the module
 * may not run.
 */
export function use(module: object): void {
  if (used !== undefined && used === module) return;
  if (found() ?? realm) throw new MintError('TOO_LATE', 'the core runs already: call use() before everything else');
  if (buildOf(module) !== BUILD) {
    throw new MintError('INVALID_ARGUMENT', 'use() takes the compiled core.wasm of this very version of mintid');
  }
  let instance: Instance;
  try {
    instance = ofModule(module as WebAssembly.Module);
  } catch (cause) {
    throw new MintError('WASM_UNAVAILABLE', 'the module may not run here: leave out use()', { cause });
  }
  realm = enter(instance);
  used = module;
}

/** The build that a compiled module says it is of. */
function buildOf(module: unknown): string | undefined {
  try {
    const [section] = WebAssembly.Module.customSections(module as WebAssembly.Module, 'mintid');
    return section && String.fromCharCode(...new Uint8Array(section));
  } catch {
    // No module, or no WebAssembly.
    return undefined;
  }
}

/**
 * Forgets everything that a twin of this process could repeat: call it in each copy after a snapshot was resumed or a process
 * was forked. Random bytes that were drawn ahead are wiped, and every generator goes on above its newest id with fresh ones.
 */
export function reseed(): void {
  const known = realm ?? found();
  if (known === undefined) return;
  const { core, configured } = known;
  forget(core);
  // The guests see to themselves, each when it is called next.
  known.reseeds++;
  for (const slot of [V7_SLOT, ULID_SLOT]) if (configured[slot]) core.check(core.wasm.reseed(slot));
}
