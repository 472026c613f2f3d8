/**
 * The platform's randomness, through a pool in the core's memory.
 *
 * @module
 */

import { type Core, OWN_ROOM, POOL_END } from './core.js';
import { MintError } from './errors.js';
import type { Realm } from './realm.js';
import type { Random } from './types.js';

/** No id takes more. */
const DRAW = 16;

/** Makes sure that the pool holds enough for so many ids. */
export function reserve({ core, standIn }: Realm, ids: number): void {
  if (left(core) < DRAW * ids) refill(core, DRAW * ids, standIn?.random ?? platform);
}

/** Wipes what was drawn ahead. */
export function forget({ random, cursor }: Core): void {
  random.fill(0);
  cursor.fill(0);
}

function left({ cursor }: Core): number {
  return cursor[1]! - cursor[0]!;
}

function refill(core: Core, wanted: number, random: Random): void {
  // The source may itself make ids. So its bytes are its own, and the pool is as it was until they are whole.
  const fresh = random(POOL_END - OWN_ROOM - left(core));
  // Ids made meanwhile may have filled the pool, or have used some of what was left.
  if (left(core) < wanted) publish(core, fresh);
  fresh.fill(0);
}

/** The platform's source. It is asked for many bytes at once, for few may be zeros by chance. */
export function platform(length: number): Uint8Array {
  // Looked up each time: a polyfill may come late, and a mock may go.
  const source = (globalThis as { crypto?: Crypto }).crypto;
  if (typeof source?.getRandomValues !== 'function') {
    throw new MintError(
      'RNG_UNAVAILABLE',
      'globalThis.crypto.getRandomValues is missing: load a polyfill such as react-native-get-random-values, or give `random`',
    );
  }
  const bytes = new Uint8Array(length);
  try {
    source.getRandomValues(bytes);
  } catch (cause) {
    throw new MintError('RNG_FAILED', 'crypto.getRandomValues threw', { cause });
  }
  // Thousands of zeros are no chance: a stand-in has filled another array, or none, and ids would repeat.
  if (bytes.every((byte) => byte === 0)) {
    throw new MintError('RNG_FAILED', 'crypto.getRandomValues left zeros: it should fill the array that it is given');
  }
  return bytes;
}

/** What is left moves to the front, so that the bytes are used in the order in which they came; these follow. */
function publish(core: Core, fresh: Uint8Array): void {
  const { random, cursor } = core;
  const end = OWN_ROOM + left(core);
  random.copyWithin(OWN_ROOM, cursor[0]!, cursor[1]!);
  // Ids made meanwhile may also have left more than there was.
  const following = fresh.subarray(0, POOL_END - end);
  random.set(following, end);
  cursor[0] = OWN_ROOM;
  cursor[1] = end + following.length;
}
