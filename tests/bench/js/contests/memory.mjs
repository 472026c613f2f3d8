// Memory: what a kept id keeps alive, and whether calls and generators leave anything behind.

import { createUlid, createUuidv7, ulid, uuid, uuidv4, uuidv7 } from 'mintid';

import { head, verdict } from '../aims.mjs';
import { heap } from '../runtime.mjs';
import { uuids } from '../samples.mjs';

/** One of each batch is kept. */
const BATCHES = 10_000;
const BATCH = 1000;
const MOST_KEPT = 1024;

const GENERATORS = 1_000_000;
const CALLS = 1_000_000;

/** What the heap may grow by for other reasons: less than a bit for each call. */
const NOISE = 64 * 1024;

/** By how much the heap grows each time: what an engine notes down for itself it notes down once. */
function growth(used, something, times) {
  const grown = [1, 2, 3].map(() => {
    const before = used();
    something(times);
    return used() - before;
  });
  return Math.min(...grown);
}

const repeated = (call) => (times) => {
  for (let i = 0; i < times; i++) call(i);
};

function keptIds(used) {
  head(`one id kept out of each many(${BATCH}), ${BATCHES} times`);
  for (const [name, ids] of Object.entries({ uuidv7, ulid, uuidv4 })) {
    // Reaches its length beforehand, so that the list itself does not grow.
    const kept = new Array(BATCHES).fill('');
    const keep = repeated((at) => (kept[at] = ids.many(BATCH)[at % BATCH]));
    const before = used();
    keep(BATCHES);
    const each = (used() - before) / BATCHES;
    const different = new Set(kept).size;
    if (different !== BATCHES) throw new Error(`${different} of ${BATCHES} kept ids are different`);
    verdict(`${name} at most ${MOST_KEPT} bytes each`, `${Math.round(each)} bytes`, each > 0 && each <= MOST_KEPT);
  }
}

function calls(used) {
  head(`what ${CALLS} calls leave behind when their results are dropped`);
  const { texts, ids } = uuids;
  const operations = {
    'uuidv7()': () => uuidv7(),
    'ulid()': () => ulid(),
    'uuidv4()': () => uuidv4(),
    'uuidv7.bytes()': () => uuidv7.bytes(),
    'uuid.parse(text)': (at) => uuid.parse(texts[at % texts.length]),
    'uuid.format(bytes)': (at) => uuid.format(ids[at % ids.length].bytes),
    'uuid.isValid(text)': (at) => uuid.isValid(texts[at % texts.length]),
  };
  for (const [name, call] of Object.entries(operations)) {
    const grown = growth(used, repeated(call), CALLS);
    verdict(`${name} nothing`, `${grown} bytes`, grown <= NOISE);
  }
}

function generators(used) {
  head(`what ${GENERATORS} generators leave behind, each made, used once and dropped`);
  for (const [name, create] of Object.entries({ createUuidv7, createUlid })) {
    const grown = growth(
      used,
      repeated(() => create()()),
      GENERATORS,
    );
    verdict(`${name} nothing`, `${grown} bytes`, grown <= NOISE);
  }
}

export async function memory() {
  const used = await heap();
  keptIds(used);
  calls(used);
  generators(used);
}
