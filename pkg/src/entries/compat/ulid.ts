/**
 * `mintid/compat/ulid`: `ulid`, `monotonicFactory` and reading, as `ulid` 3 has them, so that changing the name in the
 * import is all there is to do.
 *
 * With the same seed and the same `prng` the ids are the same. What differs:
 * - Errors are `MintError`s.
 * - `ulid()` without a seed is in order, as `mintid` is.
 * - A seed that is no time is an error, and 0 is 1970: neither stands for now. A factory goes on after it.
 * - A factory whose random part is at its largest goes on in the next millisecond.
 * - `isValid` and `decodeTime` look at all 26 characters and refuse what is larger than 128 bits.
 * - A `prng` that gives no number from 0 to 1, and a length that cuts the time in `encodeTime`, are errors.
 * - For `ulidToUUID`, `uuidToULID` and the like see `convert` of `mintid`.
 *
 * @module
 */

import { GivenClock } from '../../compat/given.js';
import { MintError, createUlid, ulid as next } from '../../index.js';

/** A source of randomness: a number from 0 to below 1. 32 times it, rounded down, is a symbol. */
export type PRNG = () => number;
/** A ULID. */
export type ULID = string;
/** A UUID. */
export type UUID = string;
/** What {@link monotonicFactory} makes. */
export type ULIDFactory = (seedTime?: number) => ULID;

const SYMBOLS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const TIME_LENGTH = 10;
const RANDOM_LENGTH = 16;

/**
 * Makes a ULID, for now or for the time given.
 *
 * @throws MintError `INVALID_TIME`, `TIME_RANGE` for the seed; `RNG_UNAVAILABLE`, `RNG_FAILED`; and what a wrong clock
 * means.
 */
export function ulid(seedTime?: number, prng?: PRNG): ULID {
  const id = seedTime === undefined ? next() : next.at(seedTime);
  return prng === undefined ? id : id.slice(0, TIME_LENGTH) + symbols(prng);
}

/**
 * Makes a factory of ULIDs that are in order whatever the seeds and the clock do.
 *
 * @returns a function that throws as {@link ulid} does.
 */
export function monotonicFactory(prng?: PRNG): ULIDFactory {
  const clock = new GivenClock();
  const ids = createUlid({
    now: clock.now,
    ...(prng === undefined ? {} : { random: (length: number) => packed(prng).slice(-length) }),
    onBehind: { hold: Infinity },
  });
  return (seedTime) => {
    // Refused here a seed is no reading, and the refusal says what is wrong with a time.
    if (seedTime !== undefined) next.min(seedTime);
    return clock.with(seedTime, ids);
  };
}

/** The time in a ULID, in Unix milliseconds. @throws MintError as `ulid.parse` does. */
export function decodeTime(id: ULID): number {
  return next.timestamp(id);
}

/**
 * The symbols of a time: 10, or as many as are asked for.
 *
 * @throws MintError `INVALID_TIME`; `TIME_RANGE`, also for a time that takes more symbols; `INVALID_ARGUMENT` for a
 * length that is no whole number from 1 on.
 */
export function encodeTime(time: number, length: number = TIME_LENGTH): string {
  if (!Number.isInteger(length) || length < 1) {
    throw new MintError('INVALID_ARGUMENT', 'the length should be a whole number from 1 on');
  }
  const text = next.min(time).slice(0, TIME_LENGTH).padStart(length, '0');
  const cut = text.length - length;
  if (/[^0]/.test(text.slice(0, cut))) throw new MintError('TIME_RANGE', `the time does not fit ${length} symbols`);
  return text.slice(cut);
}

/** Whether it is a ULID, in either letter case. */
export function isValid(id: unknown): boolean {
  return next.isValid(id);
}

/** The random part, drawn from its last symbol to its first. */
function symbols(prng: PRNG): string {
  let text = '';
  for (let i = 0; i < RANDOM_LENGTH; i++) text = symbol(prng) + text;
  return text;
}

function symbol(prng: PRNG): string {
  let fraction: unknown;
  try {
    fraction = prng();
  } catch (cause) {
    throw new MintError('RNG_FAILED', 'the prng threw', { cause });
  }
  if (typeof fraction !== 'number' || !(fraction >= 0 && fraction <= 1)) {
    throw new MintError('RNG_FAILED', 'the prng gave something that is not a number from 0 to 1');
  }
  // One that gives 1 itself means the first symbol, as it does there.
  return SYMBOLS[Math.floor(fraction * 32) % 32]!;
}

/** The random part as 10 bytes, behind 6 of time. */
function packed(prng: PRNG): Uint8Array {
  return next.parse('0'.repeat(TIME_LENGTH) + symbols(prng));
}
