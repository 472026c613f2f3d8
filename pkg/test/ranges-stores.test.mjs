// Ranges in a store that tabs share: what is kept, what a crash loses, and stores that are none.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { createRanges } from '../dist/ranges.js';
import { codeOf } from './support.mjs';

const KEY = 'orders';
const AT_ONCE = { firstMs: 0, longestMs: 0 };
const rejected = (promise) => promise.then(() => assert.fail('it did not reject'), (error) => error);

/** A store that changes a key in one step. */
function atomic(text = null) {
  const store = {
    text,
    fails: false,
    async update(key, change) {
      assert.equal(key, KEY);
      if (store.fails) throw new Error('no storage');
      store.text = change(store.text);
    },
  };
  return store;
}

/** A coordinator that counts up, for all tabs. */
function counter() {
  const reserve = (want) => {
    reserve.calls++;
    const span = { first: reserve.next, count: want };
    reserve.next += want;
    return span;
  };
  return Object.assign(reserve, { next: 1, calls: 0 });
}

const taken = async (ids, count) => {
  const all = [];
  while (all.length < count) all.push(await ids.next());
  return all;
};

describe('a store', () => {
  it('keeps what was not taken out of it, and a run that ended without a word loses no more than a block', async () => {
    const [store, reserve] = [atomic(), counter()];
    let newest = 0;
    for (let run = 0; run < 20; run++) {
      const ids = createRanges({ reserve, store, key: KEY, block: 40 });
      for (const id of await taken(ids, 5)) {
        assert.ok(newest < id && id <= newest + 41, `${id} after ${newest}, in run ${run}`);
        newest = id;
      }
      assert.ok(ids.meter().left <= 40);
    }
    assert.ok(reserve.calls <= 2, `${reserve.calls} calls`);
  });

  it('is filled again before it is empty', async () => {
    const [store, reserve] = [atomic(), counter()];
    const ids = createRanges({ reserve, store, key: KEY, want: 20, lowWater: 10, block: 2 });
    await taken(ids, 5);
    assert.equal(reserve.calls, 1);
    await taken(ids, 8);
    await new Promise(setImmediate);
    assert.equal(reserve.calls, 2);
    assert.deepEqual(await taken(ids, 20), Array.from({ length: 20 }, (_, at) => 14 + at));
  });

  it('does not wait for an answer that has failed', async () => {
    const [store, coordinator] = [atomic(), counter()];
    const cause = new Error('no network');
    let fails = true;
    const reserve = (want) => {
      if (fails) throw cause;
      return coordinator(want);
    };
    const ids = createRanges({ reserve, store, key: KEY, backoff: AT_ONCE });
    for (let call = 1; call <= 3; call++) {
      const error = await rejected(ids.next());
      assert.deepEqual([error.code, error.cause, ids.meter().failures], ['RESERVE_FAILED', cause, call]);
    }
    fails = false;
    assert.equal(await ids.next(), 1);
  });

  it('that calls once more when it is done changes nothing, and no ticket comes twice', async () => {
    const store = atomic();
    const { update } = store;
    let late;
    store.update = (key, change) => {
      late ??= change;
      return update(key, change);
    };
    const tickets = [];
    const coordinator = counter();
    const reserve = (want, { ticket }) => {
      tickets.push(ticket);
      assert.throws(() => late(store.text));
      return coordinator(want);
    };
    const ids = createRanges({ reserve, store, key: KEY, want: 10, lowWater: 2, block: 4, backoff: AT_ONCE });
    assert.equal(new Set(await taken(ids, 60)).size, 60);
    assert.equal(new Set(tickets).size, tickets.length);
    assert.ok(tickets.length >= 6);
  });

  it('is shared: of five tabs none has an id of another, and they ask once for all', async () => {
    const [store, reserve] = [atomic(), counter()];
    const tabs = Array.from({ length: 5 }, () => createRanges({ reserve, store, key: KEY, want: 5000 }));
    const all = (await Promise.all(tabs.map((ids) => taken(ids, 500)))).flat();
    assert.equal(new Set(all).size, 2500);
    assert.ok(reserve.calls <= 5, `${reserve.calls} calls`);
  });

  it('has each part taken out before its first id, and of one id at a time a crash loses one', async () => {
    const [store, reserve] = [atomic(), counter()];
    for (let run = 0; run < 10; run++) {
      const [id] = await taken(createRanges({ reserve, store, key: KEY, block: 1 }), 1);
      assert.ok(id <= 2 * run + 1, `${id} in run ${run}`);
    }
  });

  it('has ids for a tab that is offline from its start', async () => {
    const [store, reserve] = [atomic(), counter()];
    await createRanges({ reserve, store, key: KEY }).ready();
    const offline = () => Promise.reject(new Error('offline'));
    const ids = createRanges({ reserve: offline, store, key: KEY });
    await ids.ready();
    const all = [];
    for (;;) {
      const id = ids.tryNext();
      if (id !== undefined) all.push(id);
      else if ((await ids.ready().catch(({ code }) => code)) !== undefined) break;
    }
    assert.equal(new Set(all).size, all.length);
    assert.ok(all.length >= 900, `${all.length} ids`);
  });

  it('goes on with the unused part of a tab that gives back, where the coordinator grants it anew', async () => {
    const [store, reserve] = [atomic(), counter()];
    const ids = createRanges({ reserve, store, key: KEY, want: 1000 });
    await ids.next();
    const held = (await ids.giveBack()).reduce((sum, { first, last }) => sum + last - first + 1, 0);
    assert.ok(held < 100, `${held} ids were held`);
    const others = createRanges({ reserve, store, key: KEY });
    await others.next();
    const left = await others.giveBack({ stored: true });
    const sum = left.reduce((sum, { first, last }) => sum + last - first + 1, 0);
    assert.equal(held + sum, 998);
    // Nothing is left in the store.
    await createRanges({ reserve, store, key: KEY }).next();
    assert.equal(reserve.calls, 2);
  });

  it('that fails gives no id and loses none, and the next call tries again', async () => {
    const [store, reserve] = [atomic(), counter()];
    const ids = createRanges({ reserve, store, key: KEY, block: 4, backoff: AT_ONCE });
    store.fails = true;
    const error = await rejected(ids.next());
    assert.deepEqual([error.name, error.code, error.cause.message], ['MintError', 'STORE_FAILED', 'no storage']);
    assert.equal(reserve.calls, 0);
    store.fails = false;
    assert.deepEqual(await taken(ids, 3), [1, 2, 3]);
    store.fails = true;
    while (ids.tryNext() !== undefined) await new Promise(setImmediate);
    assert.equal((await rejected(ids.next())).code, 'STORE_FAILED');
    store.fails = false;
    assert.equal(await ids.next(), ids.meter().taken);
    assert.equal(reserve.calls, 1);
  });

  it('that fails behind a change has not been asked anything', async () => {
    // The stock is claimed from, the coordinator asked, its answer taken in, and the stock claimed from again.
    for (const [failing, expected] of [[1, 1], [2, 1], [3, 2], [4, 1]]) {
      const [store, reserve] = [atomic(), counter()];
      const { update } = store;
      let calls = 0;
      store.update = async (key, change) => {
        if (++calls !== failing) return update(key, change);
        change(store.text);
        throw new Error('no storage');
      };
      const ids = createRanges({ reserve, store, key: KEY, want: 1, lowWater: 0, block: 1, backoff: AT_ONCE });
      assert.equal((await rejected(ids.next())).code, 'STORE_FAILED', `change ${failing}`);
      assert.equal(await ids.next(), expected, `change ${failing}`);
    }
  });

  it('that takes its time is changed by one call after the other', async () => {
    const [store, coordinator] = [atomic(), counter()];
    const { update } = store;
    const pause = () => new Promise(setImmediate);
    store.update = async (key, change) => {
      await pause();
      await update(key, change);
      await pause();
    };
    const tickets = [];
    const reserve = async (want, { ticket }) => {
      tickets.push(ticket);
      await pause();
      return coordinator(want);
    };
    const ids = createRanges({ reserve, store, key: KEY, want: 6, lowWater: 5, block: 4, backoff: AT_ONCE });
    assert.equal(new Set(await taken(ids, 200)).size, 200);
    const { error, late, refused, supplied } = ids.meter();
    assert.deepEqual([error, late, refused], [undefined, 0, 0]);
    assert.equal(new Set(tickets).size, tickets.length);
    assert.ok(supplied >= 33);
  });

  it('whose change has to be made anew is asked again with what it holds then', async () => {
    const reserve = counter();
    let text = null;
    const store = {
      async update(_, change) {
        for (const stale of [text, text]) {
          const changed = change(stale);
          assert.equal(change(stale), changed);
        }
        await undefined;
        text = change(text);
      },
    };
    const ids = createRanges({ reserve, store, key: KEY, want: 300 });
    assert.deepEqual(await taken(ids, 1000), Array.from({ length: 1000 }, (_, at) => at + 1));
    assert.deepEqual([ids.meter().granted, ids.meter().refused], [300 * reserve.calls, 0]);
  });

  it('that never calls back, or holds something else, is told and left as it is', async () => {
    const options = { reserve: counter(), key: KEY };
    assert.equal((await rejected(createRanges({ ...options, store: { update: async () => {} } }).next())).code, 'STORE_FAILED');
    const whole = atomic();
    await createRanges({ ...options, store: whole }).next();
    const flipped = whole.text.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'));
    for (const text of ['', 'rubbish', '1764417600000', '00', flipped, whole.text.slice(2), `${whole.text.slice(0, 8)}02${whole.text.slice(10)}`]) {
      const store = atomic(text);
      assert.equal((await rejected(createRanges({ ...options, store }).next())).code, 'STOCK_INVALID', text);
      assert.equal(store.text, text);
    }
  });

  it('with ids above a ceiling that was lowered gives none', async () => {
    const [store, reserve] = [atomic(), counter()];
    await createRanges({ reserve, store, key: KEY }).next();
    assert.equal((await rejected(createRanges({ reserve, store, key: KEY, ceiling: 500 }).next())).code, 'SPAN_CEILING');
  });
});

