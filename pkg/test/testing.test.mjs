// Clocks, bytes and ids that are the same in every run, and that nothing of them is left after it.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { test } from 'node:test';

import { convert, createUlid, createUuidv4, createUuidv7, reseed, ulid, uuidv4, uuidv7 } from '../dist/index.js';
import { manualClock, seeded, withDeterministicIds } from '../dist/testing.js';
import { codeOf, memory } from './support.mjs';

const START = Date.UTC(2026, 0, 1);

const hexOf = (bytes) => Buffer.from(bytes).toString('hex');
const three = () => [uuidv7(), ulid(), uuidv4()];

/** What a script says in a process of its own. */
function said(script) {
  const args = ['--input-type=module', '-e', script];
  return execFileSync(process.execPath, args, { cwd: new URL('..', import.meta.url), encoding: 'utf8' });
}

test('a manual clock stands still until it is told otherwise', () => {
  const clock = manualClock();
  assert.deepEqual([clock(), clock()], [START, START]);
  clock.advance(1500);
  assert.equal(clock(), START + 1500);
  clock.advance(-2000);
  assert.equal(clock(), START - 500);
  clock.set(new Date('2030-01-01'));
  assert.equal(clock(), Date.UTC(2030, 0, 1));
  assert.equal(manualClock(-1)(), -1);
  assert.equal(manualClock(new Date(7))(), 7);
});

test('a manual clock refuses what is no time, and goes on from where it was', () => {
  const clock = manualClock(5);
  for (const time of [NaN, Infinity, 0.5, '5', 5n, null, new Date(NaN), 2 ** 53]) {
    for (const call of [() => manualClock(time), () => clock.set(time), () => clock.advance(time)]) {
      assert.equal(codeOf(call), 'INVALID_TIME', String(time));
    }
  }
  assert.equal(
    codeOf(() => clock.advance(Number.MAX_SAFE_INTEGER)),
    'INVALID_TIME',
  );
  assert.equal(clock(), 5);
});

test('a generator runs on a manual clock and seeded bytes, and gives the same ids each time', () => {
  const run = () => {
    const clock = manualClock();
    const ids = createUuidv7({ now: clock, random: seeded(1) });
    const first = ids();
    clock.advance(-60_000);
    return [first, ids(), ids.meter().rollbacks];
  };
  assert.deepEqual(run(), run());
  assert.deepEqual(run(), ['019b76da-a800-7194-bbed-cc56a2eb9d03', '019b76d9-bda0-70dc-9362-ff13e78eeaeb', 1]);
});

test('the seeded bytes are those that the documentation says, however many are asked for at a time', () => {
  const mix = (x) => {
    x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
    x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
    return (x ^ (x >>> 16)) >>> 0;
  };
  for (const seed of [0, 1, 0xffff_ffff]) {
    const due = Buffer.alloc(4000);
    for (let i = 1; i <= 1000; i++) due.writeUInt32BE(mix((mix(seed) + i * 0x9e3779b9) | 0), 4 * (i - 1));
    const random = seeded(seed);
    const parts = [];
    for (let i = 0; i < 600; i++) parts.push(random(i % 17));
    assert.equal(hexOf(Buffer.concat(parts).subarray(0, 4000)), due.toString('hex'));
  }
  assert.equal(hexOf(seeded(1)(4)), '50653bed');
});

test('seeds that are none are refused', () => {
  for (const seed of [-1, 0.5, NaN, 2 ** 32, '1', 1n, null, undefined])
    assert.equal(
      codeOf(() => seeded(seed)),
      'INVALID_ARGUMENT',
    );
});

test('the generators of the package give the same ids in each run, whatever came before', () => {
  const run = () => withDeterministicIds(({ clock }) => [three(), uuidv7.many(20), (clock.advance(5), three())]);
  const first = run();
  three();
  assert.deepEqual(run(), first);
  assert.equal(uuidv7.timestamp(first[0][0]), START);
  assert.equal(ulid.timestamp(first[2][1]), START + 5);
  // Pinned: a snapshot of a test's own may hold them.
  assert.deepEqual(first[0], [
    '019b76da-a800-7328-af0e-3cd6e3f31b14',
    '01KDVDNA00FQ64R20XQX47K0DB',
    'db408c9d-78bc-4b8f-9830-72e565cbdd54',
  ]);
});

test('a run leaves the generators as they were, and its bytes behind', (t) => {
  three();
  const meters = [uuidv7.meter(), ulid.meter()];
  withDeterministicIds(({ clock }) => {
    clock.set(2 ** 48 - 1);
    three();
    assert.deepEqual([uuidv7.meter().minted, uuidv7.meter().restarts, uuidv7.meter().entropyFailures], [1, 0, 0]);
  });
  assert.deepEqual([uuidv7.meter(), ulid.meter()], meters);
  const drawn = t.mock.method(crypto, 'getRandomValues', (bytes) => bytes.fill(0xff));
  assert.equal(uuidv4(), 'ffffffff-ffff-4fff-bfff-ffffffffffff');
  assert.equal(drawn.mock.callCount(), 1);
});

