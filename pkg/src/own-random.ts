/**
 * The randomness of a generator's own source: drawn for each id, and laid down in the core's memory in front of the pool.
 *
 * @module
 */

import { type Core, OWN_ROOM } from './core.js';
import { MintError } from './errors.js';
import { lengthOf } from './reading.js';
import type { Random } from './types.js';

/** Draws from a generator's own source: a copy, which nobody else holds. */
export function drawOwn(random: Random, length: number): Uint8Array {
  let bytes: unknown;
  try {
    bytes = random(length);
  } catch (cause) {
    throw new MintError('RNG_FAILED', 'the random source threw', { cause });
  }
  const given = lengthOf(bytes);
  if (given !== length) {
    const what = given === undefined ? 'something that is no Uint8Array' : `${given}`;
    throw new MintError('RNG_FAILED', `the random source was asked for ${length} bytes and gave ${what}`);
  }
  const copy = new Uint8Array(length);
  copy.set(bytes as Uint8Array);
  return copy;
}

/** No bytes: for a first attempt that asks how many are needed. */
export const NO_BYTES = /* @__PURE__ */ new Uint8Array(0);

/** Runs a call of the core with these bytes in place of the pool's. The call must not call out. */
export function withBytes(core: Pick<Core, 'cursor' | 'random'>, bytes: Uint8Array, call: () => number): number {
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
