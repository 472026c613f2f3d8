// The examples on the pages whose code no recipe runs: each is a module that compiles, as its readers would have it.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const HERE = fileURLToPath(new URL('..', import.meta.url));

const OPTIONS = {
  target: 'ES2022',
  lib: ['ES2022', 'DOM'],
  types: [],
  module: 'NodeNext',
  moduleResolution: 'NodeNext',
  moduleDetection: 'force',
  strict: true,
  noEmit: true,
};

/** The pages, and how many examples each has at least. */
const PAGES = [
  ['docs/ranges.md', 4],
  ['docs/cloudflare.md', 1],
  ['docs/snowflake.md', 3],
  ['docs/inspect.md', 1],
];

for (const [file, least] of PAGES) test(`the examples in ${file} compile`, () => {
  const page = readFileSync(join(HERE, file), 'utf8');
  const examples = [...page.matchAll(/```ts not run: compiled[^\n]*\n([\s\S]*?)```/g)].map(([, code]) => code);
  assert.ok(examples.length >= least, `${examples.length} examples`);
  const folder = mkdtempSync(join(tmpdir(), 'mintid-docs-'));
  try {
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(HERE, join(folder, 'node_modules/mintid'));
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: OPTIONS }));
    for (const [at, code] of examples.entries()) writeFileSync(join(folder, `example-${at}.ts`), code);
    execFileSync(join(HERE, 'node_modules/.bin/tsc'), ['-p', folder], { encoding: 'utf8' });
  } catch (error) {
    assert.fail(error.stdout ?? error);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
