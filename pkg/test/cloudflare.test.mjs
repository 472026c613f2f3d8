// What a Durable Object grants, with a storage in memory; tests/places has it in Cloudflare's runtime.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { createLeasedSnowflake, idObject, spansFrom } from '../dist/cloudflare.js';
import { createRanges } from '../dist/ranges.js';
import { codeOf } from './support.mjs';

const HOLDER = '00000000-0000-4000-8000-000000000001';
const rejected = (promise) => promise.then(() => assert.fail('it did not reject'), (error) => error);

/** A storage, which keeps copies as the real one does. */
function storage() {
  const kept = new Map();
  return {
    kept,
    get: async (key) => structuredClone(kept.get(key)),
    put: async (key, value) => void kept.set(key, structuredClone(value)),
    list: async ({ prefix }) =>
      new Map([...kept].filter(([key]) => key.startsWith(prefix)).sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** A stub of an object on a storage. */
function stub(Ids, on = storage()) {
  const made = new Ids({ storage: on });
  return { fetch: (url, options) => made.fetch(new Request(url, options)) };
}

describe('spans', () => {
  it('are granted one behind the other, and behind those of before a restart', async () => {
    const [Ids, kept] = [idObject(), storage()];
    let newest = 0;
    for (let run = 0; run < 3; run++) {
      const reserve = spansFrom(stub(Ids, kept));
      for (const want of [1, 5, 100]) {
        const { first, last, step } = await reserve(want, { ticket: '1' });
        assert.deepEqual([Number(first), Number(last), step], [newest + 1, newest + want, 1]);
        newest += want;
      }
    }
    assert.equal(kept.kept.size, 1);
  });

  it('of any size are asked for at the same time, and no id is in two', async () => {
    const object = stub(idObject({ spans: { first: 10, most: 70 } }));
    const { first, last } = await spansFrom(object)(100, { ticket: '1' });
    assert.deepEqual([first, last], ['10', '79']);
    const all = Array.from({ length: 6 }, () => createRanges({ reserve: spansFrom(object), want: 100 }));
    const ids = await Promise.all(all.flatMap((one) => Array.from({ length: 200 }, () => one.next())));
    assert.equal(new Set(ids).size, 1200);
    assert.equal(Math.min(...ids), 80);
  });

  it('end with the last id, and reach to the end of 64 bits', async () => {
    const object = stub(idObject({ spans: { first: 2n ** 64n - 3n, last: 2n ** 64n - 1n } }));
    const ids = createRanges({ reserve: spansFrom(() => object), ceiling: 'u64' });
    assert.deepEqual([await ids.next(), await ids.next(), await ids.next()], [2n ** 64n - 3n, 2n ** 64n - 2n, 2n ** 64n - 1n]);
    const error = await rejected(ids.next());
    assert.ok(['RESERVE_FAILED', 'EMPTY'].includes(error.code), error.code);
    assert.match(String(error.cause.cause ?? error.cause), /all ids .* are granted/);
  });

  it('are not granted out of something else', async () => {
    const kept = storage();
    for (const wrong of ['x', new Uint8Array(0), new Uint8Array(3), new Uint8Array(300)]) {
      kept.kept.set('mintid/stock', wrong);
      assert.match((await rejected(spansFrom(stub(idObject(), kept))(5, { ticket: '1' }))).message, /500/);
      assert.deepEqual(kept.kept.get('mintid/stock'), wrong);
    }
  });
});

describe('leases', () => {
  const LEASES = { layout: 'twitter', nodes: 2 };

  it('are of one holder each, renewed to the same, and given back', async () => {
    const object = stub(idObject({ leases: LEASES }));
    const ids = createLeasedSnowflake({ layout: 'twitter', object, holder: HOLDER });
    assert.equal(ids.lease(), undefined);
    const taken = [];
    while (taken.length < 5000) taken.push(await ids.next());
    assert.equal(new Set(taken).size, 5000);
    const { node, fence } = ids.lease();
    assert.deepEqual([node, fence, ids.decompose(taken[0]).node], [0, 1, 0]);
    await ids.giveBack();
    assert.equal((await rejected(ids.next())).code, 'NO_LEASE');
    // Its own node again, at once, and above all that was made.
    const next = createLeasedSnowflake({ layout: 'twitter', object, holder: HOLDER, node: 1 });
    assert.ok((await next.next()) > 0n);
    assert.deepEqual([next.lease().node, next.lease().fence], [1, 1]);
  });

  it('of an object out of reach, or that lends none, are told', async () => {
    const object = { fetch: async () => { throw new Error('no network'); } };
    const error = await rejected(createLeasedSnowflake({ layout: 'twitter', object, holder: HOLDER }).next());
    assert.deepEqual([error.code, error.cause.message], ['NO_LEASE', 'no network']);
    const none = createLeasedSnowflake({ layout: 'twitter', object: stub(idObject()), holder: HOLDER });
    assert.match((await rejected(none.next())).cause.message, /400/);
    const fourth = createLeasedSnowflake({ layout: 'twitter', object, holder: HOLDER });
    assert.equal((await rejected(fourth.next())).code, 'NO_LEASE');
    const fifth = createLeasedSnowflake({ layout: 'twitter', object, holder: HOLDER });
    assert.equal((await rejected(fifth.next())).code, 'TOO_MANY');
    await fourth.giveBack();
    assert.equal(fourth.lease(), undefined);
    assert.equal((await rejected(fifth.next())).code, 'NO_LEASE');
    await fifth.giveBack();
  });
});

describe('an object', () => {
  const CALLS = [
    ['spans', JSON.stringify({ want: 5 })],
    ['lease', undefined],
  ];

  /** The bytes of a request, as a generator sends it. */
  async function requested() {
    let sent;
    const fetch = async (_, { body }) => {
      sent = body;
      throw new Error('that is all');
    };
    const ids = createLeasedSnowflake({ layout: 'twitter', object: { fetch }, holder: HOLDER });
    await rejected(ids.next());
    await ids.giveBack();
    return sent;
  }

  it('answers when what it grants is stored, and not at all where it cannot be', async () => {
    const Ids = idObject({ leases: { layout: 'twitter' } });
    for (const [name, body = await requested()] of CALLS) {
      const kept = storage();
      let store;
      kept.put = (key, value) => new Promise((resolve, reject) => (store = { key, value, resolve, reject }));
      const object = stub(Ids, kept);
      const call = () => object.fetch(`https://mintid/${name}`, { method: 'POST', body });
      let isAnswered = false;
      const answered = call().then((response) => ((isAnswered = true), response));
      await new Promise((resolve) => setTimeout(resolve, 20));
      assert.equal(isAnswered, false, name);
      store.resolve();
      assert.equal((await answered).status, 200, name);
      const failing = rejected(call());
      await new Promise((resolve) => setTimeout(resolve, 20));
      store.reject(new Error('no room'));
      assert.equal((await failing).message, 'no room', name);
    }
  });
});

describe('a leased generator', () => {
  const LEASES = { layout: 'twitter' };
  let holders = 100;
  const leased = (object, options = {}) =>
    createLeasedSnowflake({ layout: 'twitter', object, holder: HOLDER.replace(/1$/, '').slice(0, 33) + holders++, ...options });

  /** With something else in place of what a platform has. */
  async function instead(name, value, run) {
    const before = Object.getOwnPropertyDescriptor(globalThis, name);
    Object.defineProperty(globalThis, name, { configurable: true, value });
    try {
      return await run();
    } finally {
      Object.defineProperty(globalThis, name, before);
    }
  }

  it('works once the platform gives what it did not give before', async () => {
    let isThere = false;
    const object = stub(idObject({ leases: LEASES }));
    const fetch = (...call) => {
      if (!isThere) throw new Error('not in global scope');
      return object.fetch(...call);
    };
    const ids = leased({ fetch });
    const none = { getRandomValues: () => { throw new Error('not in global scope'); } };
    const error = await instead('crypto', none, () => rejected(ids.next()));
    assert.equal(error.code, 'NO_LEASE');
    isThere = true;
    await new Promise((resolve) => setTimeout(resolve, 450));
    assert.ok((await ids.next()) > 0n);
    await ids.giveBack();
  });

  /** An object that counts what it is asked. */
  function counted(options) {
    const object = stub(idObject(options));
    const fetch = (...call) => (counting.calls++, object.fetch(...call));
    const counting = { calls: 0, fetch };
    return counting;
  }

  it('renews its lease when a third of that is over, and not before', async () => {
    const object = counted({ leases: { layout: 'twitter', ttlMs: 900 } });
    const ids = leased(object);
    for (let made = 0; made < 3; made++) await ids.next();
    assert.equal(object.calls, 1);
    await new Promise((resolve) => setTimeout(resolve, 320));
    await ids.next();
    assert.equal(object.calls, 2);
    assert.equal(ids.lease().fence, 1);
    await ids.giveBack();
  });

  it('gives its node back behind a request that is under way', async () => {
    const object = counted({ leases: { layout: 'twitter', nodes: 1 } });
    const ids = leased(object);
    const waiting = ids.next().catch(({ code }) => code);
    await ids.giveBack();
    assert.ok(['NO_LEASE'].includes(await waiting) || typeof (await waiting) === 'bigint');
    assert.equal(object.calls, 2);
    const next = leased(object);
    assert.ok((await next.next()) > 0n);
    await next.giveBack();
  });

  it('ends its wait where both clocks stand still', async () => {
    const ids = leased(stub(idObject({ leases: LEASES })));
    await ids.next();
    const [{ now }, at] = [Date, Date.now() + 50];
    Date.now = () => at;
    try {
      const error = await instead('performance', { now: () => 1e9 }, async () => {
        for (let made = 0; made <= 4096; made++) {
          const outcome = await ids.next({ patienceMs: 20 }).catch((error) => error);
          if (outcome instanceof Error) return outcome;
        }
      });
      assert.equal(error.code, 'WAIT');
    } finally {
      Date.now = now;
    }
    await ids.giveBack();
  });

  it('waits no longer than its patience, for the last byte of an answer too', async () => {
    const arrayBuffer = () => new Promise(() => {});
    const ids = leased({ fetch: async () => ({ ok: true, status: 200, arrayBuffer }) }, { patienceMs: 20 });
    const error = await rejected(ids.next());
    assert.deepEqual([error.code, error.cause.message], ['NO_LEASE', 'the object did not answer within 20 ms']);
    await ids.giveBack();
  });

  it('says so where the object lends nodes of another layout', async () => {
    const ids = leased(stub(idObject({ leases: { layout: 'discord' } })));
    const error = await rejected(ids.next());
    assert.deepEqual([error.code, error.cause.message], ['NO_LEASE', 'the object lends nodes of another layout']);
    await ids.giveBack();
  });
});

describe('an option', () => {
  it('that is none is refused at once', () => {
    const WRONG = [
      { span: {} },
      { spans: { first: -1 } },
      { spans: { first: 5, last: 4 } },
      { spans: { first: 1.5 } },
      { spans: { last: 2n ** 64n } },
      { spans: { most: 0 } },
      { leases: { layout: 'twitter', nodes: 1025 } },
      { leases: { layout: 'twitter', ttlMs: 0 } },
    ];
    for (const options of WRONG) assert.equal(codeOf(() => idObject(options)), 'INVALID_OPTION', Object.keys(options)[0]);
    const good = { layout: 'twitter', object: { fetch() {} }, holder: HOLDER };
    for (const wrong of [{ holder: 'x' }, { holder: undefined }, { object: {} }, { node: -1 }, { patienceMs: 0 }, { key: 5 }]) {
      assert.equal(codeOf(() => createLeasedSnowflake({ ...good, ...wrong })), 'INVALID_OPTION', Object.keys(wrong)[0]);
    }
  });
});
