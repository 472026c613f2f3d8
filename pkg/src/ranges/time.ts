/**
 * The time that back-off and patience are counted by.
 *
 * @module
 */

import { monotonic } from '../snowflake/sleep.js';

let elapsed = 0;
let last: number | undefined;

/** Milliseconds that never run backwards: of the platform's monotonic clock, else as far as the wall clock moves on. */
export function now(): number {
  const ms = monotonic();
  if (ms > 0) return ms;
  const wall = Date.now();
  elapsed += Math.max(0, wall - (last ?? wall));
  last = wall;
  return elapsed;
}
