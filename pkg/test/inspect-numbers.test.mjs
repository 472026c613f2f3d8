// What `mintid/inspect` tells of bare integers: the layouts, times and spellings that they may be of.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { inspect } from '../dist/inspect.js';
import { ulid, uuidv4, uuidv7 } from '../dist/index.js';
import { snowflakeLayout } from '../dist/snowflake.js';
import { NOW, codeOf, errorOf } from './support.mjs';

const POST = '1541815603606036480';

/** The readings of an id, in order: what each is, and its time. */
const shortOf = (id, options) =>
  inspect(id, options).readings.map(({ kind, layout, unit, time }) => [layout ?? unit ?? kind, time?.unixMs ?? null]);

const namesOf = (id, options) => shortOf(id, options).map(([name]) => name);

test('a bare integer is read in every layout whose time is plausible, as a time, and as an integer last', () => {
  const names = ['twitter', 'discord', 'instagram', 'sonyflake', 'sonyflakeV2', 'leaf', 'uidGenerator', 'seata', 'nanoseconds', 'integer'];
  assert.deepEqual(namesOf(POST), names);
  const { text, spelling, readings, fault } = inspect(POST);
  assert.deepEqual([text, spelling, fault], [POST, 'decimal', null]);
  for (const reading of readings) {
    assert.deepEqual([reading.text, reading.spelling], [POST, 'decimal']);
    assert.equal(reading.time?.plausible ?? true, true);
  }
  assert.deepEqual(
    readings.filter(({ kind }) => kind !== 'snowflake').map(({ kind, name, fields }) => [kind, name, fields]),
    [
      ['time', 'Unix time in nanoseconds', []],
      ['integer', 'integer', []],
    ],
  );
});

test('published Snowflakes are told with their time and the fields of their layout, by name', () => {
  const cases = [
    [POST, 'twitter', '2022-06-28T16:07:40.105Z', 'time 367597485448 1+41, datacenter 11 42+5, worker 26 47+5, sequence 0 52+12'],
    ['175928847299117063', 'discord', '2016-04-30T11:18:25.796Z', 'time 41944705796 0+42, worker 1 42+5, process 0 47+5, sequence 7 52+12'],
    ['2384288897814875714', 'instagram', '2020-08-26T13:43:27.313Z', 'time 284229385592 0+41, shard 2675 41+13, sequence 578 54+10'],
  ]; // prettier-ignore
  for (const [id, layout, iso, fields] of cases) {
    const reading = inspect(id).readings.find((it) => it.layout === layout);
    assert.deepEqual([reading.kind, reading.name, reading.time.iso], ['snowflake', `Snowflake of ${layout}`, iso]);
    assert.equal(reading.fields.map(({ name, decimal, from, bits }) => `${name} ${decimal} ${from}+${bits}`).join(', '), fields);
    for (const { hex, decimal, bits } of reading.fields) {
      assert.deepEqual([BigInt(`0x${hex}`), hex.length], [BigInt(decimal), Math.ceil(bits / 4)]);
    }
  }
});

test('the fields are those that the layout itself takes an id apart into', () => {
  const names = ['twitter', 'discord', 'instagram', 'mastodon', 'sonyflake', 'sonyflakeV2', 'js53', 'leaf', 'uidGenerator', 'seata'];
  for (const name of names) {
    const layout = snowflakeLayout(name);
    // Its time has ended.
    const id = layout.max(name === 'uidGenerator' ? 1_717_977_600_000 : NOW);
    const { fields, time } = inspect(String(id)).readings.find((it) => it.layout === name);
    const parts = layout.decompose(id);
    const expected = { ...parts.fields, time: parts.tick, sequence: parts.sequence };
    assert.deepEqual(Object.fromEntries(fields.map((it) => [it.name, Number(it.decimal)])), expected, name);
    assert.equal(time.unixMs, parts.timestamp, name);
    const places = fields.map(({ from }) => from);
    assert.deepEqual(places, places.toSorted((a, b) => a - b), name);
  }
});

test('a number that is a time is read as one first', () => {
  for (const [text, unit] of [
    ['1764417600', 'seconds'],
    ['1764417600000', 'milliseconds'],
    ['1764417600000000', 'microseconds'],
  ]) {
    const [first] = inspect(text).readings;
    assert.deepEqual([first.kind, first.unit, first.time.iso], ['time', unit, '2025-11-29T12:00:00.000Z']);
  }
  assert.deepEqual(shortOf('7').at(-1), ['integer', null]);
});

test('what is not before the time given is left out, and one of 128 bits is told as not plausible', () => {
  const until = ['twitter', 'instagram', 'leaf', 'uidGenerator', 'nanoseconds', 'integer'];
  for (const before of [NOW, new Date(NOW)]) assert.deepEqual(namesOf(POST, { before }), until);
  const made = 1_656_432_460_105;
  assert.ok(!namesOf(POST, { before: made }).includes('twitter'));
  assert.ok(namesOf(POST, { before: made + 1 }).includes('twitter'));
  const v7 = uuidv7.min(NOW + 1);
  const [reading, ...others] = inspect(v7, { before: NOW }).readings;
  assert.deepEqual([reading.name, reading.time.plausible, others], ['UUID v7', false, []]);
  assert.match(reading.why, /but a time before 2000 or not before the one given$/);
  assert.equal(inspect(v7, {}).readings.length, 2);
});

test('an option that is not sound is refused, and a number as map gives it is no option', () => {
  assert.deepEqual([POST, '7'].map(inspect), [inspect(POST), inspect('7')]);
  for (const before of [NaN, 0.5, Infinity, 8.64e15 + 1, new Date(NaN), '2025', null, 5n]) {
    assert.equal(codeOf(() => inspect(POST, { before })), 'INVALID_TIME', String(before));
  }
  for (const options of [null, 'now', true, { after: 5 }]) {
    assert.equal(codeOf(() => inspect(POST, options)), 'INVALID_OPTION');
  }
});

