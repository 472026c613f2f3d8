// `mintid/compat/uuidv7` beside `uuidv7` itself: the same answers, and every difference by name.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import * as peer from 'uuidv7';

import * as ours from '../dist/compat/uuidv7.js';
import { uuidv4, uuidv7 } from '../dist/index.js';
import { seeded, withDeterministicIds } from '../dist/testing.js';
import { codeOf } from './support.mjs';

const V7 = '0189dcd5-5311-7d40-8db0-9496a2eef37b';
const LAST = 2 ** 48 - 1;

/** Words that are the same each time; where a counter starts, its highest bit is 0. */
function words(seed) {
  const random = seeded(seed);
  return { nextUint32: () => new DataView(random(4).buffer).getUint32(0) & 0x7fff_ffff };
}

test('it has what uuidv7 has', () => {
  for (const [name, value] of Object.entries(peer)) assert.equal(typeof ours[name], typeof value, name);
  for (const [mine, theirs] of [
    [ours.UUID, peer.UUID],
    [ours.V7Generator, peer.V7Generator],
  ]) {
    for (const holders of [
      [mine, theirs],
      [mine.prototype, theirs.prototype],
    ]) {
      const [have, due] = holders.map((holder) => Object.getOwnPropertyNames(holder));
      // Deprecated there, or marked as internal.
      const not = ['generateOrResetCore', 'generateOrAbortCore', 'resetCounter', 'generateV4'];
      assert.deepEqual(
        due.filter((name) => !have.includes(name) && !not.includes(name)),
        [],
      );
    }
  }
});

test('ids of the default generator are those of mintid, as text and as objects', () => {
  assert.ok(uuidv7.isValid(ours.uuidv7()) && uuidv4.isValid(ours.uuidv4()));
  assert.deepEqual([ours.uuidv7obj().getVersion(), ours.uuidv4obj().getVersion()], [7, 4]);
  const ids = [uuidv7(), ours.uuidv7(), ours.uuidv7obj().toString(), uuidv7()];
  assert.deepEqual(ids.toSorted(), ids);
});

test('generators with the same words and times give the same ids, whatever the clock does', () => {
  for (let seed = 0; seed < 50; seed++) {
    const random = seeded(seed);
    const [mine, theirs] = [new ours.V7Generator(words(seed)), new peer.V7Generator(words(seed))];
    let time = 1_700_000_000_000;
    for (let i = 0; i < 300; i++) {
      const [kind, distance, way] = random(3);
      // Forward, still, back, to the edge of what is held, past it, and another edge.
      time +=
        kind < 70
          ? distance
          : kind < 140
            ? 0
            : kind < 210
              ? -distance
              : kind < 230
                ? -10_000
                : kind < 250
                  ? -10_001
                  : 0;
      if (kind >= 250) for (const generator of [mine, theirs]) generator.setRollbackAllowance(100 * distance);
      const method = way < 128 ? 'generateOrResetWithTs' : 'generateOrAbortWithTs';
      assert.equal(mine[method](time)?.toString(), theirs[method](time)?.toString());
    }
  }
});

test('without a time a generator takes now', (t) => {
  const clock = t.mock.method(Date, 'now', () => 20_000);
  const generator = new ours.V7Generator();
  const timeOf = (id) => id && uuidv7.timestamp(String(id));
  assert.deepEqual([timeOf(generator.generate()), timeOf(generator.generateOrAbort())], [20_000, 20_000]);
  clock.mock.mockImplementation(() => 9_999);
  assert.deepEqual([generator.generateOrAbort(), timeOf(generator.generate())], [undefined, 9_999]);
});

test('UUIDs are read, written, compared and judged alike', () => {
  const random = seeded(1);
  let previous = new Uint8Array(16);
  const all = [new Uint8Array(16), new Uint8Array(16).fill(255), ...Array.from({ length: 1000 }, () => random(16))];
  for (const bytes of all) {
    const told = [ours.UUID, peer.UUID].map((UUID) => {
      const id = UUID.ofInner(bytes);
      assert.equal(id.bytes, bytes);
      const [copy, other] = [id.clone(), UUID.ofInner(previous)];
      assert.notEqual(copy.bytes, bytes);
      return [
        `${id}`, id.toHex(), JSON.stringify({ id }), id.getVariant(), id.getVersion(), id.isNil(), id.isMax(),
        id.equals(copy), id.equals(other), id.compareTo(other), other.compareTo(id),
        UUID.parse(`${id}`).bytes, UUID.parse(id.toHex().toUpperCase()).bytes, UUID.parse(`{${id}}`).bytes,
        UUID.parse(`URN:UUID:${id}`).bytes,
      ]; // prettier-ignore
    });
    assert.deepEqual(...told);
    previous = bytes;
  }
});

test('fields are put together alike', () => {
  const cases = [
    [0, 0, 0, 0],
    [LAST, 0xfff, 2 ** 30 - 1, 2 ** 32 - 1],
    [1_700_000_000_000, 1, 2, 3],
  ];
  for (const fields of cases)
    assert.equal(`${ours.UUID.fromFieldsV7(...fields)}`, `${peer.UUID.fromFieldsV7(...fields)}`);
});

