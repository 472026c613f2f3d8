// The mark store in IndexedDB where there is no IndexedDB; tests/places has it where there is.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { openMarkStore } from '../dist/indexeddb.js';

test('without IndexedDB, or with a name that is none, opening a store says so', async () => {
  await assert.rejects(openMarkStore(), { name: 'MintError', code: 'STORE_UNAVAILABLE' });
  await assert.rejects(openMarkStore(5), { name: 'MintError', code: 'INVALID_ARGUMENT' });
});
