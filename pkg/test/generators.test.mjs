// Clocks, randomness and policies of one's own, through the built package.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';

import { createUlid, createUuidv4, createUuidv7, ulid, uuidv7 } from '../dist/index.js';
import { NOW, clockOf, codeOf, counting, errorOf, lying, manual } from './support.mjs';

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
    const ids = create({ ...options, ...clockOf(create), random });
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
    (length) => lying(length - 1, length),
    (length) => Object.create(Uint8Array.prototype, { length: { value: length } }),
  ];
  for (const create of [createUuidv4, createUuidv7, createUlid]) {
    for (const random of bad) {
      const good = counting();
      let source = good;
      const ids = create({ ...clockOf(create), random: (length) => source(length) });
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

test('the platform’s clock is held to the same as one of one’s own', () => {
  const original = Date.now;
  const failure = new Error('no clock');
  const bad = [
    () => {
      throw failure;
    },
    ...[1n, null, undefined, '5', 0.5, NaN, new Number(5)].map((reading) => () => reading),
  ];
  try {
    for (const clock of bad) {
      Date.now = clock;
      for (const ids of [createUuidv7(), ulid]) {
        const error = errorOf(ids);
        assert.equal(error?.code, 'CLOCK_FAILED', String(clock));
        if (clock === bad[0]) assert.equal(error.cause, failure);
      }
    }
    Date.now = () => -7;
    assert.deepEqual([errorOf(uuidv7).code, errorOf(uuidv7).distanceMs], ['BEFORE_EPOCH', 7]);
  } finally {
    Date.now = original;
  }
  assert.ok(ulid.isValid(ulid()));
});

test('a message says how far, from where, and what to do', () => {
  const now = manual();
  const ids = createUuidv7({ now, onBehind: 'refuse' });
  ids();
  now.ms -= 3;
  assert.equal(
    errorOf(ids).message,
    'the clock is 3 ms behind where it has been: correct it, or allow a larger distance',
  );
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

test('bytes of another realm are as good as those of this one, and what a source gives is taken at once', () => {
  const foreign = runInNewContext('(length) => new Uint8Array(length).fill(7)');
  const held = new Uint8Array(16).fill(7);
  for (const create of [createUuidv4, createUuidv7, createUlid]) {
    const make = (random) => create({ ...clockOf(create), random })();
    const here = make((length) => new Uint8Array(length).fill(7));
    assert.deepEqual([make(foreign), make((length) => held.subarray(0, length))], [here, here]);
  }
  assert.deepEqual(held, new Uint8Array(16).fill(7));
});
