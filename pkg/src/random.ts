/**
 * Randomness: the platform's, through a pool in the core's memory, or a generator's own.
 *
 * @module
 */

import { type Core, OWN_ROOM, POOL_END } from './core.js';
import { MintError } from './errors.js';
import type { Random } from './types.js';

/** Makes sure that the pool holds enough for one id. */
export function reserve(core: Core): void {
  const { cursor } = core;
  if (cursor[1]! - cursor[0]! < OWN_ROOM) refill(core);
}

function refill({ random, cursor }: Core): void {
  // Looked up each time: a polyfill may come late, and a mock may go.
  const source = (globalThis as { crypto?: Crypto }).crypto;
  if (typeof source?.getRandomValues !== 'function') {
    throw new MintError(
      'RNG_UNAVAILABLE',
      'globalThis.crypto.getRandomValues is missing: load a polyfill such as react-native-get-random-values first',
    );
  }
  // What is left moves to the front, so that the bytes are used in the order in which they came.
  const left = cursor[1]! - cursor[0]!;
  random.copyWithin(OWN_ROOM, cursor[0]!, cursor[1]!);
  try {
    source.getRandomValues(random.subarray(OWN_ROOM + left));
  } catch (cause) {
    throw new MintError('RNG_FAILED', 'crypto.getRandomValues threw', { cause });
  }
  cursor[0] = OWN_ROOM;
  cursor[1] = POOL_END;
}

/** Draws from a generator's own source. */
export function drawOwn(random: Random, length: number): Uint8Array {
  let bytes: unknown;
  try {
    bytes = random(length);
  } catch (cause) {
    throw new MintError('RNG_FAILED', 'the random source threw', { cause });
  }
  if (!(bytes instanceof Uint8Array) || bytes.length !== length) {
    throw new MintError('RNG_FAILED', `the random source was asked for ${length} bytes and gave something else`);
  }
  return bytes;
}

/** No bytes: for a first attempt that asks how many are needed. */
export const NO_BYTES = new Uint8Array(0);

/** Runs a call of the core with these bytes in place of the pool's. The call must not call out. */
export function withBytes(core: Core, bytes: Uint8Array, call: () => number): number {
  const { cursor, random } = core;
  const at = cursor[0]!;
  const end = cursor[1]!;
  random.set(bytes);
  cursor[0] = 0;
  cursor[1] = bytes.length;
  const status = call();
  random.fill(0, 0, OWN_ROOM);
  cursor[0] = at;
  cursor[1] = end;
  return status;
}
