/**
 * A generator's mark in its store: read at the start of a run, and saved ahead of use.
 *
 * @module
 */

import { type Reading, lay } from './clock.js';
import type { Core, Slot } from './core.js';
import { MintError, RUNNING } from './errors.js';
import type { AsyncMarkStore, MarkOptions, MarkStore } from './options.js';

/** Reads and saves the mark of the generator in a slot. */
export class Keeper {
  /** What the store threw last. */
  error: unknown;
  /** Whether the store has said what it holds. Until then nothing is written over it. */
  private read = false;
  /** Whether the store is at work. */
  private storing = false;
  /** How many saves a store that answers later has not answered yet. */
  private pending = 0;

  constructor(
    private readonly mark: MarkOptions,
    private readonly slot: Slot,
    /** Puts the generator into its slot: the store may have put another there. */
    private readonly enter: () => Core,
  ) {}

  /**
   * Sees to it that the next id is below a saved mark; false where the store did not take it.
   *
   * @throws MintError `BUSY`, `MARK_INVALID`; `MARK_DUE` where the mark cannot be read and the options refuse then.
   */
  ready(now: Reading): boolean {
    // An id that the store asks for would be above the mark that it is about to save.
    if (this.storing) throw new MintError('BUSY', 'the mark store called the generator that was using it');
    return this.resume() && this.keep(now);
  }

  /**
   * Starts the run at the stored mark, if there is one. False where the store could not be read and the run goes on without:
   * the next call then tries again.
   */
  private resume(): boolean {
    if (this.read) return true;
    const { store, key, onLate } = this.mark;
    let text: unknown;
    try {
      text = this.ask(() => store.getItem(key));
    } catch (cause) {
      if (onLate === 'refuse') {
        throw new MintError('MARK_DUE', 'the mark could not be read: check the store', { cause });
      }
      this.start(({ wasm }) => wasm.start_without_mark(this.slot));
      return false;
    }
    const stored = markOf(text, key);
    this.start(({ wasm }) =>
      stored === undefined ? wasm.start_without_mark(this.slot) : wasm.start_from(this.slot, stored),
    );
    this.read = true;
    return true;
  }

  private start(from: (core: Core) => number): void {
    const core = this.enter();
    const status = from(core);
    // Ids have been made already where the store could not be read before.
    if (status !== RUNNING) core.check(status);
  }

  /** Saves the mark that is due, if one is; false where the store did not take it, or not yet. */
  private keep(now: Reading): boolean {
    const { store, key } = this.mark;
    const core = this.enter();
    const due = core.wasm.mark_due(this.slot, lay(now, core));
    if (Number.isNaN(due)) return true;
    const replaces = core.said;
    // Another tab's higher mark stays, unless this is a restart from an earlier time.
    const change = (text: string | null) => {
      const stored = replaces ? undefined : markOf(text, key);
      return String(stored !== undefined && stored > due ? stored : due);
    };
    const confirm = () => this.enter().wasm.mark_saved(this.slot, due, replaces);
    if (isAsync(store)) {
      // One at a time is enough, but for a restart: its mark is another.
      if (this.pending === 0 || replaces) void this.later(store, change, confirm);
      return false;
    }
    try {
      this.ask(() => store.setItem(key, change(store.getItem(key))));
    } catch {
      // The core goes on and counts the ids that are late, or refuses, as the options say.
      return false;
    }
    confirm();
    return true;
  }

  private async later(store: AsyncMarkStore, change: (text: string | null) => string, confirm: () => void): Promise<void> {
    this.pending++;
    try {
      await this.ask(() => store.update(this.mark.key, change));
      confirm();
    } catch (error) {
      this.error = error;
    } finally {
      this.pending--;
    }
  }

  /** Does something with the store, and notes what it throws. */
  private ask<T>(something: () => T): T {
    this.storing = true;
    try {
      return something();
    } catch (error) {
      this.error = error;
      throw error;
    } finally {
      this.storing = false;
    }
  }
}

const isAsync = (store: MarkStore | AsyncMarkStore): store is AsyncMarkStore => 'update' in store;

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
