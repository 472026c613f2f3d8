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
  /** There is no IndexedDB here, or the folder of a worker lease cannot be used. */
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
  /** The parts of a Snowflake layout do not add up to its width. */
  | 'LAYOUT_BITS'
  /** The epoch of a Snowflake layout is a count of seconds. */
  | 'EPOCH_IN_SECONDS'
  /** A Snowflake layout that there is not, for another reason. */
  | 'INVALID_LAYOUT'
  /** A node that is no whole number, or with other pieces than those of its layout. */
  | 'INVALID_NODE'
  /** A node, or a piece of one, that does not fit its bits. */
  | 'NODE_RANGE'
  /** A sequence that does not fit its bits. */
  | 'SEQUENCE_RANGE'
  /** More Snowflakes at once than a tick has room for. */
  | 'TOO_MANY'
  /** A number where only a BigInt, or text, holds the id. */
  | 'NUMBER_RANGE'
  /** A worker lease without a device would be unique in this browser or on this host alone, and that was not written out. */
  | 'NODE_SCOPE'
  /** Nothing here keeps two workers apart: no Web Locks with IndexedDB, and no SQLite. */
  | 'LOCKS_UNAVAILABLE'
  /** All nodes of this device are taken. */
  | 'NO_NODE'
  /** The worker lease was released, or its lock was taken away. */
  | 'LEASE_ENDED'
  /** No id of a range is left, and none can be asked for yet: `distanceMs` says for how long. */
  | 'EMPTY'
  /** `giveBack()` has ended these ranges. */
  | 'CLOSED'
  /** `reserve` threw; `cause` is what it threw. */
  | 'RESERVE_FAILED'
  /** `reserve` took too long. */
  | 'RESERVE_TIMEOUT'
  /** `release` threw; `cause` is what it threw. */
  | 'RELEASE_FAILED'
  /** `reserve` gave something that is no span. */
  | 'SPAN_INVALID'
  /** A span that overlaps one granted before. */
  | 'SPAN_OVERLAP'
  /** A span that ends above the largest id allowed. */
  | 'SPAN_CEILING'
  /** A span that came too late, or found no place. */
  | 'SPAN_REFUSED'
  /** The store holds something that is not a stock of ids. */
  | 'STOCK_INVALID'
  /** The store of ranges threw; `cause` is what it threw. */
  | 'STORE_FAILED'
  /** The store of ranges cannot read and write in one step, and nothing here keeps tabs apart meanwhile. */
  | 'STORE_NOT_ATOMIC'
  /** No lease allows an id: none is held, it has ended, or its ticks are not those of the clock. */
  | 'NO_LEASE'
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
  /** How long to wait before the next call, in milliseconds: with the code `WAIT` of `mintid/snowflake`. */
  declare readonly forMs: number | undefined;
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
