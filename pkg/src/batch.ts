/**
 * Many ids at once: as a list of texts, and as bytes in an array of the caller's.
 *
 * @module
 */

import { type Core, type Kind, textLength } from './core.js';
import { MintError, withFilled } from './errors.js';
import { lengthOf } from './reading.js';
import type { Batch } from './types.js';

/** Makes so many ids, and shows the core each time that some of them are on its desk. */
export type MintMany = (count: number, take: (core: Core, made: number) => void) => void;

/** The most that one call may ask for: a list of a million texts has some 60 MB, and takes a tenth of a second. */
const MOST = 1_000_000;

/** Not the array's own, which a class of the caller's may have changed. */
const write = Uint8Array.prototype.set;

/** The ways to make many at once. */
export function batch(kind: Kind, mintMany: MintMany): Batch {
  return {
    many(count) {
      if (!Number.isInteger(count) || count < 0 || count > MOST) {
        throw new MintError('INVALID_ARGUMENT', `many() takes a whole number from 0 to ${MOST}`);
      }
      // Of its full length at once: a list that grows is copied time and again.
      const ids = new Array<string>(count);
      const length = textLength(kind);
      let done = 0;
      mintMany(count, (core, made) => {
        cut(core.texts(made * length), length, ids, done);
        done += made;
      });
      return ids;
    },
    fill(bytes) {
      const count = wholeIds(bytes);
      let filled = 0;
      try {
        mintMany(count, ({ ids }, made) => {
          // A source of random bytes may have detached the buffer meanwhile.
          if (wholeIds(bytes) !== count) throw new MintError('INVALID_LENGTH', 'the array changed while it was filled');
          write.call(bytes, ids.subarray(0, 16 * made), 16 * filled);
          filled += made;
        });
      } catch (error) {
        throw withFilled(error, filled);
      }
      return bytes;
    },
  };
}

/** Cuts text into ids, from a place in the list on. It should be short, since each piece keeps the whole of it alive. */
function cut(all: string, length: number, ids: string[], first: number): void {
  for (let at = 0, place = first; at < all.length; at += length) ids[place++] = all.substring(at, at + length);
}

/** How many ids an array has room for. */
function wholeIds(bytes: unknown): number {
  const length = lengthOf(bytes);
  if (length === undefined) throw new MintError('INVALID_ARGUMENT', 'fill() takes a Uint8Array');
  if (length === 0 || length % 16 !== 0) {
    throw new MintError('INVALID_LENGTH', `fill() takes a multiple of 16 bytes, not ${length}`);
  }
  return length / 16;
}
