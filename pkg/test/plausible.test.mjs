// Whether an id that a client made can be believed.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { isPlausible, ulid, uuidv4, uuidv7 } from '../dist/index.js';
import { NOW, codeOf } from './support.mjs';

test('an id is plausible from the first millisecond to the last, both included', () => {
  const window = { after: NOW - 10, before: new Date(NOW + 10) };
  for (const kind of [uuidv7, ulid]) {
    const times = [-11, -10, 0, 10, 11].map((by) => isPlausible(kind.at(NOW + by), window));
    assert.deepEqual(times, [false, true, true, true, false]);
  }
});

test('an end that is missing is open', () => {
  assert.deepEqual(
    [
      isPlausible(ulid.at(2 ** 48 - 1), { after: NOW }),
      isPlausible(ulid.at(NOW - 1), { after: NOW }),
      isPlausible(uuidv7.at(0), { before: NOW }),
      isPlausible(uuidv7.at(NOW + 1), { before: NOW }),
    ],
    [true, false, true, false],
  );
});

test('what is no id with a time is not plausible, whatever it is', () => {
  for (const other of [uuidv4(), '', 'x', undefined, null, 7, {}, [], ulid.at(NOW) + ' ', `{${uuidv7.at(NOW)}}`]) {
    assert.equal(isPlausible(other, { after: 0 }), false, String(other));
  }
});

test('ends that are no times are refused, and so are none', () => {
  const id = ulid();
  const cases = [
    [{}, 'INVALID_ARGUMENT'],
    [{ after: NaN }, 'INVALID_TIME'],
    [{ after: 'yesterday' }, 'INVALID_TIME'],
    [{ before: new Date(NaN) }, 'INVALID_TIME'],
    [{ before: null }, 'INVALID_TIME'],
    [{ after: -1 }, 'TIME_RANGE'],
    [{ before: 2 ** 48 }, 'TIME_RANGE'],
    [{ after: 0, befor: 1 }, 'INVALID_OPTION'],
  ];
  for (const [window, code] of cases) assert.equal(codeOf(() => isPlausible(id, window)), code, JSON.stringify(window));
});

test('a window that is left out is one without ends', () => {
  for (const window of [undefined, null, {}]) {
    assert.equal(codeOf(() => isPlausible(ulid(), window)), 'INVALID_ARGUMENT');
  }
});
