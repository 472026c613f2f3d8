/**
 * What the core's statuses mean, as errors.
 *
 * @module
 */

import { MintError, type MintErrorCode } from './mint-error.js';

export { MintError, type MintErrorCode } from './mint-error.js';

/** The status numbers of the core, in order from 1, each with its message. They are those of `Status` in bindings/wasm. */
const STATUS: readonly (readonly [MintErrorCode, string])[] = [
  ['WAIT', 'no id yet: call again in # ms'],
  ['CLOCK_FAILED', 'the clock gave something that is not a whole number of milliseconds'],
  ['BEFORE_EPOCH', 'the clock is # ms before 1970: set the clock'],
  ['BEHIND', 'the clock is # ms behind where it has been: correct it, or allow a larger distance'],
  ['FULL', 'the millisecond is full: call again in the next one, or allow borrowing'],
  ['LEAD', 'the next free millisecond is # ms ahead of the clock: call again later, or allow a larger lead'],
  ['HORIZON', 'the time field has no such time: check the clock'],
  ['MARK_DUE', 'the mark # is not saved: check the store, or call again once it has answered'],
  ['MARK_AHEAD', 'the run would start # ms ahead of the clock: correct the clock, or allow a restart'],
  ['INVALID_OPTION', 'the run has not started'],
  ['RNG_FAILED', 'too few random bytes'],
  ['INVALID_TIME', 'the time is not a whole number of milliseconds: give a number or a valid Date'],
  ['TIME_RANGE', 'the time is before 1970 or does not fit 48 bits: give Unix milliseconds'],
  ['INVALID_LENGTH', 'the text should not end or go on at position #'],
  ['INVALID_CHARACTER', 'position # holds a character that is not allowed there'],
  ['OVERFLOW', 'position # makes the number larger than 128 bits'],
  ['WRONG_VERSION', 'the UUID is of another version or variant than this takes'],
  ['MARK_INVALID', 'the stored mark is past the end of the time field: remove it from the store'],
  ['INVALID_OPTION', 'ids have been made already'],
  ['INVALID_OPTION', 'a number is out of its range'],
  ['UNSET', 'the clock is not set: set it, or give a mark to run on from'],
];

/** The status of a core that found a mark not saved. */
export const MARK_DUE = 8;
/** The status of a core that found too few random bytes; its detail is how many it needs. */
export const ENTROPY = 11;
/** The status of text of the wrong length. */
export const WRONG_LENGTH = 14;
/** The status of a UUID of the wrong version; its detail is the one it has, or 0. */
export const WRONG_VERSION = 17;
/** The status of a run that goes on already. */
export const RUNNING = 19;

const PLACED: readonly MintErrorCode[] = ['INVALID_LENGTH', 'INVALID_CHARACTER', 'OVERFLOW'];
const DISTANT: readonly MintErrorCode[] = ['WAIT', 'BEFORE_EPOCH', 'BEHIND', 'LEAD', 'MARK_AHEAD'];

/** The error that a status of the core means, and the error behind it where JavaScript has one. */
export function errorOf(status: number, detail: number, cause?: unknown): MintError {
  const [code, message] = STATUS[status - 1] ?? ['INVALID_ARGUMENT', `the core answered ${status}`];
  return new MintError(code, message.replace('#', String(detail)), {
    ...(PLACED.includes(code) ? { position: detail } : {}),
    ...(DISTANT.includes(code) ? { distanceMs: detail } : {}),
    cause,
  });
}

/** An error of `fill`, which tells how many ids it wrote before. */
export function withFilled(error: unknown, filled: number): unknown {
  return error instanceof MintError ? new MintError(error.code, error.message, { ...error, filled }) : error;
}
