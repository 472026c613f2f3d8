/**
 * What ranges are made with, checked.
 *
 * @module
 */

import { invalid, object, ofType, only, whole } from '../checks.js';
import type { AtomicStore, ItemStore, RangesOptions } from './types.js';

/** The names of {@link RangesOptions}. */
const KNOWN = ['reserve', 'release', 'store', 'key', 'want', 'lowWater', 'block', 'ceiling', 'patienceMs', 'backoff'];

/** What a timer holds. */
const LONGEST_MS = 0x7fff_ffff;

const WIDE = { i64: BigInt('0x7fffffffffffffff'), u64: BigInt('0xffffffffffffffff') };

/** Options that were checked. */
export interface Checked {
  readonly reserve: RangesOptions['reserve'];
  readonly release: RangesOptions['release'];
  readonly store: 'indexeddb' | AtomicStore | ItemStore | undefined;
  readonly key: string;
  readonly want: number;
  readonly lowWater: number;
  readonly block: number;
  readonly ceiling: bigint;
  /** Whether ids are BigInts. */
  readonly isWide: boolean;
  readonly patienceMs: number;
  readonly firstWaitMs: number;
  readonly longestWaitMs: number;
}

/** Checks options. Nothing of the platform is looked at. */
export function checked(given: RangesOptions): Checked {
  // A copy, which inherits nothing: later changes to the caller's object would not be checked, and what somebody put on
  // `Object.prototype` is no option.
  const options = Object.assign(Object.create(null), object(given)) as RangesOptions;
  only('', options, KNOWN);
  const { reserve, release, store, key, want = 1000, block = 100, ceiling = Number.MAX_SAFE_INTEGER, patienceMs = 10_000 } = options;
  if (typeof reserve !== 'function') throw invalid('reserve', 'should be a function that asks a coordinator for ids');
  ofType('release', release, 'function');
  const ids = Number.MAX_SAFE_INTEGER;
  const [firstWaitMs, longestWaitMs] = waits(options.backoff);
  return {
    reserve,
    release,
    store: storeOf(store),
    key: keyOf(store, key),
    want: whole('want', want, 1, ids),
    lowWater: whole('lowWater', options.lowWater ?? Math.floor(want / 5), 0, ids),
    block: whole('block', block, 1, ids),
    ceiling: ceilingOf(ceiling),
    isWide: typeof ceiling !== 'number',
    patienceMs: whole('patienceMs', patienceMs, 1, LONGEST_MS),
    firstWaitMs,
    longestWaitMs,
  };
}

function storeOf(store: RangesOptions['store']): Checked['store'] {
  if (store === undefined || store === 'indexeddb') return store;
  // A caller without types may have given anything.
  const { update, getItem, setItem } = Object(store) as Partial<AtomicStore & ItemStore>;
  if (typeof update !== 'function' && (typeof getItem !== 'function' || typeof setItem !== 'function')) {
    throw invalid('store', "should be 'indexeddb', or have update(), or getItem() and setItem()");
  }
  return store;
}

function keyOf(store: unknown, key: unknown): string {
  if (store === undefined && key === undefined) return '';
  if (store === undefined) throw invalid('key', 'needs a store');
  if (typeof key !== 'string' || key === '') throw invalid('key', 'should be text: one key for each kind of id in the store');
  return key;
}

function ceilingOf(ceiling: NonNullable<RangesOptions['ceiling']>): bigint {
  if (ceiling === 'i64' || ceiling === 'u64') return WIDE[ceiling];
  if (typeof ceiling === 'bigint' && ceiling >= 0 && ceiling <= WIDE.u64) return ceiling;
  if (typeof ceiling === 'number' && Number.isSafeInteger(ceiling) && ceiling >= 0) return BigInt(ceiling);
  throw invalid('ceiling', "should be a whole number up to 2^53 - 1, a BigInt of 64 bits, 'i64' or 'u64'");
}

function waits(backoff: RangesOptions['backoff']): [number, number] {
  if (backoff === undefined) return [500, 60_000];
  if (typeof backoff !== 'object' || backoff === null) throw invalid('backoff', 'should be { firstMs, longestMs }');
  only('backoff.', backoff, ['firstMs', 'longestMs']);
  const first = whole('backoff.firstMs', backoff.firstMs, 0, LONGEST_MS);
  return [first, whole('backoff.longestMs', backoff.longestMs, first, LONGEST_MS)];
}
