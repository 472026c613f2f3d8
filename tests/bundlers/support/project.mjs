// A project as a new user has it: its own files, and the package out of the tarball in its own node_modules.

import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { transformSync } from 'esbuild';

import './package.mjs';
import { MADE, PACKAGE, PROJECTS } from './folders.mjs';

/** Puts a module there, and the same for `require`. */
function share(file, folder) {
  const text = readFileSync(join(PROJECTS, 'common', file), 'utf8');
  writeFileSync(join(folder, file), text);
  const { code } = transformSync(text.replaceAll(".mjs'", ".cjs'"), { format: 'cjs' });
  writeFileSync(join(folder, file.replace('.mjs', '.cjs')), code);
}

/** A fresh copy of a project, with what all have in common. The tools stay where they are, two folders above. */
export function project(name) {
  const folder = mkdtempSync(join(MADE, `${name}-`));
  cpSync(join(PROJECTS, name), folder, { recursive: true });
  cpSync(PACKAGE, join(folder, 'node_modules/mintid'), { recursive: true });
  for (const file of ['sentinel.mjs', 'expected.mjs']) share(file, folder);
  return folder;
}
