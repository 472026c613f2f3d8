// A mark store that answers later.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';

import { createUlid, createUuidv7 } from '../dist/index.js';
import { NOW, codeOf, manual } from './support.mjs';

const KINDS = [createUuidv7, createUlid];

/** A store whose updates wait until they are let go, in the order they came. */
function slow(text) {
  const store = {
    text: text ?? null,
    waiting: [],
    getItem: () => store.text,
    update: (_, change) =>
      new Promise((resolve, reject) => {
        store.waiting.push((error) => {
          if (error) return reject(error);
          store.text = change(store.text);
          resolve();
        });
      }),
    async answer(error) {
      store.waiting.shift()(error);
      await turn();
    },
  };
  return store;
}

const markOf = (store, rest) => ({ mark: { store, key: 'k', windowMs: 1000, ...rest } });

test('ids do not wait: those before the first save are late, those after it are not', async () => {
  for (const create of KINDS) {
    const store = slow();
    const clock = manual();
    const ids = create({ now: clock, ...markOf(store) });
    const before = [ids(), ids(), ids()];
    assert.equal(ids.meter().late, 3);
    assert.equal(store.waiting.length, 1, 'one save is under way, not three');
    await store.answer();
    assert.equal(store.text, String(NOW + 1000));
    clock.ms += 400;
    const after = [ids(), ids()];
    assert.equal(ids.meter().late, 3);
    assert.deepEqual([...before, ...after], [...before, ...after].sort());
  }
});

test('the next mark is saved while the one before still covers the ids', async () => {
  const store = slow();
  const clock = manual();
  const ids = createUuidv7({ now: clock, ...markOf(store) });
  ids();
  await store.answer();
  clock.ms += 600;
  ids();
  assert.equal(store.waiting.length, 1);
  assert.equal(ids.meter().late, 1);
  await store.answer();
  assert.equal(store.text, String(NOW + 1600));
  clock.ms += 900;
  ids();
  assert.equal(ids.meter().late, 1);
});

test('a run starts above the mark that was there when the store was opened', async () => {
  for (const create of KINDS) {
    const store = slow(String(NOW + 700));
    const ids = create({ now: manual(), ...markOf(store) });
    assert.equal(ids.timestamp(ids()), NOW + 700);
  }
});

test('another tab that was faster is not lowered, and a restart is', async () => {
  const store = slow();
  const clock = manual();
  const ids = createUuidv7({ now: clock, ...markOf(store) });
  ids();
  store.text = String(NOW + 90_000);
  await store.answer();
  assert.equal(store.text, String(NOW + 90_000));
  clock.ms -= 50_000;
  ids();
  assert.equal(ids.meter().restarts, 1);
  await store.answer();
  assert.equal(store.text, String(NOW - 49_000));
});

test('a restart is saved once the save that was under way is answered, and no mark counts until then', async () => {
  const store = slow();
  const clock = manual();
  const ids = createUlid({ now: clock, ...markOf(store) });
  ids();
  clock.ms -= 50_000;
  ids();
  await store.answer();
  assert.equal(store.text, String(NOW + 1000));
  ids();
  assert.equal(ids.meter().late, 3);
  await store.answer();
  assert.equal(store.text, String(NOW - 49_000));
  ids();
  assert.equal(ids.meter().late, 3);
});

test('a restart that waited for its mark leaves that one in the store, and a reload goes on above it', async () => {
  const store = slow();
  const clock = manual();
  const ids = createUlid({ now: clock, ...markOf(store, { onLate: 'refuse' }) });
  codeOf(ids);
  await store.answer();
  ids();
  clock.ms -= 50_000;
  assert.equal(codeOf(ids), 'MARK_DUE');
  await store.answer();
  const restarted = ids();
  assert.deepEqual([ids.meter().restarts, ids.meter().late, store.waiting.length], [1, 0, 0]);
  assert.equal(store.text, String(NOW - 49_000));
  clock.ms -= 2;
  const next = createUlid({ now: clock, ...markOf(store) });
  assert.ok(next() > restarted);
});

test('a save that fails is told in the meter and tried again, and nothing is left unheard', async () => {
  const store = slow();
  const ids = createUuidv7({ now: manual(), ...markOf(store) });
  ids();
  const error = new Error('quota');
  await store.answer(error);
  assert.equal(ids.meter().storeError, error);
  ids();
  assert.equal(store.waiting.length, 1);
  await store.answer();
  assert.equal(store.text, String(NOW + 1000));
});

test('a store that throws at once, or says nothing to wait for, is as one that fails or has saved', async () => {
  const error = new Error('closed');
  const throws = createUuidv7({ now: manual(), ...markOf({ getItem: () => null, update: () => { throw error; } }) });
  throws();
  await turn();
  assert.equal(throws.meter().storeError, error);

  const kept = [];
  const quick = createUuidv7({ now: manual(), ...markOf({ getItem: () => null, update: (_, change) => { kept.push(change(null)); } }) });
  quick();
  await turn();
  quick();
  assert.deepEqual([kept, quick.meter().late], [[String(NOW + 1000)], 1]);
});

test('where late ids are to be refused they are, until the mark is saved', async () => {
  for (const create of KINDS) {
    const store = slow();
    const ids = create({ now: manual(), ...markOf(store, { onLate: 'refuse' }) });
    assert.equal(codeOf(ids), 'MARK_DUE');
    await store.answer();
    assert.ok(ids());
    assert.equal(ids.meter().late, 0);
  }
});

test('an answer confirms the mark that was saved, not one that has come due since', async () => {
  const store = slow();
  const clock = manual();
  const ids = createUuidv7({ now: clock, ...markOf(store) });
  ids();
  clock.ms += 5000;
  ids();
  await store.answer();
  assert.equal(store.text, String(NOW + 1000));
  ids();
  assert.equal(ids.meter().late, 3, 'the store holds a mark that is below this id');
  await store.answer();
  ids();
  assert.equal(ids.meter().late, 3);
  assert.equal(store.text, String(NOW + 6000));
});
