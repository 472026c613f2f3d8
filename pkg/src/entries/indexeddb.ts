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

// What is used of IndexedDB, since the package's types need no platform's.
interface Request<T> {
  readonly result: T;
  readonly error: unknown;
  onsuccess: (() => void) | null;
  onerror: (() => void) | null;
}
interface Opening extends Request<Database> {
  onupgradeneeded: (() => void) | null;
}
interface ObjectStore {
  get(key: string): Request<unknown>;
  getAll(): Request<unknown[]>;
  getAllKeys(): Request<unknown[]>;
  put(value: string, key: string): Request<unknown>;
}
interface Transaction {
  objectStore(name: string): ObjectStore;
  readonly error: unknown;
  oncomplete: (() => void) | null;
  onabort: (() => void) | null;
  abort(): void;
}
interface Database {
  createObjectStore(name: string): unknown;
  transaction(name: string, mode: 'readonly' | 'readwrite', options?: { durability: 'strict' }): Transaction;
  onversionchange: (() => void) | null;
  close(): void;
}
interface Factory {
  open(name: string, version: number): Opening;
}

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
  const database = await open(name);
  const marks = await everything(database);
  return {
    getItem: (key) => marks.get(key) ?? null,
    // A generator made later starts from what this one saved.
    update: async (key, change) => void marks.set(key, await update(database, key, change)),
  };
}

function open(name: string): Promise<Database> {
  const { indexedDB } = globalThis as { indexedDB?: Factory };
  if (indexedDB === undefined) throw new MintError('STORE_UNAVAILABLE', 'there is no IndexedDB here: use another store');
  const opening = indexedDB.open(name, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(MARKS);
  return answered(opening).then((database) => {
    // Another page may delete the database or bring it to a later version: this one does not stand in its way.
    database.onversionchange = () => database.close();
    return database;
  });
}

async function everything(database: Database): Promise<Map<string, string>> {
  const store = database.transaction(MARKS, 'readonly').objectStore(MARKS);
  const [keys, texts] = await Promise.all([answered(store.getAllKeys()), answered(store.getAll())]);
  return new Map(keys.map((key, at) => [String(key), String(texts[at])]));
}

/** One transaction: whoever else changes the key comes before it or after it. */
function update(database: Database, key: string, change: (text: string | null) => string): Promise<string> {
  return new Promise((resolve, reject) => {
    // On the disk before it counts, for a mark is to outlive a power cut.
    const transaction = database.transaction(MARKS, 'readwrite', { durability: 'strict' });
    let failure: unknown;
    let changed: string;
    transaction.oncomplete = () => resolve(changed);
    transaction.onabort = () => reject(failure ?? transaction.error);
    const store = transaction.objectStore(MARKS);
    const reading = store.get(key);
    reading.onsuccess = () => {
      try {
        changed = change(reading.result === undefined ? null : String(reading.result));
        store.put(changed, key);
      } catch (error) {
        failure = error;
        transaction.abort();
      }
    };
  });
}

function answered<T>(request: Request<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
