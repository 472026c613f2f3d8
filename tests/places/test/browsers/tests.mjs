// The tests of one browser: every way to have the package in a page, and where browsers keep things.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';

import { HERE } from '../../drivers/bundle.mjs';
import { launched } from '../../drivers/browser/browser.mjs';
import { everyApp, everyCheck, outcome, start } from '../support.mjs';

/** Pages that every app is tried on, and what runs the core there. */
const PAGES = [
  ['page', 'wasm'],
  ['worker', 'wasm'],
  ['service', 'wasm'],
  ['strict', 'js'],
];

/** Pages that differ from the first in something that the checks alone would notice. */
const OTHER_PAGES = [
  ['bare', 'wasm'],
  ['lenient', 'wasm'],
  ['sandboxed', 'wasm'],
  ['insecure', 'wasm'],
];

/** Every vector's question. */
function questions() {
  const files = ['traces', 'bursts', 'cases'].map((name) => `${HERE}../vectors/${name}.json`);
  const vectors = files.flatMap((file) => JSON.parse(readFileSync(file, 'utf8')));
  return vectors.map(({ id, expect, input, ...item }) => input ?? item);
}

export function browserTests(name) {
  let browser;
  before(async () => (browser = await launched(name)));
  after(() => browser?.stop());

  /** A page as a place. */
  const place = (page) => ({
    async start(app) {
      const { ask, close } = await browser.open(page, app);
      return { ask, stop: close, version: browser.version };
    },
  });

  for (const [page, backend] of PAGES) everyApp(`${name}, ${page}`, { backend, ...place(page) });

  for (const [page, backend] of OTHER_PAGES) {
    test(`${name}, ${page}: the package`, async (t) => {
      await everyCheck(t, await start(t, place(page), 'main'), backend);
    });
  }

  test(`${name}: without a bundler, one file of the package is all that is loaded`, async (t) => {
    browser.files.clear();
    await outcome(await start(t, place('bare'), 'early'), {});
    const ours = [...browser.files].filter((file) => file.includes('/mintid/'));
    assert.deepEqual(ours, ['/node_modules/mintid/dist/index.js']);
  });

  test(`${name}: an insecure page has no randomUUID, and no need of it`, async (t) => {
    const running = await start(t, place('insecure'), 'main');
    assert.deepEqual(await outcome(running, { check: 'context' }), { secure: false, randomUUID: 'undefined' });
  });

  test(`${name}: a core that is streamed and supplied is the one that runs`, async (t) => {
    const url = '/node_modules/mintid/dist/core.wasm';
    assert.equal(await outcome(await start(t, place('page'), 'supplied'), { url }), 'wasm');
  });

  test(`${name}: under a strict policy every vector gives the same bytes`, async (t) => {
    const [strict, free] = [await start(t, place('strict'), 'main'), await start(t, place('page'), 'main')];
    let compared = 0;
    for (const question of questions()) {
      // An id of the moment is another each time.
      if (question.op === 'node_v7_serialize' || question.op === 'uuidv7_from_ms') continue;
      const line = JSON.stringify(question);
      assert.equal(await strict.ask(line), await free.ask(line), line);
      compared++;
    }
    assert.ok(compared > 400, `${compared} vectors`);
  });

  test(`${name}: two tabs on one mark take turns, and no tab lowers it`, async (t) => {
    const tabs = [await start(t, place('page'), 'storage'), await start(t, place('page'), 'storage')];
    for (const kind of ['uuidv7', 'ulid']) {
      const mint = { ask: 'mint', kind, key: `turns ${kind}`, windowMs: 20, count: 200 };
      const last = ['', ''];
      let stored = 0;
      for (let turn = 0; turn < 40; turn++) {
        const at = turn % tabs.length;
        assert.equal(await outcome(tabs[at], { ask: 'hear', key: mint.key, mark: stored }), stored);
        const said = await outcome(tabs[at], mint);
        assert.ok(said.first > last[at], `${said.first} came after ${last[at]}`);
        assert.ok(said.stored >= stored, `${said.stored} came after ${stored}`);
        [last[at], stored] = [said.last, said.stored];
      }
      const later = await start(t, place('page'), 'storage');
      assert.equal(await outcome(later, { ask: 'hear', key: mint.key, mark: stored }), stored);
      const third = await outcome(later, mint);
      assert.ok(third.first > last[0] && third.first > last[1], 'a tab opened later is not above both');
    }
    for (const tab of tabs) {
      const { changes, lowered } = await outcome(tab, { ask: 'seen' });
      assert.ok(changes > 5, `the other tab changed the mark ${changes} times`);
      assert.equal(lowered, 0);
    }
  });

  test(`${name}: two tabs on one mark at the same time are each in order`, async (t) => {
    const tabs = [await start(t, place('page'), 'storage'), await start(t, place('page'), 'storage')];
    const mint = { ask: 'mint', kind: 'uuidv7', key: 'together', windowMs: 2, count: 1000 };
    const last = ['', ''];
    for (let round = 0; round < 20; round++) {
      const both = await Promise.all(tabs.map((tab) => outcome(tab, mint)));
      for (const [at, said] of both.entries()) {
        assert.ok(said.first > last[at], `${said.first} came after ${last[at]}`);
        last[at] = said.last;
      }
    }
  });

  test(`${name}: a store that is full or out of reach stops nothing`, async (t) => {
    await outcome(await start(t, place('sandboxed'), 'storage'), { ask: 'a store out of reach' });
    await outcome(await start(t, place('page'), 'storage'), { ask: 'a store that is full' });
  });

  test(`${name}: a mark in IndexedDB keeps the order from page to worker to service worker`, async (t) => {
    let last = '';
    for (const page of ['page', 'worker', 'service', 'page']) {
      const said = await outcome(await start(t, place(page), 'storage'), { ask: 'indexedDb', key: 'order' });
      assert.ok(said.first > last, `${page}: ${said.first} came after ${last}`);
      last = said.last;
    }
  });

  test(`${name}: five tabs that share a store of ranges have no id of another, and ask for no more than they need`, async (t) => {
    const pages = ['page', 'page', 'worker', 'service', 'strict'];
    const tabs = [];
    for (const page of pages) tabs.push(await start(t, place(page), 'ranges'));
    const before = browser.spans.granted;
    const take = { ask: 'take', key: 'five tabs', count: 400 };
    const taken = await Promise.all(tabs.map((tab) => outcome(tab, take)));
    assert.equal(new Set(taken.flat()).size, 2000);
    // 500 ids are at hand in five blocks, and 200 in the store before more are asked for.
    const granted = browser.spans.granted - before;
    assert.ok(granted <= 4000, `${granted} ids were granted`);
  });

  test(`${name}: of tabs that are ended and loaded again in the middle of it no id comes twice, and each burns no more than a block`, async (t) => {
    const [key, granted, block] = ['ended', 50_000, 100];
    const tab = await start(t, place('page'), 'ranges');
    await outcome(tab, { ask: 'stock', key, want: granted });
    const before = browser.spans.granted;
    const killed = await outcome(tab, { ask: 'kill', key, tabs: 8, ms: 300 });
    const used = await outcome(tab, { ask: 'reload', key, times: 100 });
    assert.equal(new Set(used).size, used.length);
    assert.ok(used.length > killed.length && used.length >= 100, `${killed.length} and ${used.length} ids`);
    assert.equal(browser.spans.granted, before, 'more was asked for');
    // The one that filled the store held one, and that which is asked now holds none.
    const lost = granted - used.length - (await outcome(tab, { ask: 'left', key }));
    t.diagnostic(`${used.length} ids were used and ${lost} burned by ${8 + 101} tabs`);
    assert.ok(lost <= 1 + block * (8 + 101), `${lost} ids are lost`);
  });

  test(`${name}: localStorage is no store of ranges`, async (t) => {
    await outcome(await start(t, place('page'), 'ranges'), { ask: 'refused' });
  });
}
