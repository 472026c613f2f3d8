// Ranges where tabs share a store: each tab hands out ids, and tabs that end without a word burn no more than a block.

import { createRanges } from 'mintid/ranges';

import { codeOf, same } from './checks/expect.mjs';
import { lines } from './line.mjs';

/** The test's server is the coordinator, and grants each integer once. */
async function reserve(want, { signal }) {
  const response = await fetch(`/spans?count=${want}`, { signal });
  return response.json();
}

/** One for each key, for as long as the tab lives. */
const made = new Map();
function ranges({ key, store = 'indexeddb', ...options }) {
  if (!made.has(key)) made.set(key, createRanges({ reserve, store, key, ...options }));
  return made.get(key);
}

const LOG = 'used:';

/** How many a tab that is to end hands out at most. */
const LIFE = 300;

/** What a tab hands out is written down at once, in the same turn, so that it is known after its end. */
async function run(key) {
  const name = `${LOG}${key}:${Math.random()}`;
  const ids = ranges({ key });
  let used = '';
  for (let count = 0; count < LIFE; count++) {
    used += `${await ids.next()},`;
    localStorage.setItem(name, used);
  }
}

/** What was handed out under a key, by all tabs there were. */
function used(key) {
  const names = Object.keys(localStorage).filter((name) => name.startsWith(`${LOG}${key}:`));
  return names.flatMap((name) => localStorage.getItem(name).split(',').filter(Boolean).map(Number));
}

/** A page that lasts no longer than this. */
async function shortLife(key, ms) {
  const frame = document.createElement('iframe');
  frame.src = `/page/page?tab=frame&app=ranges&run=${key}`;
  document.body.append(frame);
  await new Promise((resolve) => setTimeout(resolve, ms));
  return frame;
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const QUESTIONS = {
  async take({ count, ...options }) {
    const ids = ranges(options);
    const taken = [];
    while (taken.length < count) taken.push(await ids.next());
    return taken;
  },
  /** Fills the store from one grant, so that nobody asks for more in what follows. */
  async stock({ key, want }) {
    await createRanges({ reserve, store: 'indexeddb', key, want, lowWater: 0, block: 1 }).ready();
  },
  /** Tabs that are ended in the middle of their work. */
  async kill({ key, tabs, ms }) {
    const frames = await Promise.all(Array.from({ length: tabs }, (_, at) => shortLife(key, ms + 7 * at)));
    for (const frame of frames) frame.remove();
    return used(key);
  },
  /** A tab that is loaded again and again, as soon as it has handed something out. */
  async reload({ key, times }) {
    const frame = await shortLife(key, 0);
    for (let turn = 0; turn < times; turn++) {
      const before = used(key).length;
      while (used(key).length === before) await pause(1);
      frame.contentWindow.location.reload();
    }
    frame.remove();
    return used(key);
  },
  /** What is left in the store. */
  async left({ key }) {
    const ids = createRanges({ reserve, store: 'indexeddb', key, lowWater: 0 });
    await ids.ready();
    const spans = await ids.giveBack({ stored: true });
    return spans.reduce((sum, { first, last }) => sum + last - first + 1, 0);
  },
  /** `localStorage` is refused, and so is what cannot be kept apart. */
  refused() {
    const ids = createRanges({ reserve, store: localStorage, key: 'x' });
    same(codeOf(ids.tryNext), 'STORE_NOT_ATOMIC', 'localStorage');
  },
};

const key = new URLSearchParams(globalThis.location?.search).get('run');
if (key !== null) void run(key);

export const answer = lines(async ({ ask, ...details }) => ({ outcome: (await QUESTIONS[ask](details)) ?? null }));
