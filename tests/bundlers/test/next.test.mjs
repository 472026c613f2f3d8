// Next.js: one app in which everything mints that can, in front of a request, in a route and on a page, built and
// started as a user does.

import assert from 'node:assert/strict';
import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';

import { expected } from '../projects/common/expected.mjs';
import { browser, visited } from '../support/browser.mjs';
import { run, serving } from '../support/child.mjs';
import { holdsWasm } from '../support/package.mjs';
import { project } from '../support/project.mjs';
import { freePort } from '../support/serve.mjs';

/** Next's bundler of today with its convention of today, and those before. Middleware runs on the edge runtime. */
const BUILDS = {
  turbopack: { options: [], front: 'proxy', frontBackend: 'wasm' },
  webpack: { options: ['--webpack'], front: 'middleware', frontBackend: 'js' },
};

for (const [bundler, { options, front, frontBackend }] of Object.entries(BUILDS)) {
  describe(`an app of Next.js with a ${front}, built by ${bundler}`, () => {
    let folder;
    let address;
    let server;

    before(async () => {
      folder = project('next');
      renameSync(join(folder, 'proxy.js'), join(folder, `${front}.js`));
      await run(folder, 'next', ['build', ...options]);
      const port = `${await freePort()}`;
      address = `http://127.0.0.1:${port}`;
      server = await serving(folder, 'next', ['start', '--hostname', '127.0.0.1', '--port', port], `${address}/node`);
    });
    after(() => server?.stop());

    for (const [route, backend] of Object.entries({ node: 'wasm', edge: 'js' })) {
      it(`mints in a route on the ${route} runtime, and in front of it`, async () => {
        const answer = await fetch(`${address}/${route}`);
        assert.deepEqual(await answer.json(), expected(backend));
        assert.deepEqual(JSON.parse(answer.headers.get('x-seen')), expected(frontBackend));
      });
    }

    it('has no WebAssembly in what runs on the edge', () => {
      const made = (file) => readFileSync(join(folder, '.next', file), 'utf8');
      const { middleware, functions } = JSON.parse(made('server/middleware-manifest.json'));
      const files = [...Object.values(middleware), ...Object.values(functions)].flatMap(({ files }) => files);
      assert(files.length > 0);
      assert.deepEqual(
        files.filter((file) => holdsWasm(made(file))),
        [],
      );
    });

    it('mints on a page, on the server and in the browser', async () => {
      const chromium = await browser();
      try {
        const { server, ids } = await visited(chromium, `${address}/`);
        assert.deepEqual({ server, ids }, { server: expected('wasm'), ids: expected('wasm') });
      } finally {
        await chromium.close();
      }
    });
  });
}
