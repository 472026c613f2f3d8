// Making and reading ids, through the built package.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';

import {
  MintError,
  convert,
  createUlid,
  createUuidv4,
  createUuidv7,
  ulid,
  uuid,
  uuidv4,
  uuidv7,
} from '../dist/index.js';
import { lying } from './support.mjs';

/** A test that a call throws a MintError of this code, and whatever else is given. */
function refuses(call, code, detail = {}) {
  assert.throws(call, (error) => {
    assert.ok(error instanceof MintError, String(error));
    for (const [name, value] of Object.entries({ code, ...detail })) assert.equal(error[name], value, `${call}`);
    return true;
  });
}

const zeros = (length) => new Uint8Array(length);

test('each function makes ids of its own kind', () => {
  assert.equal(uuid.version(uuidv4()), 4);
  assert.equal(uuid.version(uuidv7()), 7);
  assert.match(ulid(), /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
  assert.deepEqual([uuidv4.bytes().length, uuidv7.bytes().length, ulid.bytes().length], [16, 16, 16]);
});

test('a hundred thousand ids in a row are in order and none comes twice', () => {
  for (const make of [uuidv7, ulid]) {
    let previous = make();
    for (let i = 0; i < 100_000; i++) {
      const id = make();
      assert.ok(id > previous, `${previous} ${id}`);
      previous = id;
    }
  }
});

test('what was refilled from the platform never repeats a v4', () => {
  const count = 20_000; // several pools full
  assert.equal(new Set(Array.from({ length: count }, uuidv4)).size, count);
});

test('the time inside is that of the clock', () => {
  for (const kind of [uuidv7, ulid]) {
    const before = Date.now();
    const time = kind.timestamp(kind());
    // Ids of the tests above may run a little ahead of the clock.
    assert.ok(time >= before && time < before + 10_000);
  }
});

test('the published examples are read and written', () => {
  const v7 = '017f22e2-79b0-7cc3-98c4-dc0c0c07398f';
  assert.equal(uuidv7.timestamp(v7), 1_645_557_742_000);
  assert.equal(uuidv7.format(uuidv7.parse(v7)), v7);
  assert.equal(ulid.timestamp('01ARYZ6S41TSV4RRFFQ69G5FAV'), 1_469_918_176_385);
  assert.equal(uuid.timestamp('c232ab00-9414-11ec-b3c8-9f6bdeced846'), 1_645_557_742_000);
  assert.equal(uuid.timestamp('919108f7-52d1-4320-9bac-f847db4148a8'), undefined);
  assert.deepEqual([uuid.version(uuid.NIL), uuid.variant(uuid.NIL)], [undefined, 'ncs']);
  assert.deepEqual([uuid.version(uuid.MAX), uuid.variant(uuid.MAX)], [undefined, 'future']);
});

test('a time has a smallest and a largest id, and one in between with fresh randomness', () => {
  for (const kind of [uuidv7, ulid]) {
    for (const ms of [0, 1_764_417_600_000, 2 ** 48 - 1]) {
      const [min, at, max] = [kind.min(ms), kind.at(ms), kind.max(ms)];
      assert.ok(min <= at && at <= max);
      assert.deepEqual([min, at, max].map(kind.timestamp), [ms, ms, ms]);
      assert.notEqual(kind.at(ms), at);
      assert.equal(kind.min(new Date(ms % 8.64e15)), min);
    }
  }
});

test('a time that is none is refused, whatever it is', () => {
  const cases = [
    [[NaN, Infinity, -Infinity, 0.5, 1_469_918_176_385.5, new Date(NaN)], 'INVALID_TIME'],
    [[undefined, null, '1469918176385', 1_469_918_176_385n, {}, [1], true, Symbol('1')], 'INVALID_TIME'],
    [[-1, 2 ** 48, 2 ** 53, 8.64e15, Number.MAX_VALUE, -Number.MAX_VALUE, new Date(-1)], 'TIME_RANGE'],
  ];
  for (const [times, code] of cases) {
    for (const time of times) {
      for (const kind of [uuidv7, ulid]) {
        for (const call of [kind.at, kind.min, kind.max]) refuses(() => call(time), code);
      }
    }
  }
});

test('text that is no id is refused with the place of its fault', () => {
  const cases = [
    [ulid, '', 'INVALID_LENGTH', 0],
    [ulid, '01ARYZ6S41TSV4RRFFQ69G5FA', 'INVALID_LENGTH', 25],
    [ulid, '01ARYZ6S41TSV4RRFFQ69G5FAVV', 'INVALID_LENGTH', 26],
    [ulid, '0'.repeat(100), 'INVALID_LENGTH', 26],
    [ulid, '01ARYZ6S41TSV4RRFFQ69G5FAU', 'INVALID_CHARACTER', 25],
    [ulid, '\u013001ARYZ6S41TSV4RRFFQ69G5F', 'INVALID_CHARACTER', 0], // cut to 8 bits, U+0130 is "0"
    [ulid, 'é'.repeat(13), 'INVALID_CHARACTER', 0], // 26 bytes, which is what every face counts
    [ulid, 'é'.repeat(12), 'INVALID_LENGTH', 12],
    [ulid, 'é'.repeat(26), 'INVALID_LENGTH', 26],
    [ulid, '0'.repeat(22) + '\u{1f980}', 'INVALID_CHARACTER', 22],
    [ulid, '0'.repeat(23) + 'ﬀ', 'INVALID_CHARACTER', 23],
    [ulid, '80000000000000000000000000', 'OVERFLOW', 0],
    [uuid, '017f22e2-79b0-7cc3-98c4-dc0c0c07398', 'INVALID_LENGTH', 35],
    [uuid, '017f22e2-79b0-7cc3-98c4-dc0c0c07398g', 'INVALID_CHARACTER', 35],
    [uuid, '017f22e2-79b0-7cc3-98c4-dc0c0c073\uff13', 'INVALID_CHARACTER', 33],
    [uuid, '{017f22e2-79b0-7cc3-98c4-dc0c0c07398f}', 'INVALID_LENGTH', 36],
  ];
  for (const [kind, text, code, position] of cases) {
    refuses(() => kind.parse(text), code, { position });
    assert.equal(kind.isValid(text), false, text);
  }
});

test('a UUID of another version is refused by those that insist on theirs', () => {
  for (const kind of [uuidv4, uuidv7]) {
    refuses(() => kind.parse(uuid.NIL), 'WRONG_VERSION');
    refuses(() => kind.format(zeros(16)), 'WRONG_VERSION');
  }
  refuses(() => uuidv7.timestamp(uuidv4()), 'WRONG_VERSION');
  assert.deepEqual([uuidv4.isValid(uuidv4()), uuidv4.isValid(uuidv7()), uuid.isValid(uuidv7())], [true, false, true]);
});

test('the lenient reader takes the other spellings and the strict one does not', () => {
  const text = '017f22e2-79b0-7cc3-98c4-dc0c0c07398f';
  for (const spelling of [text.replaceAll('-', ''), `{${text}}`, `URN:uuid:${text}`]) {
    assert.equal(uuid.format(uuid.parseLenient(spelling)), text);
    assert.equal(uuid.isValid(spelling), false);
  }
  assert.equal(ulid.format(ulid.parseLenient('oLi00000000000000000000000')), '01100000000000000000000000');
});

test('what is neither text nor bytes is refused', () => {
  for (const value of [undefined, null, 7, {}, new String('x'), ['x']]) {
    refuses(() => ulid.parse(value), 'INVALID_ARGUMENT');
    refuses(() => ulid.timestamp(value), 'INVALID_ARGUMENT');
    assert.equal(ulid.isValid(value), false);
  }
  for (const value of [undefined, 'x', [1, 2], new ArrayBuffer(16), new Uint16Array(16)]) {
    refuses(() => ulid.format(value), 'INVALID_ARGUMENT');
  }
  for (const value of [new Uint8ClampedArray(16), Object.create(Uint8Array.prototype), { length: 16, 0: 1 }]) {
    refuses(() => ulid.format(value), 'INVALID_ARGUMENT');
  }
  for (const length of [0, 15, 17, 26, 36]) refuses(() => ulid.format(zeros(length)), 'INVALID_LENGTH');
  const detached = zeros(16);
  structuredClone(detached.buffer, { transfer: [detached.buffer] });
  refuses(() => ulid.format(detached), 'INVALID_LENGTH');
});

test('bytes of another realm are taken, and bytes that lie about their length are not believed', () => {
  for (const kind of [ulid, uuid]) {
    assert.equal(kind.format(runInNewContext('new Uint8Array(16).fill(1)')), kind.format(zeros(16).fill(1)));
    assert.equal(kind.format(Buffer.alloc(16, 1)), kind.format(zeros(16).fill(1)));
    refuses(() => kind.format(runInNewContext('new Uint16Array(16)')), 'INVALID_ARGUMENT');
    refuses(() => kind.format(new Proxy(zeros(16), {})), 'INVALID_ARGUMENT');
    for (const length of [0, 3, 15, 17, 64]) refuses(() => kind.format(lying(length, 16)), 'INVALID_LENGTH');
    assert.equal(kind.format(lying(16, 3)), kind.format(zeros(16)));
  }
});

test('a message says how long the text is and should be, and which version was found and wanted', () => {
  const v4 = '919108f7-52d1-4320-9bac-f847db4148a8';
  const cases = [
    [() => ulid.parse('01ARYZ6S41TSV4RRFFQ69G5FA'), 'the text has 25 characters, and a ULID has 26'],
    [() => ulid.parseLenient('é'.repeat(26)), 'the text has 52 bytes of UTF-8, and a ULID has 26'],
    [() => ulid.parse('é'.repeat(1000)), 'the text has 1000 characters, and a ULID has 26'],
    [() => uuid.parse(''), 'the text has 0 characters, and a UUID has 36'],
    [
      () => uuid.parseLenient('0'.repeat(33)),
      'the text has 33 characters, and a UUID has 36, or 32 of digits, 38 in braces, 45 as a urn',
    ],
    [() => ulid.format(zeros(15)), 'an id has 16 bytes, not 15'],
    [() => uuidv7.parse(v4), 'the UUID is of version 4, and should be of version 7'],
    [() => uuidv7.format(uuid.parse(v4)), 'the UUID is of version 4, and should be of version 7'],
    [() => uuidv4.parse(uuid.MAX), 'the UUID has none of the versions 1 to 8, and should be of version 4'],
  ];
  for (const [call, message] of cases) assert.throws(call, { name: 'MintError', message });
});

test('bytes handed out are the caller’s own', () => {
  const first = ulid.bytes();
  const kept = first.slice();
  ulid.bytes();
  uuid.parse(uuidv4());
  assert.deepEqual(first, kept);
});

test('a ULID and a UUID carry each other, and a v7 of a ULID says that it lost bits', () => {
  const id = '01J2VZHEW5GATWJGM56CS5Q64A';
  assert.equal(convert.ulidToUuid(id), '0190b7f8-bb85-82b5-c942-8533325b988a');
  assert.equal(convert.uuidToUlid(convert.ulidToUuid(id)), id);
  assert.equal(convert.ulidToUuidv7Lossy(id), '0190b7f8-bb85-72b5-8942-8533325b988a');
});

test('generators of one’s own make the kinds that their names say', () => {
  assert.ok(uuidv4.isValid(createUuidv4()()));
  assert.ok(uuidv7.isValid(createUuidv7()()));
  assert.ok(ulid.isValid(createUlid()()));
});
