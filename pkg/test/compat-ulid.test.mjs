// `mintid/compat/ulid` beside `ulid` itself: the same answers, and every difference by name.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import * as peer from 'ulid';

import * as ours from '../dist/compat/ulid.js';
import { seeded, withDeterministicIds } from '../dist/testing.js';
import { codeOf } from './support.mjs';

const ID = '01ARYZ6S41TSV4RRFFQ69G5FAV';
const LAST = 2 ** 48 - 1;

/** Fractions that are the same each time. */
function fractions(seed = 1) {
  const random = seeded(seed);
  return () => random(1)[0] / 256;
}

/** What a call gives, or that it threw. */
function answerOf(call) {
  try {
    return call();
  } catch {
    return 'threw';
  }
}

test('it has the functions that make, read and judge ULIDs', () => {
  const missing = Object.keys(peer).filter((name) => !(name in ours));
  assert.deepEqual(missing.sort(), [
    'MAX_ULID',
    'MIN_ULID',
    'TIME_LEN',
    'TIME_MAX',
    'ULIDError',
    'ULIDErrorCode',
    'fixULIDBase32',
    'incrementBase32',
    'ulidToUUID',
    'uuidToULID',
  ]);
  for (const name of Object.keys(ours)) assert.equal(typeof ours[name], typeof peer[name], name);
});

test('the same seed and prng give the same ids', () => {
  const [mine, theirs] = [fractions(), fractions()];
  for (const time of [1, 1_469_918_176_385, Date.now(), LAST]) {
    for (let i = 0; i < 200; i++) assert.equal(ours.ulid(time, mine), peer.ulid(time, theirs));
  }
  for (const fraction of [0, 0.999, 1])
    assert.equal(
      ours.ulid(7, () => fraction),
      peer.ulid(7, () => fraction),
    );
});

test('factories with the same prng give the same ids, whatever the seeds do', () => {
  for (let seed = 0; seed < 50; seed++) {
    const random = seeded(seed);
    const [mine, theirs] = [ours.monotonicFactory(fractions(seed)), peer.monotonicFactory(fractions(seed))];
    let time = 150_000;
    for (let i = 0; i < 200; i++) {
      const [kind, distance] = random(2);
      // Forward, still, back, and far back.
      time = Math.max(1, time + (kind < 80 ? distance : kind < 160 ? 0 : kind < 240 ? -distance : -100_000));
      assert.equal(mine(time), theirs(time));
    }
  }
});

test('without a seed an id is of now', (t) => {
  const now = Date.now() + 3_600_000;
  t.mock.method(Date, 'now', () => now);
  for (const make of [ours.ulid, ours.monotonicFactory(), ours.monotonicFactory(fractions())]) {
    assert.equal(ours.decodeTime(make()), now);
    assert.equal(ours.decodeTime(make(undefined)), now);
  }
});

test('a factory’s ids are in order when calls with a seed and without take turns', () => {
  const make = ours.monotonicFactory();
  let previous = make();
  for (const seed of [1, undefined, Date.now() + 5000, undefined, 0, undefined]) {
    const id = make(seed);
    assert.ok(id > previous, `${previous} ${id}`);
    previous = id;
  }
});

test('times are written alike', () => {
  for (const time of [0, 1, 31, 32, 1_469_918_176_385, LAST]) {
    for (const length of [undefined, 10, 11, 16]) {
      assert.equal(ours.encodeTime(time, length), peer.encodeTime(time, length), `${time} ${length}`);
    }
  }
  assert.equal(ours.encodeTime(31, 1), peer.encodeTime(31, 1));
  for (const time of [NaN, -1, 0.5, 2 ** 48, Infinity, '5', null, undefined, {}]) {
    assert.deepEqual(
      [answerOf(() => ours.encodeTime(time)), answerOf(() => peer.encodeTime(time))],
      ['threw', 'threw'],
    );
  }
});

test('times are read, and texts judged, alike', () => {
  const random = seeded(3);
  for (let i = 0; i < 500; i++) {
    const id = ours.ulid(random(6).reduce((sum, byte) => 256 * sum + byte, 0));
    for (const text of [id, id.toLowerCase()]) {
      assert.equal(ours.decodeTime(text), peer.decodeTime(text));
      assert.equal(ours.isValid(text), peer.isValid(text));
    }
  }
  for (const text of [
    '',
    ID.slice(1),
    `${ID}0`,
    `U${ID.slice(1)}`,
    ID.replace('Z', 'I'),
    `${ID.slice(0, 25)}\n`,
    undefined,
    null,
    7,
    {},
  ]) {
    assert.equal(ours.isValid(text), peer.isValid(text), String(text));
    if (!/\n/.test(text))
      assert.equal(
        answerOf(() => ours.decodeTime(text)),
        answerOf(() => peer.decodeTime(text)),
        String(text),
      );
  }
});

