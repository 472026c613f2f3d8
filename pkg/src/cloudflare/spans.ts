/**
 * The coordinator's side of ranges: a stock of all ids there are, out of which spans are granted.
 *
 * @module
 */

import { MintError } from '../mint-error.js';
import { Allocator } from '../ranges/allocator.js';
import type { Span } from '../ranges/types.js';
import type { ObjectStorage } from './types.js';

/** The key of the stock in the object's storage. */
const STOCK = 'mintid/stock';

/** Grants spans out of what is in the storage. What may be granted is decided by the core. */
export class Granting {
  private allocator: Allocator | undefined;

  constructor(
    private readonly storage: ObjectStorage,
    private readonly first: bigint,
    private readonly last: bigint,
  ) {}

  /**
   * Grants a span of up to so many ids: once it is resolved, it is never granted again.
   *
   * Between reading and writing nothing else happens in the object, and what it answers leaves it only when that is on the disk:
   * a Durable Object's storage has it so.
   */
  async grant(want: number): Promise<Span<bigint>> {
    const stored = await this.storage.get(STOCK);
    const stock = this.loaded(stored);
    const span = stock.claim(want);
    if (span === undefined) {
      throw new MintError('EMPTY', 'all ids of this object are granted: take another object, since one keeps the range that it began with');
    }
    await this.storage.put(STOCK, stock.save());
    return span;
  }

  private loaded(stored: unknown): Allocator {
    const stock = (this.allocator ??= new Allocator({
      want: 1,
      lowWater: 0,
      ceiling: this.last,
      patienceMs: 1,
      firstWaitMs: 0,
      longestWaitMs: 0,
    }));
    if (stored !== undefined) {
      if (!(stored instanceof Uint8Array) || stored.length === 0) throw new MintError('STOCK_INVALID', 'what the object stores is not a stock of ids');
      stock.load(stored);
      return stock;
    }
    // The very first time.
    stock.load([]);
    const request = stock.request();
    const { error } = stock.supply(request?.ticket ?? BigInt(0), { first: this.first, last: this.last });
    if (error !== undefined) throw error;
    return stock;
  }
}
