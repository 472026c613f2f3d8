/**
 * What can be done with ids, and the functions that make them.
 *
 * @module
 */

import { ANY_UUID, GUEST_SLOT, type Kind, ULID, ULID_SLOT, V4, V7, V7_SLOT, connect } from './core.js';
import { MintError } from './errors.js';
import { Minter, type Meter, read } from './minter.js';
import { type UlidOptions, type Uuidv7Options, ulidConfig, v7Config } from './options.js';
import { type Random, drawOwn, reserve, withBytes } from './random.js';

/** Reading and writing ids of one kind. */
export interface Codec {
  /**
   * The 16 bytes of an id's text.
   *
   * @throws MintError `INVALID_LENGTH`, `INVALID_CHARACTER`, `OVERFLOW`, `WRONG_VERSION`, `INVALID_ARGUMENT`.
   */
  parse(text: string): Uint8Array;
  /**
   * As `parse`, for every spelling: a UUID as 32 hex digits, in braces or behind `urn:uuid:`; a ULID with i and l for 1, o
   * for 0.
   *
   * @throws MintError as `parse` does.
   */
  parseLenient(text: string): Uint8Array;
  /**
   * The text of 16 bytes.
   *
   * @throws MintError `INVALID_ARGUMENT`, `INVALID_LENGTH`, `WRONG_VERSION`.
   */
  format(bytes: Uint8Array): string;
  /** Whether `parse` would take it. Never throws for what is not an id. */
  isValid(text: unknown): boolean;
}

/** A function that makes ids as text, and as bytes. */
export interface Mint {
  /** Makes an id. */
  (): string;
  /** Makes an id, as its 16 bytes. */
  bytes(): Uint8Array;
}

/** v4: ids of random bits. */
export interface Uuidv4 extends Mint, Codec {}

/** v7 and ULID: ids that sort by their time. */
export interface TimeOrdered extends Mint, Codec {
  /**
   * An id for a time, with fresh randomness. It takes no part in the order of the others.
   *
   * @throws MintError `INVALID_TIME`, `TIME_RANGE`, and what the random source may.
   */
  at(time: number | Date): string;
  /**
   * The time inside, in Unix milliseconds.
   *
   * @throws MintError as `parse` does.
   */
  timestamp(text: string): number;
  /** The smallest id of a millisecond. @throws MintError `INVALID_TIME`, `TIME_RANGE`. */
  min(time: number | Date): string;
  /** The largest id of a millisecond. @throws MintError `INVALID_TIME`, `TIME_RANGE`. */
  max(time: number | Date): string;
  /** What this generator has been through. */
  meter(): Meter;
}

/** UUIDs of any version. */
export interface AnyUuid extends Codec {
  /** The version, 1 to 8; `undefined` outside the variant of RFC 9562. @throws MintError as `parse` does. */
  version(text: string): number | undefined;
  /** The variant. @throws MintError as `parse` does. */
  variant(text: string): 'ncs' | 'rfc' | 'microsoft' | 'future';
  /** The time inside, in Unix milliseconds, where there is one: v1, v6, v7. @throws MintError as `parse` does. */
  timestamp(text: string): number | undefined;
  /** All zeros. */
  readonly NIL: string;
  /** All ones. */
  readonly MAX: string;
}

function codec(kind: Kind): Codec {
  return {
    parse: (text) => read(kind, false, text).id.slice(),
    parseLenient: (text) => read(kind, true, text).id.slice(),
    format(bytes) {
      if (!(bytes instanceof Uint8Array)) throw new MintError('INVALID_ARGUMENT', 'the bytes should be a Uint8Array');
      if (bytes.length !== 16) throw new MintError('INVALID_LENGTH', `an id has 16 bytes, not ${bytes.length}`);
      const core = connect();
      core.id.set(bytes);
      core.check(core.wasm.format(kind));
      return core.read(kind);
    },
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
export const ownV7 = (options: Uuidv7Options): TimeOrdered =>
  timeOrdered(new Minter(V7, GUEST_SLOT, v7Config(options), options));
export const ownUlid = (options: UlidOptions): TimeOrdered =>
  timeOrdered(new Minter(ULID, GUEST_SLOT, ulidConfig(options), options));

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

/** From text of one kind to text of the other. */
export interface Convert {
  /** The same 128 bits as a UUID, of whatever version they happen to say. Lossless. @throws MintError as `parse` does. */
  ulidToUuid(text: string): string;
  /** The same 128 bits as a ULID. Lossless; its time is the UUID's only for a v7. @throws MintError as `parse` does. */
  uuidToUlid(text: string): string;
  /** A v7 UUID of the ULID's time and randomness, six bits of which are lost. @throws MintError as `parse` does. */
  ulidToUuidv7Lossy(text: string): string;
}

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
