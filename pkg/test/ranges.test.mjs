// Ranges in memory: ids, what a coordinator may answer, back-off, the end.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { MintError } from '../dist/index.js';
import { createRanges } from '../dist/ranges.js';
import { codeOf } from './support.mjs';

const rejected = (promise) => promise.then(() => assert.fail('it did not reject'), (error) => error);

/** A coordinator that counts up. */
function counter(first = 1) {
  const reserve = (want, request) => {
    reserve.calls.push({ want, ...request });
    const span = { first: reserve.next, count: want };
    reserve.next += want;
    return span;
  };
  return Object.assign(reserve, { next: first, calls: [] });
}

/** Answers by hand. */
function byHand() {
  const reserve = (want, request) =>
    new Promise((resolve, reject) => reserve.calls.push({ want, ...request, resolve, reject }));
  return Object.assign(reserve, { calls: [] });
}

const AT_ONCE = { firstMs: 0, longestMs: 0 };

describe('ids', () => {
  it('come one after the other, and more are asked for before they run out', async () => {
    const reserve = counter();
    const ids = createRanges({ reserve, want: 10, lowWater: 3 });
    assert.equal(ids.tryNext(), undefined);
    for (let id = 1; id <= 7; id++) assert.equal(await ids.next(), id);
    assert.equal(reserve.calls.length, 2);
    for (let id = 8; id <= 25; id++) assert.equal(await ids.next(), id);
    assert.equal(await ids.nextString(), '26');
  });

  it('come at once and without a coordinator until the spans are used up', async () => {
    let online = true;
    const reserve = counter();
    const ids = createRanges({
      reserve: (...asked) => (online ? reserve(...asked) : Promise.reject(new Error('offline'))),
      want: 100,
    });
    await ids.ready();
    online = false;
    for (let id = 1; id <= 100; id++) assert.equal(ids.tryNext(), id);
    assert.equal(ids.tryNext(), undefined);
    assert.equal((await rejected(ids.next())).cause.message, 'offline');
    assert.equal(ids.meter().taken, 100);
  });

  it('are numbers up to 2^53 - 1, and BigInts where the ceiling is above that', async () => {
    const max = Number.MAX_SAFE_INTEGER;
    assert.equal(await createRanges({ reserve: () => ({ first: max, last: max }) }).next(), max);
    const first = 2n ** 63n - 1n;
    const wide = createRanges({ reserve: () => ({ first, count: 1 }), ceiling: 'i64' });
    assert.equal(await wide.next(), first);
    const text = createRanges({ reserve: () => ({ first: '18446744073709551615', count: '1' }), ceiling: 'u64' });
    assert.equal(await text.nextString(), '18446744073709551615');
    assert.equal(await createRanges({ reserve: counter(), ceiling: 5n }).next().catch(({ code }) => code), 'SPAN_CEILING');
  });

  it('are every second one where two servers share them', async () => {
    const ids = createRanges({ reserve: () => ({ first: 1, last: 9, step: 2 }) });
    assert.deepEqual([await ids.next(), ids.tryNext(), ids.tryNext()], [1, 3, 5]);
  });

  it('are given once each to many that wait at the same time', async () => {
    const ids = createRanges({ reserve: counter(), want: 7 });
    const taken = await Promise.all(Array.from({ length: 500 }, () => ids.next()));
    assert.deepEqual([...taken].sort((a, b) => a - b), Array.from({ length: 500 }, (_, at) => at + 1));
  });

  it('of twenty allocators in the slots of eight are not mixed up', async () => {
    const all = Array.from({ length: 20 }, (_, at) => createRanges({ reserve: counter(1000 * at), want: 500 }));
    for (let n = 0; n < 50; n++) {
      for (const [at, ids] of all.entries()) assert.equal(await ids.next(), 1000 * at + n);
    }
  });
});

