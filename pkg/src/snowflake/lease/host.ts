/**
 * Processes of one host: told apart by locks of the system on files, which it releases when a process dies.
 *
 * JavaScript has no such lock, but SQLite has, and Node, Deno and Bun bring that along: a database that one connection keeps
 * locked. The mark is in the same file, and is on the disk before an id is made. That a file is there says nothing.
 *
 * @module
 */

import { MintError } from '../../mint-error.js';
import type { Held, Place } from './held.js';

// What is used of Node's modules, which Deno and Bun have too.
interface Statement {
  get(...values: string[]): { value?: unknown } | undefined;
  run(...values: string[]): unknown;
}
interface Database {
  exec(sql: string): void;
  prepare(sql: string): Statement;
  close(): void;
}
interface Sqlite {
  DatabaseSync: new (file: string) => Database;
}
interface Files {
  mkdirSync(folder: string, options: { recursive: true }): void;
}
interface Modules {
  readonly sqlite: Sqlite;
  readonly files: Files;
}

/** What SQLite says where another connection has the lock, and where the whole file is in the way. */
const BUSY = 5;
const LOCKED = 6;

/** How long a worker waits for the one that asks for the device, in milliseconds, and how often it looks. */
const PATIENCE_MS = 30_000;
const PAUSE_MS = 50;

/** The modules, where this runtime has them. Looked up by a function, so that no bundler looks for them. */
export function modules(): Modules | undefined {
  const { process } = globalThis as { process?: { getBuiltinModule?: (name: string) => unknown } };
  if (typeof process?.getBuiltinModule !== 'function') return undefined;
  const sqlite = process.getBuiltinModule('node:sqlite') as Sqlite | undefined;
  const files = process.getBuiltinModule('node:fs') as Files | undefined;
  return sqlite && files && { sqlite, files };
}

/** This host, as far as it sees a folder. */
export function thisHost(directory: string, { sqlite, files }: Modules): Place {
  const open = (name: string) => opened(sqlite, `${directory}/${name.replace(/[^\w.-]/g, '-')}.sqlite`);
  usable(() => files.mkdirSync(directory, { recursive: true }));
  return {
    borrows: true,
    windowMs: 5000,
    answersLater: false,
    // Nobody takes a lock of the system away.
    take: async (name) => open(name),
    async once(key, make) {
      for (let left = PATIENCE_MS; ; left -= PAUSE_MS) {
        const held = open(key);
        if (held === undefined) {
          if (left <= 0) throw new MintError('STORE_UNAVAILABLE', `another process does not let go of ${key} in ${directory}`);
          await new Promise<void>((wake) => setTimeout(wake, PAUSE_MS));
          continue;
        }
        try {
          const kept = held.store.getItem(key) ?? (await make());
          held.store.setItem(key, kept);
          return kept;
        } finally {
          await held.release();
        }
      }
    },
  };
}

/** What is wrong with a folder is told as such. */
function usable<T>(use: () => T): T {
  try {
    return use();
  } catch (cause) {
    throw new MintError('STORE_UNAVAILABLE', 'the directory cannot be used: give one on a local disk that this process may write to', {
      cause,
    });
  }
}

/** Opens a file and locks it; none where another connection has done so. */
function opened(sqlite: Sqlite, file: string): (Held & { store: Store }) | undefined {
  return usable(() => {
    const database = new sqlite.DatabaseSync(file);
    try {
      // From the first transaction on it keeps the lock until it is closed.
      database.exec('PRAGMA busy_timeout = 0; PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = FULL;');
      database.exec('BEGIN EXCLUSIVE; CREATE TABLE IF NOT EXISTS marks (key TEXT PRIMARY KEY, value TEXT) STRICT; COMMIT;');
    } catch (error) {
      database.close();
      if (isBusy(error)) return undefined;
      throw error;
    }
    return { store: storeIn(database), release: async () => database.close() };
  });
}

function isBusy(error: unknown): boolean {
  const { errcode, errno, message } = Object(error) as { errcode?: unknown; errno?: unknown; message?: unknown };
  const code = Number(errcode ?? errno) & 0xff;
  return code === BUSY || code === LOCKED || /database is locked/.test(String(message));
}

/** A store that answers at once. */
interface Store {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

function storeIn(database: Database): Store {
  const [reading, writing] = ['SELECT value FROM marks WHERE key = ?', 'REPLACE INTO marks VALUES (?, ?)'].map((sql) =>
    database.prepare(sql),
  ) as [Statement, Statement];
  return {
    getItem(key) {
      const value = reading.get(key)?.value;
      return value === undefined ? null : String(value);
    },
    setItem: (key, value) => void writing.run(key, value),
  };
}

declare function setTimeout(wake: () => void, ms: number): unknown;
