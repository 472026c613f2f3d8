// Layouts: the named ones and one's own, and their ids read, written, taken apart and put together.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createSnowflake, snowflakeLayout } from '../dist/snowflake.js';
import { codeOf, errorOf, manual } from './support.mjs';

const OURS = { width: 63, epochMs: 1_704_067_200_000, parts: { time: 41, region: 4, worker: 6, sequence: 12 } };

test('published ids come apart as their publishers say', () => {
  const cases = [
    ['twitter', '1541815603606036480', 1_656_432_460_105, { datacenter: 11, worker: 26 }, 0],
    ['discord', '175928847299117063', 1_462_015_105_796, { worker: 1, process: 0 }, 7],
    ['instagram', '2384288897814875714', 1_598_449_407_313, { shard: 2675 }, 578],
  ];
  for (const [name, id, timestamp, fields, sequence] of cases) {
    const layout = snowflakeLayout(name);
    const parts = layout.decompose(id);
    assert.deepEqual([parts.timestamp, parts.fields, parts.sequence], [timestamp, fields, sequence]);
    assert.equal(layout.timestamp(BigInt(id)), timestamp);
    assert.equal(layout.format(layout.compose({ time: timestamp, node: fields, sequence })), id);
    assert.equal(layout.compose(parts), BigInt(id));
  }
});

test('every named layout tells its cut, and three are for reading', () => {
  const names = ['twitter', 'discord', 'instagram', 'mastodon', 'sonyflake', 'sonyflakeV2', 'js53', 'leaf', 'uidGenerator', 'seata'];
  for (const name of names) {
    const { width, bits, nodeFields } = snowflakeLayout(name);
    assert.equal(bits.time + bits.node + bits.sequence, width, name);
    assert.equal(nodeFields.reduce((sum, field) => sum + field.bits, 0), bits.node, name);
    const code = codeOf(() => createSnowflake({ layout: name, node: 0 }));
    assert.equal(code, ['leaf', 'uidGenerator', 'seata'].includes(name) ? 'INVALID_LAYOUT' : undefined, name);
  }
  const { capacity, horizonMs, negativeFromMs } = snowflakeLayout('twitter');
  assert.deepEqual(capacity, { perTick: 4096, perSecond: 4_096_000, nodes: 1024, years: 69 });
  assert.deepEqual([horizonMs, negativeFromMs], [3_487_858_230_209, undefined]);
  assert.equal(snowflakeLayout('instagram').negativeFromMs, 2_413_731_649_497);
});

test("a layout of one's own names the pieces of its node", () => {
  const layout = snowflakeLayout(OURS);
  assert.deepEqual(layout.nodeFields, [
    { name: 'region', bits: 4 },
    { name: 'worker', bits: 6 },
  ]);
  const id = layout.compose({ time: 1_764_417_600_000, node: { region: 2, worker: 17 }, sequence: 5 });
  const { timestamp, fields, node, sequence } = layout.decompose(id);
  assert.deepEqual([timestamp, fields, node, sequence], [1_764_417_600_000, { region: 2, worker: 17 }, 145, 5]);
  const seconds = { width: 63, epochMs: 0, tickMs: 1000, parts: { time: 32, node: 15, sequence: 16 } };
  assert.equal(snowflakeLayout(seconds).tickMs, 1000);
});

