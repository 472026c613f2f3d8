// An app that takes a worker lease, and makes Snowflakes on it: in a tab, through reloads in a burst, or in a process.

import { createWorkerLease } from 'mintid/snowflake';

import { ensure, same } from './checks/expect.mjs';
import { lines } from './line.mjs';

/** Where a tab keeps what it is to do after a reload, and what it has made. */
const storage = globalThis.sessionStorage;

let lease;

async function take(options) {
  lease = await createWorkerLease({ layout: 'twitter', ...options });
  same(lease.decompose(lease.next()).node, lease.node, 'the node');
  return { local: lease.local, node: lease.node };
}

async function mint(count) {
  const ids = [];
  while (ids.length < count) ids.push(String(await lease.nextAsync()));
  return ids;
}

/** The code of the error that a promise is rejected with. */
async function codeOf(promise) {
  try {
    await promise;
  } catch (error) {
    ensure(error?.name === 'MintError', `not a MintError: ${error}`);
    return error.code;
  }
  return undefined;
}

/** One load of a page that reloads itself: a lease, a few ids, and away. */
async function load({ left, each, options, made, done }) {
  const { local } = await take(options);
  const ids = [...(await mint(each)), String(lease.next())];
  const all = [...made, ...ids.map((id) => `${local} ${id}`)];
  storage.setItem('burst', JSON.stringify({ left: left - 1, each, options, made: all, done }));
  if (left > 1) location.reload();
  else await fetch(done);
}

const burst = storage && JSON.parse(storage.getItem('burst') ?? 'null');
const loading = burst?.left > 0 ? load(burst) : undefined;

const QUESTIONS = {
  take: ({ options }) => take(options),
  mint: ({ count }) => mint(count),
  next: () => String(lease.next()),
  async release() {
    await lease.release();
    return codeOf(lease.nextAsync());
  },
  refused: ({ options }) => codeOf(createWorkerLease({ layout: 'twitter', ...options })),
  /** The device is asked for once, and kept. */
  async device({ options, number }) {
    let asked = 0;
    const device = async () => (asked++, number);
    const leases = [await createWorkerLease({ layout: 'twitter', ...options, device })];
    leases.push(await createWorkerLease({ layout: 'twitter', ...options, device }));
    for (const one of leases) await one.release();
    return { asked, devices: leases.map((one) => one.device), locals: leases.map((one) => one.local) };
  },
  /** Starts a burst of reloads, once this answer is on its way. */
  burst({ times: left, each, options, done }) {
    storage.setItem('burst', JSON.stringify({ left, each, options, made: [], done }));
    setTimeout(() => location.reload(), 200);
    return 'about to reload';
  },
  made: () => JSON.parse(storage.getItem('burst')).made,
};

export const answer = lines(async ({ ask, ...details }) => {
  await loading;
  return { outcome: (await QUESTIONS[ask](details)) ?? null };
});
