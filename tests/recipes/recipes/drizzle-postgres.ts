/** Drizzle on Postgres: UUIDs and ULIDs. */

// #region uuid
import { customType, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { convert, ulid, uuidv7 } from 'mintid';

export const orders = pgTable('orders', {
  id: uuid().primaryKey().$defaultFn(uuidv7),
  title: text().notNull(),
});
// #endregion

// #region ulid-uuid
/** A ULID in the program, and the same 128 bits in a column of type `uuid`. */
const ulidAsUuid = customType<{ data: string; driverData: string }>({
  dataType: () => 'uuid',
  toDriver: (id) => convert.ulidToUuid(id),
  fromDriver: (id) => convert.uuidToUlid(id),
});

export const parcels = pgTable('parcels', {
  id: ulidAsUuid().primaryKey().$defaultFn(ulid),
  title: text().notNull(),
});
// #endregion

// #region ulid-text
/** A ULID as it is written: by bytes, for the order of letters is another in some languages. */
const ulidText = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' });

export const letters = pgTable('letters', {
  id: ulidText().primaryKey().$defaultFn(ulid),
  title: text().notNull(),
});
// #endregion
