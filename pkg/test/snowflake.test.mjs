// Snowflake generators: what they make, what they refuse, and how they wait.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import * as portable from '../dist/snowflake-portable.js';
import * as wasm from '../dist/snowflake.js';
import { NOW, codeOf, counting, errorOf, manual, memory } from './support.mjs';

const { createSnowflake } = wasm;

/** A generator on a clock that is set by hand. */
function made(options = {}) {
  const clock = manual();
  return { clock, ids: createSnowflake({ layout: 'twitter', node: 1, now: clock, ...options }) };
}

/** The id of a tick's start with this sequence, on node 1 of Twitter's layout. */
const at = (ms, sequence) => (BigInt(ms - 1_288_834_974_657) << 22n) | (1n << 12n) | BigInt(sequence);

test('both ways to run the core make the same ids', () => {
  assert.deepEqual([wasm.backend(), portable.backend()], ['wasm', 'js']);
  const [one, other] = [wasm, portable].map(({ createSnowflake: create }) =>
    create({ layout: 'discord', node: 7, now: manual(), random: counting(), sequence: 'random' }),
  );
  for (let call = 0; call < 3000; call++) assert.equal(one.next(), other.next());
  assert.deepEqual(one.many(50), other.many(50));
  assert.deepEqual(one.layout.capacity, other.layout.capacity);
});

test('ids of a tick count up, and the next tick starts at 0 again', () => {
  const { clock, ids } = made();
  assert.deepEqual([ids.next(), ids.next(), ids.nextString()], [at(NOW, 0), at(NOW, 1), String(at(NOW, 2))]);
  clock.ms++;
  assert.equal(ids.next(), at(NOW + 1, 0));
  assert.equal(ids.meter().minted, 4);
});

test('a sequence starts at 0, at random below half, or goes on', () => {
  for (const [sequence, second] of [
    ['zero', [0, 1, 0]],
    ['random', [0x203, 0x204, 0x607]],
    ['continue', [0, 1, 2]],
  ]) {
    const { clock, ids } = made({ sequence, random: counting() });
    const first = [ids.next(), ids.next()];
    clock.ms++;
    const sequences = [...first, ids.next()].map((id) => ids.decompose(id).sequence);
    assert.deepEqual(sequences, second, sequence);
    assert.equal(ids.meter().entropyFailures, 0);
  }
});

test("without a source of one's own a random start draws the platform's", () => {
  const starts = new Set();
  for (let run = 0; run < 20; run++) starts.add(made({ sequence: 'random' }).ids.next());
  assert.ok(starts.size > 10);
});

test('with a clock that stands still the call after a full tick ends soon, by an error that says when to call again', () => {
  const { ids } = made();
  let readings = 0;
  const counted = createSnowflake({ layout: 'twitter', node: 2, now: () => (readings++, NOW) });
  for (let call = 0; call < 4096; call++) [ids.next(), counted.next()];
  const { code, forMs, distanceMs, message } = errorOf(() => ids.next());
  assert.deepEqual([code, forMs, distanceMs], ['WAIT', 1, 1]);
  assert.match(message, /call again in 1 ms, or await nextAsync/);
  readings = 0;
  assert.equal(codeOf(() => counted.next()), 'WAIT');
  assert.equal(readings, 1 + 10_000);
  assert.equal(counted.meter().minted, 4096);
});

test('a call that has to wait no more than a tick reads the clock until that has come', () => {
  let readings = 0;
  const now = () => NOW + Math.floor(readings++ / 5000);
  const ids = createSnowflake({ layout: 'twitter', node: 1, now });
  const made = Array.from({ length: 9000 }, () => ids.next());
  assert.equal(new Set(made).size, 9000);
  assert.ok(made.every((id, at) => at === 0 || made[at - 1] < id));
  assert.ok(ids.meter().waits > 0);
});

test('a wait for longer than a tick is told at once', () => {
  const { clock, ids } = made();
  ids.next();
  clock.ms -= 5;
  let readings = 0;
  const { code, forMs } = errorOf(() => ids.next());
  assert.deepEqual([code, forMs], ['WAIT', 5]);
  const late = createSnowflake({ layout: 'twitter', node: 3, now: () => (readings++, readings > 1 ? NOW - 5 : NOW) });
  late.next();
  assert.equal(codeOf(() => late.next()), 'WAIT');
  assert.equal(readings, 2);
});

test('a clock that steps back further than the policy bears is refused, and nothing has changed', () => {
  const { clock, ids } = made();
  ids.next();
  clock.ms = NOW - 11;
  const { code, distanceMs, message } = errorOf(() => ids.next());
  assert.deepEqual([code, distanceMs], ['BEHIND', 11]);
  assert.match(message, /take another node/);
  clock.ms = NOW;
  assert.equal(ids.next(), at(NOW, 1));
  const { rollbacks, largestRollbackMs, refused } = ids.meter();
  assert.deepEqual([rollbacks, largestRollbackMs, refused], [1, 11, 1]);
});

