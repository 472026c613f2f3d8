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

import { object, only } from '../checks.js';
import { MintError } from '../index.js';
import { codec } from '../snowflake/codec.js';
import { Layout } from '../snowflake/layout.js';
import { Minter } from '../snowflake/minter.js';
import { checked } from '../snowflake/options.js';
import type {
  Layout53,
  LayoutSpec,
  NumberSnowflake,
  Patience,
  Snowflake,
  SnowflakeLayout,
  SnowflakeOptions,
} from '../snowflake/types.js';

export { MintError } from '../index.js';
export { backend } from '../snowflake/backend.js';
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

/** How long `nextAsync` waits where nothing is said. */
const PATIENCE_MS = 1000;

/**
 * A layout, to read ids by and to see what it has room for; those for reading too.
 *
 * @throws MintError `LAYOUT_BITS`, `EPOCH_IN_SECONDS`, `INVALID_LAYOUT`, `INVALID_OPTION`.
 */
export function snowflakeLayout(layout: LayoutSpec): SnowflakeLayout {
  return layoutOf(new Layout(layout));
}

const layoutOf = (layout: Layout): SnowflakeLayout => ({ ...layout.facts, ...codec(layout) });

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
  const { layout, node } = known;
  const minter = new Minter(known);
  return {
    ...codec(layout),
    layout: layoutOf(layout),
    node,
    next: () => minter.next(),
    nextString: () => String(minter.next()),
    nextNumber() {
      const { width } = layout.facts;
      if (width > 53) {
        throw new MintError('NUMBER_RANGE', `numbers do not hold the ${width} bits of this layout: take next()`);
      }
      return Number(minter.next());
    },
    many(count) {
      if (!Number.isInteger(count) || count < 0) throw new MintError('INVALID_ARGUMENT', 'many() takes a whole number from 0 on');
      return count === 0 ? [] : minter.many(Math.min(count, 0xffff_ffff));
    },
    async nextAsync(patience: Patience = {}) {
      only('', object(patience), ['patienceMs']);
      const { patienceMs = PATIENCE_MS } = patience;
      if (typeof patienceMs !== 'number' || !(patienceMs >= 0)) {
        throw new MintError('INVALID_OPTION', 'patienceMs should be milliseconds from 0 on');
      }
      return minter.nextAsync(patienceMs);
    },
    meter: () => minter.meter(),
  };
}
