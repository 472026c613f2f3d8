/**
 * The numbers that the core knows a generator by.
 *
 * @module
 */

/** The arguments of the core's `configure`, the slot aside. */
export type Config = readonly [
  scheme: number,
  variety: number,
  onBehind: number,
  behindMs: number,
  onFull: number,
  fullMs: number,
  onUnset: number,
  windowMs: number,
  onMarkLate: number,
];

/** The core's `KEEP_GOING`: hold 10 s and restart beyond that, borrow 10 s, refuse a clock that is not set. No mark. */
const KEEP_GOING = [3, 10_000, 2, 10_000, 0, 0, 0] as const;

/** What `createUuidv7()` and `createUlid()` come to; apart, for an app that makes none needs nothing that checks options. */
export const V7_DEFAULT: Config = [0, 20, ...KEEP_GOING];
export const ULID_DEFAULT: Config = [1, 0, ...KEEP_GOING];

/** The same, but that no mark is kept. */
export function withoutMark(config: Config): Config {
  const [scheme, variety, onBehind, behindMs, onFull, fullMs, onUnset] = config;
  return [scheme, variety, onBehind, behindMs, onFull, fullMs, onUnset, 0, 0];
}
