// Other programs, each in a process group of its own, so that ending one ends what it started as well. None outlives
// this process.

import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/** Those that have not ended. */
const alive = new Set();

/** By its id, and gone before this returns. */
function kill({ pid }) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

process.on('exit', () => alive.forEach(kill));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => process.exit(128 + constants.signals[signal]));
}

/** How much of what a program says about its failure is kept. */
const KEPT = 2000;

/** Starts a program. `ended` gives the sentence for an end that nobody asked for. */
export function started(command, args, options = {}) {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'], ...options, detached: true });
  if (child.pid !== undefined) alive.add(child);
  let said = '';
  child.stderr.on('data', (chunk) => (said = `${said}${chunk}`.slice(-KEPT)));
  const ended = new Promise((resolve) => {
    child.on('error', (error) => resolve(`\`${command}\` cannot be started: ${error.message}`));
    child.on('close', (code, signal) => {
      alive.delete(child);
      resolve(`\`${command}\` ended with ${code ?? signal}\n${said}`.trimEnd());
    });
  });
  // What it still has to read is of no use when it has ended.
  child.stdin.on('error', () => {});
  async function stop() {
    kill(child);
    await ended;
  }
  return { child, ended, stop };
}

/** How long an answer may take, in milliseconds. */
const PATIENCE = 120_000;

/** What the promise gives, or an error when the program ends first or takes too long. */
export async function within(ended, promise, what) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: nothing came in ${PATIENCE / 1000} s`)), PATIENCE);
  });
  const gone = ended.then((why) => Promise.reject(new Error(`${what}: ${why}`)));
  try {
    return await Promise.race([promise, late, gone]);
  } finally {
    clearTimeout(timer);
  }
}
