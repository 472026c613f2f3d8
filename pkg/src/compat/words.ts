/**
 * The random source of the `uuidv7` package, words of 32 bits, as the bytes that a generator with a counter of 42 bits
 * asks for.
 *
 * @module
 */

import { MintError, type Random } from '../index.js';

/** A source of whole random numbers from 0 to 2^32 - 1. */
export interface Words {
  nextUint32(): number;
}

/** The bytes of words: three where a counter starts, one where it goes on. */
export function bytesOf(words: Words): Random {
  return (length) => {
    const bytes = new Uint8Array(length);
    const view = new DataView(bytes.buffer);
    if (length > 4) {
      // The counter is one word and 10 bits of the next, with the 32 bits of the third behind it.
      const first = next(words);
      const second = next(words) & 0x3ff;
      bytes[0] = first >>> 30;
      view.setUint32(1, (first << 2) | (second >>> 8));
      bytes[5] = second;
    }
    view.setUint32(length - 4, next(words));
    return bytes;
  };
}

function next(words: Words): number {
  const word = words.nextUint32();
  if (!Number.isInteger(word) || word < 0 || word > 0xffff_ffff) {
    throw new MintError('RNG_FAILED', 'nextUint32 gave something that is not a whole number of 32 bits');
  }
  return word;
}
