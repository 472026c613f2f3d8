// Types: the compiler takes every public name in each way of finding modules, and two linters find nothing to say.

import assert from 'node:assert/strict';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';

import { run } from '../support/child.mjs';
import { MADE, TARBALL } from '../support/folders.mjs';
import { ENTRIES, packaged } from '../support/package.mjs';
import { project } from '../support/project.mjs';

/** As strict as can be, with the typings of no platform. */
const STRICT = {
  target: 'es2020',
  lib: ['es2020'],
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  noEmit: true,
};
const BUNDLER = { module: 'esnext', moduleResolution: 'bundler' };
const NODE16 = { module: 'node16', moduleResolution: 'node16' };

/** How a file is found to be of one kind or the other, and which settings it is checked with. */
const WAYS = {
  'by a bundler': { extension: 'ts', options: BUNDLER },
  'by React Native': { extension: 'ts', options: { ...BUNDLER, customConditions: ['react-native'] } },
  'by Node, as a module': { extension: 'mts', options: NODE16 },
  'by Node, through require': { extension: 'cts', options: NODE16 },
};

describe('TypeScript', () => {
  let folder;
  before(() => {
    folder = project('types');
    const imports = ENTRIES.map((entry, i) => `import * as entry${i} from '${entry}';\nconsole.log(entry${i});\n`);
    writeFileSync(
      join(folder, 'entries.ts'),
      `${imports.join('')}declare const console: { log(value: object): void };\n`,
    );
    for (const extension of ['mts', 'cts']) {
      for (const name of ['usage', 'entries'])
        copyFileSync(join(folder, `${name}.ts`), join(folder, `${name}.${extension}`));
    }
  });

  function check(files, options, compiler = 'typescript') {
    const config = { compilerOptions: { ...STRICT, ...options }, files };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    return run(folder, `../${compiler}/bin/tsc`, ['--project', 'tsconfig.json']);
  }

  for (const [way, { extension, options }] of Object.entries(WAYS)) {
    it(`takes every entry and every name of the first, found ${way}`, () =>
      check([`usage.${extension}`, `entries.${extension}`], options));
  }

  // As projects are set up by default, it does not check the declarations themselves.
  for (const [way, { extension, options }] of Object.entries(WAYS)) {
    it(`takes all that too in its oldest version that knows bundlers, found ${way}`, () =>
      check([`usage.${extension}`, `entries.${extension}`], { ...options, skipLibCheck: true }, 'typescript-oldest'));
  }

  it('takes what a page has to give', () => check(['page.ts'], { ...BUNDLER, lib: ['es2020', 'dom'] }));

  it('is shown every public name', () => {
    const declared = packaged('dist/types/index.d.ts');
    const lists = [...declared.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, list]) => list.split(','));
    const ones = [...declared.matchAll(/^export declare (?:const|function|class) (\w+)/gm)].map(([, name]) => name);
    const names = [...lists.map((name) => name.replace('type ', '').trim()).filter(Boolean), ...ones];
    assert(names.length > 20, `only ${names.length} names found`);
    const used = readFileSync(join(folder, 'usage.ts'), 'utf8').replace(/^import[^;]*;/m, '');
    assert.deepEqual(
      names.filter((name) => !new RegExp(`\\b${name}\\b`).test(used)),
      [],
    );
  });
});

it('publint has nothing to say', async () => {
  assert.match(await run(MADE, 'publint', ['run', TARBALL, '--strict']), /^All good!$/m);
});

it('are the types wrong? In no entry, whichever way it is found by Node or a bundler', async () => {
  // A `.wasm` file has no types.
  const args = [TARBALL, '--profile', 'node16', '--exclude-entrypoints', 'core.wasm', '--format', 'json'];
  const { analysis } = JSON.parse(await run(MADE, 'attw', args));
  const looked = Object.keys(analysis.entrypoints).filter((path) => path !== './package.json');
  assert.deepEqual(
    looked.map((path) => path.replace('.', 'mintid')),
    ENTRIES,
  );
});