/** The locks of one origin. */
function locks() {
  const held = new Map();
  return {
    request(name, _, act) {
      const mine = (held.get(name) ?? Promise.resolve()).then(act);
      held.set(name, mine.catch(() => {}));
      return mine;
    },
  };
}

/** Does something with other globals. */
async function withGlobals(globals, act) {
  const before = Object.keys(globals).map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)]);
  for (const [name, value] of Object.entries(globals)) {
    Object.defineProperty(globalThis, name, { configurable: true, value });
  }
  try {
    return await act();
  } finally {
    for (const [name, descriptor] of before) {
      if (descriptor === undefined) delete globalThis[name];
      else Object.defineProperty(globalThis, name, descriptor);
    }
  }
}

describe('a store that reads and writes', () => {
  const items = () => {
    const kept = new Map();
    const later = () => new Promise(setImmediate);
    return {
      getItem: (key) => later().then(() => kept.get(key) ?? null),
      setItem: (key, value) => later().then(() => void kept.set(key, value)),
    };
  };

  it('is refused without locks, at the first call of any kind', async () => {
    await withGlobals({ navigator: {} }, async () => {
      const ids = createRanges({ reserve: counter(), store: items(), key: KEY });
      assert.equal(codeOf(ids.tryNext), 'STORE_NOT_ATOMIC');
      assert.equal((await rejected(ids.next())).code, 'STORE_NOT_ATOMIC');
    });
  });

  it('is shared under locks', async () => {
    await withGlobals({ navigator: { locks: locks() } }, async () => {
      const [store, reserve] = [items(), counter()];
      const tabs = Array.from({ length: 5 }, () => createRanges({ reserve, store, key: KEY, want: 900 }));
      const all = (await Promise.all(tabs.map((ids) => taken(ids, 300)))).flat();
      assert.equal(new Set(all).size, 1500);
      // One tab asks, and the others find what it brought.
      assert.ok(reserve.calls <= 3, `${reserve.calls} calls`);
    });
  });

  it('is asked for all the same where another tab holds the right to ask for too long', async () => {
    const manager = locks();
    const request = (name, { signal }, act) => {
      if (!name.endsWith('/asking')) return manager.request(name, {}, act);
      // Whoever has it never lets go.
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    };
    await withGlobals({ navigator: { locks: { request } } }, async () => {
      const ids = createRanges({ reserve: counter(), store: items(), key: KEY, patienceMs: 20 });
      const late = new Promise((resolve) => setTimeout(resolve, 5000, 'late').unref());
      assert.equal(await Promise.race([ids.next(), late]), 1);
    });
  });

  it('is no place for tabs where it is localStorage, which another process sees later', async () => {
    const store = { getItem: () => null, setItem() {}, [Symbol.toStringTag]: 'Storage' };
    await withGlobals({ navigator: { locks: locks() } }, async () => {
      const ids = createRanges({ reserve: counter(), store, key: KEY });
      assert.equal((await rejected(ids.next())).code, 'STORE_NOT_ATOMIC');
    });
  });
});