describe('a request', () => {
  it('carries a ticket of its own and a signal', async () => {
    const reserve = counter();
    const ids = createRanges({ reserve, want: 5 });
    for (let n = 0; n < 12; n++) await ids.next();
    assert.equal(new Set(reserve.calls.map(({ ticket }) => ticket)).size, reserve.calls.length);
    for (const { want, ticket, signal } of reserve.calls) {
      assert.match(ticket, /^\d+$/);
      assert.deepEqual([want, signal.aborted], [5, false]);
    }
  });

  it('is one at a time', async () => {
    const reserve = byHand();
    const ids = createRanges({ reserve });
    const waiting = [ids.next(), ids.next(), ids.tryNext()];
    await undefined;
    assert.equal(reserve.calls.length, 1);
    reserve.calls[0].resolve({ first: 1, count: 10 });
    assert.deepEqual(await Promise.all(waiting), [1, 2, undefined]);
  });

  const thrown = new Error('no network');
  const FAILURES = [
    ['throws', () => { throw thrown; }, 'RESERVE_FAILED'],
    ['rejects', () => Promise.reject(thrown), 'RESERVE_FAILED'],
    ['hangs', () => new Promise(() => {}), 'RESERVE_TIMEOUT'],
    ['answers nothing', () => undefined, 'SPAN_INVALID'],
    ['answers null', () => null, 'SPAN_INVALID'],
    ['answers a number', () => 5, 'SPAN_INVALID'],
    ['answers text', () => '1-100', 'SPAN_INVALID'],
    ['answers an array', () => [1, 100], 'SPAN_INVALID'],
    ['answers a first id alone', () => ({ first: 1 }), 'SPAN_INVALID'],
    ['answers both ends and a count', () => ({ first: 1, last: 5, count: 5 }), 'SPAN_INVALID'],
    ['answers no ids', () => ({ first: 1, count: 0 }), 'SPAN_INVALID'],
    ['answers backwards', () => ({ first: 5, last: 1 }), 'SPAN_INVALID'],
    ['answers a fraction', () => ({ first: 1.5, count: 5 }), 'SPAN_INVALID'],
    ['answers a negative number', () => ({ first: -1, count: 5 }), 'SPAN_INVALID'],
    ['answers a negative BigInt', () => ({ first: -1n, count: 5 }), 'SPAN_INVALID'],
    ['answers a number that was rounded', () => ({ first: 2 ** 53, count: 5 }), 'SPAN_INVALID'],
    ['answers more than 64 bits', () => ({ first: 2n ** 64n, count: 5 }), 'SPAN_INVALID'],
    ['answers a symbol', () => ({ first: Symbol('x'), count: 5 }), 'SPAN_INVALID'],
    ['answers past the end of 64 bits', () => ({ first: 2n ** 64n - 1n, count: 2 }), 'SPAN_INVALID'],
    ['answers a step of 0', () => ({ first: 1, count: 5, step: 0 }), 'SPAN_INVALID'],
    ['answers too large a step', () => ({ first: 1, count: 5, step: 65_536 }), 'SPAN_INVALID'],
    ['answers an end off its step', () => ({ first: 1, last: 10, step: 2 }), 'SPAN_INVALID'],
    ['answers what throws', () => ({ get first() { throw thrown; }, count: 5 }), 'SPAN_INVALID'],
    ['answers past the ceiling', () => ({ first: Number.MAX_SAFE_INTEGER, count: 2 }), 'SPAN_CEILING'],
    ['answers ids of before', () => ({ first: 3, count: 5 }), 'SPAN_OVERLAP'],
  ];
  for (const [what, answer, code] of FAILURES) {
    it(`that ${what} ends with ${code}, and the ids go on where they were`, async () => {
      const answers = [() => ({ first: 1, count: 5 }), answer, () => ({ first: 6, last: 9 })];
      const ids = createRanges({ reserve: () => answers.shift()(), lowWater: 0, patienceMs: 20, backoff: AT_ONCE });
      for (let id = 1; id <= 5; id++) assert.equal(await ids.next(), id);
      const error = await rejected(ids.next());
      assert.ok(error instanceof MintError, String(error));
      assert.deepEqual([error.code, ids.meter().error.code], [code, code]);
      if (code === 'RESERVE_FAILED') assert.equal(error.cause, thrown);
      for (let id = 6; id <= 9; id++) assert.equal(await ids.next(), id);
      const { taken, granted, failures } = ids.meter();
      assert.deepEqual({ taken, granted, failures }, { taken: 9, granted: 9, failures: 1 });
    });
  }

  it('that failed is not repeated before its time, and what asks meanwhile is told when that is', async () => {
    let calls = 0;
    const reserve = () => {
      calls++;
      throw new Error('no network');
    };
    const ids = createRanges({ reserve, backoff: { firstMs: 60_000, longestMs: 60_000 } });
    assert.equal((await rejected(ids.next())).code, 'RESERVE_FAILED');
    const error = await rejected(ids.next());
    assert.deepEqual([error.code, error.cause.code, calls], ['EMPTY', 'RESERVE_FAILED', 1]);
    assert.ok(error.distanceMs > 29_000 && error.distanceMs <= 60_000, `${error.distanceMs} ms`);
    assert.equal(ids.tryNext(), undefined);
    assert.equal(calls, 1);
  });

  it('that hangs is aborted, and its answer is taken if it comes before another', async () => {
    const reserve = byHand();
    const ids = createRanges({ reserve, patienceMs: 20, backoff: AT_ONCE });
    assert.equal((await rejected(ids.next())).code, 'RESERVE_TIMEOUT');
    assert.equal(reserve.calls[0].signal.aborted, true);
    reserve.calls[0].resolve({ first: 1, count: 50 });
    await new Promise(setImmediate);
    assert.equal(ids.tryNext(), 1);
  });

  it('that was overtaken goes back to the coordinator, and its ids are never used', async () => {
    const reserve = byHand();
    const released = [];
    const ids = createRanges({ reserve, release: (spans) => released.push(...spans), patienceMs: 20, backoff: AT_ONCE });
    await rejected(ids.next());
    const second = ids.next();
    await undefined;
    reserve.calls[1].resolve({ first: 101, count: 10 });
    assert.equal(await second, 101);
    reserve.calls[0].resolve({ first: 1, count: 100 });
    await new Promise(setImmediate);
    assert.deepEqual(released, [{ first: 1, last: 100, step: 1 }]);
    assert.equal(ids.tryNext(), 102);
    assert.equal(ids.meter().late, 1);
  });
});

