/**
 * The public types: what ids can be made and read with.
 *
 * They name nothing of a platform, so they need neither the DOM's typings nor Node's.
 *
 * @module
 */

/** Hands out as many random bytes as it is asked for: 16 at most, and exactly those that the id needs. */
export type Random = (length: number) => Uint8Array;

/** An array of bytes that is new: `Uint8Array<ArrayBuffer>`, where TypeScript (from 5.7 on) tells that from any other. */
export type Bytes = ReturnType<typeof Uint8Array.of>;

declare const brand: unique symbol;

/**
 * Text that the type checker tells from all other text, for those who want that: ids are plain strings otherwise.
 *
 * ```ts
 * type OrderId = Branded<'OrderId'>;
 * const orderId = createUuidv7<OrderId>();
 * const id = orderId(); // an OrderId
 * if (orderId.isValid(text)) load(text); // an OrderId from here on
 * ```
 */
export type Branded<Name extends string> = string & { readonly [brand]: Name };

/** Reading and writing ids of one kind. */
export interface Codec<Id extends string = string> {
  /**
   * The 16 bytes of an id's text.
   *
   * @throws MintError `INVALID_LENGTH`, `INVALID_CHARACTER`, `OVERFLOW`, `WRONG_VERSION`, `INVALID_ARGUMENT`.
   */
  parse(text: string): Bytes;
  /**
   * As `parse`, for every spelling: a UUID as 32 hex digits, in braces or behind `urn:uuid:`; a ULID with i and l for 1, o
   * for 0.
   *
   * @throws MintError as `parse` does.
   */
  parseLenient(text: string): Bytes;
  /**
   * The text of 16 bytes.
   *
   * @throws MintError `INVALID_ARGUMENT`, `INVALID_LENGTH`, `WRONG_VERSION`.
   */
  format(bytes: Uint8Array): Id;
  /** Whether `parse` would take it. Never throws for what is not an id. */
  isValid: string extends Id ? (text: unknown) => boolean : (text: unknown) => text is Id;
}

/** Many ids at once, in order, with one reading of the clock. */
export interface Batch<Id extends string = string> {
  /**
   * Makes so many ids, all or none: where one is refused, those before it are discarded.
   *
   * @throws MintError `INVALID_ARGUMENT` for anything but a whole number from 0 to 1,000,000; and what one id may.
   */
  many(count: number): Id[];
  /**
   * Fills an array with ids of 16 bytes each, and hands it back. Where one is refused those before it stay: `filled` of the
   * error says how many.
   *
   * @throws MintError `INVALID_ARGUMENT`; `INVALID_LENGTH` for anything but a multiple of 16 bytes, of which there is one at least; and what one id may.
   */
  fill<Filled extends Uint8Array>(bytes: Filled): Filled;
}

/** A function that makes ids as text, and as bytes. */
export interface Mint<Id extends string = string> extends Batch<Id> {
  /** Makes an id. @throws MintError what the function that made this generator, or its own page, says. */
  (): Id;
  /** Makes an id, as its 16 bytes. @throws MintError as for the text. */
  bytes(): Bytes;
}

/** v4: ids of random bits. */
export interface Uuidv4<Id extends string = string> extends Mint<Id>, Codec<Id> {}

/** v7 and ULID: ids that sort by their time. */
export interface TimeOrdered<Id extends string = string> extends Mint<Id>, Codec<Id> {
  /**
   * An id for a time in Unix milliseconds, with fresh randomness. It takes no part in the order of the others.
   *
   * @throws MintError `INVALID_TIME`, `TIME_RANGE`, and what the random source may.
   */
  at(time: number | Date): Id;
  /**
   * The time inside, in Unix milliseconds.
   *
   * @throws MintError as `parse` does.
   */
  timestamp(text: string): number;
  /** The smallest id of a Unix millisecond. @throws MintError `INVALID_TIME`, `TIME_RANGE`. */
  min(time: number | Date): Id;
  /** The largest id of a Unix millisecond. @throws MintError `INVALID_TIME`, `TIME_RANGE`. */
  max(time: number | Date): Id;
  /** What this generator has been through. */
  meter(): Meter;
}