describe('IndexedDB', () => {
  it('where there is none says so, and not before the first call', async () => {
    const ids = createRanges({ reserve: counter(), store: 'indexeddb', key: KEY });
    assert.equal(codeOf(ids.tryNext), 'STORE_UNAVAILABLE');
    assert.equal((await rejected(ids.next())).code, 'STORE_UNAVAILABLE');
  });

  it('that was closed for the sake of another page is opened anew', async () => {
    const kept = new Map();
    const answer = (result) => {
      const request = { result };
      setImmediate(() => request.onsuccess?.());
      return request;
    };
    let opened = 0;
    const open = () => {
      const database = {
        isClosed: false,
        close: () => (database.isClosed = true),
        transaction() {
          if (database.isClosed) throw new Error('the database is closed');
          const transaction = {};
          const put = (value, key) => (kept.set(key, value), setImmediate(() => transaction.oncomplete()));
          return Object.assign(transaction, { objectStore: () => ({ get: (key) => answer(kept.get(key)), put }) });
        },
      };
      latest = database;
      opened++;
      return answer(database);
    };
    let latest;
    await withGlobals({ indexedDB: { open } }, async () => {
      const ids = createRanges({ reserve: counter(), store: 'indexeddb', key: KEY, block: 1, backoff: AT_ONCE });
      assert.equal(await ids.next(), 1);
      latest.onversionchange();
      const error = await rejected(taken(ids, 3));
      assert.deepEqual([error.code, error.cause.message], ['STORE_FAILED', 'the database is closed']);
      assert.equal(await ids.next(), ids.meter().taken);
      assert.equal(opened, 2);
    });
  });
});
