/**
 * Ids that come out the same in every run of a test.
 *
 * @module
 */

import { GUEST_SLOT, ULID_SLOT, V7_SLOT } from '../core.js';
import { MintError, backend, reseed } from '../index.js';
import { type Guest, type Realm, type StandIn, found } from '../realm.js';
import { type ManualClock, manualClock } from './clock.js';
import { seeded } from './seeded.js';

/** What {@link withDeterministicIds} hands to the function that it runs. */
export interface Deterministic {
  /** The clock that stands in for the platform's. It starts at 2026-01-01T00:00:00.000Z and stands still. */
  readonly clock: ManualClock;
}

const SLOTS = [V7_SLOT, ULID_SLOT] as const;

/**
 * Runs a function in which ids are the same each time: the package's generators, and those made with `createUuidv4` and
 * the like that have no clock or no source of their own, run on a clock that stands still and on `seeded(0)`, each from
 * a fresh state.
 *
 * Everything is as it was once the function returns or throws, or once the promise that it returns is settled. Runs may
 * be nested, each fresh. Runs that overlap, of tests at the same time for instance, all take the clock and the bytes of
 * the one that began last, and what was before comes back when all are over. No mark store is read or written.
 *
 * ```ts
 * withDeterministicIds(({ clock }) => {
 *   const first = createOrder();
 *   clock.advance(1000);
 *   assert.ok(createOrder().id > first.id);
 * });
 * ```
 *
 * @returns what the function returns.
 * @throws what the function throws; MintError `INVALID_ARGUMENT` for what is no function, `NOT_SHARED` where the globals are
 * frozen.
 */
export function withDeterministicIds<T>(run: (given: Deterministic) => T): T {
  if (typeof run !== 'function') throw new MintError('INVALID_ARGUMENT', 'withDeterministicIds runs a function');
  const clock = manualClock();
  const current = new Run(sharedRealm(), clock);
  let result: T;
  let later: boolean;
  try {
    result = run({ clock });
    later = isThenable(result);
  } catch (error) {
    current.leave();
    throw error;
  }
  if (later) return Promise.resolve(result).finally(() => current.leave()) as T;
  current.leave();
  return result;
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as PromiseLike<unknown> | undefined)?.then === 'function';
}

/** What all copies of the package share; the first call makes it. */
function sharedRealm(): Realm {
  backend();
  const realm = found();
  if (realm === undefined) {
    throw new MintError(
      'NOT_SHARED',
      'the global object is frozen, so that tests cannot reach the generators: freeze it later',
    );
  }
  return realm;
}

/** One run: what stands in, and what to put back. The runs of all copies of this file are in one chain. */
class Run implements StandIn {
  readonly random = seeded(0);
  private readonly outer: Run | undefined;
  private readonly reseeds: number;
  private readonly configured: readonly boolean[];
  private readonly states: readonly Uint8Array[];
  private readonly guests = new Map<Guest, Guest>();
  private over = false;

  constructor(
    private readonly realm: Realm,
    readonly now: () => number,
  ) {
    this.outer = top(realm);
    this.reseeds = realm.reseeds;
    this.configured = realm.configured.slice();
    this.states = SLOTS.map((slot) => realm.core.state(slot).slice());
    this.clear();
    realm.configured.fill(false);
    realm.standIn = this;
  }

  /** A generator that comes here for the first time starts afresh. */
  lodges(guest: Guest): void {
    if (this.guests.has(guest)) return;
    const { state, configured, reseeds, asked } = guest;
    this.guests.set(guest, { state, configured, reseeds, asked });
    Object.assign(guest, { state: undefined, configured: false, asked: 0 });
  }

  /** Ends the run; what is under another that goes on is put back after that. */
  leave(): void {
    this.over = true;
    for (let last = top(this.realm); last?.over; last = top(this.realm)) last.putBack();
  }

  private putBack(): void {
    const { realm } = this;
    this.clear();
    for (const [guest, kept] of this.guests) Object.assign(guest, kept);
    SLOTS.forEach((slot, i) => realm.core.state(slot).set(this.states[i]!));
    this.configured.forEach((was, i) => (realm.configured[i] = was));
    realm.standIn = this.outer;
    // What was put back has not seen a reseed of meanwhile.
    if (realm.reseeds !== this.reseeds) reseed();
  }

  /** Empties the slot that generators take in turns, and the pool: its bytes are the platform's, or the run's. */
  private clear(): void {
    const { core, guest } = this.realm;
    const place = core.state(GUEST_SLOT);
    if (guest !== undefined) (guest.state ??= new Uint8Array(place.length)).set(place);
    this.realm.guest = undefined;
    core.random.fill(0);
    core.cursor.fill(0);
  }
}

/** The run that began last. */
const top = (realm: Realm) => realm.standIn as Run | undefined;
