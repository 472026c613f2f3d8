/**
 * What can be done with ids of each kind, and the functions that make them.
 *
 * @module
 */

import { type MintMany, batch } from './batch.js';
import { ULID_DEFAULT, V7_DEFAULT } from './config.js';
import { connect } from './connect.js';
import { ANY_UUID, BATCH, type Core, type Kind, ULID, ULID_SLOT, V4, V7, V7_SLOT } from './core.js';
import { Minter } from './minter.js';
import { type UlidOptions, type Uuidv4Options, type Uuidv7Options, copied, ulidConfig, v4Source, v7Config } from './options.js';
import { OwnMinter } from './own-minter.js';
import { drawOwn, withBytes } from './own-random.js';
import { reserve } from './random.js';
import { msOf, read, take } from './reading.js';
import type { AnyUuid, Codec, TimeOrdered, Uuidv4 } from './types.js';

function codec(kind: Kind): Codec {
  return {
    parse: (text) => read(kind, false, text).bytes(),
    parseLenient: (text) => read(kind, true, text).bytes(),
    format: (bytes) => take(kind, bytes).read(kind),
    isValid(text) {
      if (typeof text !== 'string') return false;
      const { core } = connect();
      return core.wasm.parse(kind, 0, core.write(text)) === 0;
    },
  };
}

function bound(kind: Kind, largest: 0 | 1, time: unknown): string {
  const { core } = connect();
  core.check(core.wasm.bound(kind, msOf(time), largest));
  return core.read(kind);
}

/** A time-ordered generator with everything around it. */
function timeOrdered(minter: Minter): TimeOrdered {
  const { kind } = minter;
  const many: MintMany = (count, take) => minter.mintMany(count, take);
  return Object.assign(() => minter.mint().read(kind), codec(kind), batch(kind, many), {
    bytes: () => minter.mint().bytes(),
    at: (time: number | Date) => minter.at(msOf(time)).read(kind),
    timestamp: (text: string) => read(kind, false, text).wasm.timestamp(kind),
    min: (time: number | Date) => bound(kind, 0, time),
    max: (time: number | Date) => bound(kind, 1, time),
    meter: () => minter.meter(),
  });
}

/** A v4 generator out of what makes so many at once, so many at most. */
function uuidv4(most: number, mint: (count: number) => Core): Uuidv4 {
  const many: MintMany = (count, take) => {
    for (let left = count; left > 0; left -= most) {
      const next = Math.min(left, most);
      take(mint(next), next);
    }
  };
  return Object.assign(() => mint(1).uuidText(), codec(V4), batch(V4, many), { bytes: () => mint(1).bytes() });
}

/** The generators that come with the package; v7 and ULID have a slot of the core each. */
export const defaultV4 = (): Uuidv4 =>
  uuidv4(BATCH, (count) => {
    const realm = connect();
    reserve(realm, count);
    realm.core.check(realm.core.wasm.mint_v4(count));
    return realm.core;
  });
export const defaultV7 = (): TimeOrdered => timeOrdered(new Minter(V7, V7_SLOT, V7_DEFAULT));
export const defaultUlid = (): TimeOrdered => timeOrdered(new Minter(ULID, ULID_SLOT, ULID_DEFAULT));

/** Generators with options. */
export function ownV4(options: Uuidv4Options): Uuidv4 {
  const random = v4Source(options);
  if (random === undefined) return defaultV4();
  return uuidv4(1, () => {
    const bytes = drawOwn(random, 16);
    const { core } = connect();
    core.check(withBytes(core, bytes, () => core.wasm.mint_v4(1)));
    return core;
  });
}
export function ownV7(given: Uuidv7Options): TimeOrdered {
  const options = copied(given);
  return timeOrdered(new OwnMinter(V7, v7Config(options), options));
}
export function ownUlid(given: UlidOptions): TimeOrdered {
  const options = copied(given);
  return timeOrdered(new OwnMinter(ULID, ulidConfig(options), options));
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
