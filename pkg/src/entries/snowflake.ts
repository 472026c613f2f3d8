/**
 * `mintid/snowflake`: ids of 64 bits and fewer, made by a node of its own on the Rust core.
 *
 * ```ts
 * const ids = createSnowflake({ layout: 'twitter', node: { datacenter: 1, worker: 7 } });
 * ids.next(); // 1994773428154953728n
 * ids.nextString(); // '1994773428154953729'
 * ids.decompose(1994773428154953728n).timestamp; // when it was made
 * ```
 *
 * There is no randomness to keep two of them apart. What does is that no two generators ever have the same node, that each node's
 * time only rises, over restarts too, and that nothing spills from one field into another. So a node is given and never guessed.
 *
 * @module
 */

import { generator, layoutOf } from '../snowflake/generator.js';
import { Layout } from '../snowflake/layout.js';
import { type WorkerLease, type WorkerLeaseOptions, leased } from '../snowflake/lease/lease.js';
import { Minter } from '../snowflake/minter.js';
import { checked } from '../snowflake/options.js';
import type {
  Layout53,
  LayoutSpec,
  NumberSnowflake,
  Snowflake,
  SnowflakeLayout,
  SnowflakeOptions,
} from '../snowflake/types.js';

export { MintError } from '../index.js';
export { backend } from '../snowflake/backend.js';
export type { WorkerLease, WorkerLeaseOptions } from '../snowflake/lease/lease.js';
export type {
  AnyId,
  Capacity,
  ComposedOf,
  CustomLayout,
  Layout53,
  LayoutName,
  LayoutSpec,
  MovedLayout,
  Node,
  NodeField,
  NumberSnowflake,
  Patience,
  Snowflake,
  SnowflakeCodec,
  SnowflakeLayout,
  SnowflakeOptions,
  SnowflakeParts,
  Spelling,
} from '../snowflake/types.js';

/**
 * A layout, to read ids by and to see what it has room for; those for reading too.
 *
 * @throws MintError `LAYOUT_BITS`, `EPOCH_IN_SECONDS`, `INVALID_LAYOUT`, `INVALID_OPTION`.
 */
export function snowflakeLayout(layout: LayoutSpec): SnowflakeLayout {
  return layoutOf(new Layout(layout));
}

/**
 * A generator of Snowflakes. Keep one for each node, for as long as ids are made: one made anew for each call has no memory, and
 * gives its ids twice.
 *
 * @throws MintError `INVALID_NODE`, `NODE_RANGE`, `INVALID_OPTION`, and as {@link snowflakeLayout} does.
 */
export function createSnowflake(options: SnowflakeOptions<Layout53>): NumberSnowflake;
export function createSnowflake(options: SnowflakeOptions): Snowflake;
export function createSnowflake(options: SnowflakeOptions): NumberSnowflake {
  const known = checked(options);
  return generator(known, new Minter(known));
}

/**
 * A generator whose node nobody else has meanwhile: `device`, its high part, comes from a coordinator, and below it the tabs and workers of one browser
 * are told apart by Web Locks, the processes of one host by locked files. The browser or the system gives the node back
 * when its holder dies.
 *
 * @throws MintError `NODE_SCOPE` without a device; `LOCKS_UNAVAILABLE`, `STORE_UNAVAILABLE` where nothing keeps workers apart; `NO_NODE`
 * where all are taken; `MARK_DUE` where the store fails; and as {@link createSnowflake} does.
 */
export function createWorkerLease(options: WorkerLeaseOptions<Layout53>): Promise<WorkerLease & NumberSnowflake>;
export function createWorkerLease(options: WorkerLeaseOptions): Promise<WorkerLease>;
export async function createWorkerLease(options: WorkerLeaseOptions): Promise<WorkerLease & NumberSnowflake> {
  return leased(options);
}
