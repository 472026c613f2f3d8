/**
 * A random source that gives the same bytes each time.
 *
 * @module
 */

import { MintError, type Random } from '../index.js';

/** 2^32 over the golden ratio, odd: it visits all 2^32 states before it comes back. */
const STEP = 0x9e3779b9;

/**
 * A `random` source for tests: the same seed gives the same bytes on every platform and in every version. **Not
 * secure**: anyone who has seen an id can tell all that follow.
 *
 * The stream is that of 32-bit words, each as 4 bytes, the highest first. With all arithmetic modulo 2^32 and `mix(x) =
 * { x = (x ^ x >>> 16) * 0x85ebca6b; x = (x ^ x >>> 13) * 0xc2b2ae35; x ^ x >>> 16 }`, the finalizer of MurmurHash3,
 * word `i`, counted from 1, is `mix(mix(seed) + i * 0x9e3779b9)`. Seed 1 starts with the bytes 50 65 3b ed.
 *
 * @param seed - a whole number from 0 to 2^32 - 1.
 * @throws MintError `INVALID_ARGUMENT` for another seed.
 */
export function seeded(seed: number): Random {
  if (!Number.isInteger(seed) || seed < 0 || seed > 0xffff_ffff) {
    throw new MintError('INVALID_ARGUMENT', 'seeded() takes a whole number from 0 to 4294967295');
  }
  let state = mix(seed);
  let word = 0;
  let left = 0;
  return (length) => {
    const bytes = new Uint8Array(length);
    for (let i = 0; i < length; i++) {
      if (left === 0) {
        state = (state + STEP) | 0;
        word = mix(state);
        left = 4;
      }
      bytes[i] = word >>> (8 * --left);
    }
    return bytes;
  };
}

function mix(x: number): number {
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return x ^ (x >>> 16);
}
