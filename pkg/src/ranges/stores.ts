/**
 * The stores of ranges: each changes a key in one step that nobody else comes between.
 *
 * @module
 */

import { type Database, open, update } from '../indexed.js';
import { MintError } from '../mint-error.js';
import { lockManager } from './locks.js';
import type { Checked } from './options.js';
import type { AtomicStore, ItemStore } from './types.js';

/** The database, apart from that of marks, so that a key of one is none of the other. */
const DATABASE = 'mintid-ranges';
const STOCKS = 'stocks';

/** What ranges need of a store. */
export type Store = AtomicStore['update'];

/**
 * The store that the options ask for.
 *
 * @throws MintError `STORE_UNAVAILABLE` without IndexedDB; `STORE_NOT_ATOMIC` for a store that only reads and writes, where
 * there are no Web Locks, and for `localStorage` with them too.
 */
export function storeOf(store: NonNullable<Checked['store']>): Store {
  if (store === 'indexeddb') return indexed();
  return 'update' in store ? (key, change) => store.update(key, change) : locked(store);
}

function indexed(): Store {
  if ((globalThis as { indexedDB?: unknown }).indexedDB === undefined) {
    throw new MintError('STORE_UNAVAILABLE', 'there is no IndexedDB here: use another store');
  }
  let opening: Promise<Database> | undefined;
  return async (key, change) => {
    try {
      return await update(await (opening ??= open(DATABASE, STOCKS)), STOCKS, key, change);
    } catch (error) {
      // It may have been closed for another page's sake, or by the browser: it is opened anew next time.
      opening = undefined;
      throw error;
    }
  };
}

function locked(store: ItemStore): Store {
  // What one tab has written there another may see later, with a lock or without: 388 of 2000 ids came twice in Chromium.
  if (Object.prototype.toString.call(store) === '[object Storage]') {
    throw new MintError('STORE_NOT_ATOMIC', "tabs would take the same ids out of it: use 'indexeddb' in place of localStorage");
  }
  const locks = lockManager();
  if (locks === undefined) {
    throw new MintError('STORE_NOT_ATOMIC', "two tabs would take the same ids: use 'indexeddb', or a store with update()");
  }
  return (key, change) =>
    locks.request(`mintid/ranges/${key}`, {}, async () => {
      await store.setItem(key, change((await store.getItem(key)) ?? null));
    });
}
