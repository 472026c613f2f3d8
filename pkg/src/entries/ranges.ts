/**
 * `mintid/ranges`: ids as short as a counter's, out of spans that a coordinator grants. They need no clock and no randomness,
 * and come without a network for as long as a span lasts.
 *
 * ```ts
 * const ids = createRanges({
 *   reserve: async (want) => (await fetch(`/ids?count=${want}`)).json(), // { first: 4001, count: 1000 }
 *   store: 'indexeddb',
 *   key: 'orders',
 * });
 * await ids.next(); // 4001
 * ids.tryNext(); // 4002, at once and offline; undefined where none is at hand
 * ```
 *
 * They are unique as long as the coordinator grants no id twice. There are gaps, and they are in order only within a span.
 *
 * @module
 */

import { object, only } from '../checks.js';
import { InMemory } from '../ranges/memory.js';
import { checked } from '../ranges/options.js';
import { InStore } from '../ranges/shared.js';
import type { Source } from '../ranges/source.js';
import type { Ranges, RangesOptions, Span } from '../ranges/types.js';

export { MintError } from '../index.js';
export { backend } from '../ranges/backend.js';
export type {
  AnyInteger,
  AtomicStore,
  ItemStore,
  Ranges,
  RangesMeter,
  RangesOptions,
  ReserveRequest,
  Reserved,
  Signal,
  Span,
} from '../ranges/types.js';

/** Ranges of ids that are numbers. */
type OfNumbers = RangesOptions<number> & { readonly ceiling?: number | undefined };

/** Ranges of ids that are BigInts. */
type OfBigInts = RangesOptions<bigint> & { readonly ceiling: bigint | 'i64' | 'u64' };

/**
 * Ranges of ids. Keep one for each kind of id in a page or process, for as long as ids are made. Nothing of the platform is
 * touched before the first id is asked for.
 *
 * @throws MintError `INVALID_OPTION`.
 */
export function createRanges(options: OfNumbers): Ranges<number>;
export function createRanges(options: OfBigInts): Ranges<bigint>;
export function createRanges(options: OfNumbers | OfBigInts): Ranges<number | bigint> {
  const known = checked(options as RangesOptions);
  let made: Source | undefined;
  const source = (): Source => (made ??= known.store === undefined ? new InMemory(known) : new InStore(known, known.store));
  return {
    next: async () => source().next(),
    nextString: async () => String(await source().next()),
    tryNext: () => source().tryNext(),
    ready: async () => source().ready(),
    async giveBack(how = {}) {
      only('', object(how), ['stored']);
      const spans = await source().giveBack(how.stored === true);
      return spans.map((span) => source().shown(span) as Span<number | bigint>);
    },
    meter: () => source().meter(),
  };
}
