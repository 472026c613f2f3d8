// Snowflakes over a reload, and waits that sleep.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { MintError, createSnowflake } from '../dist/snowflake.js';
import { NOW, codeOf, errorOf, manual, memory } from './support.mjs';

const TWITTER = { layout: 'twitter', node: 1 };
const KEY = 'twitter/1';

test('with a mark no id comes twice over a reload, although the clock stepped back meanwhile', () => {
  const store = memory();
  const now = manual();
  const options = { ...TWITTER, now, mark: { store, key: KEY } };
  const before = createSnowflake(options).many(100);
  assert.equal(store.kept.get(KEY), String(NOW + 1000));
  now.ms = NOW - 5;
  const after = createSnowflake({ ...options, onBehind: { wait: 10_000 } });
  const first = after.next();
  assert.ok(first > before[99]);
  assert.equal(after.timestamp(first), NOW + 1000);
});

test('a mark too far ahead is refused with its distance', () => {
  const store = memory([[KEY, String(NOW + 100_000)]]);
  const ids = createSnowflake({ ...TWITTER, now: manual(), mark: { store, key: KEY } });
  const { code, distanceMs } = errorOf(() => ids.next());
  assert.deepEqual([code, distanceMs], ['MARK_AHEAD', 100_000]);
});

test('without its store a generator that has a mark makes no id', () => {
  for (const fails of ['getItem', 'setItem']) {
    const store = memory();
    store.fails.add(fails);
    const ids = createSnowflake({ ...TWITTER, now: manual(), mark: { store, key: KEY } });
    const { code, cause } = errorOf(() => ids.next());
    assert.deepEqual([code, cause], ['MARK_DUE', store.error]);
    assert.equal(ids.meter().storeError, store.error);
    store.fails.clear();
    assert.equal(typeof ids.next(), 'bigint');
  }
  const rubbish = memory([[KEY, 'x']]);
  assert.equal(codeOf(() => createSnowflake({ ...TWITTER, mark: { store: rubbish, key: KEY } }).next()), 'MARK_INVALID');
});

test('a store that calls the generator which uses it is told so', () => {
  const store = memory();
  const ids = createSnowflake({ ...TWITTER, now: manual(), mark: { store: { ...store, getItem: () => ids.next() }, key: KEY } });
  assert.equal(codeOf(() => ids.next()), 'MARK_DUE');
  assert.equal(ids.meter().storeError.code, 'BUSY');
});

/** A store that answers later, when it is told to; with an error where one is given. */
function later(error) {
  const store = {
    text: null,
    getItem: () => store.text,
    async update(_, change) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      if (error) throw error;
      store.text = change(store.text);
    },
  };
  return store;
}

test('nextAsync waits for a store that answers later, and next refuses meanwhile', async () => {
  const store = later();
  const ids = createSnowflake({ ...TWITTER, now: manual(), mark: { store, key: KEY } });
  assert.equal(codeOf(() => ids.next()), 'MARK_DUE');
  const id = await ids.nextAsync();
  assert.equal(ids.timestamp(id), NOW);
  assert.equal(store.text, String(NOW + 1000));
  assert.equal(ids.next(), id + 1n);
});

test('nextAsync rejects where the store fails, or takes longer than the patience', async () => {
  const error = new Error('no room');
  const failing = createSnowflake({ ...TWITTER, now: manual(), mark: { store: later(error), key: KEY } });
  await assert.rejects(failing.nextAsync(), { code: 'MARK_DUE', cause: error });
  const never = { getItem: () => null, update: () => new Promise(() => {}) };
  const waiting = createSnowflake({ ...TWITTER, now: manual(), mark: { store: never, key: KEY } });
  await assert.rejects(waiting.nextAsync({ patienceMs: 20 }), { code: 'MARK_DUE' });
});

test('nextAsync asks a failing store once a call, whatever that throws', async () => {
  for (const error of [new Error('the same each time'), undefined]) {
    let calls = 0;
    const update = () => (calls++, Promise.reject(error));
    const ids = createSnowflake({ ...TWITTER, now: manual(), mark: { store: { getItem: () => null, update }, key: KEY } });
    for (let call = 1; call <= 3; call++) {
      await assert.rejects(ids.nextAsync(), { code: 'MARK_DUE', message: `the mark ${NOW + 1000} is not saved: check the store, or call again once it has answered` });
      assert.equal(calls, call);
    }
  }
});

test('nextAsync says which mark is not saved, whatever is refused meanwhile', async () => {
  let fail;
  const store = { getItem: () => null, update: () => new Promise((_, reject) => (fail = reject)) };
  const ids = createSnowflake({ ...TWITTER, now: manual(), mark: { store, key: KEY } });
  const waiting = ids.nextAsync();
  const full = createSnowflake({ ...TWITTER, now: manual() });
  full.many(4096);
  assert.equal(codeOf(() => full.next()), 'WAIT');
  fail(new Error('no room'));
  await assert.rejects(waiting, { message: /^the mark 1764417601000 is not saved/ });
});

test('nextAsync sleeps through a wait that is longer than timers go', async () => {
  const clock = manual();
  const ids = createSnowflake({ ...TWITTER, now: clock, onBehind: { wait: Infinity } });
  ids.next();
  clock.ms -= 3_000_000_000;
  const { setTimeout } = globalThis;
  const asked = [];
  globalThis.setTimeout = (wake, ms) => (asked.push(ms), (clock.ms = NOW), setTimeout(wake, 0));
  try {
    await ids.nextAsync({ patienceMs: Infinity });
  } finally {
    globalThis.setTimeout = setTimeout;
  }
  assert.deepEqual(asked, [1e9]);
});

test('nextAsync sleeps over full ticks and gives each id once', async () => {
  const layout = { width: 63, epochMs: 1_735_689_600_000, parts: { time: 41, node: 20, sequence: 2 } };
  const ids = createSnowflake({ layout, node: 5 });
  const made = await Promise.all(Array.from({ length: 40 }, () => ids.nextAsync()));
  assert.equal(new Set(made).size, 40);
  for (let call = 0; call < 40; call++) made.push(await ids.nextAsync());
  assert.equal(new Set(made).size, 80);
});

test('nextAsync ends with a clock that stands still, and where nothing can sleep', async () => {
  const ids = createSnowflake({ ...TWITTER, now: manual() });
  ids.many(4096);
  const started = performance.now();
  const error = await ids.nextAsync({ patienceMs: 30 }).catch((error) => error);
  assert.ok(error instanceof MintError);
  assert.deepEqual([error.code, error.forMs], ['WAIT', 1]);
  assert.ok(performance.now() - started < 5000);
  const { setTimeout } = globalThis;
  delete globalThis.setTimeout;
  try {
    await assert.rejects(ids.nextAsync(), { code: 'WAIT' });
  } finally {
    globalThis.setTimeout = setTimeout;
  }
  for (const patience of [{ patienceMs: -1 }, { patienceMs: '5' }, { ms: 5 }, null]) {
    await assert.rejects(ids.nextAsync(patience), { code: 'INVALID_OPTION' });
  }
});