test('a clock that is behind is held against, where that was asked for, and never restarted from', () => {
  const { clock, ids } = made({ onBehind: { hold: 100 } });
  ids.next();
  clock.ms = NOW - 100;
  assert.equal(ids.next(), at(NOW, 1));
  clock.ms = NOW - 101;
  assert.equal(codeOf(() => ids.next()), 'BEHIND');
  for (const onBehind of [{ hold: 1, beyond: 'restart' }, { hold: 1, beyond: 'refuse' }, 'restart', null]) {
    assert.equal(codeOf(() => made({ onBehind })), 'INVALID_OPTION');
  }
});

test('a full tick is refused, waited for, or the next one borrowed', () => {
  const full = (onFull) => {
    const { ids } = made({ onFull });
    for (let call = 0; call < 4096; call++) ids.next();
    return ids;
  };
  assert.equal(codeOf(() => full('refuse').next()), 'FULL');
  assert.equal(codeOf(() => full('wait').next()), 'WAIT');
  assert.equal(full({ borrow: 1 }).next(), at(NOW + 1, 0));
});

test('5,000 ids of one frozen millisecond are 4,096 different ones and then errors', () => {
  const { ids } = made({ onFull: 'refuse' });
  const outcomes = Array.from({ length: 5000 }, () => {
    let id;
    const code = codeOf(() => (id = ids.next()));
    return id ?? code;
  });
  assert.equal(new Set(outcomes.slice(0, 4096)).size, 4096);
  assert.deepEqual(new Set(outcomes.slice(4096)), new Set(['FULL']));
});

test('a clock that goes to and fro within a long tick ends the call', () => {
  for (const count of [0, 200]) {
    let readings = 0;
    const now = () => {
      if (++readings > 100_000) throw new Error('this call never ends');
      return NOW + (readings % 3);
    };
    // 256 ids in 10 ms.
    const ids = createSnowflake({ layout: 'sonyflake', node: 1, now });
    const some = () => (count === 0 ? [ids.next()] : ids.many(count));
    const made = [];
    const error = errorOf(() => {
      for (;;) made.push(...some());
    });
    assert.deepEqual([error.code, error.forMs <= 10, made.length], ['WAIT', true, count === 0 ? 256 : 200]);
  }
});

test('many are of one tick, all or none', () => {
  const { clock, ids } = made();
  assert.deepEqual(ids.many(3), [at(NOW, 0), at(NOW, 1), at(NOW, 2)]);
  assert.deepEqual(ids.many(0), []);
  assert.equal(codeOf(() => ids.many(4094)), 'WAIT');
  assert.equal(ids.next(), at(NOW, 3));
  clock.ms++;
  const all = ids.many(4096);
  assert.deepEqual([all.length, all[0], all[4095]], [4096, at(NOW + 1, 0), at(NOW + 1, 4095)]);
  assert.equal(codeOf(() => ids.many(4097)), 'TOO_MANY');
  for (const count of [-1, 0.5, '3', 3n, NaN, undefined]) assert.equal(codeOf(() => ids.many(count)), 'INVALID_ARGUMENT');
  // Apart by more than 1 where the machine stands lowest.
  const sony = createSnowflake({ layout: 'sonyflake', node: 9, now: manual() });
  const [first, second] = sony.many(2);
  assert.equal(second - first, 1n << 16n);
});

test('ids of 53 bits are numbers too, and no others are', () => {
  const small = createSnowflake({ layout: 'js53', node: 3, now: manual() });
  const id = small.nextNumber();
  assert.ok(Number.isSafeInteger(id));
  assert.equal(small.decompose(id).node, 3);
  assert.equal(small.next(), BigInt(id) + 1n);
  const { ids } = made();
  assert.equal(codeOf(() => ids.nextNumber()), 'NUMBER_RANGE');
  assert.equal(codeOf(() => ids.format(5)), 'NUMBER_RANGE');
  assert.equal(ids.meter().minted, 0);
});

