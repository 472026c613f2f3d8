/** Drizzle on SQLite: ids as text, and as 16 bytes. */

// #region text
import { and, gte, lt } from 'drizzle-orm';
import type { LibSQLDatabase } from 'drizzle-orm/libsql';
import { customType, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { uuidv7 } from 'mintid';

export const orders = sqliteTable('orders', {
  // The function itself: `$defaultFn(uuidv7)` is called for each row.
  id: text().primaryKey().$defaultFn(uuidv7),
  title: text().notNull(),
});
// #endregion

// #region range
export function placedBetween(db: LibSQLDatabase, from: Date, to: Date) {
  return db
    .select()
    .from(orders)
    .where(and(gte(orders.id, uuidv7.min(from)), lt(orders.id, uuidv7.min(to))))
    .orderBy(orders.id);
}
// #endregion

// #region binary
/** Text in the program, 16 bytes in the table. */
const uuidBytes = customType<{ data: string; driverData: Uint8Array | ArrayBuffer }>({
  dataType: () => 'blob',
  toDriver: (id) => uuidv7.parse(id),
  fromDriver: (bytes) => uuidv7.format(new Uint8Array(bytes)),
});

export const parcels = sqliteTable('parcels', {
  id: uuidBytes().primaryKey().$defaultFn(uuidv7),
  title: text().notNull(),
});
// #endregion
