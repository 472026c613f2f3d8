/** Dexie over an IndexedDB in memory; chromium.test.ts does the same over a real one. */

import 'fake-indexeddb/auto';

import { test } from 'node:test';

import * as scenarios from '../scenarios/dexie.js';
import { EXPECTED } from './expected.js';

for (const name of Object.keys(EXPECTED) as (keyof typeof EXPECTED)[]) {
  const [sentence, holds] = EXPECTED[name] as readonly [string, (saw: unknown) => void];
  test(sentence, async () => holds(await scenarios[name]()));
}
