/** Sorting in the program. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ulid, uuidv7 } from 'mintid';

import { inOrder } from '../recipes/sort.js';

const shuffled = <T>(items: readonly T[]): T[] => items.map((_, at) => items[(at * 7) % items.length]!);

test('ids sort by code units into the order in which they were made', () => {
  for (const mint of [uuidv7, ulid]) {
    const rows = mint.many(1000).map((id) => ({ id }));
    assert.notDeepEqual(shuffled(rows), rows);
    assert.deepEqual(inOrder(shuffled(rows)), rows);
  }
});

test('a language may have another order: Danish for aa, Estonian for Z, Czech for CH', () => {
  for (const [language, earlier, later] of [
    ['da', '019acf7b-fa00-73a3-8aaa-d0cbf86bb75d', '019acf7b-fa00-73a3-8abf-d0cbf86bb75d'],
    ['et', '01KB7QQYG07VMCNWEGSFW6QDT0', '01KB7QQYG07VMCNWEGSFW6QDZ0'],
    ['cs', '01KB7QQYG07VMCNWEGSFW6QDCH', '01KB7QQYG07VMCNWEGSFW6QDCZ'],
  ] as const) {
    const rows = [{ id: earlier }, { id: later }];
    assert.deepEqual(inOrder(rows.toReversed()), rows);
    assert.ok(earlier.localeCompare(later, language) > 0, language);
  }
});