test('the time goes on in order where it was before the run', () => {
  const before = [uuidv7(), ulid()];
  withDeterministicIds(three);
  const after = [uuidv7(), ulid()];
  assert.ok(after[0] > before[0] && after[1] > before[1]);
  assert.ok(Math.abs(uuidv7.timestamp(after[0]) - Date.now()) < 20_000);
});

test('a run asks neither the platform’s clock nor its randomness', (t) => {
  const never = () => assert.fail('asked');
  t.mock.method(crypto, 'getRandomValues', never);
  t.mock.method(Date, 'now', never);
  withDeterministicIds(() => {
    for (let i = 0; i < 2000; i++) three(); // more than the pool holds
    createUuidv7().many(100);
  });
});

test('what a run throws or rejects with comes out, and all is put back', async () => {
  const error = new Error('mine');
  const fail = () => {
    three();
    throw error;
  };
  const meter = uuidv7.meter();
  assert.throws(() => withDeterministicIds(fail), error);
  assert.deepEqual(uuidv7.meter(), meter);
  await assert.rejects(
    withDeterministicIds(async () => {
      await null;
      fail();
    }),
    error,
  );
  assert.deepEqual(uuidv7.meter(), meter);
});

test('a run lasts until its promise is settled, and gives what that gives', async () => {
  const run = () =>
    withDeterministicIds(async ({ clock }) => {
      const ids = three();
      await new Promise((resolve) => setTimeout(resolve, 5));
      clock.advance(1);
      return [...ids, ...three()];
    });
  const first = await run();
  assert.equal(uuidv7.timestamp(first[3]), START + 1);
  assert.deepEqual(await run(), first);
  // Something with a `then` of its own is waited for as `await` does.
  assert.equal(await withDeterministicIds(() => ({ then: (resolve) => resolve(uuidv7()) })), first[0]);
  assert.ok(uuidv7.timestamp(uuidv7()) > START + 1000);
});

test('a run inside another is fresh, and the outer one goes on where it was', () => {
  const alone = withDeterministicIds(() => [three(), three()]);
  withDeterministicIds(({ clock }) => {
    clock.advance(1000);
    three();
    const before = uuidv7.meter();
    assert.deepEqual(
      withDeterministicIds(() => [three(), three()]),
      alone,
    );
    assert.deepEqual(uuidv7.meter(), before);
    assert.equal(uuidv7.timestamp(uuidv7()), START + 1000);
  });
});

test('runs that overlap are all put back, whichever ends first', async () => {
  for (const order of [
    [0, 1],
    [1, 0],
  ]) {
    const before = uuidv7();
    const meter = uuidv7.meter();
    const ends = [];
    const runs = [0, 1].map((i) =>
      withDeterministicIds(() => (three(), new Promise((resolve) => (ends[i] = resolve)))),
    );
    for (const i of order) {
      ends[i]();
      await runs[i];
    }
    assert.deepEqual(uuidv7.meter(), meter);
    assert.ok(uuidv7() > before);
  }
});

test('generators of one’s own take part, those made before as if they were new', () => {
  const outside = [createUuidv7(), createUlid(), createUuidv4()];
  const used = [createUuidv7({ onBehind: 'refuse' }), createUlid({ onBehind: 'refuse' })];
  const before = used.map((make) => make());
  const run = () =>
    withDeterministicIds(({ clock }) => (clock.set(2 ** 47), [...outside, ...used].map((make) => make())));
  const first = run();
  assert.deepEqual(run(), first);
  // A run of the future has left no trace: they would refuse to go back.
  used.forEach((make, i) => assert.ok(make() > before[i]));
  outside.forEach((make) => make());
  assert.deepEqual(run(), first);
  assert.equal(used[0].meter().minted, 2);
});

test('generators made in a run start afresh after it', () => {
  const made = withDeterministicIds(() => {
    const ids = createUuidv7({ onBehind: 'refuse' });
    ids();
    return ids;
  });
  assert.ok(uuidv7.timestamp(made()) > START + 1000);
  assert.equal(made.meter().minted, 1);
});

test('a clock or a source of a generator’s own stays its own', () => {
  withDeterministicIds(() => {
    const clocked = createUuidv7({ now: () => 7 });
    const sourced = createUuidv7({ random: (length) => new Uint8Array(length).fill(0xff) });
    assert.equal(uuidv7.timestamp(clocked()), 7);
    assert.match(sourced(), /^019b76da-a800-77ff-bfff-ffffffffffff$/);
  });
});

test('a generator with a mark takes part, and its store sees nothing of it', () => {
  for (const onLate of ['goOn', 'refuse']) {
    const store = memory();
    const [ids, unused] = [0, 1].map((key) => createUuidv7({ mark: { store, key: `${key}`, onLate } }));
    const before = ids();
    const kept = [...store.kept];
    const run = () => withDeterministicIds(({ clock }) => (clock.set(2 ** 47), [ids, unused].map((make) => make())));
    assert.deepEqual(run(), run());
    assert.deepEqual([...store.kept], kept);
    assert.ok(ids() > before);
    unused();
    assert.equal(store.kept.size, 2);
    assert.deepEqual([ids.meter().late, unused.meter().late], [0, 0]);
  }
});

