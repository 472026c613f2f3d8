// React Native: apps bundled by Metro as React Native sets it up, with its own modules and the real polyfill, run in
// Hermes.
//
// Only the phone is missing. What it would put into the global scope stands in projects/metro/phone.js.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';

import { expected } from '../projects/common/expected.mjs';
import { run } from '../support/child.mjs';
import { holdsWasm } from '../support/package.mjs';
import { project } from '../support/project.mjs';

const FOLDERS = { linux: 'linux64-bin/hermes', darwin: 'osx-bin/hermes', win32: 'win64-bin/hermes.exe' };
const HERMES = `../hermes-engine-cli/${FOLDERS[process.platform]}`;

describe('an app of React Native', () => {
  let folder;
  before(() => (folder = project('metro')));

  async function bundle(name) {
    const file = join(folder, `${name}.bundle.js`);
    const options = ['--platform', 'android', '--dev', 'false', '--config', join(folder, 'metro.config.js')];
    await run(folder, 'metro', ['build', `${name}.js`, '--out', file, ...options]);
    return readFileSync(file, 'utf8');
  }

  /** Runs a bundle, optimised as for a release, and hands back what it printed. */
  async function hermes(name, text) {
    const file = join(folder, `${name}.run.js`);
    writeFileSync(file, readFileSync(join(folder, 'phone.js'), 'utf8') + text);
    return JSON.parse(await run(folder, HERMES, ['-O', '-w', file]));
  }

  it('that loads the polyfill first mints, and has no WebAssembly in it', async () => {
    const text = await bundle('polyfilled');
    assert(!holdsWasm(text), 'another condition than react-native was picked');
    assert.deepEqual(await hermes('polyfilled', text), expected('js'));
  });

  it('that has no polyfill is refused until it gives a source of its own or the polyfill comes late', async () => {
    const seen = await hermes('late', await bundle('late'));
    assert.deepEqual([seen.loaded, seen.atImport], [['function', 'function'], []]);
    assert.equal(seen.refused.code, 'RNG_UNAVAILABLE');
    assert.match(seen.refused.message, /react-native-get-random-values/);
    assert.deepEqual(seen.injected, [4, 7, 26]);
    assert.deepEqual(seen.late, expected('js'));
    assert.deepEqual(seen.touched.sort(), ['Date', 'crypto']);
  });
});
