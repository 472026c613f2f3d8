/** Drizzle on SQLite, which libSQL brings. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { eq, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/libsql';
import { uuidv7 } from 'mintid';

import { orders, parcels, placedBetween } from '../recipes/drizzle-sqlite.js';
import { hour } from './support.js';

async function database() {
  const db = drizzle(':memory:');
  await db.run(sql`CREATE TABLE orders (id text PRIMARY KEY NOT NULL, title text NOT NULL)`);
  await db.run(sql`CREATE TABLE parcels (id blob PRIMARY KEY NOT NULL, title text NOT NULL)`);
  return db;
}

test('each row has a key of its own, in the order in which rows were put in', async () => {
  const db = await database();
  const titles = Array.from({ length: 100 }, (_, at) => String(at));
  const put = await db
    .insert(orders)
    .values(titles.map((title) => ({ title })))
    .returning();
  assert.ok(put.every(({ id }) => uuidv7.isValid(id)));
  const read = await db.select().from(orders).orderBy(orders.id);
  assert.deepEqual(
    read.map(({ title }) => title),
    titles,
  );
});

test('a range of keys is a range of times: the first moment belongs to it, the second does not', async () => {
  const db = await database();
  const rows = [1, 2, 3, 4, 5, 6].map((hours) => ({ id: uuidv7.at(hour(hours)), title: String(hours) }));
  await db.insert(orders).values(rows);
  const found = await placedBetween(db, hour(2), hour(5));
  assert.deepEqual(
    found.map(({ title }) => title),
    ['2', '3', '4'],
  );
});

test('a binary key takes 16 bytes in the table, is text in the program, and sorts as the text does', async () => {
  const db = await database();
  const titles = ['a', 'b', 'c'];
  const [first] = await db
    .insert(parcels)
    .values(titles.map((title) => ({ title })))
    .returning();
  assert.ok(uuidv7.isValid(first!.id));
  const kept = await db.get<{ kind: string; bytes: number }>(
    sql`SELECT typeof(id) AS kind, length(id) AS bytes FROM parcels`,
  );
  assert.deepEqual({ ...kept }, { kind: 'blob', bytes: 16 });
  assert.deepEqual(await db.select().from(parcels).where(eq(parcels.id, first!.id)), [first]);
  const read = await db.select().from(parcels).orderBy(parcels.id);
  assert.deepEqual(
    read.map(({ title }) => title),
    titles,
  );
});

test('an id that is none is refused before it reaches a binary column', async () => {
  const db = await database();
  const refused = await db
    .insert(parcels)
    .values({ id: 'nonsense', title: 'x' })
    .then(
      () => undefined,
      (error) => error,
    );
  assert.equal(refused?.code ?? refused?.cause?.code, 'INVALID_LENGTH');
});