/** UUIDs of any version. */
export interface AnyUuid extends Codec {
  /** The version, 1 to 8; `undefined` for any other, and outside the variant of RFC 9562. @throws MintError as `parse` does. */
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

/**
 * From one spelling of 128 bits to another. All are lossless, and the way back gives the same, but the one whose name says
 * so.
 */
export interface Convert {
  /** The same 128 bits as a UUID, of whatever version they happen to say. Lossless. @throws MintError as `parse` does. */
  ulidToUuid(text: string): string;
  /** The same 128 bits as a ULID. Lossless; its time is the UUID's only for a v7. @throws MintError as `parse` does. */
  uuidToUlid(text: string): string;
  /** A v7 UUID of the ULID's time and randomness, six bits of which are lost. @throws MintError as `parse` does. */
  ulidToUuidv7Lossy(text: string): string;
  /** 32 hex digits, in lower case. Lossless. @throws MintError as `parse` does. */
  ulidToHex(text: string): string;
  /** 32 hex digits, in lower case: the UUID without its hyphens. Lossless. @throws MintError as `parse` does. */
  uuidToHex(text: string): string;
  /** 32 hex digits, of either case, as a ULID. Lossless. @throws MintError `INVALID_LENGTH`, `INVALID_CHARACTER`, `INVALID_ARGUMENT`. */
  hexToUlid(hex: string): string;
  /** 32 hex digits, of either case, as a UUID. Lossless. @throws MintError as `hexToUlid` does. */
  hexToUuid(hex: string): string;
  /** The number that the 128 bits are, the first byte highest. Lossless. @throws MintError as `parse` does. */
  ulidToBigInt(text: string): bigint;
  /** The number that the 128 bits are, the first byte highest. Lossless. @throws MintError as `parse` does. */
  uuidToBigInt(text: string): bigint;
  /** A number as a ULID. Lossless. @throws MintError `OVERFLOW` below 0 and from 2^128 on, `INVALID_ARGUMENT`. */
  bigIntToUlid(value: bigint): string;
  /** A number as a UUID. Lossless. @throws MintError as `bigIntToUlid` does. */
  bigIntToUuid(value: bigint): string;
}

/** Between which times an id should have been made. One of them may be missing. */
export interface TimeWindow {
  /** The earliest time, itself allowed, in Unix milliseconds. */
  readonly after?: number | Date | undefined;
  /** The latest time, itself allowed, in Unix milliseconds. */
  readonly before?: number | Date | undefined;
}

/** What a generator has been through. */
export interface Meter {
  /** Ids made, those that a `many` which ended early has thrown away too. */
  readonly minted: number;
  /** Steps back of the clock, each counted once. */
  readonly rollbacks: number;
  /** The largest of them, in milliseconds; 4294967295 stands for that and anything above. */
  readonly largestRollbackMs: number;
  /** Ids made in a millisecond held against a clock that was behind. */
  readonly held: number;
  /** Milliseconds taken ahead of the clock, because the one before was full. */
  readonly borrowed: number;
  /** Calls whose millisecond was full and that `onFull` answered. */
  readonly exhaustions: number;
  /** Calls answered with `WAIT`. */
  readonly waits: number;
  /** Restarts from an earlier time: order is broken there. */
  readonly restarts: number;
  /** Calls that ended because the core had too few random bytes. */
  readonly entropyFailures: number;
  /** Ids made above the stored mark: order over the next reload is not promised for them. */
  readonly late: number;
  /**
   * Calls refused by a policy, for a clock that gives no usable time, or for a mark that was not saved. What your own clock,
   * source or store throws is yours to count.
   */
  readonly refused: number;
  /** What the mark store threw last; `undefined` where it never did. */
  readonly storeError: unknown;
}
