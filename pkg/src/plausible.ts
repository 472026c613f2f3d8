/**
 * Whether an id that somebody else made can be believed.
 *
 * @module
 */

import { only } from './checks.js';
import { connect } from './connect.js';
import { ULID, V7 } from './core.js';
import { MintError } from './errors.js';
import { msOf } from './reading.js';
import type { TimeWindow } from './types.js';

/** The last time that an id can carry. */
const LAST_MS = 2 ** 48 - 1;

/**
 * Whether text is a v7 UUID or a ULID whose time is within these ends, both inclusive: for servers that take ids made by
 * clients, whose clocks may be anywhere. What it cannot tell is whether the id was made honestly.
 *
 * @throws MintError `INVALID_TIME`, `TIME_RANGE` for an end that is no time; `INVALID_ARGUMENT` where neither is given;
 * `INVALID_OPTION` for a name that is neither.
 */
export function isPlausible(text: unknown, window: TimeWindow): boolean {
  // A caller without types may have left it out.
  const { after, before } = window ?? {};
  only('', window ?? {}, ['after', 'before']);
  if (after === undefined && before === undefined) {
    throw new MintError('INVALID_ARGUMENT', 'give `after`, `before` or both: the times between which the id should be made');
  }
  const [from, to] = [end(after, 0), end(before, LAST_MS)];
  const ms = timeOf(text);
  return ms !== undefined && from <= ms && ms <= to;
}

function end(time: unknown, otherwise: number): number {
  if (time === undefined) return otherwise;
  const ms = msOf(time);
  const { core } = connect();
  // The core says what a time is.
  core.check(core.wasm.bound(V7, ms, 0));
  return ms;
}

function timeOf(text: unknown): number | undefined {
  if (typeof text !== 'string') return undefined;
  const { core } = connect();
  for (const kind of [V7, ULID] as const) {
    if (core.wasm.parse(kind, 0, core.write(text)) === 0) return core.wasm.timestamp(kind);
  }
  return undefined;
}
