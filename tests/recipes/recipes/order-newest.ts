/** Order that goes on from the rows that are there. */

// #region all
import { createUuidv7 } from 'mintid';

import type { Shop } from './dexie.js';

export async function idsAfter(shop: Shop) {
  const newest = await shop.orders.orderBy('id').last();
  return createUuidv7({ after: newest?.id });
}
// #endregion
