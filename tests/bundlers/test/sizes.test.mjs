// Sizes: what an app pays for each entry, held against its budget and printed.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';

import { build } from 'esbuild';

import { BUDGETS, WASM } from '../budgets.mjs';
import { PACKAGE } from '../support/folders.mjs';
import { ENTRIES } from '../support/package.mjs';
import { project } from '../support/project.mjs';

const gzipped = (bytes) => gzipSync(bytes, { level: 9 }).length;

/** Leaves out `mintid` itself. */
const apart = {
  name: 'apart',
  setup: ({ onResolve }) => onResolve({ filter: /^mintid$/ }, () => ({ path: 'mintid', external: true })),
};

/** Holds a size against its budget. */
function held(what, unit, size, budget) {
  console.log(`${what}: ${size} bytes ${unit}, ${budget} allowed`);
  assert(size <= budget, `${what} is ${size - budget} bytes ${unit} over its budget`);
}

describe('an app', () => {
  let folder;
  before(() => (folder = project('web')));

  /** All of an entry's exports, bundled. */
  async function bundle(entry, conditions) {
    const { outputFiles } = await build({
      stdin: { contents: `export * from '${entry}';`, resolveDir: folder },
      bundle: true,
      minify: true,
      write: false,
      format: 'esm',
      target: 'es2020',
      conditions,
      external: ['*.wasm'],
      plugins: entry === 'mintid' ? [] : [apart],
    });
    return outputFiles[0].contents;
  }

  for (const [name, { entry = name, conditions = [], gzipped: budget }] of Object.entries(BUDGETS)) {
    it(`pays no more than its budget for ${name}`, async () => {
      const code = await bundle(entry, conditions);
      held(`${name}, ${code.length} bytes minified`, 'gzipped', gzipped(code), budget);
    });
  }

  it('finds a budget for every entry', () => {
    assert.deepEqual(
      ENTRIES.filter((entry) => !(entry in BUDGETS)),
      [],
    );
  });
});

describe('the module of WebAssembly', () => {
  const module = readFileSync(join(PACKAGE, WASM.file));

  it('is no more than its budget', () => held(WASM.file, 'as it is', module.length, WASM.plain));

  it('is no more than its budget when gzipped', () => held(WASM.file, 'gzipped', gzipped(module), WASM.gzipped));

  it('takes no more memory than its budget', async () => {
    const { instance } = await WebAssembly.instantiate(module);
    held(WASM.file, 'of memory', instance.exports.memory.buffer.byteLength, WASM.memory);
  });
});
