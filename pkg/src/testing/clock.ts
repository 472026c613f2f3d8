/**
 * A clock that is set by hand.
 *
 * @module
 */

import { MintError } from '../index.js';

/** 2026-01-01T00:00:00.000Z. */
const START_MS = 1_767_225_600_000;

/** A clock that stands still until it is told otherwise. Call it for its time, or hand it to a generator as `now`. */
export interface ManualClock {
  /** The time, in Unix milliseconds. */
  (): number;
  /** Sets the time, forward or back. @throws MintError `INVALID_TIME`. */
  set(time: number | Date): void;
  /** Moves the time on by so many milliseconds, back where they are below 0. @throws MintError `INVALID_TIME`. */
  advance(ms: number): void;
}

/**
 * A clock that is set by hand. It may stand before 1970 or past the end of the time field, since what a generator makes
 * of that is worth a test.
 *
 * @param start - Unix milliseconds or a `Date`; 2026-01-01T00:00:00.000Z where it is left out.
 * @throws MintError `INVALID_TIME` for what is not a whole number of milliseconds or a valid `Date`.
 */
export function manualClock(start: number | Date = START_MS): ManualClock {
  let now = whole(start);
  return Object.assign(() => now, {
    set(time: number | Date) {
      now = whole(time);
    },
    advance(ms: number) {
      now = whole(now + whole(ms));
    },
  });
}

function whole(time: unknown): number {
  // Dates of another realm, a test runner's for instance, are no instances of this one's.
  const ms = Object.prototype.toString.call(time) === '[object Date]' ? Number(time) : time;
  if (!Number.isSafeInteger(ms)) {
    throw new MintError('INVALID_TIME', 'the clock takes whole milliseconds, or a valid Date');
  }
  return ms as number;
}
