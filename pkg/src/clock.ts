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
export function lay(reading: Reading, core: Pick<Core, 'notSet'>): number {
  if (typeof reading === 'number') return reading;
  core.notSet(reading.sinceBootMs);
  return NaN;
}

/** The platform's clock, or what stands in for it. */
export function platformNow({ standIn }: Pick<Realm, 'standIn'>): Reading {
  // `Date.now` is looked up each time, since tests put a clock of theirs in its place.
  const reading = read(() => (standIn === undefined ? Date.now() : standIn.now()));
  return typeof reading === 'number' ? reading : NaN;
}

/** A generator's own clock, the platform's where it has none. `null` says that the time is not set yet. */
export function ownNow({ now, sinceBoot }: Pick<Options, 'now' | 'sinceBoot'>, realm: Pick<Realm, 'standIn'>): Reading {
  if (now === undefined) return platformNow(realm);
  const reading = read(now);
  if (reading === null) return { sinceBootMs: running(sinceBoot) };
  // A text or a BigInt would be converted on its way into the core, or throw a TypeError there.
  return typeof reading === 'number' ? reading : NaN;
}

function read(now: () => unknown): unknown {
  try {
    return now();
  } catch (cause) {
    throw new MintError('CLOCK_FAILED', 'the clock threw', { cause });
  }
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
