/**
 * Snowflake generators: each in a slot of the core, which it leaves when there are more of them than slots and another comes.
 *
 * Clocks, sources and stores call out, and whatever they call may use the core. So the slot is entered anew after each of them,
 * and nothing calls out between that and the call into the core.
 *
 * @module
 */

import { type Reading, lay, ownNow, platformNow } from '../clock.js';
import { Keeper } from '../keeper.js';
import { MintError } from '../mint-error.js';
import { drawOwn, withBytes } from '../own-random.js';
import type { Meter } from '../types.js';
import { take } from './codec.js';
import { type Core, type Lodger, SLOTS, connect } from './core.js';
import { ENTROPY, MARK_DUE, WAIT, errorOf } from './errors.js';
import type { Checked } from './options.js';
import { pooled } from './pooled.js';
import { monotonic, sleep } from './sleep.js';

/** How often a clock is read that does not change, before the caller is told to wait. */
const READINGS = 10_000;

/** The longest sleep. Of more than 2^31 ms a timer makes none at all, and the wait would be turns of a loop. */
const LONGEST_MS = 1e9;

/** Nothing stands in for the clock of a Snowflake generator: tests give it one. */
const NOTHING = { standIn: undefined };

/** A keeper that tells when its store has answered. */
class PatientKeeper extends Keeper {
  saving: Promise<boolean> | undefined;

  protected override later(...save: Parameters<Keeper['later']>): Promise<boolean> {
    return (this.saving = super.later(...save).finally(() => (this.saving = undefined)));
  }
}

/** One generator. */
export class Minter implements Lodger {
  state: Uint8Array | undefined;
  private readonly core: Core = connect();
  private readonly slot: number;
  private readonly keeper: PatientKeeper | undefined;
  private readonly tickMs: number;
  private readonly isPlain: boolean;
  /** How often the core asked for random bytes, which it takes for failures. */
  private asked = 0;

  /** The core sees the options; no clock is read. */
  constructor(private readonly options: Checked) {
    const { core } = this;
    const { layout, config, mark, after } = options;
    this.slot = core.generators++ % SLOTS;
    this.tickMs = layout.facts.tickMs;
    this.isPlain = options.now === undefined;
    this.keeper = mark && new PatientKeeper(mark, this.slot, () => this.entered());
    this.lodge();
    layout.enter();
    core.check(core.wasm.configure(this.slot, ...config));
    if (after !== undefined) {
      take(layout, after);
      core.check(core.wasm.resume_after(this.slot));
    }
  }

  /** Makes an id. */
  next(): bigint {
    const now = this.isPlain ? platformNow(NOTHING) : ownNow(this.options, NOTHING);
    const status = this.attempt(now, 0);
    if (status !== 0) this.again(now, status, 0);
    return this.core.ids[0]!;
  }

  /** Makes so many ids of one tick. */
  many(count: number): bigint[] {
    const { core } = this;
    const now = ownNow(this.options, NOTHING);
    const status = this.attempt(now, count);
    if (status !== 0) this.again(now, status, count);
    const ids = new Array<bigint>(count);
    for (let done = 0; done < count; ) {
      const laid = core.wasm.hand_out();
      for (let at = 0; at < laid; at++) ids[done++] = core.ids[at]!;
    }
    return ids;
  }

  /** Makes an id, and sleeps where there is something to wait for: the clock, or a store that answers later. */
  async nextAsync(patienceMs: number): Promise<bigint> {
    let left = patienceMs;
    for (;;) {
      const status = this.attempt(ownNow(this.options, NOTHING), 0);
      if (status === 0) return this.core.ids[0]!;
      const { said } = this.core;
      const saving = status === MARK_DUE ? this.keeper?.saving : undefined;
      // A wait is 1 ms at least; if one were 0, the loop still has to end.
      const pause = status === WAIT ? Math.max(said, 1) : 1;
      if ((status !== WAIT && saving === undefined) || pause > left) throw this.errorOf(status, said);
      const started = monotonic();
      let isSaved = true;
      const answered = saving?.then((is) => (isSaved = is));
      const slept = await sleep(Math.min(saving ? left : pause, LONGEST_MS), answered);
      if (!slept || !isSaved) throw this.errorOf(status, said);
      left -= Math.max(pause, monotonic() - started);
    }
  }

  /** Has the mark saved that the first id needs, and those that follow soon. */
  async prepare(): Promise<void> {
    this.keepAhead();
    await this.keeper?.saving;
    const cause = this.keeper?.error;
    if (cause !== undefined) throw new MintError('MARK_DUE', 'the mark could not be saved: check the store', { cause });
  }

  /** Has the next mark saved, where one is due. */
  keepAhead(): void {
    this.keeper?.ready(ownNow(this.options, NOTHING));
  }

  /** The counts so far. */
  meter(): Meter {
    const { wasm } = this.entered();
    let index = 0;
    const next = () => wasm.meter(this.slot, index++);
    // The order is that of `Slot::meter` in bindings/wasm.
    return {
      minted: next(),
      rollbacks: next(),
      largestRollbackMs: next(),
      held: next(),
      borrowed: next(),
      exhaustions: next(),
      waits: next(),
      restarts: next(),
      entropyFailures: next() - this.asked,
      late: next(),
      refused: next(),
      storeError: this.keeper?.error,
    };
  }

  /** Asks the core for an id, or where `count` is not 0 for so many, and hands its status back. */
  private attempt(now: Reading, count: number): number {
    this.options.alive?.();
    // Where the store did not take the mark, the core refuses.
    this.keeper?.ready(now);
    this.enter();
    const status = this.call(now, count);
    return status === ENTROPY ? this.asking(now, count) : status;
  }

  private call(now: Reading, count: number): number {
    const { core, slot } = this;
    const reading = lay(now, core);
    return count === 0 ? core.wasm.mint(slot, reading) : core.wasm.mint_batch(slot, reading, count);
  }

  /** Calls the core with exactly the bytes that it said it needs. */
  private asking(now: Reading, count: number): number {
    const bytes = drawOwn(this.options.random ?? pooled, this.core.said);
    this.enter();
    this.asked++;
    return withBytes(this.core, bytes, () => this.call(now, count));
  }

  /**
   * After a call without an id: reads the clock until it changes, and calls again, for as long as there is no more to wait for
   * than a tick. Anything else is thrown.
   */
  private again(first: Reading, refused: number, count: number): void {
    let now = first;
    let status = refused;
    while (status !== 0) {
      const { said } = this.core;
      const next = status === WAIT && said <= this.tickMs ? this.changed(first, now) : undefined;
      if (next === undefined) throw this.errorOf(status, said);
      now = next;
      status = this.attempt(now, count);
    }
  }

  /**
   * Another reading; none where the clock stands still, goes back, or has moved on by a tick since the first one. So the readings of
   * a call only rise, and there is an end to them whatever the clock does.
   */
  private changed(first: Reading, now: Reading): Reading | undefined {
    if (typeof first !== 'number' || typeof now !== 'number' || now < first || now >= first + this.tickMs) return undefined;
    for (let left = READINGS; left > 0; left--) {
      const next = ownNow(this.options, NOTHING);
      // What is no number is not below one.
      if (next !== now) return (next as number) < now ? undefined : next;
    }
    return undefined;
  }

  private errorOf(status: number, said = this.core.said): MintError {
    return errorOf(status, said, status === MARK_DUE ? this.keeper?.error : undefined);
  }

  private entered(): Core {
    this.enter();
    return this.core;
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