test('what is refused there is refused here, with a code', () => {
  const generators = { ours: new ours.V7Generator(), peer: new peer.V7Generator() };
  const cases = [
    ...[-1, 0.5, 2 ** 48, NaN, '7', undefined].map((ms) => [
      ({ UUID }) => UUID.fromFieldsV7(ms, 0, 0, 0),
      ms === -1 || ms === 2 ** 48 ? 'TIME_RANGE' : 'INVALID_TIME',
    ]),
    [({ UUID }) => UUID.fromFieldsV7(0, 0x1000, 0, 0), 'INVALID_ARGUMENT'],
    [({ UUID }) => UUID.fromFieldsV7(0, -1, 0, 0), 'INVALID_ARGUMENT'],
    [({ UUID }) => UUID.fromFieldsV7(0, 0, 2 ** 30, 0), 'INVALID_ARGUMENT'],
    [({ UUID }) => UUID.fromFieldsV7(0, 0, 0, 2 ** 32), 'INVALID_ARGUMENT'],
    [({ UUID }) => UUID.fromFieldsV7(0, 0, 0, 0.5), 'INVALID_ARGUMENT'],
    [({ UUID }) => UUID.ofInner(new Uint8Array(15)), 'INVALID_LENGTH'],
    [({ UUID }) => UUID.parse(''), 'INVALID_LENGTH'],
    [({ UUID }) => UUID.parse(V7.replace('d', 'g')), 'INVALID_CHARACTER'],
    [({ UUID }) => UUID.parse(` ${V7}`), 'INVALID_LENGTH'],
    [(_, generator) => generator.setRollbackAllowance(-1), 'INVALID_ARGUMENT'],
    [(_, generator) => generator.setRollbackAllowance(2 ** 48), 'INVALID_ARGUMENT'],
    [(_, generator) => generator.generateOrResetWithTs(-1), 'TIME_RANGE'],
    [(_, generator) => generator.generateOrAbortWithTs(NaN), 'INVALID_TIME'],
  ];
  for (const [call, code] of cases) {
    assert.throws(() => call(peer, generators.peer), undefined, `${call}`);
    assert.equal(
      codeOf(() => call(ours, generators.ours)),
      code,
      `${call}`,
    );
  }
});

test('words that are none are refused here as there', () => {
  for (const word of [NaN, 0.5, -1, 2 ** 32, '7', undefined]) {
    const [mine, theirs] = [ours, peer].map(({ V7Generator }) => new V7Generator({ nextUint32: () => word }));
    assert.throws(() => theirs.generate());
    assert.throws(() => mine.generate(), { code: 'RNG_FAILED' });
  }
});

test('an allowance that is no whole number is taken there, and refused here', () => {
  for (const ms of [NaN, 0.5, '7', undefined]) {
    new peer.V7Generator().setRollbackAllowance(ms);
    assert.equal(
      codeOf(() => new ours.V7Generator().setRollbackAllowance(ms)),
      'INVALID_ARGUMENT',
    );
  }
});

test('the counter’s highest bit is random there, and 0 at its start here', () => {
  const ones = { nextUint32: () => 0xffff_ffff };
  const [mine, theirs] = [ours, peer].map(({ V7Generator }) => `${new V7Generator(ones).generateOrResetWithTs(7)}`);
  assert.equal(theirs, '00000000-0007-7fff-bfff-ffffffffffff');
  assert.equal(mine, '00000000-0007-77ff-bfff-ffffffffffff');
});

test('without crypto ids are of Math.random there, and none here', (t) => {
  const crypto = Object.getOwnPropertyDescriptor(globalThis, 'crypto');
  t.after(() => Object.defineProperty(globalThis, 'crypto', crypto));
  const generator = new ours.V7Generator();
  withDeterministicIds(() => {}); // empties the pool
  Object.defineProperty(globalThis, 'crypto', { value: undefined, configurable: true });
  assert.equal(`${new peer.V7Generator().generate()}`.length, 36);
  for (const make of [ours.uuidv7, ours.uuidv4obj, () => generator.generate()])
    assert.equal(codeOf(make), 'RNG_UNAVAILABLE');
});

test('a refused call leaves a generator as it was', () => {
  const [mine, spared] = [new ours.V7Generator(words(1)), new ours.V7Generator(words(1))];
  for (const generator of [mine, spared]) generator.generateOrResetWithTs(20_000);
  for (const ms of [NaN, -1, 2 ** 48, undefined]) assert.ok(codeOf(() => mine.generateOrResetWithTs(ms)));
  assert.equal(mine.generateOrAbortWithTs(1), undefined);
  assert.equal(`${mine.generateOrResetWithTs(20_000)}`, `${spared.generateOrResetWithTs(20_000)}`);
});

test('a generator takes part in a run of ids that are the same each time', () => {
  const run = () => withDeterministicIds(() => [`${new ours.V7Generator().generate()}`, ours.uuidv7(), ours.uuidv4()]);
  assert.deepEqual(run(), run());
  assert.equal(uuidv7.timestamp(run()[0]), Date.UTC(2026, 0, 1));
});
