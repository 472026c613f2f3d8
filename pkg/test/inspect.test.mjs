// What `mintid/inspect` tells of ids, and of text that is none.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { inspect } from '../dist/inspect.js';
import { convert, ulid, uuid, uuidv4, uuidv7 } from '../dist/index.js';
import { codeOf } from './support.mjs';

/** The names and values of a reading's fields. */
const fieldsOf = ({ fields }) => fields.map(({ name, hex }) => `${name} ${hex}`).join(', ');

/** The readings of a text, in order, by kind and version. */
const namesOf = (text) => inspect(text).readings.map(({ name }) => name);

test('the published example of each version is told with its fields by the names of RFC 9562', () => {
  const cases = [
    ['c232ab00-9414-11ec-b3c8-9f6bdeced846', 1, 1_645_557_742_000,
      'time_low c232ab00, time_mid 9414, ver 1, time_high 1ec, var 2, clock_seq 33c8, node 9f6bdeced846'],
    ['5df41881-3aed-3515-88a7-2f4a814cf09e', 3, null,
      'md5_high 5df418813aed, ver 3, md5_mid 515, var 2, md5_low 08a72f4a814cf09e'],
    ['919108f7-52d1-4320-9bac-f847db4148a8', 4, null,
      'random_a 919108f752d1, ver 4, random_b 320, var 2, random_c 1bacf847db4148a8'],
    ['2ed6657d-e942-568b-95e1-2665a8aea6a2', 5, null,
      'sha1_high 2ed6657de942, ver 5, sha1_mid 68b, var 2, sha1_low 15e12665a8aea6a2'],
    ['1ec9414c-232a-6b00-b3c8-9f6bdeced846', 6, 1_645_557_742_000,
      'time_high 1ec9414c, time_mid 232a, ver 6, time_low b00, var 2, clock_seq 33c8, node 9f6bdeced846'],
    ['017f22e2-79b0-7cc3-98c4-dc0c0c07398f', 7, 1_645_557_742_000,
      'unix_ts_ms 017f22e279b0, ver 7, rand_a cc3, var 2, rand_b 18c4dc0c0c07398f'],
    ['2489e9ad-2ee2-8e00-8ec9-32d5f69181c0', 8, null,
      'custom_a 2489e9ad2ee2, ver 8, custom_b e00, var 2, custom_c 0ec932d5f69181c0'],
  ]; // prettier-ignore
  for (const [text, version, unixMs, fields] of cases) {
    const [reading] = inspect(text).readings;
    assert.deepEqual(
      [reading.kind, reading.name, reading.version, reading.variant],
      ['uuid', `UUID v${version}`, version, 'rfc'],
    );
    assert.equal(fieldsOf(reading), fields);
    assert.equal(reading.time?.unixMs ?? null, unixMs, text);
    if (unixMs !== null) assert.equal(reading.time.iso, '2022-02-22T19:22:22.000Z');
  }
});

test('a ULID is told with its time and its randomness', () => {
  const { text, spelling, readings, fault } = inspect('01ARYZ6S41TSV4RRFFQ69G5FAV');
  assert.deepEqual([text, spelling, fault, readings.length], ['01ARYZ6S41TSV4RRFFQ69G5FAV', 'canonical', null, 1]);
  assert.deepEqual([readings[0].kind, readings[0].name], ['ulid', 'ULID']);
  assert.deepEqual(readings[0].time, { unixMs: 1_469_918_176_385, iso: '2016-07-30T22:36:16.385Z', plausible: true });
  assert.equal(fieldsOf(readings[0]), 'timestamp 01563df36481, randomness d6764c61efb99302bd5b');
});

test('UUIDs outside the variant and versions of RFC 9562 are told as such', () => {
  const cases = [
    ['b46a70e0-dea8-11ed-0000-000000000000', 'ncs', null, 'var 0'],
    ['ffffffff-0000-4000-c000-000000000000', 'microsoft', null, 'var 6'],
    ['ffffffff-0000-4000-d000-000000000000', 'microsoft', null, 'var 6'],
    ['ffffffff-0000-4000-e000-000000000000', 'future', null, 'var 7'],
    ['ffffffff-0000-0000-8000-000000000000', 'rfc', null, 'ver 0, var 2'],
    ['ffffffff-0000-9000-bfff-ffffffffffff', 'rfc', null, 'ver 9, var 2'],
    ['000003e8-2363-21ef-b200-325096b39f47', 'rfc', 2, 'ver 2, var 2'],
    ['00000000-0000-0000-0000-000000000001', 'ncs', null, 'var 0'],
  ];
  for (const [text, variant, version, fields] of cases) {
    const own = inspect(text).readings.find(({ kind }) => kind === 'uuid');
    assert.deepEqual([own.variant, own.version, own.special], [variant, version, null], text);
    assert.equal(fieldsOf(own), fields, text);
  }
});