test('a reseed in a run reaches what the run has put aside', (t) => {
  const now = Date.now() + 3_600_000;
  t.mock.method(Date, 'now', () => now);
  const number = (id) => convert.ulidToBigInt(id);
  for (const make of [ulid, createUlid()]) {
    const before = make();
    assert.equal(number(make()), number(before) + 1n);
    withDeterministicIds(() => reseed());
    assert.ok(number(make()) > number(before) + 2n);
  }
});

test('a run in which nothing is made changes nothing', () => {
  three();
  const meters = [uuidv7.meter(), ulid.meter()];
  withDeterministicIds(() => {});
  assert.deepEqual([uuidv7.meter(), ulid.meter()], meters);
});

test('generators that take turns in a run go on where they were', () => {
  withDeterministicIds(() => {
    const makes = [createUuidv7(), createUuidv7(), createUlid()];
    const rounds = [1, 2, 3].map(() => makes.map((make) => make()));
    makes.forEach((make, i) => {
      const ids = rounds.map((round) => round[i]);
      assert.deepEqual([...new Set(ids)].sort(), ids);
      assert.equal(make.meter().minted, 3);
    });
  });
});

test('generators that were first used in a run are as new after it', () => {
  const script = `
    const { withDeterministicIds } = await import('mintid/testing');
    const { ulid, uuidv7 } = await import('mintid');
    withDeterministicIds(({ clock }) => (clock.set(2 ** 47), uuidv7(), ulid()));
    console.log([uuidv7, ulid].map((make) => [Math.abs(make.timestamp(make()) - Date.now()) < 5000, make.meter().minted]).join());`;
  assert.equal(said(script), 'true,1,true,1\n');
});

test('the copy for require and the one for import are in the same run', () => {
  const required = createRequire(import.meta.url)('../dist/testing.cjs');
  const alone = withDeterministicIds(three);
  assert.deepEqual(required.withDeterministicIds(three), alone);
  assert.deepEqual(
    required.withDeterministicIds(() => withDeterministicIds(three)),
    alone,
  );
});

test('a clock put in the place of Date.now is followed', (t) => {
  const ahead = Date.now() + 3_600_000;
  const now = t.mock.method(Date, 'now', () => ahead);
  withDeterministicIds(() => assert.equal(uuidv7.timestamp(uuidv7()), START));
  const ids = createUuidv7();
  assert.equal(uuidv7.timestamp(ids()), ahead);
  now.mock.mockImplementation(() => ahead + 1);
  assert.equal(uuidv7.timestamp(ids()), ahead + 1);
});

test('where the global object is frozen a run is refused, and ids are made all the same', () => {
  const script = `
    Object.preventExtensions(globalThis);
    const { withDeterministicIds } = await import('mintid/testing');
    const { uuidv7 } = await import('mintid');
    try {
      withDeterministicIds(() => console.log('ran'));
    } catch (error) {
      console.log(error.name, error.code, uuidv7().length);
    }`;
  assert.equal(said(script), 'MintError NOT_SHARED 36\n');
});

test('the package’s own generators are what those without options are', () => {
  const steps = [0, 0, 1, -3, 5, 20_000, -40_000, 0, 7];
  const run = (generator) =>
    withDeterministicIds(({ clock }) => {
      const make = generator();
      return steps.flatMap((step) => {
        clock.advance(step);
        return [make(), ...make.many(40)];
      });
    });
  assert.deepEqual(run(() => uuidv7), run(createUuidv7));
  assert.deepEqual(run(() => ulid), run(createUlid));
});

test('a run that hands back what cannot be asked whether it is a promise is over all the same', () => {
  const error = new Error('no such property');
  const strict = () => new Proxy({}, { get() { throw error; } });
  assert.throws(() => withDeterministicIds(strict), error);
  assert.notEqual(uuidv7.timestamp(uuidv7()), START);
});

test('a generator comes out of a run with its counts, and with the reseed that it has not seen yet', () => {
  const ids = createUlid({ now: () => START, random: seeded(1) });
  ids();
  const before = ids.meter();
  withDeterministicIds(() => assert.equal((ids(), ids.meter().entropyFailures), 0));
  assert.deepEqual(ids.meter(), before);

  const due = createUlid({ now: () => START });
  due();
  reseed();
  withDeterministicIds(() => due());
  assert.equal(ulid.timestamp(due()), START + 1);
});

test('what is no function is refused, and nothing is changed', () => {
  for (const run of [undefined, 5, {}]) assert.equal(codeOf(() => withDeterministicIds(run)), 'INVALID_ARGUMENT');
  assert.ok(Math.abs(uuidv7.timestamp(uuidv7()) - Date.now()) < 60_000);
});
