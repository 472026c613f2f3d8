/**
 * Readings of the clock: the platform's, or a generator's own.
 *
 * @module
 */

import type { Core } from './core.js';
import { MintError } from './errors.js';
import type { Options } from './options.js';
import type { Realm } from './realm.js';

/** The clock is not set. */
interface NotSet {
  readonly sinceBootMs: number;
}

/** What a clock said: Unix milliseconds, whatever number it is, or that it is not set. */
export type Reading = number | NotSet;

/** Lays a reading down for the next call of the core; hands back the number to call it with. */
export function lay(reading: Reading, core: Core): number {
  if (typeof reading === 'number') return reading;
  core.notSet(reading.sinceBootMs);
  return NaN;
}

/** Reads the clock. One that gives something else than a number has NaN, which the core refuses. */
export function readClock({ now, sinceBoot }: Options, { standIn }: Realm): Reading {
  let reading: unknown;
  try {
    // `Date.now` is looked up each time, since tests put a clock of theirs in its place.
    reading = now !== undefined ? now() : standIn !== undefined ? standIn.now() : Date.now();
  } catch (cause) {
    throw new MintError('CLOCK_FAILED', 'the clock threw', { cause });
  }
  // A text or a BigInt would be converted on its way into the core, or throw a TypeError there.
  if (typeof reading === 'number') return reading;
  return reading === null && now !== undefined ? { sinceBootMs: running(sinceBoot) } : NaN;
}

/** How long the machine has run, in whole milliseconds; 0 where nothing tells, which is a true lower bound. */
function running(sinceBoot: Options['sinceBoot']): number {
  if (sinceBoot === undefined) return 0;
  let ms: unknown;
  try {
    ms = sinceBoot();
  } catch (cause) {
    throw new MintError('CLOCK_FAILED', 'sinceBoot threw', { cause });
  }
  if (typeof ms !== 'number' || !(ms >= 0) || ms > Number.MAX_SAFE_INTEGER) {
    throw new MintError('CLOCK_FAILED', 'sinceBoot gave something that is not milliseconds from 0 on');
  }
  return Math.floor(ms);
}
