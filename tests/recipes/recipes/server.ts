/** A server that takes rows whose ids its clients made. */

// #region accept
import { isPlausible, uuidv7 } from 'mintid';

/** No id is older than the app. */
const RELEASED = new Date('2025-01-01T00:00:00Z');
/** How far a client's clock may be ahead of ours. */
const AHEAD_MS = 5 * 60_000;

/** An id as the database keeps it. */
export function accepted(id: string): string {
  if (!uuidv7.isValid(id)) throw new RangeError(`${id} is no UUID of version 7`);
  if (!isPlausible(id, { after: RELEASED, before: Date.now() + AHEAD_MS })) {
    throw new RangeError(`${id} was made at a time that cannot be: check the clock of the device`);
  }
  // Capitals are valid too. Kept as text, one id in two spellings would be two.
  return uuidv7.format(uuidv7.parse(id));
}
// #endregion

// #region receive
import { gt } from 'drizzle-orm';
import { bigserial, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { PgliteDatabase } from 'drizzle-orm/pglite';

export const orders = pgTable('orders', {
  id: uuid().primaryKey(),
  owner: text().notNull(),
  title: text().notNull(),
  // In which order rows came here. Ids do not tell: one made offline an hour ago is an hour old.
  arrival: bigserial({ mode: 'number' }),
});

/** Takes rows in. Those that are here already change nothing, so a client may send until it hears that they came. */
export async function receive(db: PgliteDatabase, owner: string, rows: { id: string; title: string }[]): Promise<void> {
  if (rows.length === 0) return;
  const values = rows.map(({ id, title }) => ({ id: accepted(id), owner, title }));
  await db.insert(orders).values(values).onConflictDoNothing();
}

/** What came after a client asked last. */
export function arrivedSince(db: PgliteDatabase, arrival: number) {
  return db.select().from(orders).where(gt(orders.arrival, arrival)).orderBy(orders.arrival);
}
// #endregion
