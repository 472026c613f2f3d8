// Ranges under any interleaving of tabs, answers, failures and ends: no id comes twice, and a crash loses no more than a block.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createRanges } from '../dist/ranges.js';

const KEY = 'orders';

/** Numbers below a bound, the same for the same seed. */
function dice(seed) {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

const turns = async (count) => {
  for (let turn = 0; turn < count; turn++) await new Promise(setImmediate);
};

const NEVER = new Promise(() => {});

/** The store of all tabs, as one tab reaches it. A tab that has crashed never hears of it again. */
function reaches(disk, tab, roll, isAtomic) {
  return {
    async update(_, change) {
      if (!isAtomic) {
        const { text } = disk;
        await turns(roll(3));
        disk.text = change(text);
        return undefined;
      }
      await turns(roll(3));
      if (tab.crashed) return NEVER;
      if (roll(12) === 0) throw new Error('no storage');
      // It was read, and somebody else was faster.
      if (roll(6) === 0) change(disk.text);
      const changed = change(disk.text);
      disk.text = changed;
      await turns(roll(3));
      if (tab.crashed) return NEVER;
      return undefined;
    },
  };
}

/** A coordinator, which grants each integer once and answers as it likes. */
function coordinator(world, tab, roll) {
  return async (want) => {
    const count = 1 + roll(2 * want);
    const span = { first: world.next, count };
    switch (roll(8)) {
      case 0:
        throw new Error('no network');
      case 1:
        return { first: world.next, last: world.next - 1 };
      case 2:
        // Granted, and the answer is on its way for longer than anybody waits.
        world.next += count;
        await new Promise((resolve) => setTimeout(resolve, 12 + roll(20)));
        return tab.crashed ? NEVER : span;
      default:
        world.next += count;
        await turns(roll(4));
        return tab.crashed ? NEVER : span;
    }
  };
}

async function life(seed, isAtomic = true) {
  const roll = dice(seed);
  const block = 1 + roll(40);
  const [world, disk] = [{ next: 1 }, { text: null }];
  const [used, back, tabs] = [[], [], []];
  const sum = (spans) => spans.reduce((all, { first, last, step }) => all + (last - first) / step + 1, 0);

  const options = (tab) => ({
    reserve: coordinator(world, tab, roll),
    release: (spans) => void back.push(...spans),
    store: reaches(disk, tab, roll, isAtomic),
    key: KEY,
    want: 5 + roll(100),
    lowWater: roll(60),
    block,
    patienceMs: 10,
    backoff: { firstMs: 0, longestMs: 2 },
  });
  const opened = () => {
    const tab = { crashed: false };
    tab.over = new Promise((resolve) => (tab.crash = () => resolve((tab.crashed = true) && undefined)));
    tab.ids = createRanges(options(tab));
    tabs.push(tab);
    return tab;
  };

  async function works(tab) {
    const end = 20 + roll(120);
    for (let n = 0; n < end && !tab.crashed; n++) {
      const id = roll(3) === 0 ? tab.ids.tryNext() : await Promise.race([tab.ids.next().catch(() => undefined), tab.over]);
      // An id that comes when the tab is gone reaches nobody.
      if (id !== undefined && !tab.crashed) used.push(id);
      const { left } = tab.ids.meter();
      assert.ok(left <= block, `${left} at hand, of blocks of ${block}`);
      if (roll(5) === 0) await turns(1);
    }
    if (tab.crashed) return;
    if (roll(2) === 0) tab.crash();
    else await Promise.race([tab.ids.giveBack(), tab.over]);
  }
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (let lives = 0; lives < 3; lives++) {
        const tab = opened();
        if (roll(3) === 0) setTimeout(tab.crash, roll(15));
        await works(tab);
      }
    }),
  );
  // Answers that are late still come.
  await new Promise((resolve) => setTimeout(resolve, 50));
  const last = createRanges({ reserve: () => NEVER, store: { update: async (_, change) => void (disk.text = change(disk.text)) }, key: KEY });
  const kept = await last.giveBack({ stored: true });

  const all = new Map();
  const note = (id, what) => {
    assert.ok(!all.has(id), `${id} is ${what}, and was ${all.get(id)} before: seed ${seed}`);
    all.set(id, what);
  };
  for (const id of used) note(id, 'used');
  for (const [spans, what] of [[back, 'given back'], [kept, 'kept']]) {
    for (const { first, last } of spans) for (let id = first; id <= last; id++) note(id, what);
  }
  // What was granted and taken in, and is neither used nor anywhere, is what crashes have lost.
  const meters = tabs.map(({ ids }) => ids.meter());
  const held = meters.reduce((all, { granted, givenBack }) => all + granted - givenBack, 0);
  const lost = held - used.length - sum(kept);
  const crashes = tabs.filter(({ crashed }) => crashed).length;
  assert.ok(lost <= crashes * block, `${lost} ids are lost by ${crashes} crashes, of blocks of ${block}: seed ${seed}`);
  return { used: used.length, crashes, lost };
}

test('no interleaving of tabs, answers, failures and ends gives an id twice or loses more than a block a crash', async (t) => {
  const sums = { used: 0, crashes: 0, lost: 0 };
  const seeds = process.env.MINTID_PROVE ? 400 : 24;
  for (let seed = 1; seed <= seeds; seed += 8) {
    const lives = await Promise.all(Array.from({ length: 8 }, (_, at) => life(seed + at)));
    for (const one of lives) for (const name of Object.keys(sums)) sums[name] += one[name];
  }
  assert.ok(sums.used > 50 * seeds && sums.crashes > seeds, JSON.stringify(sums));
  t.diagnostic(JSON.stringify(sums));
});

test('with a store that is not atomic the same finds ids that come twice, which shows that it can', async () => {
  const lives = await Promise.allSettled(Array.from({ length: 8 }, (_, at) => life(at + 1, false)));
  const found = lives.filter(({ status, reason }) => status === 'rejected' && /before: seed/.test(reason.message));
  assert.ok(found.length >= 4, `${found.length} of 8`);
});
