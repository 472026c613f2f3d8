/** What an app does with Dexie, in whatever place has an IndexedDB. Each gives back what it saw. */

import { createUuidv7, uuidv7 } from 'mintid';

import { newest, openShop, place, placedBetween } from '../recipes/dexie.js';
import { idsAfter } from '../recipes/order-newest.js';

/** Rows that come one after the other, and one that brings its key. */
export async function rows() {
  const shop = openShop('rows');
  const placed = [];
  for (const title of ['a', 'b', 'c']) placed.push(await place(shop, title));
  const own = uuidv7();
  await shop.orders.add({ id: own, title: 'd', sent: 0 });
  const read = await shop.orders.orderBy('id').toArray();
  const last = await newest(shop, 2);
  await shop.delete();
  return { placed: [...placed, own], read: read.map(({ id }) => id), last: last.map(({ title }) => title) };
}

/** A row in each hour of a night. */
export async function range() {
  const shop = openShop('range');
  const hour = (hours: number) => new Date(Date.UTC(2025, 10, 1, hours));
  for (let hours = 0; hours < 8; hours++) {
    await shop.orders.add({ id: uuidv7.at(hour(hours)), title: String(hours), sent: 0 });
  }
  const found = await placedBetween(shop, hour(2), hour(5));
  await shop.delete();
  return found.map(({ title }) => title);
}

/** A second start, with the clock a second behind the first. */
export async function secondStart() {
  const shop = openShop('second start');
  const time = Date.UTC(2025, 10, 1);
  const earlier = createUuidv7({ now: () => time });
  for (const title of ['a', 'b']) await shop.orders.add({ id: earlier(), title, sent: 0 });
  const clock = Date.now;
  Date.now = () => time - 1000;
  try {
    const later = await idsAfter(shop);
    for (const title of ['c', 'd']) await shop.orders.add({ id: later(), title, sent: 0 });
  } finally {
    Date.now = clock;
  }
  const read = await shop.orders.orderBy('id').toArray();
  await shop.delete();
  return read.map(({ title }) => title).join('');
}

/** A start with a row of tomorrow, from a device whose clock is wrong. */
export async function rowFromTomorrow() {
  const shop = openShop('row from tomorrow');
  await shop.orders.add({ id: uuidv7.at(Date.now() + 86_400_000), title: 'a', sent: 1 });
  const newId = await idsAfter(shop);
  const aheadMs = uuidv7.timestamp(newId()) - Date.now();
  await shop.delete();
  return { aheadMs, restarts: newId.meter().restarts };
}
