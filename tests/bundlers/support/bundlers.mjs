// The bundlers, each called as its users call it: by its command, without a configuration.

import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { run } from './child.mjs';

/** Writes the page of an app whose script is this. */
export function writePage(folder, script) {
  const head = '<!doctype html>\n<title>web app</title>\n<link rel="icon" href="data:," />\n';
  writeFileSync(join(folder, 'index.html'), `${head}<script type="module" src="/${script}"></script>\n`);
}

/** Vite is given a page and makes one. */
async function vite(folder, entry, out) {
  writePage(folder, entry);
  await run(folder, 'vite', ['build', '--outDir', out]);
}

/** The others are given a script and make one, for which there is a page. */
const script = (tool, args) => async (folder, entry, out) => {
  await run(folder, tool, args(entry, out));
  writePage(join(folder, out), 'main.js');
};

export const BUNDLERS = {
  vite,
  webpack: script('webpack', (entry, out) => ['--mode', 'production', '--entry', `./${entry}`, '--output-path', out]),
  esbuild: script('esbuild', (entry, out) => [
    entry,
    '--bundle',
    '--minify',
    '--format=esm',
    `--outfile=${out}/main.js`,
  ]),
  rollup: script('rollup', (entry, out) => [
    entry,
    '--plugin',
    'node-resolve',
    '--format',
    'es',
    '--file',
    `${out}/main.js`,
  ]),
};

/** Bundles a file of `src/` of a project, and hands back the folder that a server of files serves. */
export async function bundled(folder, bundler, name) {
  const out = `out-${bundler}-${name}`;
  await BUNDLERS[bundler](folder, `src/${name}.js`, out);
  return join(folder, out);
}

/** All the code in there, as one text. */
export function code(folder) {
  const files = readdirSync(folder, { recursive: true }).filter((file) => file.endsWith('.js'));
  return files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n');
}
