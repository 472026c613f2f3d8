/**
 * Options, looked at one by one, and the numbers that the core knows them by.
 *
 * @module
 */

import { MintError } from './errors.js';
import type { AsyncMarkStore, MarkOptions, MarkStore, Options } from './options.js';

/** A caller without types may have given anything. */
export function object<T>(options: T): T {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) throw invalid('the options', 'should be an object');
  return options;
}

/** Refuses a member that there is not: one that is misspelt would go unheard. */
export function only(within: string, given: object, known: readonly string[]): void {
  for (const name of Object.keys(given)) {
    if (!known.includes(name)) throw invalid(within + name, `is not known here; known are ${known.join(', ')}`);
  }
}

/** Refuses an option of another type, if it is given at all. */
export function ofType(name: string, value: unknown, type: 'function' | 'string'): void {
  if (value !== undefined && typeof value !== type) throw invalid(name, `should be a ${type}`);
}

export function full(onFull: NonNullable<Options['onFull']>): [number, number] {
  if (onFull === 'refuse') return [0, 0];
  if (onFull === 'wait') return [1, 0];
  if (typeof onFull === 'object' && onFull !== null && 'borrow' in onFull) {
    only('onFull.', onFull, ['borrow']);
    return [2, bound('onFull.borrow', onFull.borrow)];
  }
  throw invalid('onFull', "should be 'refuse', 'wait' or { borrow }");
}

export function marks(mark: MarkOptions | undefined): [number, number] {
  if (mark === undefined) return [0, 0];
  // A caller without types may have given anything.
  const { store, key, windowMs = 1000, onLate = 'goOn' } = Object(mark) as Partial<MarkOptions>;
  const { getItem, setItem, update } = Object(store) as Partial<MarkStore & AsyncMarkStore>;
  if (typeof getItem !== 'function' || typeof (update ?? setItem) !== 'function' || typeof key !== 'string') {
    throw invalid('mark', 'needs a store with getItem and setItem, or with getItem and update, and a key');
  }
  only('mark.', mark, ['store', 'key', 'windowMs', 'onLate']);
  const window = whole('mark.windowMs', windowMs, 1, LARGEST);
  return [window, oneOf('mark.onLate', onLate, ['goOn', 'refuse'])];
}

/** Milliseconds have 32 bits in the core's options. As a bound the largest is none at all. */
const LARGEST = 0xffff_ffff;

export function bound(name: string, ms: number): number {
  return ms === Infinity ? LARGEST : whole(name, ms, 0, LARGEST - 1);
}

export function whole(name: string, value: number, from: number, to: number): number {
  if (!Number.isInteger(value) || value < from || value > to) {
    throw invalid(name, `should be a whole number from ${from} to ${to}`);
  }
  return value;
}

export function oneOf<T extends string>(name: string, value: T, choices: readonly T[]): number {
  const at = choices.indexOf(value);
  if (at < 0) throw invalid(name, `should be '${choices.join("' or '")}'`);
  return at;
}

export function invalid(name: string, sentence: string, cause?: unknown): MintError {
  return new MintError('INVALID_OPTION', `${name} ${sentence}`, { cause });
}
