// Worker leases on stand-ins for Web Locks and IndexedDB; tests/places has them where there are real ones, and hosts.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createWorkerLease } from '../dist/snowflake.js';
import { codeOf, manual } from './support.mjs';

const BROWSER = ['navigator', 'indexedDB'];

/** What is used of IndexedDB, in memory. `fails` has every write end in an error. */
function database() {
  const kept = new Map();
  const later = (run) => setTimeout(run, 1);
  function answer(result) {
    const request = { result };
    later(() => request.onsuccess?.());
    return request;
  }
  const indexedDB = {
    kept,
    fails: undefined,
    open: () =>
      answer({
        close() {},
        transaction() {
          const transaction = { error: indexedDB.fails, abort() {} };
          const store = {
            get: (key) => answer(kept.get(key)),
            getAll: () => answer([...kept.values()]),
            getAllKeys: () => answer([...kept.keys()]),
            put(value, key) {
              if (indexedDB.fails) return later(() => transaction.onabort());
              kept.set(key, value);
              later(() => transaction.oncomplete());
            },
          };
          return Object.assign(transaction, { objectStore: () => store });
        },
      }),
  };
  return indexedDB;
}

/** What is used of Web Locks. `steal` takes a lock away from whoever has it. */
function webLocks() {
  const held = new Map();
  return {
    held,
    request(name, { ifAvailable }, use) {
      if (ifAvailable && held.has(name)) return Promise.resolve(use(null));
      return new Promise((resolve, reject) => {
        held.set(name, reject);
        Promise.resolve(use({ name })).then(
          (value) => (held.delete(name), resolve(value)),
          (error) => (held.delete(name), reject(error)),
        );
      });
    },
    steal(name) {
      held.get(name)(new DOMException('stolen', 'AbortError'));
      held.delete(name);
    },
  };
}

/** Runs where these stand for a browser's. */
async function inBrowser(run) {
  const before = BROWSER.map((name) => Object.getOwnPropertyDescriptor(globalThis, name));
  const [locks, indexedDB] = [webLocks(), database()];
  const values = { navigator: { locks }, indexedDB };
  for (const name of BROWSER) Object.defineProperty(globalThis, name, { configurable: true, value: values[name] });
  try {
    return await run({ locks, indexedDB });
  } finally {
    BROWSER.forEach((name, at) => {
      if (before[at]) Object.defineProperty(globalThis, name, before[at]);
      else delete globalThis[name];
    });
  }
}

const TWITTER = { layout: 'twitter', device: 3 };

test('a lease holds the first node that nobody has, and gives it back', () =>
  inBrowser(async ({ locks, indexedDB }) => {
    const [one, two] = [await createWorkerLease(TWITTER), await createWorkerLease(TWITTER)];
    assert.deepEqual([one.local, one.node, two.local, two.node], [0, 96, 1, 97]);
    assert.deepEqual([one.decompose(one.next()).fields, two.device], [{ datacenter: 3, worker: 0 }, 3]);
    const keys = [0, 1].map((local) => `mintid/snowflake/63-1288834974657-1-41-10-12/${96 + local}`);
    assert.deepEqual([...locks.held.keys()], keys);
    assert.deepEqual([...indexedDB.kept.keys()], keys);
    await one.release();
    await one.release();
    for (const call of [one.next, one.nextString, () => one.many(2)]) assert.equal(codeOf(call), 'LEASE_ENDED');
    await assert.rejects(one.nextAsync(), { code: 'LEASE_ENDED' });
    const again = await createWorkerLease(TWITTER);
    assert.equal(again.local, 0);
    await Promise.all([two.release(), again.release()]);
    assert.equal(locks.held.size, 0);
  }));

test('the next holder of a node starts above all that the one before could have made', () =>
  inBrowser(async () => {
    const made = [];
    for (let holder = 0; holder < 20; holder++) {
      const lease = await createWorkerLease(TWITTER);
      made.push(lease.next(), ...lease.many(10));
      await lease.release();
    }
    assert.ok(made.every((id, at) => at === 0 || made[at - 1] < id));
  }));

test('a node whose mark is far ahead of the clock is left for the next one', () =>
  inBrowser(async ({ locks, indexedDB }) => {
    const key = 'mintid/snowflake/63-1288834974657-1-41-10-12/96';
    const far = String(Date.now() + 3_600_000);
    indexedDB.kept.set(key, far);
    const lease = await createWorkerLease(TWITTER);
    assert.equal(lease.local, 1);
    assert.deepEqual([...locks.held.keys()], [key.replace('/96', '/97')]);
    assert.equal(indexedDB.kept.get(key), far);
    await lease.release();
    for (const node of [30, 31]) indexedDB.kept.set(`mintid/snowflake/53-1735689600000-1-41-5-7/${node}`, far);
    const none = await createWorkerLease({ layout: 'js53', device: 15, localBits: 1 }).catch((error) => error);
    assert.deepEqual([none.code, none.cause.code], ['NO_NODE', 'MARK_AHEAD']);
  }));

test('the mark is kept ahead of the clock while no id is asked for, and no longer than the lease', () =>
  inBrowser(async ({ locks, indexedDB }) => {
    const clock = manual(Date.now());
    const lease = await createWorkerLease({ ...TWITTER, now: clock, windowMs: 40 });
    const [key] = [...locks.held.keys()];
    const mark = () => Number(indexedDB.kept.get(key));
    clock.ms += 3_600_000;
    for (const end = performance.now() + 5000; mark() < clock.ms && performance.now() < end; ) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    assert.equal(mark(), clock.ms + 40);
    // It is in the store, and counts when that has said so.
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.equal(lease.timestamp(lease.next()), clock.ms);
    await lease.release();
    const before = mark();
    clock.ms += 3_600_000;
    await new Promise((resolve) => setTimeout(resolve, 60));
    assert.equal(mark(), before);
  }));

