/** Dexie: rows made without a network, under keys made here. */

// #region table
import { Dexie, type EntityTable } from 'dexie';
import { uuidv7 } from 'mintid';

export interface Order {
  id: string;
  title: string;
  sent: 0 | 1;
}

export type Shop = Dexie & { orders: EntityTable<Order, 'id'> };

export function openShop(name: string, newId: () => string = uuidv7): Shop {
  const shop = new Dexie(name) as Shop;
  // `id`, and not `++id`: the key comes with the row.
  shop.version(1).stores({ orders: 'id, sent' });
  // A row that comes without a key gets one.
  shop.orders.hook('creating', (id) => id ?? newId());
  return shop;
}
// #endregion

// #region use
export async function place(shop: Shop, title: string): Promise<string> {
  return shop.orders.add({ title, sent: 0 });
}

/** The newest come first, and no other index is needed for it. */
export async function newest(shop: Shop, count: number): Promise<Order[]> {
  return shop.orders.orderBy('id').reverse().limit(count).toArray();
}
// #endregion

// #region range
/** From the first moment on, and before the second. */
export async function placedBetween(shop: Shop, from: Date, to: Date): Promise<Order[]> {
  return shop.orders.where('id').between(uuidv7.min(from), uuidv7.min(to)).toArray();
}
// #endregion
