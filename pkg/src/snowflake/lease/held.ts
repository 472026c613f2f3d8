/**
 * What holds a node: a lock that the browser or the system gives back when its holder dies, and the store of its mark.
 *
 * @module
 */

import type { AsyncMarkStore, MarkStore } from '../../options.js';

/** A node that is held. */
export interface Held {
  /** Where its mark is kept: opened once it was held, so that nobody changes what was read. */
  readonly store: MarkStore | AsyncMarkStore;
  /** Gives it back. */
  release(): Promise<void>;
}

/** Where workers are told apart. */
export interface Place {
  /** Whether ids may be taken from the time to come, which a holder that dies has used already. */
  readonly borrows: boolean;
  /** How far ahead marks are saved where nothing is said, in milliseconds. */
  readonly windowMs: number;
  /** Whether marks have to be saved ahead by a timer, since the store answers later. */
  readonly answersLater: boolean;
  /** Takes a name; none where somebody has it. `lost` is called where it is taken away. */
  take(name: string, lost: () => void): Promise<Held | undefined>;
  /** Reads what is kept under a key, or else has it made and keeps it; one worker at a time. */
  once(key: string, make: () => Promise<string>): Promise<string>;
}
