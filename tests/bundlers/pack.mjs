// Packs the package as a release would be packed, and unpacks it as an installer would: what every project here gets.

import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { MADE, PACKAGE, SOURCE, TARBALL } from './support/folders.mjs';

rmSync(MADE, { recursive: true, force: true });
mkdirSync(MADE, { recursive: true });
const said = execFileSync('npm', ['pack', '--json', '--offline', '--ignore-scripts', '--pack-destination', MADE], {
  cwd: SOURCE,
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'inherit'],
});
const [{ filename }] = Object.values(JSON.parse(said));
renameSync(join(MADE, filename), TARBALL);
mkdirSync(PACKAGE);
execFileSync('tar', ['-xzf', TARBALL, '--strip-components=1', '-C', PACKAGE]);
