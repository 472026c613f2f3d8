// Makes `dist/` out of `src/`: one file an entry, as a module and for `require`, and its types beside it.
//
// The entries differ in how the core is run, and only there: the build puts one file of src/backends/ in another's place.
// What is not `mintid` itself imports `mintid` by its name, so that all of an app's entries stand on one core, and on the one
// that the app's runtime or bundler picks.

import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { build } from 'esbuild';

/** What supports the syntax of the files: every engine since 2020, and Hermes with what Metro does anyway. */
const TARGET = 'es2020';

/** Where tsconfig.json has the types put. */
const TYPES = 'dist/types';

/**
 * Those that bring a core along: its back end, and what of it stands first in the file. gzip does best where like stands by like:
 * the module's digits and the plain core are each like nothing else, and would stand in the midst of the rest.
 */
const CORES = {
  index: { core: 'default', first: ['wasm-hex', 'plain'] },
  portable: { core: 'portable', first: ['plain'] },
  workerd: { core: 'workerd', first: [] },
};

/** The same for Snowflakes, whose core is a module of its own. */
const SNOWFLAKE_CORES = {
  snowflake: { core: 'default', first: ['snowflake-hex', 'snowflake-plain'] },
  'snowflake-portable': { core: 'portable', first: ['snowflake-plain'] },
  'snowflake-workerd': { core: 'workerd', first: [] },
};

/** And for ranges. */
const RANGES_CORES = {
  ranges: { core: 'default', first: ['ranges-hex', 'ranges-plain'] },
  'ranges-portable': { core: 'portable', first: ['ranges-plain'] },
  'ranges-workerd': { core: 'workerd', first: [] },
};

/** A Durable Object grants with the core of ranges and that of leases: on workerd, and elsewhere in tests. */
const CLOUDFLARE_CORES = {
  cloudflare: { core: 'portable', first: ['ranges-plain', 'fleet-plain'] },
  'cloudflare-workerd': { core: 'workerd', first: [] },
};

/** And for inspecting. */
const INSPECT_CORES = {
  inspect: { core: 'default', first: ['inspect-hex', 'inspect-plain'] },
  'inspect-portable': { core: 'portable', first: ['inspect-plain'] },
  'inspect-workerd': { core: 'workerd', first: [] },
};

/** The entries with a core of their own. */
const OWN_CORES = {
  snowflake: SNOWFLAKE_CORES,
  ranges: RANGES_CORES,
  inspect: INSPECT_CORES,
  cloudflare: CLOUDFLARE_CORES,
};

/** Those that stand on `mintid`, and bring no core along. */
const OTHERS = readdirSync('src/entries', { recursive: true })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.replace(/\.ts$/, ''))
  .filter((name) => !(name in OWN_CORES));

/**
 * Puts a file of src/backends/ in the place of the default one. In the entry `cloudflare` the core of Snowflakes has the functions
 * for leases too.
 */
const backend = (name, entry) => ({
  name: 'backend',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /\/backends\/default\.js$/ }, ({ resolveDir, kind, pluginData }) => {
      const file = entry === 'cloudflare' && resolveDir.endsWith('snowflake') ? `fleet-${name}` : name;
      return pluginData === name ? undefined : resolve(`./backends/${file}.js`, { resolveDir, kind, pluginData: name });
    });
  },
});

/** Leaves the module to the runtime or the bundler, beside the file that imports it. */
const besides = {
  name: 'besides',
  setup({ onResolve }) {
    onResolve({ filter: /\.wasm$/ }, ({ path }) => ({ path: `./${basename(path)}`, external: true }));
  },
};

/** Imports the package by its name: its error too, of which there should be one. */
const byName = {
  name: 'by name',
  setup({ onResolve }) {
    onResolve({ filter: /\/(index|mint-error)\.js$/ }, () => ({ path: 'mintid', external: true }));
  },
};

/** Imports `mintid/inspect` by its name, for the command: its core is there already. */
const inspectByName = {
  name: 'inspect by name',
  setup({ onResolve }) {
    onResolve({ filter: /\/entries\/inspect\.js$/ }, () => ({ path: 'mintid/inspect', external: true }));
  },
};

/** Leaves Node's own modules to Node. */
const builtin = {
  name: 'builtin',
  setup({ onResolve }) {
    onResolve({ filter: /^node:/ }, ({ path }) => ({ path, external: true }));
  },
};

const EXTENSIONS = { esm: 'js', cjs: 'cjs' };

async function bundle(entry, name, plugins, formats, first = []) {
  for (const format of formats) {
    await build({
      entryPoints: [`${entry}.ts`],
      outfile: `dist/${name}.${EXTENSIONS[format]}`,
      bundle: true,
      format,
      platform: 'neutral',
      target: TARGET,
      plugins,
      // What is injected comes before what imports it.
      inject: first.map((file) => `src/gen/${file}.ts`),
      logLevel: 'warning',
    });
  }
}

/** The types are made once, and are the same for `require` but for the names of the files. */
function types() {
  const tsc = (project) => execFileSync(join('node_modules', '.bin', 'tsc'), ['-p', project], { stdio: 'inherit' });
  tsc('tsconfig.json');
  // The command is Node's alone, and nobody imports it: its types are checked, with Node's, and not kept.
  tsc('cli');
  for (const file of readdirSync(TYPES, { recursive: true })) {
    if (!file.endsWith('.d.ts')) continue;
    const text = readFileSync(join(TYPES, file), 'utf8');
    const required = text.replace(/(from |import\()'(\.[^']*)\.js'/g, "$1'$2.cjs'");
    writeFileSync(join(TYPES, file.replace(/\.d\.ts$/, '.d.cts')), required);
  }
}

// npm asks before it packs: without the Rust core there is nothing to pack, and npm would not mind.
if (process.argv[2] === '--check') {
  if (existsSync('dist/core.wasm') && existsSync(TYPES)) process.exit();
  console.error('there is no dist/ to pack: run `cargo xtask build` first');
  process.exit(1);
}

rmSync('dist', { recursive: true, force: true });
mkdirSync('dist');
// No runtime requires a `.wasm` file.
const formats = (core) => (core === 'workerd' ? ['esm'] : ['esm', 'cjs']);
for (const [name, { core, first }] of Object.entries(CORES)) {
  await bundle('src/index', name, [backend(core), besides], formats(core), first);
}
for (const [entry, cores] of Object.entries(OWN_CORES)) {
  for (const [name, { core, first }] of Object.entries(cores)) {
    await bundle(`src/entries/${entry}`, name, [backend(core, entry), besides, byName], formats(core), first);
  }
}
for (const name of OTHERS) await bundle(`src/entries/${name}`, name, [byName], ['esm', 'cjs']);
await bundle('cli/main', 'cli', [byName, inspectByName, builtin], ['esm']);
for (const module of ['core', 'snowflake', 'ranges', 'inspect', 'fleet']) copyFileSync(`src/gen/${module}.wasm`, `dist/${module}.wasm`);
types();
