// The types of `mintid/ranges`: numbers by default, BigInts where the ceiling says so, and stores.

import { openMarkStore } from 'mintid/indexeddb';
import {
  type AtomicStore,
  MintError,
  type Ranges,
  type RangesMeter,
  type RangesOptions,
  type Reserved,
  type Span,
  createRanges,
} from 'mintid/ranges';

const reserve = (want: number): Reserved => ({ first: 1, count: want });

export const numbers: Ranges<number> = createRanges({ reserve });
export const next: Promise<number> = numbers.next();
export const atHand: number | undefined = numbers.tryNext();
export const text: Promise<string> = numbers.nextString();
export const left: Promise<Span<number>[]> = numbers.giveBack({ stored: true });
export const meter: RangesMeter = numbers.meter();
export const small: Ranges<number> = createRanges({ reserve, ceiling: 2 ** 31 - 1 });

export const wide: Ranges<bigint> = createRanges({ reserve, ceiling: 'i64' });
export const own: Ranges<bigint> = createRanges({ reserve, ceiling: BigInt(5), release: (spans: readonly Span<bigint>[]) => spans });
export const id: Promise<bigint> = wide.next();

export const asked: RangesOptions['reserve'] = async (want, { ticket, signal }) => {
  const said: string = ticket;
  return { first: `${said.length}`, last: BigInt(want), step: signal === undefined ? 1 : 2 };
};
export const kept = createRanges({ reserve: asked, store: 'indexeddb', key: 'orders', want: 1000, lowWater: 300, block: 50 });
export const opened = async (): Promise<Ranges<number>> => createRanges({ reserve, store: await openMarkStore(), key: 'orders' });
export const items = createRanges({ reserve, store: { getItem: () => null, setItem: () => undefined }, key: 'orders' });
export const atomic: AtomicStore = { update: async (_, change) => change(null) };

// @ts-expect-error there is nobody to ask
createRanges({});
// @ts-expect-error an end or a count, and not both
export const both: Reserved = { first: 1, last: 5, count: 5 };
// @ts-expect-error a first id alone is no span
export const alone: Reserved = { first: 1 };
// @ts-expect-error there is no such store
createRanges({ reserve, store: 'localStorage', key: 'k' });
// @ts-expect-error ids of 64 bits are BigInts
export const wrong: Promise<number> = createRanges({ reserve, ceiling: 'u64' }).next();

export function offline(error: unknown): boolean {
  return error instanceof MintError && (error.code === 'RESERVE_FAILED' || error.code === 'EMPTY');
}
