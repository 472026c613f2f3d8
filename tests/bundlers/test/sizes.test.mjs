// Sizes: what an app pays for each entry, held against its budget and printed.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';

import { build } from 'esbuild';

import { BUDGETS, MODULES } from '../budgets.mjs';
import { PACKAGE } from '../support/folders.mjs';
import { ENTRIES } from '../support/package.mjs';
import { project } from '../support/project.mjs';

const gzipped = (bytes) => gzipSync(bytes, { level: 9 }).length;

/** Leaves out `mintid` itself. */
const apart = {
  name: 'apart',
  setup: ({ onResolve }) => onResolve({ filter: /^mintid$/ }, () => ({ path: 'mintid', external: true })),
};

/** Holds a size against its budget, and says where it should come down to. */
function held(what, unit, size, budget, aim = budget) {
  const wanted = size > aim ? `; the aim of ${aim} is not reached` : '';
  console.log(`${what}: ${size} bytes ${unit}, ${budget} allowed${wanted}`);
  assert(size <= budget, `${what} is ${size - budget} bytes ${unit} over its budget`);
}

describe('an app', () => {
  let folder;
  before(() => (folder = project('web')));

  /** An entry's exports of these names, bundled. */
  async function bundle(entry, names, conditions) {
    const { outputFiles } = await build({
      stdin: { contents: `export ${names} from '${entry}';`, resolveDir: folder },
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

  for (const [name, { entry = name, names = '*', conditions = [], gzipped: budget, aim }] of Object.entries(BUDGETS)) {
    it(`pays no more than its budget for ${name}`, async () => {
      const code = await bundle(entry, names, conditions);
      held(`${name}, ${code.length} bytes minified`, 'gzipped', gzipped(code), budget, aim);
    });
  }

  it('finds a budget for every entry', () => {
    assert.deepEqual(
      ENTRIES.filter((entry) => !(entry in BUDGETS)),
      [],
    );
  });
});

for (const { file, plain, gzipped: zipped, memory } of MODULES) {
  describe(`the module of WebAssembly ${file}`, () => {
    const module = readFileSync(join(PACKAGE, file));

    it('is no more than its budget', () => held(file, 'as it is', module.length, plain.gate, plain.aim));

    it('is no more than its budget when gzipped', () => {
      held(file, 'gzipped', gzipped(module), zipped.gate, zipped.aim);
    });

    it('takes no more memory than its budget', async () => {
      const { instance } = await WebAssembly.instantiate(module);
      held(file, 'of memory', instance.exports.memory.buffer.byteLength, memory);
    });
  });
}
