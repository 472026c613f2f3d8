// Clocks, randomness and policies of one's own, through the built package.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { MintError, createUlid, createUuidv4, createUuidv7, ulid, uuidv7 } from '../dist/index.js';

const NOW = 1_764_417_600_000;

function codeOf(call) {
  try {
    call();
  } catch (error) {
    assert.ok(error instanceof MintError, String(error));
    return error.code;
  }
  return undefined;
}

/** Bytes that count up, and how many were taken. */
function counting() {
  const source = (length) => Uint8Array.from({ length }, () => source.taken++ & 0xff);
  source.taken = 0;
  return source;
}

/** A clock that is set by hand. */
function manual(ms = NOW) {
  const clock = () => clock.ms;
  clock.ms = ms;
  return clock;
}

test('a source of one’s own is asked for exactly the bytes that the id needs', () => {
  const cases = [
    [createUuidv4, {}, [16, 16]],
    [createUuidv7, {}, [10, 7]],
    [createUuidv7, { counterBits: 12 }, [10, 8]],
    [createUuidv7, { counterBits: 42 }, [10, 4]],
    [createUlid, {}, [10, 0]],
    [createUlid, { step: 'random' }, [10, 6]],
  ];
  for (const [create, options, draws] of cases) {
    const random = counting();
    const ids = create({ ...options, now: manual(), random });
    for (const draw of draws) {
      const before = random.taken;
      ids();
      assert.equal(random.taken - before, draw, `${create.name} ${JSON.stringify(options)}`);
    }
    assert.equal(ids.meter?.().entropyFailures ?? 0, 0);
  }
});

test('a source that throws or gives something else is an error, and the next call is unharmed', () => {
  const bad = [
    () => {
      throw new Error('no device');
    },
    () => undefined,
    () => new Uint8Array(0),
    (length) => new Uint8Array(length + 1),
    (length) => Array.from({ length }, () => 1),
  ];
  for (const create of [createUuidv4, createUuidv7, createUlid]) {
    for (const random of bad) {
      const good = counting();
      let source = good;
      const ids = create({ now: manual(), random: (length) => source(length) });
      const before = ids();
      source = random;
      // A ULID in the same millisecond needs no bytes at all.
      if (create !== createUlid) assert.equal(codeOf(ids), 'RNG_FAILED');
      source = good;
      const after = ids();
      assert.notEqual(after, before);
      if (create !== createUuidv4) assert.ok(after > before);
    }
  }
});

test('a clock that throws or gives something else is an error, and the next call is unharmed', () => {
  const bad = [
    () => {
      throw new Error('no clock');
    },
    () => NaN,
    () => '1764417600000',
    () => 1n,
    () => undefined,
    () => NOW + 0.5,
  ];
  for (const clock of bad) {
    let now = manual();
    const ids = createUuidv7({ now: () => now() });
    const before = ids();
    now = clock;
    assert.equal(codeOf(ids), 'CLOCK_FAILED');
    now = manual();
    assert.ok(ids() > before);
  }
});

test('by default a clock that stands still or steps back keeps the order, and one far back restarts, counted', () => {
  const now = manual();
  const ids = createUuidv7({ now });
  const first = ids();
  now.ms = NOW - 10_000;
  const held = ids();
  assert.ok(held > first);
  now.ms = NOW - 10_001;
  const restarted = ids();
  assert.ok(restarted < first);
  assert.equal(uuidv7.timestamp(restarted), NOW - 10_001);
  const { minted, rollbacks, largestRollbackMs, held: heldIds, restarts } = ids.meter();
  assert.deepEqual([minted, rollbacks, largestRollbackMs, heldIds, restarts], [3, 2, 10_000, 1, 1]);
});

test('each policy refuses, waits or goes on as it says, with the distance', () => {
  const cases = [
    [{ onBehind: 'refuse' }, 1, 'BEHIND', 1],
    [{ onBehind: { wait: 5 } }, 5, 'WAIT', 5],
    [{ onBehind: { wait: 5 } }, 6, 'BEHIND', 6],
    [{ onBehind: { hold: 5, beyond: 'refuse' } }, 5, undefined, undefined],
    [{ onBehind: { hold: 5, beyond: 'refuse' } }, 6, 'BEHIND', 6],
    [{ onBehind: { hold: 5 } }, 6, undefined, undefined],
    [{ onBehind: { hold: Infinity, beyond: 'refuse' } }, NOW, undefined, undefined],
  ];
  for (const [options, behind, code, distanceMs] of cases) {
    const now = manual();
    const ids = createUlid({ ...options, now });
    ids();
    now.ms = NOW - behind;
    let error;
    try {
      ids();
    } catch (thrown) {
      error = thrown;
    }
    assert.deepEqual([error?.code, error?.distanceMs], [code, distanceMs], JSON.stringify(options));
  }
});

