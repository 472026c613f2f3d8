/**
 * Bytes that callers of the `uuid` package hand over.
 *
 * @module
 */

import { MintError } from '../index.js';

/** 16 bytes of something like an array, from an offset on. @throws MintError `INVALID_ARGUMENT`, `INVALID_LENGTH`. */
export function sixteen(given: ArrayLike<number>, offset = 0): Uint8Array {
  within(given, offset);
  return Uint8Array.from({ length: 16 }, (_, i) => {
    const byte = given[offset + i]!;
    if (!Number.isInteger(byte) || byte < 0 || byte > 255) {
      throw new MintError('INVALID_ARGUMENT', `element ${offset + i} is not a whole number from 0 to 255`);
    }
    return byte;
  });
}

/** Refuses an offset that leaves no room for 16 bytes. @throws MintError `INVALID_ARGUMENT`, `INVALID_LENGTH`. */
export function within(bytes: ArrayLike<number>, offset: number): void {
  if (!Number.isInteger(bytes?.length)) throw new MintError('INVALID_ARGUMENT', 'the bytes should be a Uint8Array');
  if (!Number.isInteger(offset) || offset < 0) {
    throw new MintError('INVALID_ARGUMENT', 'the offset should be a whole number from 0 on');
  }
  if (offset + 16 > bytes.length) {
    throw new MintError('INVALID_LENGTH', `16 bytes from ${offset} on do not fit into ${bytes.length}`);
  }
}