test('nil and max are told by name, and carry neither time nor fields', () => {
  for (const [text, special] of [
    [uuid.NIL, 'nil'],
    [uuid.MAX, 'max'],
  ]) {
    const [reading, ...others] = inspect(text).readings;
    assert.deepEqual(
      [reading.name, reading.special, reading.time, reading.fields],
      [`${special} UUID`, special, null, []],
    );
    assert.deepEqual(others, []);
  }
});

test('all readings are told that the bits speak for, and the likeliest first', () => {
  const v7 = '017f22e2-79b0-7cc3-98c4-dc0c0c07398f';
  const v4 = '919108f7-52d1-4320-9bac-f847db4148a8';
  const cases = [
    // The spelling's own first, where the bits do not speak against it.
    [v7, ['UUID v7', 'ULID']],
    [convert.uuidToUlid(v7), ['ULID', 'UUID v7']],
    [v4, ['UUID v4']],
    // Spelled as one and, by its time or its version, the other.
    [convert.uuidToUlid(v4), ['UUID v4', 'ULID']],
    [convert.ulidToUuid('01ARYZ6S41TSV4RRFFQ69G5FAV'), ['ULID', 'UUID']],
    // Bits that speak for neither: the spelling decides.
    [uuidv7.min(0), ['UUID v7']],
    [ulid.min(0), ['ULID']],
    [ulid.max(2 ** 48 - 1), ['ULID']],
    // A v1 of 5236 is likelier a ULID only if its time is one of ours.
    ['ffffffff-ffff-1fff-8000-000000000000', ['UUID v1']],
    ['017f22e2-79b0-1cc3-98c4-dc0c0c07398f', ['ULID', 'UUID v1']],
  ];
  for (const [text, names] of cases) assert.deepEqual(namesOf(text), names, text);
});

test('a time is plausible from 2000 to 2099, whatever the clock says', (t) => {
  const cases = [
    ['1999-12-31T23:59:59.999Z', false],
    ['2000-01-01', true],
    ['2099-12-31T23:59:59.999Z', true],
    ['2100-01-01', false],
  ];
  for (const now of [0, 8.64e15]) {
    t.mock.method(Date, 'now', () => now);
    for (const [time, plausible] of cases) {
      for (const kind of [uuidv7, ulid]) {
        assert.equal(inspect(kind.min(new Date(time))).readings[0].time.plausible, plausible, time);
      }
    }
  }
});

test('times at the ends of their fields are told', () => {
  const cases = [
    [uuidv7.max(2 ** 48 - 1), '+010889-08-02T05:31:50.655Z'],
    [ulid.max(2 ** 48 - 1), '+010889-08-02T05:31:50.655Z'],
    ['00000000-0000-1000-8000-000000000000', '1582-10-15T00:00:00.000Z'],
    ['ffffffff-ffff-1fff-8000-000000000000', '5236-03-31T21:21:00.684Z'],
  ];
  for (const [text, iso] of cases) assert.equal(inspect(text).readings[0].time.iso, iso, text);
});

test('every spelling is read, and told', () => {
  const id = '017f22e2-79b0-7cc3-98c4-dc0c0c07398f';
  const cases = [
    [id, 'canonical', id],
    [id.toUpperCase(), 'case', id],
    [id.replaceAll('-', ''), 'hex', id],
    [id.replaceAll('-', '').toUpperCase(), 'hex', id],
    [`{${id}}`, 'braces', id],
    [`urn:uuid:${id}`, 'urn', id],
    [`URN:UUID:${id.toUpperCase()}`, 'urn', id],
    ['01ARYZ6S41TSV4RRFFQ69G5FAV', 'canonical', '01ARYZ6S41TSV4RRFFQ69G5FAV'],
    ['01aryz6s41tsv4rrffq69g5fav', 'case', '01ARYZ6S41TSV4RRFFQ69G5FAV'],
    ['oLARYZ6S4iTSV4RRFFQ69G5FAV', 'crockford', '01ARYZ6S41TSV4RRFFQ69G5FAV'],
  ];
  for (const [text, spelling, canonical] of cases) {
    const inspection = inspect(text);
    assert.deepEqual([inspection.text, inspection.spelling, inspection.readings[0].text], [text, spelling, canonical]);
  }
});

