// Folders for a run, gone after it.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { HERE } from './bundle.mjs';

/** Below the package in node_modules, so that files in there can name it. */
const PARENT = `${HERE}target`;

const folders = new Set();
const remove = (folder) => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });

process.on('exit', () => folders.forEach(remove));

/** A new folder with these files, and what removes it. */
export function scratch(name, files = {}) {
  mkdirSync(PARENT, { recursive: true });
  const folder = mkdtempSync(join(PARENT, `${name}-`));
  folders.add(folder);
  for (const [file, content] of Object.entries(files)) writeFileSync(join(folder, file), content);
  function discard() {
    remove(folder);
    folders.delete(folder);
  }
  return { folder, discard };
}
