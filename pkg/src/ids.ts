/**
 * What can be done with ids, and the functions that make them.
 *
 * @module
 */

import { ANY_UUID, GUEST_SLOT, type Kind, ULID, ULID_SLOT, V4, V7, V7_SLOT, connect } from './core.js';
import { Minter } from './minter.js';
import { type UlidOptions, type Uuidv7Options, copied, ulidConfig, v7Config } from './options.js';
import { drawOwn, reserve, withBytes } from './random.js';
import { read, take } from './reading.js';
import type { AnyUuid, Codec, Convert, Random, TimeOrdered, Uuidv4 } from './types.js';

function codec(kind: Kind): Codec {
  return {
    parse: (text) => read(kind, false, text).id.slice(),
    parseLenient: (text) => read(kind, true, text).id.slice(),
    format: (bytes) => take(kind, bytes).read(kind),
    isValid(text) {
      if (typeof text !== 'string') return false;
      const core = connect();
      return core.wasm.parse(kind, 0, core.write(text)) === 0;
    },
  };
}

/** A time as the core takes it; what is no time at all becomes NaN, which the core refuses. */
function msOf(time: unknown): number {
  if (typeof time === 'number') return time;
  // Dates of another realm, a test runner's for instance, are no instances of this one's.
  return Object.prototype.toString.call(time) === '[object Date]' ? Number(time) : NaN;
}

function bound(kind: Kind, largest: 0 | 1, time: unknown): string {
  const core = connect();
  core.check(core.wasm.bound(kind, msOf(time), largest));
  return core.read(kind);
}

/** A time-ordered generator with everything around it. */
export function timeOrdered(minter: Minter): TimeOrdered {
  const { kind } = minter;
  return Object.assign(() => minter.mint().read(kind), codec(kind), {
    bytes: () => minter.mint().id.slice(),
    at: (time: number | Date) => minter.at(msOf(time)).read(kind),
    timestamp: (text: string) => read(kind, false, text).wasm.timestamp(kind),
    min: (time: number | Date) => bound(kind, 0, time),
    max: (time: number | Date) => bound(kind, 1, time),
    meter: () => minter.meter(),
  });
}

/** A v4 generator, with a source of its own or the platform's. */
export function random4(random?: Random): Uuidv4 {
  function mint() {
    const core = connect();
    if (random === undefined) {
      reserve(core);
      core.check(core.wasm.mint_v4());
    } else {
      const bytes = drawOwn(random, 16);
      core.check(withBytes(core, bytes, () => core.wasm.mint_v4()));
    }
    return core;
  }
  return Object.assign(() => mint().read(V4), codec(V4), { bytes: () => mint().id.slice() });
}

/** The generators that come with the package; each has a slot of the core to itself. */
export const defaultV7 = (): TimeOrdered => timeOrdered(new Minter(V7, V7_SLOT, v7Config({}), {}));
export const defaultUlid = (): TimeOrdered => timeOrdered(new Minter(ULID, ULID_SLOT, ulidConfig({}), {}));

/** Generators with options; they share a slot. */
export function ownV7(given: Uuidv7Options): TimeOrdered {
  const options = copied(given);
  return timeOrdered(new Minter(V7, GUEST_SLOT, v7Config(options), options));
}
export function ownUlid(given: UlidOptions): TimeOrdered {
  const options = copied(given);
  return timeOrdered(new Minter(ULID, GUEST_SLOT, ulidConfig(options), options));
}

/** Reading UUIDs of any version. */
export function anyUuid(): AnyUuid {
  const VARIANTS = ['ncs', 'rfc', 'microsoft', 'future'] as const;
  const uuid = (text: string) => read(ANY_UUID, false, text).wasm;
  return {
    ...codec(ANY_UUID),
    version: (text) => uuid(text).version() || undefined,
    variant: (text) => VARIANTS[uuid(text).variant()] ?? 'future',
    timestamp(text) {
      const ms = uuid(text).timestamp(ANY_UUID);
      return Number.isNaN(ms) ? undefined : ms;
    },
    NIL: '00000000-0000-0000-0000-000000000000',
    MAX: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
  };
}

/** From one kind to the other. */
export function conversions(): Convert {
  function as(from: Kind, to: Kind, text: string): string {
    const core = read(from, false, text);
    core.check(core.wasm.format(to));
    return core.read(to);
  }
  return {
    ulidToUuid: (text) => as(ULID, ANY_UUID, text),
    uuidToUlid: (text) => as(ANY_UUID, ULID, text),
    ulidToUuidv7Lossy(text) {
      const core = read(ULID, false, text);
      core.wasm.to_uuid_v7_lossy();
      return core.read(V7);
    },
  };
}
