// An app that keeps its mark where browsers keep things: `localStorage`, shared by tabs, full or out of reach;
// IndexedDB.

import { createUlid, createUuidv7 } from 'mintid';
import { openMarkStore } from 'mintid/indexeddb';

import { codeOf, ensure, inOrder, same, times } from './checks/expect.mjs';
import { lines } from './line.mjs';

const CREATE = { uuidv7: createUuidv7, ulid: createUlid };

const generators = new Map();

/** This tab's generator on a key, made when it is asked for first. */
function generator({ kind, key, windowMs }) {
  if (!generators.has(key))
    generators.set(key, CREATE[kind]({ mark: { store: localStorage, key, windowMs, onLate: 'refuse' } }));
  return generators.get(key);
}

/** What other tabs did to a key: how often they changed it, and how often to something lower. */
const seen = { changes: 0, lowered: 0 };
// A worker has no storage, and hears of none.
globalThis.addEventListener?.('storage', ({ oldValue, newValue }) => {
  if (oldValue === null || newValue === null) return;
  seen.changes++;
  if (Number(newValue) < Number(oldValue)) seen.lowered++;
});

/** Takes up the room of the store, to the last character. */
function fill(store) {
  for (let size = 2 ** 20, at = 0; size >= 1; at++) {
    try {
      store.setItem(`filler ${at}`, 'x'.repeat(size));
    } catch {
      size = Math.floor(size / 2);
    }
  }
}

/** A store that throws stops no ids, and refuses them where it is told to. */
function withoutStore(store) {
  for (const [kind, create] of Object.entries(CREATE)) {
    const ids = create({ mark: { store, key: 'mark' } });
    inOrder(times(1000, ids), kind);
    same(ids.meter().late, 1000, `late ${kind}`);
    same(codeOf(create({ mark: { store, key: 'mark', onLate: 'refuse' } })), 'MARK_DUE', kind);
  }
}

/** Looked up each time: the mere look at a store that is out of reach throws. */
const REACHED = {
  getItem: (key) => localStorage.getItem(key),
  setItem: (key, value) => localStorage.setItem(key, value),
};

const storedAt = (key) => Number(localStorage.getItem(key));

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const QUESTIONS = {
  /** Waits until this tab has heard of a mark: a tab in another process may hear of it later. */
  async hear({ key, mark }) {
    for (let tries = 0; storedAt(key) !== mark && tries < 500; tries++) await pause(10);
    return storedAt(key);
  },
  /** Ids of this tab, in order with its earlier ones; and the mark after them. */
  mint({ count, ...options }) {
    const ids = times(count, generator(options));
    inOrder(ids, options.key);
    return { first: ids[0], last: ids[count - 1], stored: storedAt(options.key) };
  },
  seen: () => seen,
  'a store out of reach'() {
    same(
      attempt(() => localStorage.length),
      'SecurityError',
      'a look at the store',
    );
    withoutStore(REACHED);
  },
  'a store that is full'() {
    fill(localStorage);
    try {
      same(
        attempt(() => localStorage.setItem('one more than there is room for', 'x')),
        'QuotaExceededError',
        'one more',
      );
      withoutStore(REACHED);
    } finally {
      localStorage.clear();
    }
  },
  /** The first id of a run on IndexedDB, and the last once the mark is saved. */
  async indexedDb({ key }) {
    const ids = createUuidv7({ mark: { store: await openMarkStore(), key } });
    const first = ids();
    while (ids.meter().late > 0 && ids.meter().minted < 200) {
      const { late } = ids.meter();
      await pause(10);
      ids();
      // Once a mark is saved no more ids are late.
      if (ids.meter().late === late) break;
    }
    ensure(ids.meter().minted < 200, 'no mark was saved');
    same(ids.meter().storeError, undefined, 'what the store threw');
    const more = times(1000, ids);
    inOrder([first, ...more], key);
    return { first, last: more[999] };
  },
};

function attempt(call) {
  try {
    call();
    return undefined;
  } catch ({ name }) {
    return name;
  }
}

export const answer = lines(({ ask, ...details }) => {
  const outcome = QUESTIONS[ask](details);
  if (typeof outcome?.then !== 'function') return { outcome: outcome ?? null };
  return outcome.then((value) => ({ outcome: value }));
});
