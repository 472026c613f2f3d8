/**
 * What can be done with a generator of Snowflakes, and with a layout.
 *
 * @module
 */

import { object, only } from '../checks.js';
import { MintError } from '../mint-error.js';
import { codec } from './codec.js';
import type { Layout } from './layout.js';
import type { Minter } from './minter.js';
import type { Checked } from './options.js';
import type { NumberSnowflake, Patience, SnowflakeLayout } from './types.js';

/** How long `nextAsync` waits where nothing is said. */
const PATIENCE_MS = 1000;

/** What there is to say of a layout, and its ids read. */
export const layoutOf = (layout: Layout): SnowflakeLayout => ({ ...layout.facts, ...codec(layout) });

/** The ways to make ids with a minter, and to read those of its layout. */
export function generator({ layout, node }: Checked, minter: Minter): NumberSnowflake {
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
