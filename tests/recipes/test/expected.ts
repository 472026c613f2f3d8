/** What the scenarios with Dexie should see, wherever they run. */

import assert from 'node:assert/strict';

import type * as dexie from '../scenarios/dexie.js';

type Scenarios = typeof dexie;
type Saw<Name extends keyof Scenarios> = Awaited<ReturnType<Scenarios[Name]>>;

/** A sentence for each scenario, and what it means. */
export const EXPECTED: { [Name in keyof Scenarios]: readonly [string, (saw: Saw<Name>) => void] } = {
  rows: [
    'a row gets a key when it is put in, keeps one that it brings, and is read in the order in which it was made',
    ({ placed, read, last }) => {
      assert.equal(placed.length, 4);
      assert.deepEqual(read, placed);
      assert.deepEqual(last, ['d', 'c']);
    },
  ],
  range: [
    'a range of keys is a range of times: the first moment belongs to it, the second does not',
    (titles) => assert.deepEqual(titles, ['2', '3', '4']),
  ],
  secondStart: [
    'a start with the clock behind goes on after the newest row, and in order',
    (titles) => assert.equal(titles, 'abcd'),
  ],
  rowFromTomorrow: [
    'a start with a row from tomorrow begins at the clock, and counts that',
    ({ aheadMs, restarts }) => {
      assert.ok(aheadMs <= 0 && aheadMs > -1000, `${aheadMs}`);
      assert.equal(restarts, 1);
    },
  ],
};
