// Looks at real ids, of every entry that makes or reads any, as this place sees the package.

import { backend, ulid, uuid, uuidv4, uuidv7 } from 'mintid';
import { ulid as oldUlid } from 'mintid/compat/ulid';
import { v7 } from 'mintid/compat/uuid';
import { uuidv4 as oldUuidv4 } from 'mintid/compat/uuidv7';
import { inspect } from 'mintid/inspect';
import { uuidv7 as schema } from 'mintid/schema';
import { withDeterministicIds } from 'mintid/testing';

import { COUNT } from './expected.mjs';

/** How many of so many ids sort after the one before. */
function rising(make) {
  let count = 0;
  for (let last = make(), i = 1; i < COUNT; i++) {
    const next = make();
    if (last < next) count++;
    last = next;
  }
  return count;
}

/** Turns to the one and to the other: in order only where both entries stand on one core. */
function byTurns(one, other) {
  let turn = 0;
  return () => (turn++ % 2 === 0 ? one() : other());
}

/** Whether reading and writing an id gives the same text. */
function returns(mint) {
  const id = mint();
  return mint.format(mint.parse(id)) === id;
}

const isGood = (value) => !('issues' in schema['~standard'].validate(value));

export function sentinel() {
  const early = Date.now();
  return {
    versions: [uuid.version(oldUuidv4()), uuid.version(uuidv7())],
    distinct: new Set(uuidv4.many(COUNT)).size,
    rising: [rising(uuidv7), rising(byTurns(uuidv7, v7)), rising(byTurns(ulid, oldUlid))],
    returning: [uuidv4, uuidv7, ulid].map(returns),
    // A second of slack: ids may run ahead where a millisecond is full.
    punctual: [uuidv7, ulid].map((mint) => Math.abs(mint.timestamp(mint()) - early) < 1000),
    readings: inspect(uuidv7()).readings.map(({ name }) => name),
    valid: [isGood(uuidv7()), isGood(uuidv4())],
    repeatable: withDeterministicIds(uuidv7) === withDeterministicIds(uuidv7),
    backend: backend(),
  };
}
