// The types of `mintid/snowflake`: numbers for layouts of 53 bits alone, and what cannot be asked for.

import {
  type Layout53,
  type LayoutSpec,
  MintError,
  type NumberSnowflake,
  type Snowflake,
  type SnowflakeLayout,
  type SnowflakeOptions,
  type WorkerLease,
  createSnowflake,
  createWorkerLease,
  snowflakeLayout,
} from 'mintid/snowflake';

export const twitter: Snowflake = createSnowflake({ layout: 'twitter', node: { datacenter: 1, worker: 2 } });
export const id: bigint = twitter.next();
export const text: string = twitter.nextString();
export const ids: bigint[] = twitter.many(5);
export const later: Promise<bigint> = twitter.nextAsync({ patienceMs: 50 });
export const parts: { timestamp: number; sequence: number; node: number } = twitter.decompose(id);
export const back: bigint = twitter.compose(twitter.layout.decompose(text) && { tick: 5, node: 1, sequence: 0 });

export const small: NumberSnowflake = createSnowflake({ layout: 'js53', node: 3 });
export const number: number = small.nextNumber();
export const own: NumberSnowflake = createSnowflake({
  layout: { width: 53, epochMs: 1_735_689_600_000, parts: { time: 41, node: 5, sequence: 7 } },
  node: 3,
});
export const moved: number = createSnowflake({ layout: { like: 'js53', epochMs: 0 }, node: 3 }).nextNumber();
// @ts-expect-error its ids have 63 bits
twitter.nextNumber();
// @ts-expect-error so have these
createSnowflake({ layout: { width: 63, epochMs: 0, parts: { time: 41, node: 10, sequence: 12 } }, node: 1 }).nextNumber();

export const layout: SnowflakeLayout = snowflakeLayout('seata');
export const specs: LayoutSpec[] = ['leaf', { like: 'twitter', epochMs: 0 }];
export const narrow: Layout53 = 'js53';
export const options: SnowflakeOptions = { layout: 'discord', node: 5, sequence: 'random', onBehind: { hold: 5 }, onFull: { borrow: 1 } };

// @ts-expect-error there is no such layout
snowflakeLayout('x');
// @ts-expect-error a Snowflake never restarts
createSnowflake({ layout: 'twitter', node: 1, onBehind: { hold: 5, beyond: 'restart' } });
// @ts-expect-error a node is no BigInt
createSnowflake({ layout: 'twitter', node: BigInt(1) });
// @ts-expect-error a mark that is late always refuses
createSnowflake({ layout: 'twitter', node: 1, mark: { store: { getItem: () => null, setItem() {} }, key: 'k', onLate: 'goOn' } });
// @ts-expect-error a time or a tick, and not both
twitter.compose({ time: 5, tick: 5, node: 1, sequence: 0 });

export function waits(error: unknown): number | undefined {
  return error instanceof MintError && error.code === 'WAIT' ? error.forMs : undefined;
}

export const lease: Promise<WorkerLease> = createWorkerLease({ layout: 'twitter', device: async () => 5 });
export const leasedNumber = async (): Promise<number> =>
  (await createWorkerLease({ layout: 'js53', scope: 'this-browser' })).nextNumber();
// @ts-expect-error its node is the lease's to choose
createWorkerLease({ layout: 'twitter', device: 1, node: 5 });
// @ts-expect-error there is no such scope
createWorkerLease({ layout: 'twitter', scope: 'everywhere' });
