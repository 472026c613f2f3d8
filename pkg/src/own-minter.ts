/**
 * Generators that an app makes: with options of their own, in a slot that they take in turns.
 *
 * The state of a generator is a block of bytes, copied out when another generator is called and in again when this one is.
 * So any number of them costs one instance of the core.
 *
 * @module
 */

import { type Reading, lay, ownNow } from './clock.js';
import type { Config } from './config.js';
import { connect } from './connect.js';
import { BATCH, type Core, GUEST_SLOT, type Kind } from './core.js';
import { ENTROPY, MARK_DUE } from './errors.js';
import { Keeper } from './keeper.js';
import { Minter } from './minter.js';
import type { Options } from './options.js';
import { NO_BYTES, drawOwn, withBytes } from './own-random.js';
import { reserve } from './random.js';
import type { Guest, Realm } from './realm.js';
import type { Meter, Random } from './types.js';

/** One generator with options. */
export class OwnMinter extends Minter implements Guest {
  state: Uint8Array<ArrayBuffer> | undefined;
  configured = false;
  reseeds = 0;
  asked = 0;
  private readonly keeper: Keeper | undefined;
  /** One where something has to be asked between two of them. */
  protected override readonly most: number;

  /** Nothing happens before the first call but that the options were checked. */
  constructor(
    kind: Kind,
    config: Config,
    private readonly options: Options,
  ) {
    super(kind, GUEST_SLOT, config);
    this.keeper = options.mark && new Keeper(options.mark, GUEST_SLOT, () => this.entered());
    this.most = options.mark === undefined && options.random === undefined ? BATCH : 1;
  }

  override meter(): Meter {
    const counts = super.meter();
    return { ...counts, entropyFailures: counts.entropyFailures - this.asked, storeError: this.keeper?.error };
  }

  protected override now(realm: Realm): Reading {
    return ownNow(this.options, realm);
  }

  protected override attempt(realm: Realm, now: Reading, count: number): number {
    // Where something stands in for the clock, its marks are none to keep.
    const saved = this.keeper === undefined || realm.standIn !== undefined || this.keeper.ready(now);
    const { random } = this.options;
    const call = ({ wasm }: Core, reading: number) =>
      saved ? wasm.mint(GUEST_SLOT, reading, count) : wasm.mint_unsaved(GUEST_SLOT, reading);
    if (random !== undefined) {
      return this.asking(realm, random, (core) => call(core, lay(now, core)), () => this.asked++);
    }
    reserve(realm, count);
    this.enter(realm);
    return call(realm.core, lay(now, realm.core));
  }

  protected override attemptAt(realm: Realm, ms: number): number {
    const { random } = this.options;
    if (random === undefined) return super.attemptAt(realm, ms);
    return this.asking(realm, random, ({ wasm }) => wasm.at(GUEST_SLOT, ms));
  }

  protected override causeOf(status: number): unknown {
    return status === MARK_DUE ? this.keeper?.error : undefined;
  }

  /**
   * Calls the core with exactly the bytes that it needs of a source of its own: it says how many when it finds none.
   *
   * Clocks, sources and stores call out, and whatever they call may use the core. So the slot is entered anew after each of
   * them, and nothing calls out between that and the call into the core.
   */
  private asking(realm: Realm, random: Random, call: (core: Core) => number, asked?: () => void): number {
    const { core } = realm;
    this.enter(realm);
    const status = withBytes(core, NO_BYTES, () => call(core));
    if (status !== ENTROPY) return status;
    const bytes = drawOwn(random, core.said);
    this.enter(realm);
    asked?.();
    return withBytes(core, bytes, () => call(core));
  }

  private entered(): Core {
    const realm = connect();
    this.enter(realm);
    return realm.core;
  }

  /** Takes the slot over from another, and reseeds what comes out of a snapshot. */
  protected override enter(realm: Realm): void {
    if (realm.guest === this && this.reseeds === realm.reseeds) return;
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

  protected override configure(realm: Realm): void {
    super.configure(realm);
    const { after } = this.options;
    if (after === undefined) return;
    const { core } = realm;
    core.check(core.wasm.parse(this.kind, 0, core.write(after)));
    core.check(core.wasm.resume_after(GUEST_SLOT));
  }
}
