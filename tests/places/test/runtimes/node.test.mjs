// What is special to Node: two ways to load the package, and flags that take something away from it.

import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';

import { inOrder, times } from '../../app/checks/expect.mjs';
import { PLACES } from '../../drivers/places.mjs';
import { everyCheck, start } from '../support.mjs';

const require = createRequire(import.meta.url);

test('import and require give one copy', async () => {
  const [imported, required] = [await import('mintid'), require('mintid')];
  for (const name of ['uuidv4', 'uuidv7', 'ulid', 'MintError']) assert.equal(required[name], imported[name], name);
});

test('files of the package that were loaded apart make ids in one order', async () => {
  const folder = '../../node_modules/mintid/dist';
  const copies = [
    await import(`${folder}/index.js`),
    require(`${folder}/index.cjs`),
    await import(`${folder}/portable.js`),
    require(`${folder}/portable.cjs`),
  ];
  assert.equal(new Set(copies.map(({ uuidv7 }) => uuidv7)).size, copies.length, 'there are fewer copies than files');
  for (const kind of ['uuidv7', 'ulid']) {
    let turn = 0;
    inOrder(
      times(20_000, () => copies[turn++ % copies.length][kind]()),
      kind,
    );
  }
});

/** Checks that set the platform's clock, which is frozen. */
const FROZEN = [
  'order goes on while the clock stands still',
  'order goes on while the clock is 9 s behind, and 11 s behind it starts again, counted',
  'on a stopped clock the call after a full tick ends by an error',
  'a clock that steps back gives no Snowflake, and the next one is none of those before',
];

/** What is taken away, what then runs the core, and what cannot be checked then. */
const FLAGS = [
  ['--disallow-code-generation-from-strings', 'wasm', []],
  ['--frozen-intrinsics', 'wasm', FROZEN],
  // Without a compiler there is no WebAssembly at all.
  ['--jitless', 'js', []],
];

for (const [flag, backend, without] of FLAGS) {
  test(`node ${flag}: the package`, async (t) => {
    const running = await start(t, PLACES.node, 'main', { flags: [flag] });
    await everyCheck(t, running, backend, without);
  });
}
