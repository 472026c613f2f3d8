/**
 * Times: those in ids, and those that are plausible.
 *
 * @module
 */

import { MintError } from '../index.js';
import { msOf } from '../reading.js';
import type { Core } from './core.js';
import type { IdTime } from './types.js';

/** No `Date` is further from 1970 than this. */
const DATES_END = 8.64e15;

/** Before when times are plausible, and how that is said of those that are and are not. */
export interface Plausible {
  /** `NaN` for the core's own. */
  readonly beforeMs: number;
  readonly within: string;
  readonly outside: string;
}

const CENTURY: Plausible = { beforeMs: NaN, within: 'within 2000 to 2099', outside: 'outside 2000 to 2099' };

/** Those before a time. */
export function plausibleBefore(before: number | Date | undefined): Plausible {
  if (before === undefined) return CENTURY;
  const beforeMs = msOf(before);
  if (!Number.isInteger(beforeMs) || Math.abs(beforeMs) > DATES_END) {
    throw new MintError('INVALID_TIME', 'before should be a whole number of milliseconds or a valid Date');
  }
  return { beforeMs, within: 'from 2000 on and before the one given', outside: 'before 2000 or not before the one given' };
}

/** The time of the reading that the core has told last. */
export function timeOf({ unixMs, isConvincing }: Core): IdTime | null {
  if (Number.isNaN(unixMs)) return null;
  // Whatever has a time has bits that speak for it where that is plausible.
  return { unixMs, iso: new Date(unixMs).toISOString(), plausible: isConvincing };
}
