/**
 * `mintid/testing`: clocks, random bytes and ids that are the same in every run.
 *
 * ```ts
 * const clock = manualClock();
 * const ids = createUuidv7({ now: clock, random: seeded(1) });
 * ids(); // '019b76da-a800-7194-…', the same each time
 * clock.advance(-60_000);
 * ids.meter().rollbacks; // 1 after the next id
 * ```
 *
 * Fake timers work without it: `Date.now` is looked up at each call.
 *
 * @module
 */

export { type ManualClock, manualClock } from '../testing/clock.js';
export { type Deterministic, withDeterministicIds } from '../testing/deterministic.js';
export { seeded } from '../testing/seeded.js';
