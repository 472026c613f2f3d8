// Bundlers for the web: what they make runs in Chromium, and holds no more of the package than is used.

import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';

import { expected } from '../projects/common/expected.mjs';
import { browser, visited } from '../support/browser.mjs';
import { BUNDLERS, bundled, code, writePage } from '../support/bundlers.mjs';
import { serving } from '../support/child.mjs';
import { project } from '../support/project.mjs';
import { freePort, served } from '../support/serve.mjs';

let chromium;
let folder;

before(async () => {
  folder = project('web');
  const none = readFileSync(join(folder, 'src/none.js'), 'utf8');
  writeFileSync(join(folder, 'src/empty.js'), none.replace(/^import.*\n/m, ''));
  chromium = await browser();
});
after(() => chromium?.close());

/** What the app must have seen. The traps are live: making ids has touched these. */
function assertSeen({ atImport, ids, touched }) {
  assert.deepEqual(ids, expected('wasm'));
  assert.deepEqual(atImport, []);
  for (const name of ['crypto', 'Date', 'WebAssembly']) {
    assert(
      touched.some((who) => who.startsWith(name)),
      `the trap of ${name} has seen nothing`,
    );
  }
}

for (const bundler of Object.keys(BUNDLERS)) {
  describe(bundler, () => {
    it('makes an app that mints in Chromium, and touches nothing before', async () => {
      const { address, stop } = await served(await bundled(folder, bundler, 'index'));
      try {
        assertSeen(await visited(chromium, address));
      } finally {
        stop();
      }
    });

    it('takes no more than is used', async () => {
      const made = {};
      for (const name of ['empty', 'none', 'one', 'all']) made[name] = code(await bundled(folder, bundler, name));
      assert.equal(made.none, made.empty, 'an import that nobody uses leaves code behind');
      console.log(`${bundler}: ${made.one.length} bytes with uuidv4 alone, ${made.all.length} with everything`);
      assert(made.one.length < made.all.length, 'one export costs as much as all of them');
    });
  });
}

describe('vite in development', () => {
  it('serves an app whose dependencies it bundles first', async () => {
    const root = project('web');
    writePage(root, 'src/index.js');
    const port = await freePort();
    const address = `http://127.0.0.1:${port}/`;
    const server = await serving(root, 'vite', ['--host', '127.0.0.1', '--port', `${port}`, '--strictPort'], address);
    try {
      const { atImport, ...seen } = await visited(chromium, address);
      // Vite's own client looks at the clock.
      assertSeen({ ...seen, atImport: atImport.filter((who) => who.includes('mintid')) });
      assert(existsSync(join(root, 'node_modules/.vite/deps/mintid.js')), 'the package was not bundled first');
    } finally {
      await server.stop();
    }
  });
});
