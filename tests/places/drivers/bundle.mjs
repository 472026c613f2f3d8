// Apps in one piece, as the users of each place would bundle them.

import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';

/** The folder of all this. */
export const HERE = fileURLToPath(new URL('..', import.meta.url));

/** The file of an app. */
export const appFile = (app) => `${HERE}app/${app}.mjs`;

/**
 * The text of a bundle: an entry of `carry/`, whose `app` is this one. Modules of WebAssembly stay beside it, and are
 * handed back by name.
 */
export async function bundled(entry, app, { plugins = [], ...options } = {}) {
  const modules = new Map();
  const beside = {
    name: 'wasm stays beside the bundle',
    setup({ onResolve, resolve }) {
      onResolve({ filter: /\.wasm$/ }, async ({ path, resolveDir, pluginData, kind }) => {
        if (pluginData === 'resolved') return undefined;
        const found = await resolve(path, { resolveDir, kind, pluginData: 'resolved' });
        if (found.errors.length > 0) return { errors: found.errors };
        const name = `./${basename(found.path)}`;
        modules.set(name, found.path);
        return { path: name, external: true };
      });
    },
  };
  const { outputFiles } = await build({
    entryPoints: [`${HERE}carry/${entry}`],
    alias: { app: appFile(app) },
    bundle: true,
    write: false,
    format: 'esm',
    logLevel: 'silent',
    plugins: [beside, ...plugins],
    ...options,
  });
  return { text: outputFiles[0].text, modules };
}
