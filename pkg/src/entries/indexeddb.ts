/**
 * A mark store in IndexedDB, for workers and service workers, which have no `localStorage`.
 *
 * ```ts
 * const store = await openMarkStore();
 * const ids = createUuidv7({ mark: { store, key: 'orders' } });
 * ```
 *
 * @module
 */

import { type AsyncMarkStore, MintError } from '../index.js';
import { type Database, answered, open, update } from '../indexed.js';

const MARKS = 'marks';

/**
 * Opens a store, and reads what is in it: open it once for each page or worker, before its generators are made.
 *
 * @param name - the database, made where there is none yet. Default `'mintid'`.
 * @throws MintError `INVALID_ARGUMENT`; `STORE_UNAVAILABLE` where there is no IndexedDB; and what IndexedDB has to say, where it
 * is blocked or full.
 */
export async function openMarkStore(name = 'mintid'): Promise<AsyncMarkStore> {
  if (typeof name !== 'string') throw new MintError('INVALID_ARGUMENT', 'the name of the database should be text');
  const database = await open(name, MARKS);
  const marks = await everything(database);
  return {
    getItem: (key) => marks.get(key) ?? null,
    // A generator made later starts from what this one saved.
    update: async (key, change) => void marks.set(key, await update(database, MARKS, key, change)),
  };
}

async function everything(database: Database): Promise<Map<string, string>> {
  const store = database.transaction(MARKS, 'readonly').objectStore(MARKS);
  const [keys, texts] = await Promise.all([answered(store.getAllKeys()), answered(store.getAll())]);
  return new Map(keys.map((key, at) => [String(key), String(texts[at])]));
}
