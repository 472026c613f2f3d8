// Many ids at once: `many` and `fill`.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createUlid, createUuidv4, createUuidv7, ulid, uuid, uuidv4, uuidv7 } from '../dist/index.js';
import { NOW, codeOf, counting, errorOf, manual, memory } from './support.mjs';

const KINDS = { uuidv4, uuidv7, ulid };
const ORDERED = { createUuidv7, createUlid };

const inOrder = (ids) => ids.every((id, at) => at === 0 || ids[at - 1] < id);

test('many gives as many ids as were asked for, all of their kind, none twice', () => {
  for (const [name, kind] of Object.entries(KINDS)) {
    for (const count of [0, 1, 15, 16, 17, 1000, 20_000]) {
      const ids = kind.many(count);
      assert.equal(ids.length, count);
      assert.ok(ids.every(kind.isValid), name);
      assert.equal(new Set(ids).size, count);
    }
  }
});

test('many and single calls are in one order', () => {
  for (const kind of [uuidv7, ulid]) {
    assert.ok(inOrder([kind(), ...kind.many(100), kind(), ...kind.many(17), kind()]));
  }
});

test('fill writes what many would have given', () => {
  for (const create of Object.values(ORDERED)) {
    const options = () => ({ now: manual(), random: counting() });
    const texts = create(options()).many(40);
    const bytes = create(options()).fill(new Uint8Array(640));
    const { format } = create();
    assert.deepEqual(
      texts,
      Array.from({ length: 40 }, (_, at) => format(bytes.subarray(16 * at, 16 * at + 16))),
    );
  }
});

test('fill hands the same array back, and writes nothing beside a part of a larger one', () => {
  for (const kind of Object.values(KINDS)) {
    const whole = new Uint8Array(16 * 20).fill(0xee);
    const part = whole.subarray(16, 16 * 19);
    assert.equal(kind.fill(part), part);
    assert.ok([...whole.subarray(0, 16), ...whole.subarray(16 * 19)].every((byte) => byte === 0xee));
    assert.equal(new Set(Array.from({ length: 18 }, (_, at) => part.slice(16 * at, 16 * at + 16).toString())).size, 18);
  }
});

test('a batch gives the ids that single calls at the same reading give', () => {
  for (const create of Object.values(ORDERED)) {
    for (const random of [undefined, counting]) {
      const own = random && { random: random() };
      const one = create({ now: manual(), ...own });
      const all = create({ now: manual(), ...(random && { random: random() }) });
      const singles = Array.from({ length: 100 }, () => one());
      const batch = all.many(100);
      if (random) assert.deepEqual(batch, singles);
      assert.deepEqual(batch.map(one.timestamp), singles.map(one.timestamp));
    }
  }
});

test('the clock is read once for a batch', () => {
  for (const create of Object.values(ORDERED)) {
    let readings = 0;
    const ids = create({ now: () => NOW + readings++ });
    ids.many(1000);
    ids.fill(new Uint8Array(1600));
    assert.equal(readings, 2);
  }
});

test('a count that is none is refused, and so is an array that holds no whole ids', () => {
  const detached = new Uint8Array(16);
  structuredClone(detached.buffer, { transfer: [detached.buffer] });
  for (const kind of Object.values(KINDS)) {
    for (const count of [-1, 1.5, NaN, Infinity, 1e9, 1_000_001, '5', 5n, null, undefined, {}]) {
      assert.equal(codeOf(() => kind.many(count)), 'INVALID_ARGUMENT', String(count));
    }
    for (const length of [0, 1, 15, 17, 31]) {
      assert.equal(codeOf(() => kind.fill(new Uint8Array(length))), 'INVALID_LENGTH');
    }
    assert.equal(codeOf(() => kind.fill(detached)), 'INVALID_LENGTH');
    for (const bytes of [undefined, null, 16, [], new Uint8ClampedArray(16), new ArrayBuffer(16), new DataView(new ArrayBuffer(16))]) {
      assert.equal(codeOf(() => kind.fill(bytes)), 'INVALID_ARGUMENT');
    }
  }
});

test('many is all or nothing, and fill says how far it came', () => {
  // Room for twelve bits from a start of 2047: 2049 ids in the millisecond.
  const ones = (length) => new Uint8Array(length).fill(255);
  const last = { counterBits: 12, onFull: 'refuse', now: manual() };
  for (const random of [ones, undefined]) {
    const ids = createUuidv7({ ...last, random });
    assert.equal(errorOf(() => ids.many(5000))?.code, 'FULL');
    const bytes = new Uint8Array(16 * 5000);
    const error = errorOf(() => createUuidv7({ ...last, random }).fill(bytes));
    assert.equal(error.code, 'FULL');
    if (random) assert.equal(error.filled, 2049);
    assert.ok(error.filled >= 2049 && error.filled <= 4096);
    assert.equal(uuid.version(uuid.format(bytes.subarray(16 * error.filled - 16, 16 * error.filled))), 7);
    assert.ok(bytes.subarray(16 * error.filled).every((byte) => byte === 0));
  }
});

test('a batch borrows from the milliseconds to come as single calls do', () => {
  const ids = createUuidv7({ counterBits: 12, now: manual() });
  const many = ids.many(20_000);
  assert.ok(inOrder(many));
  assert.ok(ids.meter().borrowed >= 4);
  assert.equal(ids.meter().minted, 20_000);
});

test('a source that fails in the middle ends the batch, and nothing comes twice afterwards', () => {
  let left = 30;
  const random = (length) => {
    if (left-- === 0) throw new Error('dry');
    return new Uint8Array(length).fill(left);
  };
  const ids = createUuidv7({ now: manual(), random });
  const bytes = new Uint8Array(1600);
  const error = errorOf(() => ids.fill(bytes));
  assert.deepEqual([error.code, error.filled, error.cause.message], ['RNG_FAILED', 30, 'dry']);
  left = -1;
  assert.ok(ids() > ids.format(bytes.subarray(29 * 16, 30 * 16)));
});

test('an array that its random source takes away is an error, and the ids go on', () => {
  const bytes = new Uint8Array(160);
  const random = (length) => {
    if (bytes.length > 0) structuredClone(bytes.buffer, { transfer: [bytes.buffer] });
    return new Uint8Array(length);
  };
  for (const create of [createUuidv4, createUuidv7, createUlid]) {
    assert.equal(codeOf(() => create({ random }).fill(bytes)), 'INVALID_LENGTH');
    assert.ok(create({ random })());
  }
});

test('a batch is covered by marks as single ids are', () => {
  const store = memory();
  const ids = createUuidv7({ counterBits: 12, now: manual(), mark: { store, key: 'k', windowMs: 3, onLate: 'refuse' } });
  const newest = ids.many(50_000).at(-1);
  assert.ok(ids.timestamp(newest) < Number(store.kept.get('k')));
  assert.equal(ids.meter().late, 0);
});

test('where the first id is refused for want of a mark nothing is written, whatever was made before', () => {
  for (const create of Object.values(ORDERED)) {
    const store = memory();
    store.fails.add('setItem');
    const ids = create({ now: manual(), mark: { store, key: 'k', onLate: 'refuse' } });
    for (const room of [2, 40]) {
      uuidv4.many(16);
      const bytes = new Uint8Array(16 * room);
      const { code, filled } = errorOf(() => ids.fill(bytes));
      assert.deepEqual([code, filled, bytes.some(Boolean)], ['MARK_DUE', 0, false]);
    }
  }
});
