/**
 * Texts in IndexedDB, each changed in one step.
 *
 * @module
 */

import { MintError } from './mint-error.js';

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
/** A database that is open. */
export interface Database {
  createObjectStore(name: string): unknown;
  transaction(name: string, mode: 'readonly' | 'readwrite', options?: { durability: 'strict' }): Transaction;
  onversionchange: (() => void) | null;
  close(): void;
}
interface Factory {
  open(name: string, version: number): Opening;
}

/** Opens a database with one store in it, which is made where there is none. */
export function open(name: string, store: string): Promise<Database> {
  const { indexedDB } = globalThis as { indexedDB?: Factory };
  if (indexedDB === undefined) throw new MintError('STORE_UNAVAILABLE', 'there is no IndexedDB here: use another store');
  const opening = indexedDB.open(name, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(store);
  return answered(opening).then((database) => {
    // Another page may delete the database or bring it to a later version: this one does not stand in its way.
    database.onversionchange = () => database.close();
    return database;
  });
}

/** One transaction: whoever else changes the key comes before it or after it. */
export function update(
  database: Database,
  within: string,
  key: string,
  change: (text: string | null) => string,
): Promise<string> {
  return new Promise((resolve, reject) => {
    // On the disk before it counts, for a mark and a claim are to outlive a power cut.
    const transaction = database.transaction(within, 'readwrite', { durability: 'strict' });
    let failure: unknown;
    let changed: string;
    transaction.oncomplete = () => resolve(changed);
    transaction.onabort = () => reject(failure ?? transaction.error);
    const store = transaction.objectStore(within);
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

/** What a request comes to. */
export function answered<T>(request: Request<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
