/**
 * The platform's randomness, a few bytes at a time: for a sequence that starts at random.
 *
 * @module
 */

import { platform } from '../random.js';

/** So many that all of them are zero by no chance. */
const POOL = 256;

let pool = /* @__PURE__ */ new Uint8Array(0);

/** Hands out so many bytes, which nobody gets again. */
export function pooled(length: number): Uint8Array {
  if (pool.length < length) pool = platform(POOL) as typeof pool;
  const bytes = pool.slice(0, length);
  pool.fill(0, 0, length);
  pool = pool.subarray(length);
  return bytes;
}
