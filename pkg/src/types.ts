/**
 * The public types: what ids can be made and read with.
 *
 * They name nothing of a platform, so they need neither the DOM's typings nor Node's.
 *
 * @module
 */

/** Hands out as many random bytes as it is asked for: 16 at most, and exactly those that the id needs. */
export type Random = (length: number) => Uint8Array;

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

/** From text of one kind to text of the other. */
export interface Convert {
  /** The same 128 bits as a UUID, of whatever version they happen to say. Lossless. @throws MintError as `parse` does. */
  ulidToUuid(text: string): string;
  /** The same 128 bits as a ULID. Lossless; its time is the UUID's only for a v7. @throws MintError as `parse` does. */
  uuidToUlid(text: string): string;
  /** A v7 UUID of the ULID's time and randomness, six bits of which are lost. @throws MintError as `parse` does. */
  ulidToUuidv7Lossy(text: string): string;
}

/** What a generator has been through. */
export interface Meter {
  /** Ids made. */
  readonly minted: number;
  /** Steps back of the clock, each counted once. */
  readonly rollbacks: number;
  /** The largest of them, in milliseconds. */
  readonly largestRollbackMs: number;
  /** Ids made in a millisecond held against a clock that was behind. */
  readonly held: number;
  /** Milliseconds taken ahead of the clock, because the one before was full. */
  readonly borrowed: number;
  /** Calls that found their millisecond full. */
  readonly exhaustions: number;
  /** Calls answered with `WAIT`. */
  readonly waits: number;
  /** Restarts from an earlier time: order is broken there. */
  readonly restarts: number;
  /** Calls that ended because the core had too few random bytes. */
  readonly entropyFailures: number;
  /** Ids made above the stored mark: order over the next reload is not promised for them. */
  readonly late: number;
  /** Calls refused, whatever the cause. */
  readonly refused: number;
  /** What the mark store threw last; `undefined` where it never did. */
  readonly storeError: unknown;
}