test('a node is a whole number or the pieces of its layout, and what is neither is told by a code', () => {
  const { ids } = made({ node: { datacenter: 11, worker: 26 } });
  assert.equal(ids.node, 378);
  assert.deepEqual(ids.decompose(ids.next()).fields, { datacenter: 11, worker: 26 });
  const cases = [
    [undefined, 'INVALID_NODE'],
    [null, 'INVALID_NODE'],
    ['1', 'INVALID_NODE'],
    [1n, 'INVALID_NODE'],
    [1.5, 'INVALID_NODE'],
    [NaN, 'INVALID_NODE'],
    [Infinity, 'INVALID_NODE'],
    [-1, 'NODE_RANGE'],
    [1024, 'NODE_RANGE'],
    [{ datacenter: 1 }, 'INVALID_NODE'],
    [{ datacenter: 1, worker: '2' }, 'INVALID_NODE'],
    [{ datacenter: 1, worker: 2, process: 3 }, 'INVALID_NODE'],
    [{ datacenter: 1, worker: 32 }, 'NODE_RANGE'],
    [{ datacenter: -1, worker: 0 }, 'NODE_RANGE'],
    [[1, 2], 'INVALID_NODE'],
  ];
  for (const [node, code] of cases) {
    const error = errorOf(() => made({ node }));
    assert.equal(error?.code, code, String(node));
    assert.match(error.message, /should be|give/);
  }
  assert.match(errorOf(() => made({ node: { datacenter: 1, worker: 32 } })).message, /^worker does not fit its 5 bits/);
  // None to give, and none is asked for.
  assert.equal(createSnowflake({ layout: 'mastodon', now: manual() }).node, 0);
  assert.equal(codeOf(() => createSnowflake({ layout: 'mastodon', node: 1 })), 'NODE_RANGE');
});

test('an option that there is not is refused', () => {
  const wrong = [
    { worker: 1 },
    { clock: manual() },
    { now: 5 },
    { random: 5 },
    { sequence: 'one' },
    { onFull: 'hold' },
    { onFull: { borrow: -1 } },
    { onUnset: 'wait' },
    { mark: {} },
    { mark: { store: memory(), key: 'k', onLate: 'goOn' } },
  ];
  for (const option of wrong) assert.equal(codeOf(() => made(option)), 'INVALID_OPTION', JSON.stringify(option));
  for (const options of [undefined, null, 5, []]) assert.equal(codeOf(() => createSnowflake(options)), 'INVALID_OPTION');
});

test('a clock without a time is told by its code', () => {
  const throwing = () => {
    throw new Error('no clock');
  };
  for (const now of [() => NaN, () => 1.5, () => '5', () => 5n, throwing]) {
    assert.equal(codeOf(() => made({ now }).ids.next()), 'CLOCK_FAILED');
  }
  assert.equal(codeOf(() => made({ now: () => null }).ids.next()), 'UNSET');
  const before = errorOf(() => made({ now: () => 1_288_834_974_650 }).ids.next());
  assert.deepEqual([before.code, before.distanceMs], ['BEFORE_EPOCH', 7]);
  assert.equal(codeOf(() => made({ now: () => 3_487_858_230_209 }).ids.next()), 'HORIZON');
  // An epoch that is still to come is told by the first id.
  const ahead = errorOf(() => made({ layout: { like: 'twitter', epochMs: NOW + 1000 } }).ids.next());
  assert.deepEqual([ahead.code, ahead.distanceMs], ['BEFORE_EPOCH', 1000]);
});

test('more generators than slots take turns, and each keeps its own state', () => {
  const clock = manual();
  const all = Array.from({ length: 20 }, (_, node) => createSnowflake({ layout: 'twitter', node, now: clock }));
  for (let round = 0; round < 3; round++) {
    for (const [node, ids] of all.entries()) {
      const parts = ids.decompose(ids.next());
      assert.deepEqual([parts.node, parts.sequence], [node, round]);
    }
  }
  assert.deepEqual(new Set(all.map((ids) => ids.meter().minted)), new Set([3]));
});

test('a clock that calls another generator, or the same one, leaves both in order', () => {
  const other = createSnowflake({ layout: 'js53', node: 1, now: manual() });
  const many = Array.from({ length: 9 }, (_, node) => createSnowflake({ layout: 'twitter', node, now: manual() }));
  const now = () => {
    other.next();
    for (const ids of many) ids.next();
    return NOW;
  };
  const ids = createSnowflake({ layout: 'twitter', node: 1, now });
  assert.deepEqual([ids.next(), ids.next()], [at(NOW, 0), at(NOW, 1)]);
  let depth = 0;
  const self = createSnowflake({ layout: 'twitter', node: 1, now: () => (depth++ === 0 ? (self.next(), NOW) : NOW) });
  assert.deepEqual([self.next(), self.next()], [at(NOW, 1), at(NOW, 2)]);
});

test('a run starts above an id that was made before', () => {
  const after = at(NOW + 3, 9);
  for (const given of [after, String(after)]) {
    const { clock, ids } = made({ after: given });
    const { code, distanceMs } = errorOf(() => ids.next()) ?? {};
    assert.equal(code, undefined);
    assert.equal(distanceMs, undefined);
    assert.ok(ids.meter().minted === 1);
    clock.ms += 10;
    assert.ok(ids.next() > after);
  }
  assert.equal(codeOf(() => made({ after: at(NOW + 1000, 0) }).ids.next()), 'MARK_AHEAD');
  assert.equal(codeOf(() => made({ after: 'x' })), 'INVALID_CHARACTER');
  assert.equal(codeOf(() => made({ after: 2n ** 63n })), 'OVERFLOW');
});
