// The types of the further entries, in TypeScript, beside those of the packages that they replace or speak to.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const PACKAGE = fileURLToPath(new URL('..', import.meta.url));

for (const project of ['test/types', 'test/types/node']) {
  test(`${project} is sound`, () => {
    const { status, stdout } = spawnSync('node_modules/.bin/tsc', ['-p', project], { cwd: PACKAGE, encoding: 'utf8' });
    assert.equal(stdout, '');
    assert.equal(status, 0);
  });
}
