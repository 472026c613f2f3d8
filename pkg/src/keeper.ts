/**
 * A generator's mark in its store: read at the start of a run, and saved ahead of use.
 *
 * @module
 */

import { type Reading, lay } from './clock.js';
import { MintError, RUNNING } from './errors.js';
import type { AsyncMarkStore, MarkOptions, MarkStore } from './options.js';

/** What of a core it needs. */
export interface MarkCore {
  readonly wasm: {
    start_from(slot: number, markMs: number): number;
    start_without_mark(slot: number): number;
    mark_due(slot: number, nowMs: number): number;
    mark_saved(slot: number, markMs: number, replaces: number): number;
  };
  readonly said: number;
  notSet(sinceBootMs: number): void;
  check(status: number): void;
}

/** Reads and saves the mark of the generator in a slot. */
export class Keeper {
  /** What the store threw last. */
  error: unknown;
  /** Whether the store has said what it holds. Until then nothing is written over it. */
  private read = false;
  /** Whether the store is at work. */
  private storing = false;
  /** Whether a store that answers later has a save to answer yet. */
  private pending = false;

  constructor(
    private readonly mark: MarkOptions,
    private readonly slot: number,
    /** Puts the generator into its slot: the store may have put another there. */
    private readonly enter: () => MarkCore,
  ) {}

  /**
   * Sees to it that the next id is below a saved mark; false where the store did not take it.
   *
   * @throws MintError `BUSY`, `MARK_INVALID`; `INVALID_OPTION` for a store that answers with a promise; `MARK_DUE` where the mark cannot be read and the options refuse then.
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
    const stored = markOf(atOnce(text), key);
    this.start(({ wasm }) =>
      stored === undefined ? wasm.start_without_mark(this.slot) : wasm.start_from(this.slot, stored),
    );
    this.read = true;
    return true;
  }

  private start(from: (core: MarkCore) => number): void {
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
    if (isAsync(store)) {
      if (!this.pending) void this.later(store, due, replaces);
      return false;
    }
    let answer: unknown;
    try {
      answer = this.ask(() => store.setItem(key, changed(store.getItem(key), key, due, replaces)));
    } catch {
      // The core goes on and counts the ids that are late, or refuses, as the options say.
      return false;
    }
    atOnce(answer);
    this.enter().wasm.mark_saved(this.slot, due, replaces);
    return true;
  }

  /** Has a store that answers later save the mark that is due; whether it did. One at a time: what it took last is what it holds. */
  protected async later(store: AsyncMarkStore, due: number, replaces: number): Promise<boolean> {
    const { key } = this.mark;
    this.pending = true;
    try {
      await this.ask(() => store.update(key, (text) => changed(text, key, due, replaces)));
      this.enter().wasm.mark_saved(this.slot, due, replaces);
      return true;
    } catch (error) {
      this.error = error;
      return false;
    } finally {
      this.pending = false;
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

/** What a store gave, which must not be a promise: that it has saved would then be known too late. */
function atOnce<T>(answer: T): T {
  const { then } = Object(answer) as { then?: unknown };
  if (typeof then !== 'function') return answer;
  void Promise.resolve(answer).catch(() => undefined);
  throw new MintError('INVALID_OPTION', 'the mark store answers later: give it update() in place of setItem()');
}

/** What is to be stored. Another tab's higher mark stays, unless this is a restart from an earlier time. */
function changed(text: string | null, key: string, due: number, replaces: number): string {
  const stored = replaces ? undefined : markOf(text, key);
  return String(stored !== undefined && stored > due ? stored : due);
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
