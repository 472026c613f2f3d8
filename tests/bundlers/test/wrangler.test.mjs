// Wrangler: a Worker runs in workerd as in development, and is bundled for deployment with the module beside it.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';

import { expected } from '../projects/common/expected.mjs';
import { run, serving } from '../support/child.mjs';
import { PACKAGE } from '../support/folders.mjs';
import { project } from '../support/project.mjs';
import { freePort } from '../support/serve.mjs';

it('a Worker mints in a handler, after a refusal in global scope', async () => {
  const port = `${await freePort()}`;
  const address = `http://127.0.0.1:${port}/`;
  const options = [
    '--ip',
    '127.0.0.1',
    '--port',
    port,
    '--inspector-port',
    '0',
    '--show-interactive-dev-session=false',
  ];
  const server = await serving(project('wrangler'), 'wrangler', ['dev', ...options], address);
  try {
    const answer = await fetch(address);
    assert.deepEqual(await answer.json(), { early: 'RNG_FAILED', ids: expected('wasm') });
  } finally {
    await server.stop();
  }
});

it('a Worker is deployed with the very module of the package', async () => {
  const folder = project('wrangler');
  await run(folder, 'wrangler', ['deploy', '--dry-run', '--outdir', 'out']);
  const out = join(folder, 'out');
  const [module] = readdirSync(out).filter((file) => file.endsWith('.wasm'));
  assert.deepEqual(readFileSync(join(out, module)), readFileSync(join(PACKAGE, 'dist/core.wasm')));
});
