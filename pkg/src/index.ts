/**
 * mintid: UUID v4, UUID v7 and ULID from one synchronous import.
 *
 * Nothing happens at import. The core is made, the clock read and randomness drawn at the first call.
 *
 * @module
 */

import { conversions } from './convert.js';
import { anyUuid, defaultUlid, defaultV4, defaultV7, ownUlid, ownV4, ownV7 } from './ids.js';
import type { UlidOptions, Uuidv4Options, Uuidv7Options } from './options.js';
import type { AnyUuid, Convert, TimeOrdered, Uuidv4 } from './types.js';

export { backend, reseed, use } from './connect.js';
export { MintError, type MintErrorCode } from './errors.js';
export type {
  AsyncMarkStore,
  MarkOptions,
  MarkStore,
  Options,
  UlidOptions,
  Uuidv4Options,
  Uuidv7Options,
} from './options.js';
export { isPlausible } from './plausible.js';
export type { Backend } from './realm.js';
export type {
  AnyUuid,
  Batch,
  Branded,
  Bytes,
  Codec,
  Convert,
  Meter,
  Mint,
  Random,
  TimeOrdered,
  TimeWindow,
  Uuidv4,
} from './types.js';

/**
 * Makes a random UUID, version 4.
 *
 * @throws MintError `RNG_UNAVAILABLE`, `RNG_FAILED`.
 */
export const uuidv4: Uuidv4 = /* @__PURE__ */ defaultV4();

/**
 * Makes a UUID that sorts by time, version 7. Ids of one process are in order within a millisecond too, and while the clock
 * stands still or steps back by up to 10 s.
 *
 * @throws MintError `RNG_UNAVAILABLE`, `RNG_FAILED`; `CLOCK_FAILED`, `BEFORE_EPOCH`, `HORIZON` where `Date.now` gives no
 * usable time; `LEAD` where ids are more than 10 s ahead of a clock that stands still.
 */
export const uuidv7: TimeOrdered = /* @__PURE__ */ defaultV7();

/**
 * Makes a ULID. In order as {@link uuidv7} is; the next id of a millisecond is the one before plus one.
 *
 * @throws MintError as {@link uuidv7} does.
 */
export const ulid: TimeOrdered = /* @__PURE__ */ defaultUlid();

/** Reads UUIDs of any version. */
export const uuid: AnyUuid = /* @__PURE__ */ anyUuid();

/** Turns ULIDs, UUIDs, hex digits and numbers into one another. */
export const convert: Convert = /* @__PURE__ */ conversions();

/**
 * A v4 generator with a random source of its own.
 *
 * @throws MintError `INVALID_OPTION`.
 */
export function createUuidv4<Id extends string = string>(options: Uuidv4Options = {}): Uuidv4<Id> {
  // A brand is the type checker's alone.
  return ownV4(options) as unknown as Uuidv4<Id>;
}

/**
 * A v7 generator with a clock, a random source and policies of its own.
 *
 * Its ids are refused with `RNG_UNAVAILABLE`, `RNG_FAILED`; `CLOCK_FAILED`, `UNSET`, `BEFORE_EPOCH`, `HORIZON`; as its policies
 * say with `WAIT`, `BEHIND`, `FULL`, `LEAD`; and where it has a mark with `MARK_DUE`, `MARK_AHEAD`, `MARK_INVALID`, `BUSY`.
 *
 * @throws MintError `INVALID_OPTION`.
 */
export function createUuidv7<Id extends string = string>(options: Uuidv7Options = {}): TimeOrdered<Id> {
  // A brand is the type checker's alone.
  return ownV7(options) as unknown as TimeOrdered<Id>;
}

/**
 * A ULID generator with a clock, a random source and policies of its own.
 *
 * @throws MintError as {@link createUuidv7} does.
 */
export function createUlid<Id extends string = string>(options: UlidOptions = {}): TimeOrdered<Id> {
  // A brand is the type checker's alone.
  return ownUlid(options) as unknown as TimeOrdered<Id>;
}