test('a layout that there is not is refused by a code, and what was laid down before stays', () => {
  const parts = (given) => ({ ...OURS, parts: given });
  const cases = [
    ['x', 'INVALID_LAYOUT'],
    [undefined, 'INVALID_LAYOUT'],
    [null, 'INVALID_LAYOUT'],
    [5, 'INVALID_LAYOUT'],
    [{ like: 'x', epochMs: 0 }, 'INVALID_LAYOUT'],
    [{ like: 'twitter' }, 'INVALID_LAYOUT'],
    [{ like: 'twitter', epochMs: 1_288_834_974 }, 'EPOCH_IN_SECONDS'],
    [{ ...OURS, epochMs: 1_704_067_200 }, 'EPOCH_IN_SECONDS'],
    [{ ...OURS, epochMs: -1 }, 'INVALID_LAYOUT'],
    [{ ...OURS, epochMs: 0.5 }, 'INVALID_LAYOUT'],
    [{ ...OURS, epochMs: NaN }, 'INVALID_LAYOUT'],
    [{ ...OURS, epochMs: 2 ** 48 }, 'INVALID_LAYOUT'],
    [{ ...OURS, epochMs: '1704067200000' }, 'INVALID_LAYOUT'],
    [{ ...OURS, epochMs: 1_704_067_200_000n }, 'INVALID_LAYOUT'],
    [{ ...OURS, width: 62 }, 'INVALID_LAYOUT'],
    [{ ...OURS, width: '63' }, 'INVALID_LAYOUT'],
    [{ ...OURS, tickMs: 0 }, 'INVALID_LAYOUT'],
    [{ ...OURS, tickMs: 60_001 }, 'INVALID_LAYOUT'],
    [{ ...OURS, tickMs: 65_537 }, 'INVALID_LAYOUT'],
    [{ ...OURS, tickMs: 0.5 }, 'INVALID_OPTION'],
    [{ ...OURS, seq: 1 }, 'INVALID_OPTION'],
    [parts({ time: 41, worker: 10, sequence: 13 }), 'LAYOUT_BITS'],
    [parts({ time: 41, worker: 12, sequence: 12 }), 'LAYOUT_BITS'],
    [parts({}), 'LAYOUT_BITS'],
    [parts(undefined), 'LAYOUT_BITS'],
    [parts({ worker: 32, sequence: 31 }), 'INVALID_LAYOUT'],
    [parts({ time: 41, worker: 22 }), 'INVALID_LAYOUT'],
    [parts({ sequence: 12, time: 41, worker: 10 }), 'INVALID_LAYOUT'],
    [parts({ region: 5, time: 41, worker: 5, sequence: 12 }), 'INVALID_LAYOUT'],
    [parts({ time: 41, a: 2, b: 2, c: 2, d: 2, e: 2, sequence: 12 }), 'INVALID_LAYOUT'],
    [parts({ time: 20, worker: 33, sequence: 10 }), 'INVALID_LAYOUT'],
    [parts({ time: 41, 7: 10, sequence: 12 }), 'INVALID_LAYOUT'],
    [parts({ time: 41, worker: '10', sequence: 12 }), 'INVALID_OPTION'],
    [parts({ time: 41, worker: -10, sequence: 32 }), 'INVALID_OPTION'],
  ];
  const twitter = snowflakeLayout('twitter');
  for (const [spec, code] of cases) {
    const shown = JSON.stringify(spec, (_, value) => (typeof value === 'bigint' ? `${value}n` : value));
    assert.equal(codeOf(() => snowflakeLayout(spec)), code, shown);
    assert.equal(twitter.timestamp('1541815603606036480'), 1_656_432_460_105);
  }
  assert.match(errorOf(() => snowflakeLayout(parts({ time: 41, worker: 10, sequence: 13 }))).message, /64 bits/);
});

test("a change to the caller's object changes no layout", () => {
  const spec = { ...OURS, parts: { ...OURS.parts } };
  const layout = snowflakeLayout(spec);
  const id = layout.compose({ time: OURS.epochMs + 5, node: 1, sequence: 1 });
  spec.parts.time = 1;
  spec.epochMs = 0;
  snowflakeLayout('twitter');
  assert.equal(layout.timestamp(id), OURS.epochMs + 5);
});

test('a piece of a node or a date that reads ids of another layout meanwhile goes into its own', () => {
  const [ours, other] = [snowflakeLayout('twitter'), snowflakeLayout('sonyflake')];
  const read = (number) => (other.decompose('77'), number);
  const node = { get datacenter() { return read(3); }, get worker() { return read(4); } };
  class Calling extends Date {
    [Symbol.toPrimitive]() {
      return read(this.getTime());
    }
  }
  const [plain, calling] = [new Date(1_764_417_600_000), new Calling(1_764_417_600_000)];
  const expected = ours.compose({ time: plain, node: { datacenter: 3, worker: 4 }, sequence: 5 });
  assert.equal(ours.compose({ time: calling, node, sequence: 5 }), expected);
  assert.deepEqual([ours.min(calling), ours.max(calling)], [ours.min(plain), ours.max(plain)]);
  let asked = 0;
  const changing = { datacenter: 3, get worker() { return asked++ === 0 ? 4 : 1.5; } };
  assert.equal(createSnowflake({ layout: 'twitter', node: changing, now: manual() }).node, 100);
});

test('text is strict in every spelling', () => {
  const layout = snowflakeLayout('twitter');
  const id = 1_541_815_603_606_036_480n;
  const spellings = { decimal: '1541815603606036480', base32: '1APDN12CZT000', hex: '1565b516cfe00000' };
  for (const [spelling, length] of [
    ['base32', 13],
    ['hex', 16],
  ]) {
    assert.equal(layout.format(id, spelling).length, length);
  }
  for (const spelling of Object.keys(spellings)) {
    const text = layout.format(id, spelling);
    assert.equal(layout.parse(text, spelling), id);
    assert.ok(layout.isValid(text, spelling));
    assert.ok(!layout.isValid(`${text} `, spelling));
  }
  assert.equal(layout.format(id), spellings.decimal);
  const cases = [
    ['', 'INVALID_LENGTH', 0],
    ['1'.repeat(21), 'INVALID_LENGTH', 20],
    ['1'.repeat(1000), 'INVALID_LENGTH', 20],
    ['-1', 'INVALID_CHARACTER', 0],
    ['+1', 'INVALID_CHARACTER', 0],
    ['01', 'INVALID_CHARACTER', 0],
    ['1.0', 'INVALID_CHARACTER', 1],
    ['1e3', 'INVALID_CHARACTER', 1],
    ['1_0', 'INVALID_CHARACTER', 1],
    ['12n', 'INVALID_CHARACTER', 2],
    ['1\u0661', 'INVALID_CHARACTER', 1],
    ['18446744073709551616', 'OVERFLOW', 19],
    ['9223372036854775808', 'OVERFLOW', undefined],
  ];
  for (const [text, code, position] of cases) {
    const error = errorOf(() => layout.parse(text));
    assert.deepEqual([error?.code, error?.position], [code, position], text);
    assert.equal(layout.isValid(text), false);
  }
  for (const text of [5, 5n, null, undefined, {}]) {
    assert.equal(codeOf(() => layout.parse(text)), 'INVALID_ARGUMENT');
    assert.equal(layout.isValid(text), false);
  }
  assert.equal(codeOf(() => layout.parse('1', 'octal')), 'INVALID_ARGUMENT');
});

