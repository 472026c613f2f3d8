/** Rows made offline, sent when there is a network again. */

// #region send
import type { Order, Shop } from './dexie.js';

/** Sends what was not sent yet, and notes that it was once it has come. */
export async function sendAll(shop: Shop, send: (rows: Order[]) => Promise<void>): Promise<void> {
  const rows = await shop.orders.where('sent').equals(0).toArray();
  await send(rows);
  const ids = rows.map(({ id }) => id);
  await shop.orders.where('id').anyOf(ids).modify({ sent: 1 });
}

/** Puts in what others made. */
export async function takeIn(shop: Shop, rows: { id: string; title: string }[]): Promise<void> {
  await shop.orders.bulkPut(rows.map(({ id, title }) => ({ id, title, sent: 1 })));
}
// #endregion