test('a full millisecond is borrowed, waited for or refused', () => {
  const fullest = () => (length) => new Uint8Array(length).fill(0xff);
  const cases = [
    [undefined, undefined],
    [{ borrow: 0 }, 'LEAD'],
    ['wait', 'WAIT'],
    ['refuse', 'FULL'],
  ];
  for (const [onFull, code] of cases) {
    const ids = createUlid({ now: manual(), random: fullest(), ...(onFull === undefined ? {} : { onFull }) });
    ids();
    assert.equal(codeOf(ids), code);
    if (code === undefined) assert.equal(ids.meter().borrowed, 1);
  }
});

test('clocks before 1970 and past the end of the time field are refused', () => {
  assert.equal(codeOf(createUuidv7({ now: manual(-1) })), 'BEFORE_EPOCH');
  assert.equal(codeOf(createUuidv7({ now: manual(2 ** 48) })), 'HORIZON');
  assert.equal(codeOf(createUuidv7({ now: manual(Number.MAX_VALUE) })), 'HORIZON');
});

test('generators take turns in the core without touching one another', () => {
  const now = manual();
  const many = Array.from({ length: 50 }, (_, i) => [createUuidv7, createUlid][i % 2]({ now }));
  const previous = many.map((ids) => ids());
  for (let turn = 0; turn < 20; turn++) {
    now.ms += turn % 3;
    many.forEach((ids, i) => {
      const id = ids();
      assert.ok(id > previous[i]);
      previous[i] = id;
    });
  }
  for (const ids of many) assert.equal(ids.meter().minted, 21);
});

test('a clock or a source that itself makes ids upsets nothing', () => {
  const inner = createUlid({ now: manual() });
  const made = [];
  const outer = createUuidv7({
    now: () => {
      made.push(inner());
      return NOW;
    },
    random: (length) => {
      made.push(inner(), uuidv7());
      return new Uint8Array(length).fill(1);
    },
  });
  const ids = Array.from({ length: 10 }, () => outer());
  assert.deepEqual(ids, ids.toSorted?.() ?? [...ids].sort());
  assert.equal(new Set(ids).size, 10);
  assert.equal(outer.meter().minted, 10);
  const inners = made.filter((id) => ulid.isValid(id));
  assert.equal(inner.meter().minted, inners.length);
  assert.deepEqual(inners, [...inners].sort());
});

test('an id for a given time takes no part in the order of the others', () => {
  const ids = createUuidv7({ now: manual() });
  const first = ids();
  assert.equal(uuidv7.timestamp(ids.at(NOW + 1_000_000)), NOW + 1_000_000);
  const second = ids();
  assert.equal(uuidv7.timestamp(second), NOW);
  assert.ok(second > first);
  assert.equal(ids.meter().minted, 2);
});

test('a generator told of an earlier id makes later ones only', () => {
  const earlier = uuidv7.max(NOW);
  const ids = createUuidv7({ now: manual(), after: earlier });
  assert.ok(ids() > earlier);
  assert.equal(codeOf(createUuidv7({ after: 'x' })), 'INVALID_LENGTH');
});

/** A store in memory; `fails` makes it throw. */
function memory(kept = new Map()) {
  const store = {
    fails: false,
    kept,
    getItem(key) {
      if (store.fails) throw new Error('no storage');
      return kept.get(key) ?? null;
    },
    setItem(key, value) {
      if (store.fails) throw new Error('no storage');
      kept.set(key, value);
    },
  };
  return store;
}

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
  store.fails = true;
  const mark = { store, key: 'mintid' };
  const going = createUuidv7({ now: manual(), mark });
  assert.ok(going() < going());
  assert.equal(going.meter().late, 2);
  assert.equal(codeOf(createUuidv7({ now: manual(), mark: { ...mark, onLate: 'refuse' } })), 'MARK_DUE');
});

test('a store that holds something else is refused', () => {
  for (const rubbish of ['', 'x', '-1', '1.5', '1e3', ' 1', '9'.repeat(15), '9'.repeat(16)]) {
    const store = memory(new Map([['mintid', rubbish]]));
    assert.equal(codeOf(createUuidv7({ mark: { store, key: 'mintid' } })), 'MARK_INVALID', rubbish);
  }
});

test('an option that is none is refused when the generator is made', () => {
  const cases = [
    ...[11, 43, 20.5, NaN, '20'].map((counterBits) => [createUuidv7, { counterBits }]),
    ...['two', 1, null].map((step) => [createUlid, { step }]),
    ...['hold', {}, 7, { hold: -1 }, { hold: 1, beyond: 'x' }, { wait: 2 ** 32 }].map((onBehind) => [
      createUlid,
      { onBehind },
    ]),
    ...['borrow', {}, { borrow: 1.5 }].map((onFull) => [createUuidv7, { onFull }]),
    ...[
      {},
      { store: memory() },
      { store: {}, key: 'x' },
      { store: memory(), key: 'x', windowMs: 0 },
      { store: memory(), key: 'x', windowMs: 2 ** 32 },
    ].map((mark) => [createUuidv7, { mark }]),
    [createUuidv7, { now: 7 }],
    [createUuidv7, { after: 7 }],
    [createUuidv4, { random: 'crypto' }],
  ];
  for (const [create, options] of cases)
    assert.equal(
      codeOf(() => create(options)),
      'INVALID_OPTION',
      JSON.stringify(options),
    );
});
