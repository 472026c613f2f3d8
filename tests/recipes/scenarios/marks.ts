/**
 * What an app does with a mark before a reload of its page and after it, when the clock has stepped back. Each gives
 * back the ids it made.
 */

import type { TimeOrdered } from 'mintid';

/** How far the clock steps back meanwhile: more than a reload takes, and less than the 10 s that a generator holds. */
const STEP_BACK_MS = 5000;

/** The generators, each in a module that makes it when it is first asked for. */
const generators = {
  none: async () => (await import('mintid')).uuidv7,
  localStorage: async () => (await import('../recipes/order-local-storage.js')).newId,
  indexedDB: async () => (await import('../recipes/order-indexeddb.js')).newId,
  mmkv: async () => (await import('../recipes/native/mmkv.js')).newId,
  asyncStorage: async () => (await import('../recipes/native/async-storage.js')).openIds('shop'),
};

export type Keeping = keyof typeof generators;

export async function before(keeping: Keeping): Promise<string[]> {
  const newId = await generators[keeping]();
  await saved(newId);
  return [newId(), newId()];
}

export async function after(keeping: Keeping): Promise<string[]> {
  const clock = Date.now;
  Date.now = () => clock() - STEP_BACK_MS;
  const newId = await generators[keeping]();
  return [newId(), newId()];
}

/** Waits for a store that answers later: ids are no longer late once it has. */
async function saved(newId: TimeOrdered): Promise<void> {
  for (let late = -1; late !== newId.meter().late;) {
    late = newId.meter().late;
    newId();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
