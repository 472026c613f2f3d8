/**
 * Generators in the core's slots.
 *
 * The package's own two have a slot each. All others share one: the state of a generator is a block of bytes, copied out
 * when another generator is called and in again when this one is. So any number of them costs one instance.
 *
 * @module
 */

import { type Reading, lay, readClock } from './clock.js';
import { connect } from './connect.js';
import { BATCH, type Core, GUEST_SLOT, type Kind, type Slot } from './core.js';
import { ENTROPY, MARK_DUE, errorOf } from './errors.js';
import { Keeper } from './keeper.js';
import { type Config, type Options, withoutMark } from './options.js';
import { NO_BYTES, drawOwn, reserve, withBytes } from './random.js';
import type { Guest, Realm } from './realm.js';
import type { Meter } from './types.js';

/** How the core is asked: for so many ids, for one although the mark that is due is not saved, or for one of a given time. */
type Way = 'mint' | 'mint_unsaved' | 'at';

/** One generator. */
export class Minter implements Guest {
  state: Uint8Array<ArrayBuffer> | undefined;
  configured = false;
  /** How many calls of `reseed` its state has seen. */
  private reseeds = 0;
  private readonly keeper: Keeper | undefined;
  /** Whether nobody has to be asked for an id but the clock: no store, no source of its own. */
  private readonly plain: boolean;
  /** How often the core asked this generator's own source, which its meter takes for failures. */
  private asked = 0;

  /** Nothing happens before the first call but that the options were checked. */
  constructor(
    readonly kind: Kind,
    private readonly slot: Slot,
    private readonly config: Config,
    private readonly options: Options,
  ) {
    this.keeper = options.mark && new Keeper(options.mark, slot, () => this.enter().core);
    this.plain = options.mark === undefined && options.random === undefined;
  }

  /** Makes an id, and leaves its bytes and its text on the desk of the core it returns. */
  mint(): Core {
    const realm = connect();
    return this.check(realm, this.attempt(realm, this.now(realm), 1));
  }

  /** Makes ids one after the other with one reading, and hands over what the desk holds, several at a time. */
  mintMany(count: number, take: (core: Core, made: number) => void): void {
    const realm = connect();
    const now = this.now(realm);
    // One by one where something has to be asked between two of them.
    const most = this.plain ? BATCH : 1;
    for (let left = count; left > 0; left -= most) {
      const status = this.attempt(realm, now, Math.min(left, most));
      const made = status === 0 ? Math.min(left, most) : realm.core.made;
      if (made > 0) take(realm.core, made);
      this.check(realm, status);
    }
  }

  /** Makes an id for a time, which touches no state. */
  at(ms: number): Core {
    const realm = connect();
    return this.check(realm, this.call(realm, 'at', ms, 1));
  }

  /** The counts so far. */
  meter(): Meter {
    const { wasm } = this.enter().core;
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

  private now(realm: Realm): Reading {
    return readClock(this.options, realm);
  }

  private attempt(realm: Realm, now: Reading, count: number): number {
    if (this.plain) {
      // Nearly every call: straight to the core, by a name that the engine sees.
      reserve(realm, count);
      this.enter();
      return realm.core.wasm.mint(this.slot, lay(now, realm.core), count);
    }
    // Where something stands in for the clock, its marks are none to keep.
    const saved = this.keeper === undefined || realm.standIn !== undefined || this.keeper.ready(now);
    return this.call(realm, saved ? 'mint' : 'mint_unsaved', now, count);
  }

  /**
   * Calls the core, which answers with a status, with this generator in its slot and randomness laid down.
   *
   * Clocks, random sources and stores call out, and whatever they call may use the core. So the slot is entered anew after
   * each of them, and nothing calls out between that and the call into the core.
   */
  private call(realm: Realm, way: Way, time: Reading, count: number): number {
    const { core } = realm;
    const { random } = this.options;
    if (random === undefined) {
      reserve(realm, count);
      this.enter();
      return core.wasm[way](this.slot, lay(time, core), count);
    }
    // A source of its own is asked for exactly what is needed: the core says how much when it finds none.
    this.enter();
    const status = withBytes(core, NO_BYTES, () => core.wasm[way](this.slot, lay(time, core), count));
    if (status !== ENTROPY) return status;
    const bytes = drawOwn(random, core.said);
    this.enter();
    if (way !== 'at') this.asked++;
    return withBytes(core, bytes, () => core.wasm[way](this.slot, lay(time, core), count));
  }

  /** Throws what a status means, unless it means success. */
  private check({ core }: Realm, status: number): Core {
    if (status !== 0) throw errorOf(status, core.said, status === MARK_DUE ? this.keeper?.error : undefined);
    return core;
  }

  /** Puts this generator into its slot. */
  private enter(): Realm {
    const realm = connect();
    if (this.slot !== GUEST_SLOT) {
      if (!realm.configured[this.slot]) {
        this.configure(realm);
        realm.configured[this.slot] = true;
      }
    } else if (realm.guest !== this || this.reseeds !== realm.reseeds) {
      this.lodge(realm);
    }
    return realm;
  }

  /** Takes the guest slot over from another, and reseeds what comes out of a snapshot. */
  private lodge(realm: Realm): void {
    const { core, guest } = realm;
    if (guest !== this) {
      realm.standIn?.lodges(this);
      const place = core.state(GUEST_SLOT);
      if (guest !== undefined) (guest.state ??= new Uint8Array(place.length)).set(place);
      if (this.state !== undefined) place.set(this.state);
      realm.guest = this;
    }
    if (!this.configured) {
      this.configure(realm);
      this.configured = true;
    } else if (this.reseeds !== realm.reseeds) {
      core.check(core.wasm.reseed(GUEST_SLOT));
    }
    this.reseeds = realm.reseeds;
  }

  private configure({ core, standIn }: Realm): void {
    const { wasm } = core;
    core.check(wasm.configure(this.slot, ...(standIn === undefined ? this.config : withoutMark(this.config))));
    const { after } = this.options;
    if (after !== undefined) {
      core.check(wasm.parse(this.kind, 0, core.write(after)));
      core.check(wasm.resume_after(this.slot));
    }
  }
}
