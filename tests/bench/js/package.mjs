// The package under test, put where an import by name finds it, as an installed one is.

import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const MODULES = fileURLToPath(new URL('node_modules/', import.meta.url));

/**
 * Copies a built package to node_modules/mintid, and its portable entry to node_modules/mintid-js under another build's
 * name: entries of one build share a core, and the two back ends are to be timed side by side.
 */
export function install(from) {
  const [whole, js] = ['mintid', 'mintid-js'].map((name) => join(MODULES, name));
  for (const folder of [whole, js]) rmSync(folder, { recursive: true, force: true });
  cpSync(join(from, 'dist'), join(whole, 'dist'), { recursive: true });
  cpSync(join(from, 'package.json'), join(whole, 'package.json'));

  const text = readFileSync(join(from, 'dist', 'portable.js'), 'utf8');
  const other = text.replace(/(BUILD = )"[^"]+"/, '$1"timed beside mintid"');
  if (other === text) throw new Error('dist/portable.js names its build in another way than it did');
  mkdirSync(js);
  writeFileSync(join(js, 'index.js'), other);
  writeFileSync(join(js, 'package.json'), '{ "name": "mintid-js", "type": "module", "main": "index.js" }\n');
}
