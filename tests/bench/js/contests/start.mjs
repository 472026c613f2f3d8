// The start: a new process that imports a module and makes one id, beside one that only asks for random bytes.

import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { head, verdict } from '../aims.mjs';
import { inTurns, median } from '../race.mjs';
import { NAME, command } from '../runtime.mjs';

const FOLDER = fileURLToPath(new URL('../start/', import.meta.url));

/** The module that all others are compared with. */
const NOTHING = 'nothing';

/** How much longer mintid may take, in Node. */
const MOST_MS = 4;

/** Fewer would not tell a millisecond, and each takes a while. */
const STARTS = 40;

/** From before the process is there until it has ended. */
function timed(file) {
  const [program, ...args] = command(FOLDER + file);
  const start = performance.now();
  const { status, stderr, error } = spawnSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' });
  const ms = performance.now() - start;
  if (status !== 0) throw new Error(`start/${file} failed: ${error?.message ?? stderr}`);
  return ms;
}

export function start() {
  const files = readdirSync(FOLDER);
  const runners = files.map((file) => ({ name: file.replace('.mjs', ''), samples: [], measure: () => timed(file) }));
  // The first start of each reads its files from the disk.
  runners.forEach(({ measure }) => measure());
  inTurns(runners, STARTS);

  // Starts of one round are compared with each other, since those of another may have met a busier machine.
  const { samples: nothing } = runners.find(({ name }) => name === NOTHING);
  const over = ({ samples }) => median(samples.map((ms, round) => ms - nothing[round]));
  const results = runners.map((runner) => ({ name: runner.name, ms: median(runner.samples), over: over(runner) }));
  head(`import and first id in a new process, over one that only asks for random bytes; ${STARTS} starts of each`);
  for (const { name, ms, over } of results.sort((a, b) => a.over - b.over)) {
    console.log(`  ${name.padEnd(32)}${ms.toFixed(1).padStart(9)} ms  ${over.toFixed(1).padStart(6)} ms over`);
  }
  if (NAME === 'node') {
    const { over } = results.find(({ name }) => name === 'mintid');
    verdict(`mintid at most ${MOST_MS} ms over`, `${over.toFixed(1)} ms`, over <= MOST_MS);
  }
}