test('ids read from a signed column are told from others', () => {
  const discord = snowflakeLayout('discord');
  const late = discord.compose({ time: discord.negativeFromMs, node: 0, sequence: 0 });
  assert.equal(late, 2n ** 63n);
  assert.equal(discord.toSigned(late), -(2n ** 63n));
  assert.equal(discord.fromSigned(-(2n ** 63n)), late);
  assert.equal(discord.fromSigned(5n), 5n);
  const negative = errorOf(() => discord.decompose(-5n));
  assert.deepEqual([negative.code, /fromSigned/.test(negative.message)], ['OVERFLOW', true]);
  assert.equal(codeOf(() => discord.decompose(2n ** 64n)), 'OVERFLOW');
  assert.equal(codeOf(() => discord.fromSigned(2n ** 63n)), 'OVERFLOW');
  const twitter = snowflakeLayout('twitter');
  assert.equal(codeOf(() => twitter.fromSigned(-1n)), 'OVERFLOW');
  assert.equal(codeOf(() => twitter.decompose(2n ** 63n)), 'OVERFLOW');
  assert.equal(codeOf(() => twitter.fromSigned(5)), 'INVALID_ARGUMENT');
});

test('the ends of a time are the smallest and the largest ids of its tick', () => {
  const layout = snowflakeLayout('discord');
  const [from, to] = [layout.min(1_600_408_800_000), layout.max(new Date(1_600_412_399_999))];
  assert.ok(from <= 756_403_198_394_237_027n && 756_403_198_394_237_027n <= to);
  assert.equal(layout.max(1_600_408_800_000) + 1n, layout.min(1_600_408_800_001));
  const cases = [
    [1_420_070_399_999, 'TIME_RANGE', 1],
    [-1, 'TIME_RANGE', 1_420_070_400_001],
    [layout.horizonMs, 'TIME_RANGE', 1],
    [0.5, 'INVALID_TIME', undefined],
    [NaN, 'INVALID_TIME', undefined],
    [new Date(NaN), 'INVALID_TIME', undefined],
    ['5', 'INVALID_TIME', undefined],
    [5n, 'INVALID_TIME', undefined],
  ];
  for (const [time, code, distance] of cases) {
    for (const bound of [layout.min, layout.max]) {
      const error = errorOf(() => bound(time));
      assert.deepEqual([error?.code, error?.distanceMs], [code, distance], String(time));
    }
  }
});

test('nothing is masked where an id is put together', () => {
  const layout = snowflakeLayout('twitter');
  const parts = { time: 1_700_000_000_000, node: 1, sequence: 0 };
  const cases = [
    [{ ...parts, node: 1024 }, 'NODE_RANGE'],
    [{ ...parts, node: -1 }, 'NODE_RANGE'],
    [{ ...parts, node: undefined }, 'INVALID_NODE'],
    [{ ...parts, sequence: 4096 }, 'SEQUENCE_RANGE'],
    [{ ...parts, sequence: -1 }, 'SEQUENCE_RANGE'],
    [{ ...parts, sequence: 0.5 }, 'SEQUENCE_RANGE'],
    [{ ...parts, sequence: 1n }, 'SEQUENCE_RANGE'],
    [{ ...parts, time: 0 }, 'TIME_RANGE'],
    [{ ...parts, time: undefined, tick: 2 ** 41 }, 'TIME_RANGE'],
    [{ ...parts, time: undefined, tick: -1 }, 'TIME_RANGE'],
    [{ ...parts, time: undefined }, 'INVALID_ARGUMENT'],
    [{ ...parts, tick: 5 }, 'INVALID_ARGUMENT'],
    [undefined, 'INVALID_ARGUMENT'],
  ];
  for (const [given, code] of cases) assert.equal(codeOf(() => layout.compose(given)), code);
});

test('a time that no number holds is refused and not rounded', () => {
  const wide = snowflakeLayout({ width: 63, epochMs: 0, parts: { time: 60, node: 1, sequence: 2 } });
  assert.equal(wide.decompose(8n).timestamp, 1);
  assert.equal(codeOf(() => wide.decompose(2n ** 62n)), 'TIME_RANGE');
});

test('the layout of a generator is the one that it reads by', () => {
  const ids = createSnowflake({ layout: OURS, node: { region: 1, worker: 2 }, now: manual() });
  const id = ids.next();
  assert.deepEqual(ids.decompose(id), ids.layout.decompose(id));
  assert.equal(ids.parse(ids.format(id)), id);
});
