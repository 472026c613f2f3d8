/**
 * What all copies of this package in one JavaScript realm share: the core, and who is in its slots.
 *
 * An app may load the package twice, as a module and through `require` for instance. Two cores would each be in order, and
 * their ids not; so the first copy puts its core where the others find it, under a symbol that says which build it is.
 *
 * @module
 */

import type { Core } from './core.js';
import { BUILD } from './gen/build.js';
import type { Random } from './types.js';

/** What runs the core: WebAssembly, or the same module as plain JavaScript. */
export type Backend = 'wasm' | 'js';

/** A generator in the guest slot, which leaves it when another comes. */
export interface Guest {
  /** Its state, while another has the slot. */
  state: Uint8Array<ArrayBuffer> | undefined;
  /** Whether it has one. */
  configured: boolean;
  /** How many calls of `reseed` its state has seen. */
  reseeds: number;
  /** How often the core asked its own source, which the core takes for failures. */
  asked: number;
}

/** A clock and a source that stand in for the platform's, in tests. No mark is kept meanwhile. */
export interface StandIn {
  readonly now: () => number;
  /** Here it may be asked for any number of bytes. */
  readonly random: Random;
  /** Sees each generator before it takes the guest slot. */
  lodges(guest: Guest): void;
}

/** What is shared. */
export interface Realm {
  readonly core: Core;
  readonly backend: Backend;
  /** Who has the guest slot. */
  guest: Guest | undefined;
  /** Which of the default generators' slots are configured. */
  readonly configured: boolean[];
  /** How often `reseed` was called. */
  reseeds: number;
  standIn: StandIn | undefined;
}

const KEY = /* @__PURE__ */ Symbol.for(`mintid/${BUILD}`);

type Holder = Record<symbol, Realm | undefined>;

/** The realm's state, if a copy of this build has put it there. */
export function found(): Realm | undefined {
  return (globalThis as unknown as Holder)[KEY];
}

/** Puts it there for the copies to come. */
export function publish(realm: Realm): Realm {
  try {
    // Not enumerable: nobody's loop over the globals should meet it.
    Object.defineProperty(globalThis, KEY, { value: realm });
  } catch {
    // The global object is frozen: this copy keeps its core to itself.
  }
  return realm;
}
