// Many ids by one call, the time of each, beside one call for each.

import { ulid, uuidv4, uuidv7 } from 'mintid';

import { BYTES, TEXT, TEXTS } from '../race.mjs';
import { NAME } from '../runtime.mjs';

const COUNT = 1000;

/** In Node, where it is promised. */
const TIMES = 2.5;

function contest(name, ids) {
  const places = new Uint8Array(16 * COUNT);
  const [one, many] = [`${name}()`, `${name}.many(${COUNT})`];
  const spell = (bytes) => Array.from({ length: COUNT }, (_, at) => String(bytes.subarray(16 * at, 16 * at + 16)));
  return {
    title: `${name}: one of ${COUNT} beside one by itself`,
    candidates: [
      { name: one, kind: TEXT, make: () => ids() },
      { name: many, kind: TEXTS, per: COUNT, make: () => ids.many(COUNT) },
      { name: `${name}.fill(bytes)`, kind: { ...BYTES, spell }, per: COUNT, make: () => ids.fill(places) },
    ],
    aims: NAME === 'node' ? [{ ours: many, times: TIMES, than: one }] : [],
  };
}

export const many = () => [contest('uuidv7', uuidv7), contest('ulid', ulid), contest('uuidv4', uuidv4)];
