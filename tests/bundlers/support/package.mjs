// The package that was packed: what it offers, and how to tell which part of it went into something.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { PACKAGE } from './folders.mjs';

if (!existsSync(PACKAGE)) throw new Error('there is no packed package: run `npm run pack` first');

/** A file of it, as text. */
export const packaged = (file) => readFileSync(join(PACKAGE, file), 'utf8');

/** What it can be imported as: every export that has types. */
export const ENTRIES = Object.entries(JSON.parse(packaged('package.json')).exports)
  .filter(([, target]) => typeof target === 'object')
  .map(([path]) => path.replace('.', 'mintid'));

/** How every module of WebAssembly starts, in hex. */
const START = '0061736d';

/** Whether code carries the module of the entry `mintid`. */
export const holdsWasm = (code) => code.includes(START);

if (!holdsWasm(packaged('dist/index.js'))) throw new Error('the package carries its module in another way than hex');
