/**
 * Allocators: each in a slot of the core, which it leaves when there are more of them than slots and another comes.
 *
 * @module
 */

import { MintError } from '../mint-error.js';
import { pooled } from '../snowflake/pooled.js';
import { type Core, type Lodger, SLOTS, connect } from './core.js';
import { errorOf } from './errors.js';
import { layDown } from './integer.js';
import { now } from './time.js';
import type { Span } from './types.js';

/** What an allocator is made with. */
export interface Config {
  readonly want: number;
  readonly lowWater: number;
  readonly ceiling: bigint;
  readonly patienceMs: number;
  readonly firstWaitMs: number;
  readonly longestWaitMs: number;
}

/** A request that is due. */
export interface Request {
  readonly ticket: bigint;
  readonly want: number;
}

/** What came of a span: an error where it was not taken in, and the span itself where it may be given back. */
export interface Supplied {
  readonly error: MintError | undefined;
  readonly refused: Span<bigint> | undefined;
}

const TAKEN_IN: Supplied = { error: undefined, refused: undefined };

/** One allocator. Nothing here calls out, so that nobody takes the slot in the middle of something. */
export class Allocator implements Lodger {
  state: Uint8Array | undefined;
  readonly core: Core = connect();
  private readonly slot: number;

  constructor(config: Config) {
    const { core } = this;
    this.slot = core.allocators++ % SLOTS;
    // The tickets of two runs differ, so that a coordinator can tell a repetition.
    const run = numberOf(pooled(4));
    this.lodge();
    core.numbers[0] = config.ceiling;
    const { want, lowWater, patienceMs, firstWaitMs, longestWaitMs } = config;
    core.check(core.wasm.configure(this.slot, want, lowWater, patienceMs, firstWaitMs, longestWaitMs, run));
  }

  /** The next id, which stands among the numbers too; below 0 there is none. */
  take(): number {
    this.enter();
    return this.core.wasm.take(this.slot);
  }

  /** The error of a call that found no id, and may make none happen before some time. */
  emptyError(cause: unknown): MintError {
    const due = this.nextDue();
    const distanceMs = Number.isNaN(due) ? undefined : Math.max(0, Math.ceil(due - now()));
    const when = distanceMs === undefined ? '' : `, and reserve() is not called again for ${distanceMs} ms`;
    return new MintError('EMPTY', `no id is left${when}: see the cause`, { distanceMs, cause });
  }

  /** Takes up to so many ids out as one span. */
  claim(count: number): Span<bigint> | undefined {
    const { core } = this;
    this.enter();
    return core.wasm.claim(this.slot, count) === 0 ? core.span() : undefined;
  }

  /** The request that is due, if one is: also where fewer than `count` ids are left. */
  request(count = 0): Request | undefined {
    const { core } = this;
    this.enter();
    const want = core.wasm.request(this.slot, now(), count);
    return want === 0 ? undefined : { ticket: core.ticket[0]!, want };
  }

  /** When to look for a request again, `NaN` for never. */
  nextDue(): number {
    this.enter();
    return this.core.wasm.next_due(this.slot);
  }

  /** Whether to look for a request now. */
  isDue(): boolean {
    return this.nextDue() <= now();
  }

  /** Takes in a part of a stock that remembers what was taken out of it; one that has ended does not. */
  supplyPart(ticket: bigint, part: Span<bigint>): Supplied {
    this.enter();
    this.core.wasm.forget(this.slot);
    return this.supply(ticket, part);
  }

  /** Takes in what a coordinator has answered. */
  supply(ticket: bigint, answer: unknown): Supplied {
    const { core } = this;
    let isCount: boolean;
    try {
      // Its members may be getters, which call out.
      isCount = layDown(core, answer);
    } catch (cause) {
      const isOwn = cause instanceof MintError && cause.code === 'SPAN_INVALID';
      return { error: isOwn ? cause : new MintError('SPAN_INVALID', 'the answer of reserve() threw', { cause }), refused: undefined };
    }
    this.enter();
    core.ticket[0] = ticket;
    const status = core.wasm.supply(this.slot, Number(isCount));
    if (status === 0) return TAKEN_IN;
    return { error: errorOf(status, core.said), refused: core.flags[1] === 1 ? core.answered(isCount) : undefined };
  }

  /** Ends a request that brought nothing. */
  failed(ticket: bigint): void {
    const { core } = this;
    const bits = jitter();
    this.enter();
    core.ticket[0] = ticket;
    core.wasm.failed(this.slot, now(), bits);
  }

  /** Ends the allocator: what is left. */
  drain(): Span<bigint>[] {
    const { core } = this;
    this.enter();
    const count = core.wasm.drain(this.slot);
    return Array.from({ length: count }, (_, at) => core.span(at));
  }

  /** Goes on with a stock as bytes, an empty one where there are none. */
  load(bytes: ArrayLike<number>): void {
    const { core } = this;
    this.enter();
    // What does not fit is longer than any stock of these, and is seen to be.
    core.stock.set(Array.prototype.slice.call(bytes, 0, core.stock.length) as number[]);
    core.check(core.wasm.load(this.slot, bytes.length));
  }

  /** The stock as bytes. */
  save(): Uint8Array {
    this.enter();
    return this.core.stock.slice(0, this.core.wasm.save(this.slot));
  }

  /** A counter, by its place in `Slot::meter` of bindings/wasm. */
  counter(index: number): number {
    this.enter();
    return this.core.wasm.meter(this.slot, index);
  }

  /** All there is to this allocator at this moment. */
  snapshot(): Uint8Array {
    this.enter();
    return this.core.state(this.slot).slice();
  }

  /** As if nothing had been since. */
  restore(snapshot: Uint8Array): void {
    this.enter();
    this.core.state(this.slot).set(snapshot);
  }

  private enter(): void {
    if (this.core.lodgers[this.slot] !== this) this.lodge();
  }

  /** Takes the slot over from another. */
  private lodge(): void {
    const { core, slot } = this;
    const place = core.state(slot);
    const lodger = core.lodgers[slot];
    if (lodger !== undefined) (lodger.state ??= new Uint8Array(place.length)).set(place);
    if (this.state !== undefined) place.set(this.state);
    core.lodgers[slot] = this;
  }
}

/** 16 random bits, so that clients that lost one coordinator do not all come back at the same time; 0 does without. */
export function jitter(): number {
  try {
    return numberOf(pooled(2));
  } catch {
    return 0;
  }
}

const numberOf = (bytes: Uint8Array): number => bytes.reduce((number, byte) => number * 256 + byte);
