// The types of `mintid/cloudflare`, without those of the platform.

import {
  type HeldNode,
  type IdObject,
  type LeasedSnowflake,
  type ObjectState,
  type Stub,
  createLeasedSnowflake,
  idObject,
  spansFrom,
} from 'mintid/cloudflare';
import { createRanges } from 'mintid/ranges';

export class Ids extends idObject({ spans: { first: 1, last: 2 ** 31 - 1 }, leases: { layout: 'twitter', nodes: 64 } }) {}

declare const state: ObjectState;
declare const stub: Stub;

export const object: IdObject = new Ids(state, {});

/** As the platform's types have it, those of `wrangler types` too. */
interface Branded {
  readonly __DURABLE_OBJECT_BRAND: never;
}
declare class Namespace<T extends Branded | undefined = undefined> {
  readonly of: T;
}
export declare const namespace: Namespace<Ids>;

export const ids = createRanges({ reserve: spansFrom(stub) });
export const wide = createRanges({ reserve: spansFrom(() => stub), ceiling: 'i64' });
export const leased: LeasedSnowflake = createLeasedSnowflake({ layout: 'twitter', object: () => stub, holder: 'x', node: 5 });
export const id: Promise<bigint> = leased.next({ patienceMs: 50 });
export const held: HeldNode | undefined = leased.lease();

// @ts-expect-error leases are of a layout
idObject({ leases: {} });
// @ts-expect-error a lease has a holder
createLeasedSnowflake({ layout: 'twitter', object: stub });
