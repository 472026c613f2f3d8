/**
 * Ranges without a store: one allocator, which asks the coordinator itself.
 *
 * @module
 */

import { Allocator, type Request } from './allocator.js';
import type { Checked } from './options.js';
import { Source, configOf } from './source.js';
import type { Span } from './types.js';

/** Ids in memory alone. */
export class InMemory extends Source {
  constructor(options: Checked) {
    super(options, new Allocator(configOf(options)));
  }

  protected get back(): Allocator {
    return this.front;
  }

  protected async begin(request: Request): Promise<void> {
    const { front } = this;
    try {
      const { error, refused } = front.supply(request.ticket, await this.ask(request));
      if (refused) this.returned.push(refused);
      if (error !== undefined) throw error;
    } catch (error) {
      front.failed(request.ticket);
      throw error;
    }
  }

  protected async takeLate(ticket: bigint, answer: unknown): Promise<Span<bigint> | undefined> {
    const { error, refused } = this.front.supply(ticket, answer);
    if (error !== undefined && refused === undefined) throw error;
    return refused;
  }

  protected async end(): Promise<Span<bigint>[]> {
    return [];
  }
}