test('a lock that is taken away ends the lease', () =>
  inBrowser(async ({ locks }) => {
    const lease = await createWorkerLease(TWITTER);
    lease.next();
    locks.steal([...locks.held.keys()][0]);
    await Promise.resolve();
    await new Promise((resolve) => setTimeout(resolve, 5));
    assert.equal(codeOf(() => lease.next()), 'LEASE_ENDED');
    await lease.release();
  }));

test('without its store there is no lease, and no lock stays behind', () =>
  inBrowser(async ({ locks, indexedDB }) => {
    indexedDB.fails = new Error('no room');
    await assert.rejects(createWorkerLease(TWITTER), { code: 'MARK_DUE', cause: indexedDB.fails });
    assert.equal(locks.held.size, 0);
  }));

test('a device is asked for once, and what is no device is not kept', () =>
  inBrowser(async ({ locks, indexedDB }) => {
    await assert.rejects(createWorkerLease({ ...TWITTER, device: async () => '4' }), { code: 'INVALID_NODE' });
    assert.equal(indexedDB.kept.size, 0);
    let asked = 0;
    for (let time = 0; time < 3; time++) {
      const lease = await createWorkerLease({ ...TWITTER, device: async () => (asked++, 4) });
      assert.equal(lease.device, 4);
      await lease.release();
    }
    assert.equal(asked, 1);
    assert.equal(locks.held.size, 0);
  }));

test('what is kept in place of a device and is none is no device 0', () =>
  inBrowser(async ({ locks, indexedDB }) => {
    const key = 'mintid/snowflake/63-1288834974657-1-41-10-12/device';
    for (const kept of ['', ' ', '1e1', '0x1', '-1', 'NaN']) {
      indexedDB.kept.set(key, kept);
      await assert.rejects(createWorkerLease({ ...TWITTER, device: async () => 4 }), { code: 'INVALID_NODE' }, kept);
    }
    assert.equal(locks.held.size, 0);
  }));

test('a wrong option is told before a coordinator is asked for the device', () =>
  inBrowser(async ({ indexedDB }) => {
    let asked = 0;
    for (const windowMs of [0, -1, 1.5, '5', NaN]) {
      const wrong = { ...TWITTER, device: async () => (asked++, 4), windowMs };
      await assert.rejects(createWorkerLease(wrong), { code: 'INVALID_OPTION', message: /^windowMs / });
    }
    assert.deepEqual([asked, indexedDB.kept.size], [0, 0]);
  }));

test('when all nodes of a device are taken, that is said', () =>
  inBrowser(async () => {
    const options = { layout: 'js53', device: 15, localBits: 1 };
    const leases = [await createWorkerLease(options), await createWorkerLease(options)];
    assert.deepEqual(leases.map(({ node }) => node), [30, 31]);
    assert.ok(Number.isSafeInteger(leases[0].nextNumber()));
    await assert.rejects(createWorkerLease(options), { code: 'NO_NODE' });
    await Promise.all(leases.map((lease) => lease.release()));
  }));

test('what would not keep workers apart is refused, and no node is picked at random', async () => {
  const refused = (options) => createWorkerLease({ layout: 'twitter', ...options }).then(() => undefined, ({ code }) => code);
  await inBrowser(async () => {
    const cases = [
      [{}, 'NODE_SCOPE'],
      [{ device: 3, scope: 'this-browser' }, 'INVALID_OPTION'],
      [{ scope: 'here' }, 'INVALID_OPTION'],
      [{ scope: 'this-host' }, 'INVALID_OPTION'],
      [{ device: 3, node: 1 }, 'INVALID_OPTION'],
      [{ device: 3, mark: {} }, 'INVALID_OPTION'],
      [{ device: 3, worker: 1 }, 'INVALID_OPTION'],
      [{ device: 3, onFull: { borrow: 10 } }, 'INVALID_OPTION'],
      [{ device: 3, localBits: 11 }, 'INVALID_OPTION'],
      [{ device: 3, layout: 'js53' }, 'INVALID_OPTION'],
      [{ device: 3, layout: 'seata' }, 'INVALID_LAYOUT'],
      [{ device: 32 }, 'NODE_RANGE'],
      [{ device: -1 }, 'INVALID_NODE'],
      [{ device: 1.5 }, 'INVALID_NODE'],
      [{ device: 3n }, 'INVALID_NODE'],
      [{ device: '3' }, 'INVALID_NODE'],
    ];
    for (const [options, code] of cases) assert.equal(await refused(options), code, Object.keys(options).join());
    await assert.rejects(createWorkerLease(), { code: 'INVALID_OPTION' });
  });
  // Outside of a browser: locks without IndexedDB reach no further than the process.
  const expected = process.getBuiltinModule?.('node:sqlite') ? 'INVALID_OPTION' : 'LOCKS_UNAVAILABLE';
  assert.equal(await refused({ device: 3 }), expected);
  assert.equal(await refused({ scope: 'this-browser' }), expected);
});

test('a lease of the whole browser counts in all bits of the node', () =>
  inBrowser(async () => {
    const lease = await createWorkerLease({ layout: 'sonyflake', scope: 'this-browser' });
    assert.deepEqual([lease.device, lease.local, lease.node], [undefined, 0, 0]);
    await lease.release();
  }));
