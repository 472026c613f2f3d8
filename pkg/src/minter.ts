/**
 * Generators in the core's slots.
 *
 * The package's own two have a slot each. All others share one: the state of a generator is a block of bytes, copied out
 * when another generator is called and in again when this one is. So any number of them costs one instance.
 *
 * @module
 */

import { type Core, GUEST_SLOT, type Kind, type Slot, connect } from './core.js';
import { ENTROPY, MintError, errorOf } from './errors.js';
import type { Config, MarkOptions, Options } from './options.js';
import { NO_BYTES, drawOwn, reserve, withBytes } from './random.js';
import type { Meter } from './types.js';

/** Who has the guest slot, and its state there. */
let guest: Minter | undefined;

/** One generator. */
export class Minter {
  /** The state, while another generator has the slot. */
  private state: Uint8Array<ArrayBuffer> | undefined;
  private started = false;
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
    const now = this.now();
    const { mark } = this.options;
    if (mark !== undefined) this.keep(mark, now);
    return this.call('mint', now);
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
    };
  }

  private now(): number {
    const { now } = this.options;
    if (now === undefined) return Date.now();
    let reading: unknown;
    try {
      reading = now();
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
  private call(name: 'mint' | 'at', ms: number): Core {
    const { random } = this.options;
    if (random === undefined) {
      reserve(connect());
      const core = this.enter();
      core.check(core.wasm[name](this.slot, ms));
      return core;
    }
    // A source of its own is asked for exactly what is needed: the core says how much when it finds none.
    let core = this.enter();
    let status = withBytes(core, NO_BYTES, () => core.wasm[name](this.slot, ms));
    if (status === ENTROPY) {
      const bytes = drawOwn(random, core.said);
      core = this.enter();
      status = withBytes(core, bytes, () => core.wasm[name](this.slot, ms));
      if (name === 'mint') this.asked++;
    }
    core.check(status);
    return core;
  }

  /** Puts this generator into its slot. */
  private enter(): Core {
    const core = connect();
    const { mark } = this.options;
    const stored = this.started || mark === undefined ? undefined : load(mark);
    if (this.slot === GUEST_SLOT && guest !== this) {
      const place = core.state(GUEST_SLOT);
      if (guest !== undefined) (guest.state ??= new Uint8Array(place.length)).set(place);
      if (this.state !== undefined) place.set(this.state);
      guest = this;
    }
    if (!this.started) this.start(core, stored);
    return core;
  }

  private start(core: Core, stored: number | undefined): void {
    const { wasm } = core;
    core.check(wasm.configure(this.slot, ...this.config));
    const { mark, after } = this.options;
    if (mark !== undefined) {
      core.check(stored === undefined ? wasm.start_without_mark(this.slot) : wasm.start_from(this.slot, stored));
    }
    if (after !== undefined) {
      core.check(wasm.parse(this.kind, 0, core.write(after)));
      core.check(wasm.resume_after(this.slot));
    }
    this.started = true;
  }

  /** Saves the mark that is due, if one is. */
  private keep(mark: MarkOptions, now: number): void {
    const core = this.enter();
    const due = core.wasm.mark_due(this.slot, now);
    if (Number.isNaN(due)) return;
    const replaces = core.said === 1;
    try {
      const stored = replaces ? undefined : load(mark);
      mark.store.setItem(mark.key, String(stored !== undefined && stored > due ? stored : due));
    } catch {
      // The core goes on and counts the ids that are late, or refuses, as the options say.
      return;
    }
    this.enter().wasm.mark_saved(this.slot);
  }
}

/** The stored mark, if there is one and the store gives it. */
function load({ store, key }: MarkOptions): number | undefined {
  let text: string | null;
  try {
    text = store.getItem(key);
  } catch {
    return undefined;
  }
  if (text === null || text === undefined) return undefined;
  if (!/^\d{1,15}$/.test(text)) {
    throw new MintError('MARK_INVALID', `the store holds something that is not a mark under the key ${key}`);
  }
  return Number(text);
}

/** Text or bytes are read in the core, whatever generator has the slot. */
export function read(kind: Kind, lenient: boolean, text: unknown): Core {
  const core = connect();
  if (typeof text !== 'string') throw new MintError('INVALID_ARGUMENT', 'the id should be text');
  const status = core.wasm.parse(kind, lenient ? 1 : 0, core.write(text));
  // The core counts bytes: where text outside ASCII has the wrong length, that may be past the end of the text.
  if (status !== 0) throw errorOf(status, Math.min(core.said, text.length));
  return core;
}
