// `mintid/compat/uuid` beside `uuid` itself: the same answers, and every difference by name.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import * as peer from 'uuid';

import * as ours from '../dist/compat/uuid.js';
import { uuidv7 } from '../dist/index.js';
import { seeded } from '../dist/testing.js';
import { codeOf } from './support.mjs';

const V4 = '919108f7-52d1-4320-9bac-f847db4148a8';
const V7 = '017f22e2-79b0-7cc3-98c4-dc0c0c07398f';
const NCS = 'b46a70e0-dea8-11ed-0000-000000000000';

/** What a call gives, or that it threw. */
function answerOf(call) {
  try {
    return call();
  } catch {
    return 'threw';
  }
}

test('it has what uuid has, but the versions that mintid does not make', () => {
  const missing = Object.keys(peer).filter((name) => !(name in ours));
  assert.deepEqual(missing.sort(), ['v1', 'v1ToV6', 'v3', 'v5', 'v6', 'v6ToV1']);
  for (const name of Object.keys(ours)) assert.equal(typeof ours[name], typeof peer[name], name);
  assert.deepEqual([ours.NIL, ours.MAX], [peer.NIL, peer.MAX]);
});

test('the same options give the same ids, as text and in arrays', () => {
  const random = seeded(1);
  const view = new DataView(random(16 * 1000).buffer);
  for (let i = 0; i < 1000; i++) {
    const msecs = Number(view.getBigUint64(16 * i) >> 16n);
    const seq = view.getUint32(16 * i + 8);
    const bytes = random(16);
    const cases = [
      ['v4', { random: bytes }],
      ['v4', { rng: () => bytes.slice() }],
      ['v4', { random: [...bytes, 1, 2, 3] }],
      ['v7', { random: bytes, msecs, seq }],
      ['v7', { random: bytes, msecs }],
      ['v7', { rng: () => bytes, msecs, seq: 0 }],
      ['v7', { random: bytes, rng: () => assert.fail('asked'), msecs: 0, seq: 0xffff_ffff }],
    ];
    for (const [name, options] of cases) {
      // The peer changes the bytes of v4, so each gets its own.
      const own = () => ({ ...options, ...(options.random ? { random: options.random.slice() } : {}) });
      assert.equal(ours[name](own()), peer[name](own()), name);
      for (const [make, offset] of [
        [() => new Uint8Array(16)],
        [() => Buffer.alloc(40), 7],
        [() => new Uint8Array(33), 17],
      ]) {
        const [mine, theirs] = [make(), make()];
        assert.equal(ours[name](own(), mine, offset), mine);
        peer[name](own(), theirs, offset);
        assert.deepEqual(mine, theirs);
      }
    }
  }
});

