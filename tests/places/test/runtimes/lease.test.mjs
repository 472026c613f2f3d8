// Worker leases of processes: kept apart by locked files, which the system releases however a process ends.

import assert from 'node:assert/strict';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { PLACES } from '../../drivers/places.mjs';
import { scratch } from '../../drivers/scratch.mjs';
import { outcome, start } from '../support.mjs';

/** Those that bring SQLite along, with what it takes to write a file there. */
const WITH_LOCKS = { deno: ['--allow-write'], bun: [] };
if (process.getBuiltinModule?.('node:sqlite')) WITH_LOCKS.node = [];

const PROCESSES = 5;

for (const [name, flags] of Object.entries(WITH_LOCKS)) {
  const processOf = (t) => start(t, PLACES[name], 'lease', { flags });

  function folderOf(t) {
    const { folder, discard } = scratch('lease', {});
    t.after(discard);
    return join(folder, 'leases');
  }

  test(`${name}: processes at once hold different nodes, and one that is killed gives its own back`, async (t) => {
    const options = { device: 7, directory: folderOf(t) };
    const running = await Promise.all(Array.from({ length: PROCESSES }, () => processOf(t)));
    const taken = await Promise.all(running.map((one) => outcome(one, { ask: 'take', options })));
    assert.deepEqual(taken.map(({ local }) => local).sort(), [0, 1, 2, 3, 4]);
    const ids = (await Promise.all(running.map((one) => outcome(one, { ask: 'mint', count: 500 })))).flat();

    // Again and again the one with node 0 is killed, and the next one starts above what it has made.
    let holder = running[taken.findIndex(({ local }) => local === 0)];
    for (let round = 0; round < 5; round++) {
      await holder.stop();
      holder = await processOf(t);
      assert.equal((await outcome(holder, { ask: 'take', options })).local, 0);
      ids.push(...(await outcome(holder, { ask: 'mint', count: 50 })));
    }
    assert.equal(new Set(ids).size, ids.length);
    assert.equal(await outcome(holder, { ask: 'release' }), 'LEASE_ENDED');
    assert.equal((await outcome(await processOf(t), { ask: 'take', options })).local, 0);
  });

  test(`${name}: the device is asked for once, and kept`, async (t) => {
    const options = { directory: folderOf(t) };
    const running = await processOf(t);
    const { asked, devices, locals } = await outcome(running, { ask: 'device', options, number: 9 });
    assert.deepEqual([asked, devices, locals], [1, [9, 9], [0, 1]]);
    const later = await processOf(t);
    assert.deepEqual(await outcome(later, { ask: 'device', options, number: 4 }), { asked: 0, devices: [9, 9], locals: [0, 1] });
  });

  test(`${name}: what would not keep processes apart is refused`, async (t) => {
    const { folder, discard } = scratch('lease', {});
    t.after(discard);
    const file = join(folder, 'file');
    writeFileSync(file, 'no folder');
    chmodSync(file, 0o400);
    const running = await processOf(t);
    const cases = [
      [{ directory: folder }, 'NODE_SCOPE'],
      [{ device: 1 }, 'INVALID_OPTION'],
      [{ device: 1, directory: '' }, 'INVALID_OPTION'],
      [{ device: 1, directory: folder, node: 5 }, 'INVALID_OPTION'],
      [{ device: 1, scope: 'this-host', directory: folder }, 'INVALID_OPTION'],
      [{ scope: 'this-browser', directory: folder }, 'INVALID_OPTION'],
      [{ device: 1, directory: file }, 'STORE_UNAVAILABLE'],
      [{ device: 32, directory: folder }, 'NODE_RANGE'],
    ];
    for (const [options, code] of cases) {
      assert.equal(await outcome(running, { ask: 'refused', options }), code, JSON.stringify(options));
    }
    const options = { scope: 'this-host', directory: folder, localBits: 1 };
    assert.equal((await outcome(running, { ask: 'take', options })).local, 0);
    const [second, third] = [await processOf(t), await processOf(t)];
    assert.equal((await outcome(second, { ask: 'take', options })).local, 1);
    assert.equal(await outcome(third, { ask: 'refused', options }), 'NO_NODE');
  });
}

for (const name of ['js', 'edge', 'workerd']) {
  test(`${name}: where nothing keeps workers apart there is no lease`, async (t) => {
    const running = await start(t, PLACES[name], 'lease');
    const code = await outcome(running, { ask: 'refused', options: { device: 1 } });
    assert.equal(code, name === 'js' && 'node' in WITH_LOCKS ? 'INVALID_OPTION' : 'LOCKS_UNAVAILABLE');
  });
}
