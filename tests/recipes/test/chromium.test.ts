/** What is stored in a browser, in Chromium: Dexie, and marks over a reload of the page. */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { opened } from '../chromium.js';
import type { Keeping } from '../scenarios/marks.js';
import { EXPECTED } from './expected.js';
import { sorted } from './support.js';

const page = await opened();
after(() => page.stop());

for (const name of Object.keys(EXPECTED) as (keyof typeof EXPECTED)[]) {
  const [sentence, holds] = EXPECTED[name] as readonly [string, (saw: unknown) => void];
  test(sentence, async () => holds(await page.run(name)));
}

/** Ids from before a reload and after it, with a clock that stepped back meanwhile. */
async function reloaded(keeping: Keeping): Promise<string[]> {
  const before = (await page.run('before', keeping)) as string[];
  const after = (await page.run('after', keeping)) as string[];
  return [...before, ...after];
}

test('without a mark, a clock that steps back over a reload puts new ids before the old', async () => {
  const ids = await reloaded('none');
  assert.notDeepEqual(ids, sorted(ids));
});

for (const keeping of ['localStorage', 'indexedDB', 'mmkv', 'asyncStorage'] as const) {
  test(`with a mark in ${keeping}, order survives a reload while the clock steps back`, async () => {
    const ids = await reloaded(keeping);
    assert.deepEqual(ids, sorted(ids));
    assert.equal(new Set(ids).size, 4);
  });
}
