// Times the package `mintid` beside its peers: `cargo xtask bench js`, or a runtime of one's own on this file.
//
// `--package DIR` takes a built package from elsewhere, `--gate` fails where an aim was missed.

import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { closing } from './aims.mjs';
import { install } from './package.mjs';
import { race } from './race.mjs';
import { NAME, VERSION } from './runtime.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    package: { type: 'string', default: fileURLToPath(new URL('../../../pkg', import.meta.url)) },
    turns: { type: 'string', default: '300' },
    'turn-ms': { type: 'string', default: '1' },
    gate: { type: 'boolean', default: false },
  },
});
const effort = { turns: Number(values.turns), turnMs: Number(values['turn-ms']) };

install(values.package);

// Imported when the package is where they look for it.
const { asBytes, ulids, v4, v7 } = await import('./contests/generate.mjs');
const { snowflake } = await import('./contests/snowflake.mjs');
const { many } = await import('./contests/many.mjs');
const { format, isValid, parse, timestamp } = await import('./contests/read.mjs');
const { backends } = await import('./contests/backends.mjs');
const { start } = await import('./contests/start.mjs');
const { memory } = await import('./contests/memory.mjs');

const races = (contests) => async () => {
  for (const contest of [contests()].flat()) await race(contest, effort);
};
const SUBJECTS = {
  v7: races(v7),
  ulid: races(ulids),
  v4: races(v4),
  bytes: races(asBytes),
  snowflake: races(snowflake),
  many: races(many),
  parse: races(parse),
  format: races(format),
  isValid: races(isValid),
  timestamp: races(timestamp),
  backends: races(backends),
  start,
  memory,
};

const wanted = positionals.length > 0 ? positionals : Object.keys(SUBJECTS);
const unknown = wanted.filter((name) => !(name in SUBJECTS));
if (unknown.length > 0) {
  console.error(`there is no ${unknown.join(', ')}: choose among ${Object.keys(SUBJECTS).join(', ')}`);
  process.exit(2);
}
console.log(
  `${NAME} ${VERSION}; medians of ${effort.turns} turns of ${effort.turnMs} ms, beside the first of each table`,
);
for (const name of wanted) await SUBJECTS[name]();
if (closing() > 0 && values.gate) process.exitCode = 1;
