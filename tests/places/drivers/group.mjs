// Other programs, each in a process group of its own, so that ending one ends what it started as well. None outlives
// this process.

import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/** Those that have not ended. */
const alive = new Set();

/** By its id, and gone before this returns. */
export function kill({ pid }) {
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

/** Starts a program in a group of its own. */
export function spawned(command, args, options) {
  const child = spawn(command, args, { ...options, detached: true });
  if (child.pid !== undefined) alive.add(child);
  // Its pipes close when the last of its group has let go of them.
  child.on('close', () => alive.delete(child));
  return child;
}
