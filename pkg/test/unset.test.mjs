// A clock that says it is not set.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createUlid, createUuidv7 } from '../dist/index.js';
import { NOW, codeOf, manual, memory } from './support.mjs';

const KINDS = [createUuidv7, createUlid];
const kept = (ms) => ({ store: memory([['k', String(ms)]]), key: 'k' });

test('an unset clock is refused by default, and the first reading that is set ends that', () => {
  for (const create of KINDS) {
    const clock = manual(null);
    const ids = create({ now: clock });
    assert.equal(codeOf(ids), 'UNSET');
    assert.equal(codeOf(() => ids.many(20)), 'UNSET');
    clock.ms = NOW;
    assert.equal(ids.timestamp(ids()), NOW);
    assert.equal(ids.meter().refused, 2);
  }
});

test('with a mark it runs on from there, by the time since start, until the clock is set', () => {
  for (const create of KINDS) {
    const clock = manual(null);
    const boot = manual(0);
    const ids = create({ now: clock, sinceBoot: boot, onUnset: 'runFromMark', mark: kept(NOW) });
    assert.equal(ids.timestamp(ids()), NOW);
    boot.ms = 1234.9;
    assert.equal(ids.timestamp(ids()), NOW + 1234);
    assert.ok(ids.many(100).every((id) => ids.timestamp(id) === NOW + 1234));
    clock.ms = NOW + 5000;
    assert.equal(ids.timestamp(ids()), NOW + 5000);
    clock.ms = null;
    assert.equal(codeOf(ids), 'UNSET');
  }
});

test('without a mark there is nothing to run on from', () => {
  for (const create of KINDS) {
    assert.equal(codeOf(create({ now: () => null, onUnset: 'runFromMark' })), 'UNSET');
    const mark = { store: memory(), key: 'k' };
    assert.equal(codeOf(create({ now: () => null, onUnset: 'runFromMark', mark })), 'UNSET');
  }
});

test('a time since start that is none is a failed clock', () => {
  const broken = () => {
    throw new Error('no timer');
  };
  for (const sinceBoot of [broken, () => NaN, () => -1, () => '5', () => 5n, () => Infinity, () => undefined]) {
    const ids = createUuidv7({ now: () => null, sinceBoot, onUnset: 'runFromMark', mark: kept(NOW) });
    assert.equal(codeOf(ids), 'CLOCK_FAILED');
  }
});

test('an option that is none is refused', () => {
  for (const options of [{ onUnset: 'run' }, { onUnset: null }, { sinceBoot: 5 }]) {
    assert.equal(codeOf(() => createUuidv7(options)), 'INVALID_OPTION');
  }
});
