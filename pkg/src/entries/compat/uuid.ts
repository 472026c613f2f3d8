/**
 * `mintid/compat/uuid`: v4, v7, and reading, as `uuid` 14 has them, so that changing the name in the import is all
 * there is to do.
 *
 * With the same `random`, `msecs` and `seq` the ids are the same, byte for byte. What differs:
 * - Errors are `MintError`s.
 * - `v7()` and `v7({})` are both in order, and hold a clock that steps back for 10 s at most, not for ever.
 * - `msecs` that are no time of 48 bits, a `seq` of more than 32 bits, elements of `random` that are no bytes and
 *   offsets that are no whole numbers are errors, and not cut to fit.
 * - `v4` leaves the bytes of `random` as they are.
 * - v1, v3, v5 and v6 are not here.
 *
 * @module
 */

import { sixteen, within } from '../../compat/bytes.js';
import { type Bytes, MintError, uuid, uuidv4, uuidv7 } from '../../index.js';

/** A UUID as text or as bytes. */
export type UUIDTypes<Filled extends Uint8Array = Uint8Array> = string | Filled;

/** What {@link v4} takes. */
export interface Version4Options {
  /** 16 random bytes. */
  random?: ArrayLike<number>;
  /** Hands out 16 random bytes. */
  rng?: () => ArrayLike<number>;
}

/** What {@link v7} takes. */
export interface Version7Options extends Version4Options {
  /** Unix milliseconds. Default: now. */
  msecs?: number;
  /** The first 32 bits after the time, 0 to 2^32 - 1. Default: random. */
  seq?: number;
}

/** All zeros. */
export const NIL = '00000000-0000-0000-0000-000000000000';

/** All ones. */
export const MAX = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * Makes a random UUID, as text or into an array.
 *
 * @throws MintError `RNG_UNAVAILABLE`, `RNG_FAILED`; `INVALID_OPTION` for `random`; `INVALID_ARGUMENT`,
 * `INVALID_LENGTH` for the array and the offset.
 */
export function v4(options?: Version4Options | null, buf?: undefined, offset?: number): string;
export function v4<Filled extends Uint8Array>(
  options: Version4Options | null | undefined,
  buf: Filled,
  offset?: number,
): Filled;
export function v4(options?: Version4Options | null, buf?: Uint8Array, offset = 0): string | Uint8Array {
  if (buf) within(buf, offset);
  const bytes = randomOf(options ?? {}) ?? uuidv4.bytes();
  bytes[6] = 0x40 | (bytes[6]! & 0x0f);
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  return put(bytes, buf, offset);
}

/**
 * Makes a UUID that sorts by time, as text or into an array.
 *
 * Where `msecs`, `seq` or the randomness is given the id is made of these and takes no part in the order of the others.
 *
 * @throws MintError as {@link v4} does; `INVALID_TIME`, `TIME_RANGE` for `msecs`; `INVALID_OPTION` for `seq`; and what
 * a wrong clock means.
 */
export function v7(options?: Version7Options | null, buf?: undefined, offset?: number): string;
export function v7<Filled extends Uint8Array>(
  options: Version7Options | null | undefined,
  buf: Filled,
  offset?: number,
): Filled;
export function v7(options?: Version7Options | null, buf?: Uint8Array, offset = 0): string | Uint8Array {
  if (buf) within(buf, offset);
  const given = options ?? {};
  const random = randomOf(given);
  const seq = seqOf(given.seq, random);
  const bytes = given.msecs == null ? uuidv7.bytes() : uuidv7.parse(uuidv7.at(given.msecs));
  if (random) bytes.set(random.subarray(10), 10);
  if (seq !== undefined) {
    // 4 bits beside the version, 8, 6 beside the variant, 8, and 6 more before the random ones.
    bytes[6] = 0x70 | (seq >>> 28);
    bytes[7] = seq >>> 20;
    bytes[8] = 0x80 | ((seq >>> 14) & 0x3f);
    bytes[9] = seq >>> 6;
    bytes[10] = (seq << 2) | (bytes[10]! & 3);
  }
  return put(bytes, buf, offset);
}

/**
 * The 16 bytes of a UUID of RFC 9562, nil and max among them.
 *
 * @throws MintError `INVALID_LENGTH`, `INVALID_CHARACTER`, `INVALID_ARGUMENT`; `WRONG_VERSION` for other versions and
 * variants, which `uuid.parse` of `mintid` takes.
 */
export function parse(text: string): Bytes {
  const bytes = uuid.parse(text);
  version(text);
  return bytes;
}

/**
 * The text of 16 bytes, from an offset on.
 *
 * @throws MintError `INVALID_ARGUMENT`, `INVALID_LENGTH`; `WRONG_VERSION` as {@link parse} does.
 */
export function stringify(bytes: ArrayLike<number>, offset = 0): string {
  const text = uuid.format(sixteen(bytes, offset));
  version(text);
  return text;
}

/** Whether {@link parse} would take it. */
export function validate(text: unknown): boolean {
  return uuid.isValid(text) && numberOf(text as string) !== undefined;
}

/** The version, 1 to 8; 0 for nil and 15 for max. @throws MintError as {@link parse} does. */
export function version(text: string): number {
  const number = numberOf(text);
  if (number !== undefined) return number;
  throw new MintError('WRONG_VERSION', 'the UUID is not of RFC 9562: read it with uuid.parse of mintid');
}

/** The version, where the UUID is one of RFC 9562. */
function numberOf(text: string): number | undefined {
  const version = uuid.version(text);
  if (version !== undefined) return version;
  const lower = text.toLowerCase();
  return lower === NIL ? 0 : lower === MAX ? 15 : undefined;
}

/** The random bytes that the options give, if they do. */
function randomOf({ random, rng }: Version4Options): Uint8Array | undefined {
  if (random != null) {
    try {
      return sixteen(random);
    } catch (cause) {
      throw new MintError('INVALID_OPTION', 'random should be 16 bytes', { cause });
    }
  }
  if (rng == null) return undefined;
  try {
    return sixteen(rng());
  } catch (cause) {
    throw new MintError('RNG_FAILED', 'rng threw, or did not give 16 bytes', { cause });
  }
}

/** The first 32 bits after the time: those given, or out of the random bytes given, and then the highest is clear. */
function seqOf(seq: number | undefined, random: Uint8Array | undefined): number | undefined {
  if (seq == null) {
    return random && ((random[6]! & 0x7f) << 24) | (random[7]! << 16) | (random[8]! << 8) | random[9]!;
  }
  if (!Number.isInteger(seq) || seq < 0 || seq > 0xffff_ffff) {
    throw new MintError('INVALID_OPTION', 'seq should be a whole number from 0 to 4294967295');
  }
  return seq;
}

/** Hands an id out as text, or in an array. */
function put(bytes: Uint8Array, buf: Uint8Array | undefined, offset: number): string | Uint8Array {
  if (!buf) return uuid.format(bytes);
  for (let i = 0; i < 16; i++) buf[offset + i] = bytes[i]!;
  return buf;
}
