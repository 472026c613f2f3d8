/**
 * What a generator is made with, and the numbers that the core knows it by.
 *
 * @module
 */

import { bound, full, invalid, marks, object, ofType, oneOf, only, whole } from './checks.js';
import type { Config } from './config.js';
import { connect } from './connect.js';
import { type Kind, ULID, V7 } from './core.js';
import { read } from './reading.js';
import type { Random } from './types.js';

/**
 * Somewhere to keep text under a key: `localStorage`, for instance. It may make ids, but not with the generator that is using
 * it: that call throws `BUSY`.
 */
export interface MarkStore {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

/**
 * Somewhere to keep text that answers later, IndexedDB for instance: `mintid/indexeddb` opens one. Ids do not wait for it.
 * Those made before the first mark is saved are late, and so are those after a pause longer than `windowMs`, until the save
 * that they ask for is done; the more of either, the larger `windowMs` should be. With `onLate: 'refuse'` such a call is
 * refused, the very first one too.
 */
export interface AsyncMarkStore {
  /** What the key held when the store was opened. */
  getItem(key: string): string | null;
  /** Puts in place of what the key holds what `change` makes of it, in one step that no other tab comes between. */
  update(key: string, change: (text: string | null) => string): Promise<void>;
}

/** A mark: a time that all ids so far are below, saved ahead of use so that order survives a reload. */
export interface MarkOptions {
  /** Where it is kept. */
  readonly store: MarkStore | AsyncMarkStore;
  /** Under which key. */
  readonly key: string;
  /** How far ahead it is saved, in milliseconds. Default 1000. */
  readonly windowMs?: number | undefined;
  /**
   * What to do when it cannot be read or saved in time: go on, which `meter().late` counts, or refuse, with `MARK_DUE`. What the
   * store threw is that error's `cause`, and `meter().storeError`. A mark that could not be read is never written over; one that
   * is read only after ids were made does not lift those that follow. What is no mark at all is `MARK_INVALID` either way, for
   * then two things share a key.
   * Default `'goOn'`.
   */
  readonly onLate?: 'goOn' | 'refuse' | undefined;
}

/** What every time-ordered generator takes. */
export interface Options {
  /**
   * Unix milliseconds, a whole number. Default `Date.now`, looked up at each call. Either is `CLOCK_FAILED` where it throws or
   * gives something else, a text or a BigInt too; `null` says that the time is not set yet.
   */
  readonly now?: (() => number | null) | undefined;
  /** How long the machine has run, in milliseconds: asked for while `now` gives `null`. Default 0. */
  readonly sinceBoot?: (() => number) | undefined;
  /** Random bytes, as many as asked for, taken as they are. Default: the platform's, which is looked at for zeros. */
  readonly random?: Random | undefined;
  /**
   * A clock behind the highest reading accepted: refuse; wait, and refuse beyond that distance; or hold, which goes on counting up to a distance and
   * restarts or refuses beyond it. Bounds are in milliseconds, below 2^32 - 1; `Infinity` is none. Default `{ hold: 10000, beyond: 'restart' }`.
   */
  readonly onBehind?:
    | 'refuse'
    | { readonly wait: number }
    | { readonly hold: number; readonly beyond?: 'restart' | 'refuse' | undefined }
    | undefined;
  /** A millisecond without room: refuse, wait for the next, or take the next ahead of time. Default `{ borrow: 10000 }`. */
  readonly onFull?: 'refuse' | 'wait' | { readonly borrow: number } | undefined;
  /** A clock that is not set: refuse, or run on from the mark by `sinceBoot`. Default `'refuse'`. */
  readonly onUnset?: 'refuse' | 'runFromMark' | undefined;
  /**
   * An id made earlier, the newest of the application's own database for instance: all new ones sort after it, unless it is
   * further ahead of the clock than `onBehind` bears, which is then refused or a restart. Read when the generator is made.
   */
  readonly after?: string | undefined;
  /** Where order is kept over a reload. */
  readonly mark?: MarkOptions | undefined;
}

/** What {@link createUuidv4} takes. */
export interface Uuidv4Options {
  /** Random bytes, 16 at a time, taken as they are. Default: the platform's, which is looked at for zeros. */
  readonly random?: Random | undefined;
}

/** What {@link createUuidv7} takes. */
export interface Uuidv7Options extends Options {
  /** The counter's width, 12 to 42 bits. Default 20. */
  readonly counterBits?: number | undefined;
}

/** What {@link createUlid} takes. */
export interface UlidOptions extends Options {
  /** From one id to the next in a millisecond: plus one, as the specification says, or a random step. Default `'one'`. */
  readonly step?: 'one' | 'random' | undefined;
}

/** A copy, for later changes to the caller's object would not be checked. */
export function copied<T extends Options>(options: T): T {
  const { mark } = object(options);
  // It inherits nothing: what somebody put on `Object.prototype` is no option.
  return Object.assign(Object.create(null), options, typeof mark === 'object' ? { mark: { ...mark } } : {}) as T;
}

/** Checks options for v4. */
export function v4Source(options: Uuidv4Options): Random | undefined {
  only('', object(options), ['random']);
  const { random } = options;
  ofType('random', random, 'function');
  return random;
}

/** Checks options for v7 and turns them into numbers. */
export function v7Config(options: Uuidv7Options): Config {
  only('', options, [...COMMON, 'counterBits']);
  const { counterBits = 20 } = options;
  return [0, whole('counterBits', counterBits, 12, 42), ...common(V7, options)];
}

/** Checks options for ULID and turns them into numbers. */
export function ulidConfig(options: UlidOptions): Config {
  only('', options, [...COMMON, 'step']);
  const { step = 'one' } = options;
  return [1, oneOf('step', step, ['one', 'random']), ...common(ULID, options)];
}

type Common = [number, number, number, number, number, number, number];

/** The names of {@link Options}. */
const COMMON = ['now', 'sinceBoot', 'random', 'onBehind', 'onFull', 'onUnset', 'after', 'mark'];

function common(
  kind: Kind,
  { now, sinceBoot, random, onBehind = { hold: 10_000 }, onFull = { borrow: 10_000 }, onUnset = 'refuse', after, mark }: Options,
): Common {
  ofType('now', now, 'function');
  ofType('sinceBoot', sinceBoot, 'function');
  ofType('random', random, 'function');
  earlier(kind, after);
  const unset = oneOf('onUnset', onUnset, ['refuse', 'runFromMark']);
  return [...behind(onBehind), ...full(onFull), unset, ...marks(mark)];
}

/** Refuses an id to start after that is none of this kind. */
function earlier(kind: Kind, after: string | undefined): void {
  if (after === undefined) return;
  ofType('after', after, 'string');
  // Apart, since an engine without WebAssembly says nothing of the id.
  connect();
  try {
    read(kind, false, after);
  } catch (cause) {
    throw invalid('after', `should be ${kind === ULID ? 'a ULID' : 'a UUID of version 7'}`, cause);
  }
}

function behind(onBehind: NonNullable<Options['onBehind']>): [number, number] {
  if (onBehind === 'refuse') return [0, 0];
  if (typeof onBehind === 'object' && onBehind !== null) {
    if ('wait' in onBehind) {
      only('onBehind.', onBehind, ['wait']);
      return [1, bound('onBehind.wait', onBehind.wait)];
    }
    if ('hold' in onBehind) {
      only('onBehind.', onBehind, ['hold', 'beyond']);
      const beyond = oneOf('onBehind.beyond', onBehind.beyond === undefined ? 'restart' : onBehind.beyond, [
        'refuse',
        'restart',
      ]);
      return [2 + beyond, bound('onBehind.hold', onBehind.hold)];
    }
  }
  throw invalid('onBehind', "should be 'refuse', { wait } or { hold, beyond }");
}
