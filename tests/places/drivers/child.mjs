// Other programs that are talked to: what they say, why they ended, and how long to wait for either.

import { kill, spawned } from './group.mjs';

/** How much of what a program says about its failure is kept. */
const KEPT = 2000;

/** Starts a program. `ended` gives the sentence for an end that nobody asked for. */
export function started(command, args, options = {}) {
  const child = spawned(command, args, { stdio: ['pipe', 'pipe', 'pipe'], ...options });
  let said = '';
  child.stderr.on('data', (chunk) => (said = `${said}${chunk}`.slice(-KEPT)));
  const ended = new Promise((resolve) => {
    child.on('error', (error) => resolve(`\`${command}\` cannot be started: ${error.message}`));
    child.on('close', (code, signal) => resolve(`\`${command}\` ended with ${code ?? signal}\n${said}`.trimEnd()));
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
