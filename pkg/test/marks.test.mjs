// Marks in a store: order over a reload, and stores that fail.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createUlid, createUuidv7, ulid, uuidv7 } from '../dist/index.js';
import { NOW, codeOf, errorOf, manual, memory } from './support.mjs';

const KINDS = [createUuidv7, createUlid];

test('with a mark order survives a reload, although the clock stepped back meanwhile', () => {
  const store = memory();
  const mark = { store, key: 'mintid' };
  const now = manual();
  const before = createUuidv7({ now, mark })();
  assert.equal(store.kept.get('mintid'), String(NOW + 1000));
  now.ms = NOW - 500;
  const after = createUuidv7({ now, mark })();
  assert.ok(after > before);
  assert.equal(uuidv7.timestamp(after), NOW + 1000);
});

test('the higher of two marks under one key stays', () => {
  const store = memory();
  const now = manual();
  const ids = createUlid({ now, mark: { store, key: 'mintid', windowMs: 600 } });
  ids();
  store.kept.set('mintid', String(NOW + 100_000)); // another tab
  now.ms += 500; // a new mark is due here
  ids();
  assert.equal(store.kept.get('mintid'), String(NOW + 100_000));
  now.ms = NOW - 20_000; // and a restart, whose mark replaces it
  ids();
  assert.equal(store.kept.get('mintid'), String(NOW - 20_000 + 600));
});

test('a store that throws stops nothing and is counted, or refuses where that was asked for', () => {
  const store = memory();
  store.fails = new Set(['getItem', 'setItem']);
  const mark = { store, key: 'mintid' };
  const going = createUuidv7({ now: manual(), mark });
  assert.ok(going() < going());
  assert.equal(going.meter().late, 2);
  assert.equal(codeOf(createUuidv7({ now: manual(), mark: { ...mark, onLate: 'refuse' } })), 'MARK_DUE');
});

test('a store that holds something else is refused', () => {
  for (const rubbish of ['', 'x', '-1', '1.5', '1e3', ' 1', '9'.repeat(15), '9'.repeat(16)]) {
    const store = memory([['mintid', rubbish]]);
    assert.equal(codeOf(createUuidv7({ mark: { store, key: 'mintid' } })), 'MARK_INVALID', rubbish);
  }
});

test('a mark that could not be read is never written over, and ids are late until it was', () => {
  for (const create of KINDS) {
    const stored = String(NOW + 100_000);
    const store = memory([['mintid', stored]]);
    const ids = create({ now: manual(), mark: { store, key: 'mintid' } });
    store.fails.add('getItem');
    let previous = ids();
    for (let i = 0; i < 3; i++) {
      const id = ids();
      assert.ok(id > previous);
      previous = id;
    }
    assert.deepEqual([ids.meter().minted, ids.meter().late, store.kept.get('mintid')], [4, 4, stored]);
    store.fails.clear();
    assert.ok(ids() > previous);
    assert.deepEqual([ids.meter().late, store.kept.get('mintid')], [4, stored]);
  }
});

test('a store that can be read only after the first call failed still decides where the run starts', () => {
  const store = memory([['mintid', String(NOW + 500)]]);
  let random = () => new Uint8Array(0);
  const mark = { store, key: 'mintid' };
  const ids = createUuidv7({ now: manual(), random: (length) => random(length), mark });
  store.fails.add('getItem');
  assert.equal(codeOf(ids), 'RNG_FAILED');
  store.fails.clear();
  random = (length) => new Uint8Array(length);
  assert.equal(uuidv7.timestamp(ids()), NOW + 500);
  assert.equal(ids.meter().late, 0);
});

test('where late marks are refused a store that cannot be read is an error with its cause, until it can', () => {
  for (const create of KINDS) {
    const stored = String(NOW + 500);
    const store = memory([['mintid', stored]]);
    const ids = create({ now: manual(), mark: { store, key: 'mintid', onLate: 'refuse' } });
    store.fails.add('getItem');
    for (let i = 0; i < 2; i++) {
      const { code, cause } = errorOf(ids);
      assert.deepEqual([code, cause, store.kept.get('mintid')], ['MARK_DUE', store.error, stored]);
    }
    store.fails.clear();
    assert.equal((create === createUlid ? ulid : uuidv7).timestamp(ids()), NOW + 500);
    assert.equal(ids.meter().minted, 1);
  }
});

test('a read that fails before a save is a save that failed, so that another tab’s higher mark stays', () => {
  for (const [onLate, code] of [
    ['goOn', undefined],
    ['refuse', 'MARK_DUE'],
  ]) {
    const store = memory();
    const now = manual();
    const ids = createUlid({ now, mark: { store, key: 'mintid', onLate } });
    ids();
    const higher = String(NOW + 100_000);
    store.kept.set('mintid', higher); // another tab
    store.fails.add('getItem');
    now.ms += 600; // a new mark is due here, though the old one still covers this
    ids();
    now.ms += 600;
    assert.equal(codeOf(ids), code);
    assert.deepEqual([store.kept.get('mintid'), ids.meter().late], [higher, code === undefined ? 1 : 0]);
  }
});

