/**
 * Tabs and workers of one browser: told apart by Web Locks, which the browser releases when a tab dies.
 *
 * Marks are kept in IndexedDB, and never in `localStorage`: of that a tab in another process hears a moment later, and a tab that
 * reloads at once would start where the one before did.
 *
 * @module
 */

import { openMarkStore } from '../../entries/indexeddb.js';
import type { Held, Place } from './held.js';

/** What is used of Web Locks, since the package's types need no platform's. */
export interface Locks {
  request<T>(name: string, options: { ifAvailable?: boolean }, held: (lock: unknown) => T | Promise<T>): Promise<T>;
}

/** The database that marks and the device are kept in. */
const DATABASE = 'mintid-leases';

/** Web Locks, where there are those of a browser: Node and Deno have some that reach no further than the process. */
export function webLocks(): Locks | undefined {
  const { navigator, indexedDB } = globalThis as { navigator?: { locks?: Locks }; indexedDB?: unknown };
  return indexedDB === undefined ? undefined : navigator?.locks;
}

/** This browser. */
export function thisBrowser(locks: Locks): Place {
  return {
    borrows: false,
    windowMs: 5000,
    answersLater: true,
    take: (name, lost) => take(locks, name, lost),
    once: (key, make) => locks.request(key, {}, () => once(key, make)),
  };
}

function take(locks: Locks, name: string, lost: () => void): Promise<Held | undefined> {
  return new Promise((resolve, reject) => {
    const holding = locks.request(name, { ifAvailable: true }, async (lock) => {
      if (lock === null) return resolve(undefined);
      const store = await openMarkStore(DATABASE);
      await new Promise<void>((done) => {
        async function release(): Promise<void> {
          done();
          await holding;
        }
        resolve({ store, release });
      });
    });
    // Before it is held, why it cannot be; after that, that somebody has taken it away.
    holding.catch((error) => {
      reject(error);
      lost();
    });
  });
}

async function once(key: string, make: () => Promise<string>): Promise<string> {
  const store = await openMarkStore(DATABASE);
  const kept = store.getItem(key);
  if (kept !== null) return kept;
  const made = await make();
  await store.update(key, () => made);
  return made;
}
