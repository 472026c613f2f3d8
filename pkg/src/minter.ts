/**
 * Generators in the core's slots.
 *
 * The package's own two have a slot each. All others share one: the state of a generator is a block of bytes, copied out
 * when another generator is called and in again when this one is. So any number of them costs one instance.
 *
 * @module
 */

import { type Core, GUEST_SLOT, type Kind, type Slot, connect } from './core.js';
import { ENTROPY, MARK_DUE, MintError, RUNNING, errorOf } from './errors.js';
import type { Config, MarkOptions, Options } from './options.js';
import { NO_BYTES, drawOwn, reserve, withBytes } from './random.js';
import type { Meter } from './types.js';

/** Who has the guest slot, and its state there. */
let guest: Minter | undefined;

/** How the core is asked for an id: with what mark there is, although the one that is due is not saved, or for a time. */
type Way = 'mint' | 'mint_unsaved' | 'at';

/** One generator. */
export class Minter {
  /** The state, while another generator has the slot. */
  private state: Uint8Array<ArrayBuffer> | undefined;
  private configured = false;
  /** Whether the store has said what it holds. Until then nothing is written over it. */
  private markRead = false;
  /** Whether the store is at work. */
  private storing = false;
  /** What the store threw last. */
  private storeError: unknown;
  /** How often the core asked this generator's own source, which its meter takes for failures. */
  private asked = 0;

  /** Nothing happens before the first call but that the options were checked. */
  constructor(
    readonly kind: Kind,
    private readonly slot: Slot,
    private readonly config: Config,
    private readonly options: Options,
  ) {}

  /** Makes an id, and leaves its bytes and its text on the desk of the core it returns. */
  mint(): Core {
    // An id that the store asks for would be above the mark that it is about to save.
    if (this.storing) throw new MintError('BUSY', 'the mark store called the generator that was using it');
    const now = this.now();
    const { mark } = this.options;
    const saved = mark === undefined || (this.resume(mark) && this.keep(mark, now));
    return this.call(saved ? 'mint' : 'mint_unsaved', now);
  }

  /** Makes an id for a time, which touches no state. */
  at(ms: number): Core {
    return this.call('at', ms);
  }

  /** The counts so far. */
  meter(): Meter {
    const { wasm } = this.enter();
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
      storeError: this.storeError,
    };
  }

  private now(): number {
    const { now } = this.options;
    let reading: unknown;
    try {
      reading = now === undefined ? Date.now() : now();
    } catch (cause) {
      throw new MintError('CLOCK_FAILED', 'the clock threw', { cause });
    }
    // A text or a BigInt would be converted on its way into the core, or throw a TypeError there.
    return typeof reading === 'number' ? reading : NaN;
  }

  /**
   * Calls the core with this generator in its slot and randomness laid down.
   *
   * Clocks, random sources and stores call out, and whatever they call may use the core. So the slot is entered anew after
   * each of them, and nothing calls out between that and the call into the core.
   */
  private call(way: Way, ms: number): Core {
    const { random } = this.options;
    let core: Core;
    let status: number;
    if (random === undefined) {
      reserve(connect());
      core = this.enter();
      status = core.wasm[way](this.slot, ms);
    } else {
      // A source of its own is asked for exactly what is needed: the core says how much when it finds none.
      core = this.enter();
      status = withBytes(core, NO_BYTES, () => core.wasm[way](this.slot, ms));
      if (status === ENTROPY) {
        const bytes = drawOwn(random, core.said);
        core = this.enter();
        status = withBytes(core, bytes, () => core.wasm[way](this.slot, ms));
        if (way !== 'at') this.asked++;
      }
    }
    if (status !== 0) throw errorOf(status, core.said, status === MARK_DUE ? this.storeError : undefined);
    return core;
  }

  /** Puts this generator into its slot. */
  private enter(): Core {
    const core = connect();
    if (this.slot === GUEST_SLOT && guest !== this) {
      const place = core.state(GUEST_SLOT);
      if (guest !== undefined) (guest.state ??= new Uint8Array(place.length)).set(place);
      if (this.state !== undefined) place.set(this.state);
      guest = this;
    }
    if (!this.configured) this.configure(core);
    return core;
  }

  private configure(core: Core): void {
    const { wasm } = core;
    core.check(wasm.configure(this.slot, ...this.config));
    const { after } = this.options;
    if (after !== undefined) {
      core.check(wasm.parse(this.kind, 0, core.write(after)));
      core.check(wasm.resume_after(this.slot));
    }
    this.configured = true;
  }

  /**
   * Starts the run at the stored mark, if there is one. False where the store could not be read and the run goes on without:
   * the next call then tries again.
   */
  private resume(mark: MarkOptions): boolean {
    if (this.markRead) return true;
    let text: unknown;
    try {
      text = this.ask(() => mark.store.getItem(mark.key));
    } catch (cause) {
      if (mark.onLate === 'refuse') {
        throw new MintError('MARK_DUE', 'the mark could not be read: check the store', { cause });
      }
      this.start(({ wasm }) => wasm.start_without_mark(this.slot));
      return false;
    }
    const stored = markOf(text, mark.key);
    this.start(({ wasm }) =>
      stored === undefined ? wasm.start_without_mark(this.slot) : wasm.start_from(this.slot, stored),
    );
    this.markRead = true;
    return true;
  }

  private start(from: (core: Core) => number): void {
    const core = this.enter();
    const status = from(core);
    // Ids have been made already where the store could not be read before.
    if (status !== RUNNING) core.check(status);
  }

  /** Saves the mark that is due, if one is; false where the store did not take it. */
  private keep(mark: MarkOptions, now: number): boolean {
    const core = this.enter();
    const due = core.wasm.mark_due(this.slot, now);
    if (Number.isNaN(due)) return true;
    const replaces = core.said === 1;
    try {
      this.ask(() => {
        const stored = replaces ? undefined : markOf(mark.store.getItem(mark.key), mark.key);
        mark.store.setItem(mark.key, String(stored !== undefined && stored > due ? stored : due));
      });
    } catch {
      // The core goes on and counts the ids that are late, or refuses, as the options say.
      return false;
    }
    this.enter().wasm.mark_saved(this.slot);
    return true;
  }

  /** Does something with the store, and notes what it throws. */
  private ask<T>(something: () => T): T {
    this.storing = true;
    try {
      return something();
    } catch (error) {
      this.storeError = error;
      throw error;
    } finally {
      this.storing = false;
    }
  }
}

/** The mark in what a store gave, if it gave something. */
function markOf(text: unknown, key: string): number | undefined {
  if (text === null || text === undefined) return undefined;
  if (typeof text !== 'string' || !/^\d{1,15}$/.test(text)) {
    throw new MintError(
      'MARK_INVALID',
      `the store holds something that is not a mark under the key ${key}: remove it, or choose another key`,
    );
  }
  return Number(text);
}