test('what the store threw is the cause of the error, and can be read off the meter', () => {
  for (const fails of ['getItem', 'setItem']) {
    for (const onLate of ['goOn', 'refuse']) {
      const store = memory();
      const ids = createUuidv7({ now: manual(), mark: { store, key: 'mintid', onLate } });
      assert.equal(ids.meter().storeError, undefined);
      store.fails.add(fails);
      const error = errorOf(ids);
      const expected = onLate === 'goOn' ? [undefined, undefined] : ['MARK_DUE', store.error];
      assert.deepEqual([error?.code, error?.cause], expected);
      assert.equal(ids.meter().storeError, store.error);
    }
  }
});

test('a failing store does not stop a restart either, where ids are to go on', () => {
  for (const create of KINDS) {
    for (const fails of ['getItem', 'setItem']) {
      const store = memory();
      store.fails.add(fails);
      const now = manual();
      const ids = create({ now, mark: { store, key: 'mintid' } });
      ids();
      now.ms -= 20_000;
      ids();
      const { minted, late, restarts, refused } = ids.meter();
      assert.deepEqual([minted, late, restarts, refused], [2, 2, 1, 0]);
    }
  }
});

test('a store that works again after a restart it did not take has its old mark replaced, and ids are late until then', () => {
  for (const create of KINDS) {
    const store = memory();
    const now = manual();
    const ids = create({ now, mark: { store, key: 'mintid' } });
    ids();
    now.ms -= 20_000;
    store.fails.add('setItem');
    ids();
    ids();
    assert.equal(store.kept.get('mintid'), String(NOW + 1000));
    assert.deepEqual([ids.meter().restarts, ids.meter().late], [1, 2]);
    store.fails.clear();
    ids();
    assert.equal(store.kept.get('mintid'), String(NOW - 19_000));
    assert.deepEqual([ids.meter().restarts, ids.meter().late], [1, 2]);
  }
});

test('a restart whose mark is saved already is made at once, and the store keeps the low mark', () => {
  for (const create of KINDS) {
    const store = memory();
    const now = manual();
    const ids = create({ now, mark: { store, key: 'mintid' } });
    ids();
    now.ms += 20_000;
    store.fails.add('setItem');
    ids();
    now.ms -= 20_000;
    store.fails.clear();
    ids();
    assert.equal(store.kept.get('mintid'), String(NOW + 1000));
    assert.equal(ids.meter().restarts, 1);
  }
});

test('a call that is refused counts once, with a mark and without', () => {
  for (const mark of [undefined, { store: memory(), key: 'mintid' }]) {
    for (const reading of [null, NaN, 1.5, 'now', -1, 2 ** 48]) {
      const ids = createUuidv7({ now: () => reading, mark });
      assert.notEqual(codeOf(ids), undefined);
      assert.equal(ids.meter().refused, 1, String(reading));
    }
  }
});

test('a store that calls the generator which is using it is refused, and no mark is below an id', () => {
  for (const at of ['getItem', 'setItem']) {
    const store = memory();
    const original = store[at];
    let nested = [];
    const now = manual();
    const ids = createUuidv7({ now, mark: { store, key: 'mintid' } });
    store[at] = (...words) => {
      now.ms += 5_000;
      nested.push(codeOf(ids));
      return original(...words);
    };
    const made = Array.from({ length: 20 }, () => {
      now.ms += 300;
      const id = ids();
      assert.ok(uuidv7.timestamp(id) < Number(store.kept.get('mintid')));
      return id;
    });
    assert.ok(nested.length > 1 && nested.every((code) => code === 'BUSY'), String(nested));
    assert.deepEqual([ids.meter().late, ids.meter().minted], [0, 20]);
    assert.deepEqual(made, [...made].sort());
  }
});

test('a store may make ids with other generators, and read this one’s meter', () => {
  const store = memory();
  const original = store.setItem;
  const other = createUlid({ now: manual() });
  const ids = createUuidv7({ now: manual(), mark: { store, key: 'mintid' } });
  store.setItem = (...words) => {
    other();
    uuidv7();
    ids.at(NOW);
    assert.equal(ids.meter().minted, 0);
    original(...words);
  };
  assert.ok(uuidv7.isValid(ids()));
  assert.deepEqual([ids.meter().minted, ids.meter().late, other.meter().minted], [1, 0, 1]);
});

test('neither a meter nor an id for a given time needs the store', () => {
  const store = memory();
  store.fails = new Set(['getItem', 'setItem']);
  const ids = createUuidv7({ mark: { store, key: 'mintid', onLate: 'refuse' } });
  assert.equal(uuidv7.timestamp(ids.at(NOW)), NOW);
  assert.deepEqual([ids.meter().minted, ids.meter().storeError], [0, undefined]);
});

test('a store with something else in it says what to do', () => {
  const broken = (text) => errorOf(createUlid({ mark: { store: memory([['k', text]]), key: 'k' } })).message;
  const foreign = 'the store holds something that is not a mark under the key k: remove it, or choose another key';
  assert.equal(broken('x'), foreign);
  assert.equal(broken('9'.repeat(15)), 'the stored mark is past the end of the time field: remove it from the store');
});

test('a store that answers with a promise is told apart from one that has saved', () => {
  const later = { getItem: async () => null, setItem: async () => {} };
  const saves = { getItem: () => null, setItem: () => Promise.reject(new Error('quota')) };
  for (const create of [createUuidv7, createUlid]) {
    for (const store of [later, saves]) {
      const error = errorOf(create({ now: manual(), mark: { store, key: 'k' } }));
      assert.deepEqual([error?.code, /update\(\)/.test(error?.message)], ['INVALID_OPTION', true]);
    }
  }
});
