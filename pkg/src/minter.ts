/**
 * Generators in the core's slots: those that come with the package, which have one each and ask nobody but the clock.
 *
 * @module
 */

import { type Reading, lay, platformNow } from './clock.js';
import { type Config, withoutMark } from './config.js';
import { connect } from './connect.js';
import { BATCH, type Core, type Kind, type Slot } from './core.js';
import { errorOf } from './errors.js';
import { reserve } from './random.js';
import type { Realm } from './realm.js';
import type { Meter } from './types.js';

/** One generator. */
export class Minter {
  /** How many ids the core is asked for at once. */
  protected readonly most: number = BATCH;

  constructor(
    readonly kind: Kind,
    protected readonly slot: Slot,
    private readonly config: Config,
  ) {}

  /** Makes an id, and leaves its bytes and its text on the desk of the core it returns. */
  mint(): Core {
    const realm = connect();
    return this.check(realm, this.attempt(realm, this.now(realm), 1));
  }

  /** Makes ids one after the other with one reading, and hands over what the desk holds, several at a time. */
  mintMany(count: number, take: (core: Core, made: number) => void): void {
    const realm = connect();
    const now = this.now(realm);
    for (let left = count; left > 0; left -= this.most) {
      const status = this.attempt(realm, now, Math.min(left, this.most));
      const made = status === 0 ? Math.min(left, this.most) : realm.core.made;
      if (made > 0) take(realm.core, made);
      this.check(realm, status);
    }
  }

  /** Makes an id for a time, which touches no state. */
  at(ms: number): Core {
    const realm = connect();
    return this.check(realm, this.attemptAt(realm, ms));
  }

  /** The counts so far. */
  meter(): Meter {
    const realm = connect();
    this.enter(realm);
    const { wasm } = realm.core;
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
      entropyFailures: next(),
      late: next(),
      refused: next(),
      storeError: undefined,
    };
  }

  protected now(realm: Realm): Reading {
    return platformNow(realm);
  }

  /** Asks the core for so many ids, and hands its status back. */
  protected attempt(realm: Realm, now: Reading, count: number): number {
    reserve(realm, count);
    this.enter(realm);
    return realm.core.wasm.mint(this.slot, lay(now, realm.core), count);
  }

  protected attemptAt(realm: Realm, ms: number): number {
    reserve(realm, 1);
    this.enter(realm);
    return realm.core.wasm.at(this.slot, ms);
  }

  /** The error behind the one that a status means. */
  protected causeOf(_status: number): unknown {
    return undefined;
  }

  /** Puts this generator into its slot. */
  protected enter(realm: Realm): void {
    if (realm.configured[this.slot]) return;
    this.configure(realm);
    realm.configured[this.slot] = true;
  }

  protected configure({ core, standIn }: Realm): void {
    const config = standIn === undefined ? this.config : withoutMark(this.config);
    core.check(core.wasm.configure(this.slot, ...config));
  }

  /** Throws what a status means, unless it means success. */
  private check({ core }: Realm, status: number): Core {
    if (status !== 0) throw errorOf(status, core.said, this.causeOf(status));
    return core;
  }
}