test('text that is no id is told what it is nearest to, and where it goes wrong', () => {
  const id = '017f22e2-79b0-7cc3-98c4-dc0c0c07398f';
  const cases = [
    ['', 'ulid', 'INVALID_LENGTH', 0],
    ['hello world', 'ulid', 'INVALID_LENGTH', 5],
    ['01ARYZ6S41TSV4RRFFQ69G5FA', 'ulid', 'INVALID_LENGTH', 25],
    ['01ARYZ6S41TSV4RRFFQ69G5FAVV', 'ulid', 'INVALID_LENGTH', 26],
    ['01ARUZ6S41TSV4RRFFQ69G5FA', 'ulid', 'INVALID_LENGTH', 4],
    ['01ARYZ6S41TSV4RRFFQ69G5FAU', 'ulid', 'INVALID_CHARACTER', 25],
    ['80000000000000000000000000', 'ulid', 'OVERFLOW', 0],
    ['zzzzzzzzzzzzzzzzzzzzzzzzzz', 'ulid', 'OVERFLOW', 0],
    ['H66QICN1IEBG142Y4KV1772T2O', 'ulid', 'OVERFLOW', 0],
    ['01ARYZ6S41TSV4RRFFQ69G5FA\u0130', 'ulid', 'INVALID_LENGTH', 25],
    [id.slice(0, 35), 'uuid', 'INVALID_LENGTH', 35],
    [`${id}\n`, 'uuid', 'INVALID_LENGTH', 36],
    [` ${id}`, 'uuid', 'INVALID_LENGTH', 0],
    [id.replace('22e2', '22e'), 'uuid', 'INVALID_LENGTH', 7], // the hyphen comes too early
    [`${id.slice(0, 35)}g`, 'uuid', 'INVALID_CHARACTER', 35],
    [id.replace('-', '_'), 'uuid', 'INVALID_CHARACTER', 8],
    [`{${id}`, 'uuid', 'INVALID_LENGTH', 37],
    [`${id}}`, 'uuid', 'INVALID_LENGTH', 0],
    [`(${id})`, 'uuid', 'INVALID_CHARACTER', 0],
    [`urn:uid:${id}`, 'uuid', 'INVALID_LENGTH', 5],
    [`urn:guid:${id}`, 'uuid', 'INVALID_CHARACTER', 4],
    [`${id.replaceAll('-', '').slice(0, 31)}O`, 'uuid', 'INVALID_CHARACTER', 31],
    ['0'.repeat(100_000), 'uuid', 'INVALID_LENGTH', 32],
    ['\u{1f980}'.repeat(13), 'ulid', 'INVALID_LENGTH', 0],
  ];
  for (const [text, nearest, code, position] of cases) {
    const { spelling, readings, fault } = inspect(text);
    assert.deepEqual([spelling, readings], [null, []]);
    assert.deepEqual(
      { ...fault, message: undefined },
      { nearest, code, position, message: undefined },
      JSON.stringify(text),
    );
    assert.match(fault.message, /^[^A-Z][^\n]*[^.]$/);
  }
});

test('what is neither text nor a whole number is refused', () => {
  for (const value of [undefined, null, true, 0.5, NaN, Infinity, {}, ['x'], new String('x'), Symbol('x')]) {
    assert.equal(
      codeOf(() => inspect(value)),
      'INVALID_ARGUMENT',
    );
  }
});

test('an answer is the same after JSON, and says why in words', () => {
  for (const text of [uuidv4(), uuidv7(), ulid(), uuid.NIL, 'no id', '00000000-0000-1000-8000-000000000000']) {
    const inspection = inspect(text);
    assert.deepEqual(JSON.parse(JSON.stringify(inspection)), inspection);
    for (const { why } of inspection.readings) assert.match(why, /^[a-z][^.]{20,}$/);
  }
});

test('the fields of any id are where they say and hold what stands there', () => {
  for (let i = 0; i < 2000; i++) {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    // Every version and variant in turn, and with a time of today so that both readings are told.
    bytes.set([0x01, 0x9b]);
    bytes[6] = (bytes[6] & 0x0f) | ((i & 0xf) << 4);
    const text = uuid.format(bytes);
    const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
    const { readings } = inspect(text);
    assert.equal(readings.length, 2, text);
    for (const { fields } of readings) {
      let end = 0;
      for (const { name, from, bits: width, hex } of fields) {
        assert.ok(from >= end && width > 0, `${text} ${name}`);
        assert.equal(BigInt(`0x${hex}`), BigInt(`0b${bits.slice(from, from + width)}`), `${text} ${name}`);
        end = from + width;
      }
      assert.ok(end <= 128);
    }
  }
});
