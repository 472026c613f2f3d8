/**
 * Ranges with a store: ids are in the store, where tabs share them, and each tab takes a part out before it uses it.
 *
 * Two allocators of the core. The front one holds what this tab has taken out, and never more than a block, since that is what a
 * crash loses. The back one is the stock in the store: it is loaded, used once and stored in one step of the store.
 *
 * @module
 */

import { MintError } from '../mint-error.js';
import { Allocator, type Request, type Supplied } from './allocator.js';
import { taking } from './locks.js';
import type { Checked } from './options.js';
import { Source, configOf } from './source.js';
import { hexOf, ofHex } from './stock-text.js';
import { type Store, storeOf } from './stores.js';
import type { Span } from './types.js';

/** A claim ends by itself, and not by silence. */
const WITHOUT_END = 0xffff_ffff;

/** Ids in a store. */
export class InStore extends Source {
  protected readonly back: Allocator;
  private readonly store: Store;
  /** One change of the store at a time. */
  private turn: Promise<unknown> = Promise.resolve();
  private refilling: Promise<void> | undefined;

  constructor(options: Checked, store: NonNullable<Checked['store']>) {
    const kept = storeOf(store);
    // A first half is taken out, and the next one when half a block is left: there is something to go on with meanwhile.
    const lowWater = Math.floor(options.block / 2);
    super(options, new Allocator({ ...configOf(options), want: options.block - lowWater, lowWater, patienceMs: WITHOUT_END }));
    this.store = kept;
    this.back = new Allocator(configOf(options));
  }

  /** Takes a part of the stock out, and asks the coordinator first where there is none. */
  protected async begin({ ticket, want }: Request): Promise<void> {
    const { front, back } = this;
    try {
      let span = await this.change(() => back.claim(want));
      if (span === undefined) {
        await this.refill();
        span = await this.change(() => back.claim(want));
      }
      // Another tab may have been faster.
      if (span === undefined) throw back.emptyError(this.error);
      const { error, refused } = front.supplyPart(ticket, span);
      if (refused) {
        this.returned.push(refused);
        this.takenBack += Number(refused.last - refused.first) / refused.step + 1;
      }
      if (error !== undefined) throw error;
    } catch (error) {
      front.failed(ticket);
      throw error;
    }
    if (back.isDue()) this.refill().catch((error: unknown) => (this.error = error));
  }

  /** Asks the coordinator for more, one tab at a time where that can be had. */
  private refill(): Promise<void> {
    const { key, patienceMs } = this.options;
    return (this.refilling ??= taking(`mintid/ranges/${key}/asking`, patienceMs, () => this.refilled()).finally(
      () => (this.refilling = undefined),
    ));
  }

  private async refilled(): Promise<void> {
    const { back } = this;
    // Others may have brought ids meanwhile.
    const request = await this.change(() => back.request());
    if (request === undefined) return;
    try {
      const answer = await this.ask(request);
      const { error, refused } = await this.change(() => back.supply(request.ticket, answer));
      if (refused) this.returned.push(refused);
      if (error !== undefined) throw error;
    } catch (error) {
      await this.inTurn(async () => back.failed(request.ticket));
      throw error;
    }
  }

  protected async takeLate(ticket: bigint, answer: unknown): Promise<Span<bigint> | undefined> {
    const { error, refused }: Supplied = await this.change(() => this.back.supply(ticket, answer));
    if (error !== undefined && refused === undefined) throw error;
    return refused;
  }

  protected async end(stored: boolean): Promise<Span<bigint>[]> {
    await this.refilling?.catch(() => undefined);
    return stored ? this.change(() => this.back.drain()) : [];
  }

  /**
   * Loads the stock, does one thing with it, and stores it. Where the store does not take it, nothing has been done.
   *
   * @throws MintError `STORE_FAILED`, `STOCK_INVALID`, `SPAN_CEILING`.
   */
  private change<T>(act: () => T): Promise<T> {
    return this.inTurn(async () => {
      const { back, store } = this;
      const before = back.snapshot();
      let done: { what: T } | undefined;
      let failure: unknown;
      let isOver: boolean | undefined;
      try {
        await store(this.options.key, (text) => {
          // By now the allocator may be elsewhere.
          if (isOver) throw new Error('late');
          done = failure = undefined;
          // It may be called anew, where the store has changed.
          back.restore(before);
          try {
            back.load(ofHex(text));
            done = { what: act() };
            return hexOf(back.save());
          } catch (error) {
            failure = error;
            throw error;
          }
        });
        if (done === undefined) throw new Error('update() did not call what it was given');
        return done.what;
      } catch (cause) {
        back.restore(before);
        if (failure instanceof MintError) throw failure;
        throw new MintError('STORE_FAILED', 'the store of these ranges failed: see the cause', { cause });
      } finally {
        isOver = true;
      }
    });
  }

  private inTurn<T>(act: () => Promise<T>): Promise<T> {
    const done = this.turn.then(act);
    this.turn = done.catch(() => undefined);
    return done;
  }
}