describe('the time of pauses', () => {
  it('does not run backwards with the clock of the day, where there is no other', async () => {
    const [{ now }, performance] = [Date, Object.getOwnPropertyDescriptor(globalThis, 'performance')];
    let ms = 1_764_417_600_000;
    Date.now = () => ms;
    Object.defineProperty(globalThis, 'performance', { configurable: true, value: undefined });
    try {
      let calls = 0;
      const reserve = () => {
        if (calls++ === 0) throw new Error('no network');
        return { first: 1, count: 10 };
      };
      const ids = createRanges({ reserve, backoff: { firstMs: 1000, longestMs: 1000 } });
      assert.equal((await rejected(ids.next())).code, 'RESERVE_FAILED');
      assert.equal((await rejected(ids.next())).code, 'EMPTY');
      ms -= 3_600_000;
      assert.equal((await rejected(ids.next())).code, 'EMPTY');
      ms += 1000;
      assert.equal(await ids.next(), 1);
    } finally {
      Date.now = now;
      Object.defineProperty(globalThis, 'performance', performance);
    }
  });
});

describe('at the end', () => {
  it('what is left is given back once, and there are no ids after it', async () => {
    const released = [];
    const ids = createRanges({ reserve: counter(), release: async (spans) => released.push(spans), want: 10 });
    await ids.next();
    const left = [{ first: 2, last: 10, step: 1 }];
    assert.deepEqual(await ids.giveBack(), left);
    assert.deepEqual(released, [left]);
    assert.deepEqual(await ids.giveBack(), []);
    for (const call of [ids.next(), ids.ready(), ids.nextString()]) assert.equal((await rejected(call)).code, 'CLOSED');
    assert.equal(codeOf(ids.tryNext), 'CLOSED');
    assert.equal(ids.meter().givenBack, 9);
  });

  it('nobody waits any more for an answer, which goes back when it comes', async () => {
    const reserve = byHand();
    const released = [];
    const ids = createRanges({ reserve, release: (spans) => released.push(...spans) });
    const waiting = rejected(ids.next());
    await undefined;
    assert.deepEqual(await ids.giveBack(), []);
    assert.equal((await waiting).code, 'CLOSED');
    assert.equal(reserve.calls[0].signal.aborted, true);
    reserve.calls[0].resolve({ first: 1, count: 9 });
    await new Promise(setImmediate);
    assert.deepEqual(released, [{ first: 1, last: 9, step: 1 }]);
  });

  it('a coordinator that does not take back what is left is told of by a code', async () => {
    const cause = new Error('no network');
    for (const release of [() => { throw cause; }, () => Promise.reject(cause)]) {
      const ids = createRanges({ reserve: counter(), release, want: 10 });
      await ids.next();
      const error = await rejected(ids.giveBack());
      assert.ok(error instanceof MintError);
      assert.deepEqual([error.code, error.cause, ids.meter().error], ['RELEASE_FAILED', cause, error]);
      assert.deepEqual(await ids.giveBack(), [], 'some may be given back');
    }
  });

  it('ids that were never asked for are none to give back', async () => {
    const reserve = counter();
    assert.deepEqual(await createRanges({ reserve }).giveBack(), []);
    assert.equal(reserve.calls.length, 0);
  });
});

describe('an option', () => {
  const reserve = counter();
  const store = { update: async () => {} };
  const WRONG = [
    {},
    null,
    { reserve: 5 },
    { reserve, wants: 5 },
    { reserve, want: 0 },
    { reserve, want: 1.5 },
    { reserve, want: '100' },
    { reserve, lowWater: -1 },
    { reserve, block: 0 },
    { reserve, ceiling: -1 },
    { reserve, ceiling: 2 ** 53 },
    { reserve, ceiling: 2n ** 64n },
    { reserve, ceiling: 'i32' },
    { reserve, patienceMs: 0 },
    { reserve, patienceMs: Infinity },
    { reserve, backoff: 5 },
    { reserve, backoff: { firstMs: 5 } },
    { reserve, backoff: { firstMs: 5, longestMs: 4 } },
    { reserve, release: {} },
    { reserve, key: 'k' },
    { reserve, store },
    { reserve, store, key: '' },
    { reserve, store: 'localStorage', key: 'k' },
    { reserve, store: {}, key: 'k' },
    { reserve, store: { getItem: () => null }, key: 'k' },
  ];
  it('that is none is refused at once', async () => {
    for (const options of WRONG) assert.equal(codeOf(() => createRanges(options)), 'INVALID_OPTION', JSON.stringify(options, (_, value) => String(value)));
    const ids = createRanges({ reserve });
    assert.equal((await rejected(ids.giveBack({ store: true }))).code, 'INVALID_OPTION');
    assert.equal(reserve.calls.length, 0);
  });
});
