/**
 * The Web Locks API, where there is one.
 *
 * @module
 */

import { sleep } from '../snowflake/sleep.js';

// What is used of it, since the package's types need no platform's.
interface LockManager {
  request<T>(name: string, options: { signal?: unknown }, held: () => Promise<T>): Promise<T>;
}

/** The locks of this origin. */
export function lockManager(): LockManager | undefined {
  const { navigator } = globalThis as { navigator?: { locks?: LockManager } };
  return navigator?.locks;
}

/**
 * Does something while nobody else here does the same, as far as that can be had: where there are no locks, and where another
 * holds this one for longer than `patienceMs`, it is done all the same. A courtesy, and nothing that ids rest on.
 */
export async function taking<T>(name: string, patienceMs: number, act: () => Promise<T>): Promise<T> {
  const locks = lockManager();
  if (locks === undefined || typeof AbortController !== 'function') return act();
  const waiting = new AbortController();
  let acting: Promise<T> | undefined;
  const begun = (): Promise<T> => (acting ??= act());
  // What goes wrong with the lock itself is no reason to go without ids.
  const held = locks.request(name, { signal: waiting.signal }, begun).catch(() => begun());
  await sleep(patienceMs, held.catch(() => undefined));
  if (acting === undefined) waiting.abort();
  return held;
}