test('hex, Base32 and the signed reading are told as such, and digits by each spelling that they have', () => {
  const layout = snowflakeLayout('twitter');
  const hex = layout.format(POST, 'hex');
  for (const [text, spelling] of [
    [hex, 'hex'],
    [hex.toUpperCase(), 'hex'],
    [`0x${hex.replace(/^0+/, '')}`, 'hex'],
    [layout.format(POST, 'base32'), 'base32'],
  ]) {
    const inspection = inspect(text);
    assert.equal(inspection.spelling, spelling);
    assert.ok(inspection.readings.every((it) => it.text === POST && it.spelling === spelling), text);
    assert.deepEqual(namesOf(text), namesOf(POST));
  }
  const late = snowflakeLayout('discord').min(3_700_000_000_000);
  const signed = inspect(String(BigInt.asIntN(64, late)));
  assert.deepEqual([signed.spelling, signed.readings.at(-1).text], ['signed', String(late)]);
  assert.ok(signed.readings.some(({ layout, time }) => layout === 'discord' && time.unixMs === 3_700_000_000_000));
  const spellingsOf = (id) => [...new Set(inspect(id).readings.map(({ spelling }) => spelling))];
  assert.deepEqual(spellingsOf('1764417600000000'), ['decimal', 'hex']);
  assert.deepEqual(spellingsOf('1764417600000'), ['decimal', 'base32']);
  assert.deepEqual(spellingsOf('0764417600000000'), ['hex']);
});

test('a BigInt or a number is its digits, which are no hex digits then', () => {
  for (const id of [0n, 7n, BigInt(POST), 2n ** 64n - 1n, -1n, -(2n ** 63n)]) {
    const [given, text] = [inspect(id), inspect(String(id))];
    assert.deepEqual(given, text, String(id));
  }
  for (const id of [0, -0, 7, -7, 1_764_417_600_000, 1_764_417_600_000_000, Number.MAX_SAFE_INTEGER]) {
    const { text, readings } = inspect(id);
    assert.equal(text, String(id));
    const own = inspect(text).readings.filter(({ spelling }) => spelling === 'decimal' || spelling === 'signed');
    assert.deepEqual(readings, own);
    assert.deepEqual(inspect(BigInt(id)).readings, own);
  }
});

test('a number that was rounded is refused, and says why; so is a BigInt of more than 64 bits', () => {
  for (const id of [2 ** 53, Number(POST), -(2 ** 53), 1e300]) {
    const { code, message } = errorOf(() => inspect(id));
    assert.equal(code, 'NUMBER_RANGE');
    assert.match(message, /rounded before it came here: give its text/);
  }
  for (const id of [2n ** 64n, -(2n ** 63n) - 1n, 2n ** 127n]) assert.equal(codeOf(() => inspect(id)), 'OVERFLOW');
});

test('text of a number that is none is told by its fault', () => {
  for (const [text, code, position] of [
    ['18446744073709551616', 'OVERFLOW', 19],
    ['-9223372036854775809', 'OVERFLOW', 19],
    ['-0', 'INVALID_CHARACTER', 1],
    ['007', 'INVALID_CHARACTER', 0],
    ['0x', 'INVALID_LENGTH', 2],
    ['0xfg', 'INVALID_CHARACTER', 3],
    [`0x${'0'.repeat(17)}`, 'INVALID_LENGTH', 18],
  ]) {
    const { spelling, readings, fault } = inspect(text);
    assert.deepEqual([spelling, readings], [null, []]);
    assert.deepEqual([fault.nearest, fault.code, fault.position], ['integer', code, position], text);
    assert.match(fault.message, /^[^A-Z][^\n]*[^.]$/);
  }
});

test('an answer about a number is the same after JSON, and says why in words', () => {
  for (const id of [POST, '-1', '0x1', '1764417600000', 7n, 5]) {
    const inspection = inspect(id, { before: NOW });
    assert.deepEqual(JSON.parse(JSON.stringify(inspection)), inspection);
    for (const { why } of inspection.readings) assert.match(why, /^[a-z][^.]{20,}$/);
  }
});

test('both back ends tell the same', () => {
  const texts = [POST, '-1', '1764417600000', '1764417600000000', '0x15', '007', 'no id', '0'.repeat(70), '\u{1f980}'];
  texts.push(uuidv4(), uuidv7(), ulid(), '{017f22e2-79b0-7cc3-98c4-dc0c0c07398f}', '18446744073709551616');
  for (let i = 0; i < 300; i++) {
    const [number] = crypto.getRandomValues(new BigUint64Array(1));
    texts.push(String(number >> BigInt(i % 64)), number.toString(16).padStart(16, '0'));
  }
  const program = (file) => `
    const { backend, inspect } = await import(${JSON.stringify(new URL(`../dist/${file}`, import.meta.url).href)});
    const texts = JSON.parse(${JSON.stringify(JSON.stringify(texts))});
    console.log(JSON.stringify([backend(), texts.map((text) => inspect(text)), texts.map((text) => inspect(text, { before: ${NOW} }))]));`;
  const run = (file) => {
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program(file)], {
      encoding: 'utf8',
      maxBuffer: 1 << 28,
      cwd: fileURLToPath(new URL('.', import.meta.url)),
    });
    assert.equal(stderr, '');
    return JSON.parse(stdout);
  };
  const [[wasm, ...told], [js, ...same]] = ['inspect.js', 'inspect-portable.js'].map(run);
  assert.deepEqual([wasm, js], ['wasm', 'js']);
  assert.deepEqual(same, told);
});
