/**
 * The error of this package: one class, told apart by `code`.
 *
 * @module
 */

/** What went wrong. The list only grows. */
export type MintErrorCode =
  /** The policy says to wait: call again in `distanceMs`. */
  | 'WAIT'
  /** The clock threw, or gave something that is not a whole number of milliseconds. */
  | 'CLOCK_FAILED'
  /** The clock says that it is not set, and the policy does not run on from a mark, or there is none. */
  | 'UNSET'
  /** The clock is `distanceMs` before 1970. */
  | 'BEFORE_EPOCH'
  /** The clock is `distanceMs` behind, further than the policy bears. */
  | 'BEHIND'
  /** The millisecond has no room for another id. */
  | 'FULL'
  /** The next free millisecond is `distanceMs` ahead of the clock, further than the policy bears. */
  | 'LEAD'
  /** The clock is past the last millisecond that fits 48 bits. */
  | 'HORIZON'
  /** A mark has to be read or saved first, and the store did not, or not yet; `cause` is what it threw. */
  | 'MARK_DUE'
  /** The stored mark, or the id to start after, is `distanceMs` ahead of the clock, further than the policy bears. */
  | 'MARK_AHEAD'
  /** The store holds something that is not a mark. */
  | 'MARK_INVALID'
  /** There is no IndexedDB here. */
  | 'STORE_UNAVAILABLE'
  /** The store called the generator that was using it. */
  | 'BUSY'
  /** There is no source of randomness here. */
  | 'RNG_UNAVAILABLE'
  /** The source of randomness threw, or gave something else than the bytes it was asked for; the platform's left zeros. */
  | 'RNG_FAILED'
  /** A time that is not a whole number of milliseconds or a valid `Date`. */
  | 'INVALID_TIME'
  /** A time before 1970, or of 2^48 ms and above. */
  | 'TIME_RANGE'
  /** Text or bytes of the wrong length. */
  | 'INVALID_LENGTH'
  /** A character that is not allowed at `position`. */
  | 'INVALID_CHARACTER'
  /** Text for more than 128 bits: a ULID that starts above 7. */
  | 'OVERFLOW'
  /** A UUID of another version or variant. */
  | 'WRONG_VERSION'
  /** An argument of the wrong type, or out of its range. */
  | 'INVALID_ARGUMENT'
  /** An option that is not one of those documented, by its name or its value. */
  | 'INVALID_OPTION'
  /** WebAssembly is absent or forbidden here: for a module given to `use()`, or on workerd, where there is nothing else. */
  | 'WASM_UNAVAILABLE'
  /** The generators cannot be reached from another entry of this package, since the global object is frozen. */
  | 'NOT_SHARED'
  /** `use()` came after another call. */
  | 'TOO_LATE';

/** What an error carries besides its code. */
export interface MintErrorDetail {
  /** How far, in milliseconds. */
  readonly distanceMs?: number | undefined;
  /** Where in the text, counted from 0. */
  readonly position?: number | undefined;
  /** How many ids `fill` wrote before it ended. */
  readonly filled?: number | undefined;
  /** The error behind this one. */
  readonly cause?: unknown;
}

/** Thrown by everything in this package. Tell errors apart by `code`. */
export class MintError extends Error {
  /** What went wrong. */
  readonly code: MintErrorCode;
  /** How far, in milliseconds, where the code has a distance. */
  readonly distanceMs: number | undefined;
  /** Where in the text, counted from 0, where the code has a place. */
  readonly position: number | undefined;
  /** How many ids `fill` wrote before it ended, where it did. */
  readonly filled: number | undefined;
  /** The error behind this one. */
  readonly cause: unknown;

  constructor(code: MintErrorCode, message: string, detail: MintErrorDetail = {}) {
    super(message);
    // Defined, since it cannot be assigned where an app has frozen `Error.prototype`.
    Object.defineProperty(this, 'name', { value: 'MintError', configurable: true, enumerable: true, writable: true });
    this.code = code;
    this.distanceMs = detail.distanceMs;
    this.position = detail.position;
    this.filled = detail.filled;
    this.cause = detail.cause;
  }
}

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