test('what is left out is random, and what is given stays', () => {
  const timeOf = (id) => uuidv7.timestamp(id);
  assert.equal(timeOf(ours.v7({ msecs: 7 })), 7);
  assert.notEqual(ours.v7({ msecs: 7 }), ours.v7({ msecs: 7 }));
  for (const make of [ours.v7, peer.v7]) {
    assert.match(make({ msecs: 0, seq: 0xffff_ffff }), /^00000000-0000-7fff-bfff-f[cdef]/);
    assert.ok(Math.abs(timeOf(make({ seq: 1 })) - Date.now()) < 5000);
    assert.ok(Math.abs(timeOf(make({ random: new Uint8Array(16) })) - Date.now()) < 5000);
  }
  for (const nothing of [undefined, null, {}, { msecs: undefined, random: undefined }]) {
    assert.match(ours.v4(nothing), /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    assert.equal(uuidv7.isValid(ours.v7(nothing)), true);
    assert.equal(ours.version(ours.stringify(ours.v4(nothing, new Uint8Array(16)))), 4);
    assert.equal(ours.version(ours.stringify(ours.v7(nothing, new Uint8Array(20), 4), 4)), 7);
  }
});

test('texts and bytes are read, written and judged alike', () => {
  const ids = Array.from({ length: 16 }, (_, i) => V7.replace(/-7/, `-${i.toString(16)}`));
  const variants = Array.from({ length: 16 }, (_, i) => V4.replace(/-9bac/, `-${i.toString(16)}bac`));
  const texts = [
    ...ids, ...variants, ...ids.map((id) => id.toUpperCase()), peer.NIL, peer.MAX, peer.MAX.toUpperCase(), NCS,
    `{${V7}}`, `urn:uuid:${V7}`, V7.replaceAll('-', ''), V7.slice(1), `${V7}0`, `${V7}\n`, ` ${V7}`,
    V7.replace('c', 'g'), '',
    '91165781-785f-44bd-5117-08d8bb99840c', '88e9d2ab-f749-2819-e053-647ed90a1e1f',
  ]; // prettier-ignore
  for (const value of [...texts, undefined, null, 7, {}, [V7]]) {
    assert.equal(ours.validate(value), peer.validate(value), String(value));
    for (const name of ['parse', 'version']) {
      assert.deepEqual(
        answerOf(() => ours[name](value)),
        answerOf(() => peer[name](value)),
        `${name} ${value}`,
      );
    }
  }
  const random = seeded(2);
  for (let i = 0; i < 2000; i++) {
    const bytes = random(20);
    for (const offset of [undefined, 0, 4, 5, -1]) {
      assert.deepEqual(
        answerOf(() => ours.stringify(bytes, offset)),
        answerOf(() => peer.stringify(bytes, offset)),
      );
    }
  }
  assert.equal(ours.stringify([...ours.parse(V7)]), V7);
});

test('what is refused there is refused here, with a code', () => {
  const bytes = new Uint8Array(16);
  const cases = [
    ['parse', [NCS], 'WRONG_VERSION'],
    ['parse', [`{${V7}}`], 'INVALID_LENGTH'],
    ['version', [V7.replace('c', 'g')], 'INVALID_CHARACTER'],
    ['parse', [undefined], 'INVALID_ARGUMENT'],
    ['stringify', [bytes.map(() => 1)], 'WRONG_VERSION'],
    ['stringify', [new Uint8Array(15)], 'INVALID_LENGTH'],
    ['stringify', [bytes, 1], 'INVALID_LENGTH'],
    ['stringify', [undefined], 'INVALID_ARGUMENT'],
    ['stringify', [[...ours.parse(V7).slice(0, 15), 256]], 'INVALID_ARGUMENT'],
    ...['v4', 'v7'].flatMap((name) => [
      [name, [{ random: new Uint8Array(15) }], 'INVALID_OPTION'],
      [name, [{ rng: () => new Uint8Array(15) }], 'RNG_FAILED'],
      [name, [{}, new Uint8Array(15)], 'INVALID_LENGTH'],
      [name, [{}, bytes, 1], 'INVALID_LENGTH'],
      [name, [{}, bytes, -1], 'INVALID_ARGUMENT'],
    ]),
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

test('what is cut to fit there is refused here', () => {
  const random = new Uint8Array(16);
  const cases = [
    ['v7', [{ random, msecs: NaN }], '00000000-0000-7000-8000-000000000000', 'INVALID_TIME'],
    ['v7', [{ random, msecs: 1.5 }], '00000000-0001-7000-8000-000000000000', 'INVALID_TIME'],
    ['v7', [{ random, msecs: 2 ** 48 }], '00000000-0000-7000-8000-000000000000', 'TIME_RANGE'],
    ['v7', [{ random, msecs: -1 }], '00000000-00ff-7000-8000-000000000000', 'TIME_RANGE'],
    ['v7', [{ random, msecs: 0, seq: 2 ** 32 }], '00000000-0000-7000-8000-000000000000', 'INVALID_OPTION'],
    ['v7', [{ random, msecs: 0, seq: NaN }], '00000000-0000-7000-8000-000000000000', 'INVALID_OPTION'],
    ['v7', [{ random, msecs: 0, seq: -1 }], '00000000-0000-7fff-bfff-fc0000000000', 'INVALID_OPTION'],
    ['v7', [{ random: Array(16), msecs: 0 }], '00000000-0000-7000-8000-000000000000', 'INVALID_OPTION'],
  ];
  for (const [name, args, theirs, code] of cases) {
    assert.equal(peer[name](...args), theirs);
    assert.equal(
      codeOf(() => ours[name](...args)),
      code,
      `${name} ${JSON.stringify(args)}`,
    );
  }
});

test('v4 changes the caller’s random bytes there, and not here', () => {
  for (const [make, changed] of [
    [peer.v4, true],
    [ours.v4, false],
  ]) {
    const random = new Uint8Array(16);
    make({ random });
    assert.equal(
      random.some((byte) => byte !== 0),
      changed,
    );
  }
});

test('an offset that is no whole number writes nothing there, and is refused here', () => {
  for (const offset of [NaN, 0.5]) {
    const bytes = new Uint8Array(32);
    peer.v7({}, bytes, offset);
    assert.ok(bytes.every((byte) => byte === 0));
    for (const make of [ours.v4, ours.v7])
      assert.equal(
        codeOf(() => make({}, bytes, offset)),
        'INVALID_ARGUMENT',
      );
  }
});

test('v7 with empty options is out of order there, and in order here', () => {
  const inOrder = (make) => {
    const ids = Array.from({ length: 2000 }, () => make({}));
    return ids.every((id, i) => i === 0 || id > ids[i - 1]);
  };
  assert.deepEqual([inOrder(peer.v7), inOrder(ours.v7)], [false, true]);
});

test('a clock that was far ahead once stays ahead there, and does not here', (t) => {
  for (const [make, poisoned] of [
    [peer.v7, true],
    [ours.v7, false],
  ]) {
    const ahead = t.mock.method(Date, 'now', () => Date.UTC(2100, 0, 1));
    make();
    ahead.mock.restore();
    assert.equal(uuidv7.timestamp(make()) > Date.UTC(2099, 0, 1), poisoned);
  }
});

test('a refused call leaves array and order as they were', () => {
  const before = uuidv7.meter().minted;
  const bytes = new Uint8Array(16).fill(7);
  for (const options of [{ msecs: NaN }, { seq: -1 }, { random: [] }, { rng: () => assert.fail('no source') }]) {
    assert.ok(codeOf(() => ours.v7(options, bytes)));
  }
  assert.equal(
    codeOf(() => ours.v7(undefined, bytes, 9)),
    'INVALID_LENGTH',
  );
  assert.ok(bytes.every((byte) => byte === 7));
  assert.equal(uuidv7.meter().minted, before);
});
