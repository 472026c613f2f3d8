// Worker leases in a browser: tabs at the same time, tabs that die, and reloads in a burst.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';

import { launched } from '../../drivers/browser/browser.mjs';
import { outcome } from '../support.mjs';

const TABS = 5;
const RELOADS = 1000;

/** Ticks that are longer than a page is there: without its mark the next one would make the same ids. */
const COARSE = {
  width: 63,
  epochMs: 1_735_689_600_000,
  tickMs: 100,
  parts: { time: 41, node: 10, sequence: 12 },
};

const all = (count, make) => Promise.all(Array.from({ length: count }, (_, at) => make(at)));

function assertDistinct(ids, what) {
  assert.equal(new Set(ids).size, ids.length, `${what}: an id came twice`);
}

/** The tests of leases in one browser. */
export function leasesIn(name) {
  async function browserOf(t) {
    const browser = await launched(name);
    t.after(() => browser.stop());
    return browser;
  }

  test(`${name}: five tabs at once hold five nodes, and one that is closed gives its own back`, async (t) => {
    const browser = await browserOf(t);
    const options = { device: 7 };
    const tabs = [];
    for (let tab = 0; tab < TABS; tab++) tabs.push(await browser.open('page', 'lease'));
    const taken = await all(TABS, (at) => outcome(tabs[at], { ask: 'take', options }));
    assert.deepEqual(taken.map(({ local }) => local).sort(), [0, 1, 2, 3, 4]);
    assert.ok(taken.every(({ local, node }) => node === 7 * 32 + local));
    const ids = (await all(TABS, (at) => outcome(tabs[at], { ask: 'mint', count: 300 }))).flat();

    const first = taken.findIndex(({ local }) => local === 0);
    // A browser keeps six connections to a host: with a tab closed there is one for another.
    tabs[first].close();
    await pause(1000);
    const later = await browser.open('page', 'lease');
    assert.equal((await outcome(later, { ask: 'take', options })).local, 0);
    ids.push(...(await outcome(later, { ask: 'mint', count: 300 })));
    assertDistinct(ids, 'tabs');
    assert.equal(await outcome(later, { ask: 'release' }), 'LEASE_ENDED');
    tabs.forEach((tab) => tab.close());
    await pause(1000);
    assert.equal((await outcome(await browser.open('worker', 'lease'), { ask: 'take', options })).local, 0);
  });

  test(`${name}: ${RELOADS} reloads in a burst, in five tabs at once, and no Snowflake comes twice`, async (t) => {
    const browser = await browserOf(t);
    const tabs = [];
    for (let tab = 0; tab < TABS; tab++) tabs.push(await browser.open('page', 'lease'));
    const options = { scope: 'this-browser', layout: COARSE, onBehind: { wait: 60_000 } };
    const doneAt = (at) => `/done/${at}`;
    await all(TABS, (at) =>
      outcome(tabs[at], { ask: 'burst', times: RELOADS / TABS, each: 4, options, done: doneAt(at) }),
    );
    const started = performance.now();
    while (!tabs.every((_, at) => browser.files.has(doneAt(at)))) {
      assert.ok(performance.now() - started < 1_200_000, 'the burst does not end');
      await pause(200);
    }
    const made = (await all(TABS, (at) => outcome(tabs[at], { ask: 'made' }))).flat();
    const ids = made.map((line) => line.split(' ')[1]);
    assert.equal(ids.length, RELOADS * 5);
    assertDistinct(ids, 'reloads');
    t.diagnostic(`${ids.length} ids in ${Math.round((performance.now() - started) / 1000)} s`);
  });

  test(`${name}: what would not keep workers apart is refused`, async (t) => {
    const browser = await browserOf(t);
    const page = await browser.open('page', 'lease');
    const cases = [
      [{}, 'NODE_SCOPE'],
      [{ device: 32 }, 'NODE_RANGE'],
      [{ device: -1 }, 'INVALID_NODE'],
      [{ device: 1, onFull: { borrow: 1 } }, 'INVALID_OPTION'],
      [{ scope: 'this-host' }, 'INVALID_OPTION'],
      [{ device: 1, layout: 'js53' }, 'INVALID_OPTION'],
    ];
    for (const [options, code] of cases) assert.equal(await outcome(page, { ask: 'refused', options }), code);
    const { asked, devices, locals } = await outcome(page, { ask: 'device', options: {}, number: 9 });
    assert.deepEqual([asked, devices, locals], [1, [9, 9], [0, 1]]);
    // Web Locks are for secure pages.
    const insecure = await browser.open('insecure', 'lease');
    assert.equal(await outcome(insecure, { ask: 'refused', options: { device: 1 } }), 'LOCKS_UNAVAILABLE');
  });
}
