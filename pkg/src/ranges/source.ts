/**
 * Where ids come from: an allocator that they are taken from, and how it is filled again.
 *
 * @module
 */

import { MintError } from '../mint-error.js';
import type { Allocator, Config, Request } from './allocator.js';
import { Asking } from './asking.js';
import { CLOSED, errorOf } from './errors.js';
import type { Checked } from './options.js';
import { endsWithRequests, settled } from './requests.js';
import type { RangesMeter, Span } from './types.js';

/** Where the meter has the ids that are left. */
const LEFT = 10;

/** The part that ranges with a store and those without have in common. */
export abstract class Source {
  /** What went wrong last. */
  protected error: unknown;
  protected isClosed = false;
  /** What came too late to be used, and goes back at the end. */
  protected readonly returned: Span<bigint>[] = [];
  /** How many ids had been taken out of a store, of those. */
  protected takenBack = 0;
  private filling: Promise<void> | undefined;
  /** What the front asked for last. */
  private begun: Request | undefined;
  private asking: Asking | undefined;

  constructor(
    protected readonly options: Checked,
    /** What ids are taken from. */
    protected readonly front: Allocator,
  ) {}

  /** Fills the front, as a request of it says. */
  protected abstract begin(request: Request): Promise<void>;

  /** Takes in an answer that nobody waited for; what may be given back. */
  protected abstract takeLate(ticket: bigint, answer: unknown): Promise<Span<bigint> | undefined>;

  /** Ends what is behind the front. */
  protected abstract end(stored: boolean): Promise<Span<bigint>[]>;

  /**
   * The next id at hand, and the next ones asked for where it is time.
   *
   * @throws MintError `CLOSED`, and what keeps a store from ever working here.
   */
  tryNext(): number | bigint | undefined {
    const { core } = this.front;
    const taken = this.front.take();
    const id = taken < 0 ? undefined : this.options.isWide ? core.numbers[0]! : taken;
    // Filling writes on the desk.
    if (core.flags[0] === 1) this.fill();
    if (taken === -CLOSED) throw errorOf(CLOSED, 0);
    return id;
  }

  /** The next id, waited for. */
  async next(): Promise<number | bigint> {
    for (;;) {
      const before = this.filling;
      const id = this.tryNext();
      if (id === undefined) {
        await this.filled();
        continue;
      }
      // What goes on behind the answer ends with the request there. What goes wrong is kept for who needs it.
      if (before === undefined && this.filling !== undefined && endsWithRequests()) await this.filling.catch(() => undefined);
      return id;
    }
  }

  /** Waits until an id is at hand. */
  async ready(): Promise<void> {
    while (this.front.counter(LEFT) === 0) {
      this.fill();
      await this.filled();
    }
  }

  /** Waits for what is on its way; where nothing is, the error says until when. */
  private async filled(): Promise<void> {
    if (this.isClosed) throw errorOf(CLOSED, 0);
    const { filling } = this;
    if (filling === undefined) throw this.front.emptyError(this.error);
    if ((await settled(filling, 2 * this.options.patienceMs)) || this.filling !== filling) return;
    // The request that began it is gone.
    this.filling = undefined;
    if (this.begun !== undefined) this.front.failed(this.begun.ticket);
  }

  /** Fills the front where it is low. What goes wrong is thrown to who waits, and kept for who does not. */
  fill(): void {
    if (this.filling !== undefined || this.isClosed) return;
    const request = this.front.request();
    if (request === undefined) return;
    this.begun = request;
    const filling: Promise<void> = this.begin(request).finally(() => {
      if (this.filling === filling) this.filling = undefined;
    });
    this.filling = filling;
    filling.catch((error: unknown) => (this.error = error));
  }

  /** Asks the coordinator, and hands its answer over. */
  protected async ask(request: Request): Promise<unknown> {
    const asking = (this.asking = new Asking(this.options));
    return asking.answer(request, (answer) => void this.late(request.ticket, answer));
  }

  private async late(ticket: bigint, answer: unknown): Promise<void> {
    try {
      const span = await this.takeLate(ticket, answer);
      if (span) await this.release([span]);
    } catch (error) {
      this.error = error;
    }
  }

  /** Ends it all; what is left. */
  async giveBack(stored: boolean): Promise<Span<bigint>[]> {
    if (this.isClosed) return [];
    this.isClosed = true;
    const left = this.front.drain();
    this.asking?.abort();
    await this.filling?.catch(() => undefined);
    left.push(...this.returned, ...(await this.end(stored)));
    await this.release(left);
    return left;
  }

  /**
   * Hands spans to the caller's `release`. Where that throws, nobody knows which of them are given back: they are not tried again.
   *
   * @throws MintError `RELEASE_FAILED`.
   */
  private async release(spans: Span<bigint>[]): Promise<void> {
    const { release } = this.options;
    try {
      if (spans.length > 0) await release?.(spans.map((span) => this.shown(span)) as never);
    } catch (cause) {
      throw (this.error = new MintError('RELEASE_FAILED', 'release() threw: see the cause', { cause }));
    }
  }

  /** A span with ids as the caller has them. */
  shown({ first, last, step }: Span<bigint>): Span<number | bigint> {
    return this.options.isWide ? { first, last, step } : { first: Number(first), last: Number(last), step };
  }

  /** The allocator that asks the coordinator. */
  protected abstract get back(): Allocator;

  meter(): RangesMeter {
    const { front, back, error } = this;
    // The order is that of `Slot::meter` in bindings/wasm.
    return {
      taken: front.counter(0),
      granted: back.counter(1),
      givenBack: front.counter(2) + (back === front ? 0 : back.counter(2)) + this.takenBack,
      empties: front.counter(3),
      requests: back.counter(4),
      supplied: back.counter(5),
      failures: back.counter(6),
      late: back.counter(8),
      refused: back.counter(9),
      left: front.counter(LEFT),
      error,
    };
  }
}

/** The numbers that the allocator in front of the coordinator is made with. */
export const configOf = ({ want, lowWater, ceiling, patienceMs, firstWaitMs, longestWaitMs }: Checked): Config => ({
  want,
  lowWater,
  ceiling,
  patienceMs,
  firstWaitMs,
  longestWaitMs,
});
