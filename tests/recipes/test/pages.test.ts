/** The code on the pages is the code that the other tests run. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { NOT_RUN, PAGES, filled, origins, regions, textOf } from '../pages.js';

test('each block on a page is a region of a recipe as it stands, or says why it is not run', () => {
  const code = regions();
  for (const page of PAGES) {
    const text = textOf(page);
    for (const origin of origins(text)) {
      assert.ok(
        code.has(origin) || origin.startsWith(NOT_RUN),
        `${page}: ${origin || 'a block'} is no region of a recipe`,
      );
    }
    assert.equal(text, filled(text, code), `${page} is behind its recipes: run \`npm run pages\``);
  }
});

test('each region is on a page, and no block is missed', () => {
  const shown = new Set(PAGES.flatMap((page) => origins(textOf(page))));
  for (const region of regions().keys()) assert.ok(shown.has(region), `${region} is on no page`);
  for (const page of PAGES) {
    const fences = textOf(page).match(/^ *(```|~~~)/gm)?.length ?? 0;
    assert.equal(fences, 2 * origins(textOf(page)).length, `${page} has a block in another form`);
  }
});

test('a page that is behind, and a block that is from nowhere, are found', () => {
  const code = new Map([['a.ts#x', 'new\n']]);
  const page = 'Text.\n\n```ts a.ts#x\nold\n```\n\n```js not run: because\nleft\n```\n';
  assert.equal(filled(page, code), page.replace('old', 'new'));
  assert.deepEqual(origins(page), ['a.ts#x', 'not run: because']);
});
