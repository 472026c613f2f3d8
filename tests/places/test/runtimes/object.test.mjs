// A Durable Object that grants to two Workers, and is started anew: no id twice, and nothing forgotten.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { objects } from '../../drivers/object.mjs';
import { outcome } from '../support.mjs';

const HOLDERS = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b'];

/** The node of a Snowflake of Twitter's layout, and its tick. */
const nodeOf = (id) => Number((BigInt(id) >> 12n) & 1023n);
const tickOf = (id) => Number(BigInt(id) >> 22n);

test('two Workers and an object that is started anew: no id twice, the fence rises, and nothing that was granted is forgotten', async (t) => {
  const disk = objects();
  t.after(() => disk.discard());
  const numbers = new Set();
  const snowflakes = new Set();
  const fences = new Map();
  const ceilings = new Map();
  let highest = 0;

  for (let run = 0; run < 3; run++) {
    const { workers, stop } = await disk.start('object');
    try {
      const ask = (item) => Promise.all(workers.map((worker, at) => outcome(worker, { holder: HOLDERS[at], ...item })));

      const given = (await ask({ ask: 'numbers', count: 300 })).flat();
      const lowest = Math.min(...given);
      assert.ok(lowest > highest, `${lowest} came after ${highest}, in run ${run}`);
      // What was held when it ended is lost, and no more: two Workers, 50 ids and a fifth each.
      assert.ok(run === 0 || lowest <= highest + 2 * 61, `${lowest} came after ${highest}, in run ${run}`);
      highest = Math.max(...given);
      for (const id of given) assert.ok(!numbers.has(id) && numbers.add(id), `${id} came twice`);

      for (let burst = 0; burst < 4; burst++) {
        const made = await ask({ ask: 'snowflakes', count: 500 });
        const [one, other] = made.map(({ lease }) => lease.node);
        assert.notEqual(one, other);
        for (const { taken, lease } of made) {
          for (const id of taken) {
            assert.ok(!snowflakes.has(id) && snowflakes.add(id), `${id} came twice`);
            assert.equal(nodeOf(id), lease.node);
            assert.ok(lease.floorTick <= tickOf(id) && tickOf(id) < lease.ceilingTick, `${id} is not within its lease`);
          }
          if (burst > 0) continue;
          // A grant of this run has a higher fence, and begins where the one before ended.
          assert.ok(lease.fence > (fences.get(lease.node) ?? 0), `fence ${lease.fence} of node ${lease.node}`);
          assert.ok(lease.floorTick >= (ceilings.get(lease.node) ?? 0), `floor of node ${lease.node}`);
        }
        for (const { lease } of made) {
          fences.set(lease.node, lease.fence);
          ceilings.set(lease.node, lease.ceilingTick);
        }
        // Past a third of the lease, so that it is renewed.
        await new Promise((resolve) => setTimeout(resolve, 400));
      }
      assert.deepEqual(await outcome(workers[0], { ask: 'wrong' }), [
        [400, 'INVALID_ARGUMENT'],
        [400, 'INVALID_ARGUMENT'],
        [400, 'INVALID_ARGUMENT'],
        [400, 'INVALID_ARGUMENT'],
        [400, 'INVALID_ARGUMENT'],
      ]);
    } finally {
      await stop();
    }
  }
  assert.deepEqual([numbers.size, snowflakes.size], [3 * 600, 3 * 4000]);
});

test('a node is lent to one holder at a time, who is told, and to the next once it is given back', async (t) => {
  const disk = objects();
  t.after(() => disk.discard());
  const { workers, stop } = await disk.start('object');
  t.after(stop);
  const [a, b] = workers;
  const first = await outcome(a, { ask: 'snowflakes', holder: HOLDERS[0], count: 1 });
  assert.deepEqual([first.lease.node, first.lease.fence], [0, 1]);
  const others = [];
  for (const last of ['c', 'd', 'e']) {
    others.push(await outcome(b, { ask: 'another', holder: `00000000-0000-4000-8000-00000000000${last}` }));
  }
  assert.deepEqual(
    others.map(({ lease, code }) => lease?.node ?? code),
    [1, 2, 'NO_LEASE'],
  );
  assert.equal(others[2].cause, 'the object has no node to lend at present');
  await outcome(a, { ask: 'giveBack', holder: HOLDERS[0] });
  const next = await outcome(b, { ask: 'another', holder: '00000000-0000-4000-8000-00000000000f' });
  assert.deepEqual([next.lease.node, next.lease.fence], [0, 2]);
  assert.ok(BigInt(next.id) > BigInt(first.taken[0]));
});

test('requests of one Worker share its ids, and go on where one that was waited for is gone', async (t) => {
  const disk = objects();
  t.after(() => disk.discard());
  const { workers, stop } = await disk.start('object');
  t.after(stop);
  const [a] = workers;
  const ask = { ask: 'numbers', holder: HOLDERS[0], count: 40 };
  const given = (await Promise.all(Array.from({ length: 20 }, () => outcome(a, ask)))).flat();
  assert.equal(new Set(given).size, 800);

  const [gone, ends] = [[], new AbortController()];
  gone.push(a.ask(JSON.stringify({ ...ask, count: 200, slowMs: 300 }), ends.signal).catch(({ name }) => name));
  await new Promise((resolve) => setTimeout(resolve, 100));
  ends.abort();
  assert.deepEqual(await Promise.all(gone), ['AbortError']);
  // Until that is given up there may be none; then there are.
  const until = Date.now() + 10_000;
  let more;
  while (more === undefined && Date.now() < until) {
    more = await outcome(a, ask).catch(() => undefined);
    if (more === undefined) await new Promise((resolve) => setTimeout(resolve, 100));
  }
  assert.ok(more !== undefined, 'no ids after a request that is gone');
  assert.equal(new Set([...given, ...more]).size, 840);
});
