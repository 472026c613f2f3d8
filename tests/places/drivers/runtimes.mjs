// The places that run JavaScript files by themselves: Node in three ways, Deno, Bun.

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { HERE, appFile, bundled } from './bundle.mjs';
import { piped } from './pipe.mjs';
import { scratch } from './scratch.mjs';

const STDIO = `${HERE}carry/stdio.mjs`;
const urlOf = (file) => pathToFileURL(file).href;

/** A program that a package brings. */
export const tool = (name) => `${HERE}node_modules/.bin/${name}`;

const QUIETLY = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };

/** The number in what a program says about itself. */
export function versionOf(command, ...args) {
  return /\d+[-.]\d[\w.+-]*/.exec(execFileSync(command, [...args, '--version'], QUIETLY))[0];
}

/** Runs the app from its source, `import … from 'mintid'` and all. */
function fromSource(command, args, env = {}) {
  return async (app, { flags = [] } = {}) => {
    const options = { cwd: HERE, env: { ...process.env, ...env } };
    const running = piped(command, [...args, ...flags, STDIO, urlOf(appFile(app))], options);
    return { ...running, version: versionOf(command) };
  };
}

/** Runs the app in Node from one file. */
function fromFile(file, options) {
  return async (app, { flags = [] } = {}) => {
    const { text } = await bundled('export.mjs', app, {
      platform: 'node',
      external: ['mintid', 'mintid/*'],
      ...options,
    });
    const { folder, discard } = scratch('node', { [file]: text });
    const running = piped(process.execPath, [...flags, STDIO, urlOf(join(folder, file))]);
    async function stop() {
      await running.stop();
      discard();
    }
    return { ...running, stop, version: process.versions.node };
  };
}

export const node = { backend: 'wasm', start: fromSource(process.execPath, []) };

/** The app as CommonJS, which requires the package. */
export const required = {
  backend: 'wasm',
  start: fromFile('app.cjs', { format: 'cjs', external: ['mintid', 'mintid/*'] }),
};

/** Puts `mintid/portable` in the place of `mintid`, whichever of its entries names it too, and likewise for those that have a core of their own. */
const portable = {
  name: 'portable',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^mintid(\/(inspect|ranges|snowflake))?$/ }, ({ path, resolveDir, kind }) =>
      resolve(`${path}/portable`, { resolveDir, kind }),
    );
  },
};

/** The package's JavaScript without WebAssembly. */
export const js = { backend: 'js', start: fromFile('app.mjs', { plugins: [portable] }) };

export const deno = {
  backend: 'wasm',
  start: fromSource(tool('deno'), ['run', '--quiet', '--no-prompt', '--no-remote', '--allow-read', '--allow-env'], {
    DENO_NO_UPDATE_CHECK: '1',
    DENO_DIR: `${HERE}target/deno`,
  }),
};

export const bun = {
  backend: 'wasm',
  start: fromSource(tool('bun'), ['--no-install', 'run'], {
    DO_NOT_TRACK: '1',
    BUN_RUNTIME_TRANSPILER_CACHE_PATH: '0',
  }),
};