test('what is refused there is refused here, with a code', () => {
  const cases = [
    ['encodeTime', [NaN], 'INVALID_TIME'],
    ['encodeTime', [0.5], 'INVALID_TIME'],
    ['encodeTime', [null], 'INVALID_TIME'],
    ['encodeTime', [-1], 'TIME_RANGE'],
    ['encodeTime', [2 ** 48], 'TIME_RANGE'],
    ['ulid', [2 ** 48], 'TIME_RANGE'],
    ['ulid', [-1], 'TIME_RANGE'],
    ['ulid', [0.5], 'INVALID_TIME'],
    ['decodeTime', [ID.slice(1)], 'INVALID_LENGTH'],
    ['decodeTime', [`8${ID.slice(1)}`], 'OVERFLOW'],
    ['decodeTime', [`U${ID.slice(1)}`], 'INVALID_CHARACTER'],
    ['decodeTime', [undefined], 'INVALID_ARGUMENT'],
  ];
  for (const [name, args, code] of cases) {
    assert.throws(() => peer[name](...args), undefined, `${name} ${args}`);
    assert.equal(
      codeOf(() => ours[name](...args)),
      code,
      `${name} ${args}`,
    );
  }
});

test('a seed that is no time means now there, and is refused here', () => {
  for (const seed of [NaN, null, 'abc', false, '']) {
    for (const [make, of] of [
      [peer.ulid, ours.ulid],
      [peer.monotonicFactory(), ours.monotonicFactory()],
    ]) {
      assert.ok(Math.abs(peer.decodeTime(make(seed)) - Date.now()) < 5000, String(seed));
      assert.equal(
        codeOf(() => of(seed)),
        'INVALID_TIME',
        String(seed),
      );
    }
  }
});

test('0 means now there, and 1970 here', () => {
  for (const [theirs, mine] of [
    [peer.ulid, ours.ulid],
    [peer.monotonicFactory(), ours.monotonicFactory()],
  ]) {
    assert.ok(peer.decodeTime(theirs(0)) > 0);
    assert.equal(ours.decodeTime(mine(0)), 0);
  }
});

test('a refused seed ends a factory there, and one goes on here', () => {
  const [theirs, mine] = [peer.monotonicFactory(), ours.monotonicFactory()];
  const before = mine();
  assert.throws(() => theirs(2 ** 48));
  assert.throws(() => theirs());
  for (const seed of [2 ** 48, NaN, -1, 'x']) assert.ok(codeOf(() => mine(seed)));
  assert.ok(mine() > before);
});

test('a random part at its largest ends the millisecond there, and goes on in the next here', () => {
  const largest = () => 0.999;
  const [theirs, mine] = [peer.monotonicFactory(largest), ours.monotonicFactory(largest)];
  assert.equal(mine(7), theirs(7));
  assert.throws(() => theirs(7));
  assert.equal(mine(7), `${ours.encodeTime(8)}${'Z'.repeat(16)}`);
});

test('texts that are no ULIDs are taken there, and refused here', () => {
  for (const text of ['8ZZZZZZZZZZZZZZZZZZZZZZZZZ', 'zzzzzzzzzzzzzzzzzzzzzzzzzz']) {
    assert.deepEqual([peer.isValid(text), ours.isValid(text)], [true, false]);
  }
  for (const random of ['UUUUUUUUUUUUUUUU', '1TSV4RRFFQ69G5F\n', '----------------']) {
    const text = ID.slice(0, 10) + random;
    assert.equal(peer.decodeTime(text), 1_469_918_176_385);
    assert.equal(
      codeOf(() => ours.decodeTime(text)),
      'INVALID_CHARACTER',
      random,
    );
  }
});

test('a length that cuts the time is obeyed there, and refused here', () => {
  assert.equal(peer.encodeTime(32, 1), '0');
  assert.equal(
    codeOf(() => ours.encodeTime(32, 1)),
    'TIME_RANGE',
  );
  for (const length of [0, -1, 0.5, NaN, '10', null])
    assert.equal(
      codeOf(() => ours.encodeTime(1, length)),
      'INVALID_ARGUMENT',
    );
});

test('a prng that gives no fraction makes another text there, and is refused here', () => {
  const cases = [
    [() => NaN, '0'.repeat(16)],
    [() => -0.5, ''],
    [() => 2, '0'.repeat(16)],
    [() => '0.5', 'G'.repeat(16)],
  ];
  for (const [prng, random] of cases) {
    assert.equal(peer.ulid(7, prng), `0000000007${random}`);
    for (const make of [ours.ulid, (seed, own) => ours.monotonicFactory(own)(seed)]) {
      assert.equal(
        codeOf(() => make(7, prng)),
        'RNG_FAILED',
      );
    }
  }
  const error = new Error('no randomness');
  const throwing = () => {
    throw error;
  };
  assert.throws(() => ours.ulid(7, throwing), { code: 'RNG_FAILED', cause: error });
});

test('ids without a seed are out of order there, and in order here', () => {
  const inOrder = (make) => {
    const ids = Array.from({ length: 2000 }, () => make());
    return ids.every((id, i) => i === 0 || id > ids[i - 1]);
  };
  assert.deepEqual([inOrder(peer.ulid), inOrder(ours.ulid)], [false, true]);
});

test('a factory takes part in a run of ids that are the same each time', () => {
  const run = () => withDeterministicIds(() => [ours.monotonicFactory()(), ours.ulid(), ours.ulid(7)]);
  assert.deepEqual(run(), run());
  assert.equal(ours.decodeTime(run()[0]), Date.UTC(2026, 0, 1));
});
