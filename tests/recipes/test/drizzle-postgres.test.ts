/** Drizzle on Postgres, which PGlite brings. */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/pglite';
import { convert, ulid, uuidv7 } from 'mintid';

import { letters, orders, parcels } from '../recipes/drizzle-postgres.js';
import { sorted } from './support.js';

const postgres = new PGlite();
after(() => postgres.close());
await postgres.exec(`
  CREATE TABLE orders (id uuid PRIMARY KEY, title text NOT NULL);
  CREATE TABLE parcels (id uuid PRIMARY KEY, title text NOT NULL);
  CREATE TABLE letters (id text COLLATE "C" PRIMARY KEY, title text NOT NULL);
`);
const db = drizzle(postgres);

const TITLES = Array.from({ length: 100 }, (_, at) => String(at));
const ROWS = TITLES.map((title) => ({ title }));

for (const [what, table, isValid] of [
  ['a UUID in a column of type uuid', orders, uuidv7.isValid],
  ['a ULID in a column of type uuid', parcels, ulid.isValid],
  ['a ULID as text in the order of bytes', letters, ulid.isValid],
] as const) {
  test(`${what} comes back as it was made, and sorts by when it was`, async () => {
    const put = await db.insert(table).values(ROWS).returning();
    const ids = put.map(({ id }) => id);
    assert.ok(ids.every(isValid));
    assert.deepEqual(ids, sorted(ids));
    const read = await db.select().from(table).orderBy(table.id);
    assert.deepEqual(read, put);
  });
}

test('the columns are what the recipe says', async () => {
  const { rows } = await postgres.query(
    `SELECT table_name, udt_name, collation_name FROM information_schema.columns WHERE column_name = 'id' ORDER BY 1`,
  );
  assert.deepEqual(rows, [
    { table_name: 'letters', udt_name: 'text', collation_name: 'C' },
    { table_name: 'orders', udt_name: 'uuid', collation_name: null },
    { table_name: 'parcels', udt_name: 'uuid', collation_name: null },
  ]);
  for (const [table, type] of [
    [letters, 'text COLLATE "C"'],
    [orders, 'uuid'],
    [parcels, 'uuid'],
  ] as const) {
    assert.equal(table.id.getSQLType(), type);
  }
});

test('Postgres reads the time of a v7 id as we do', async () => {
  const id = uuidv7();
  const { rows } = await db.execute(sql`SELECT uuid_extract_timestamp(${id}::uuid) AS at`);
  assert.equal(new Date(String(rows[0]!['at'])).getTime(), uuidv7.timestamp(id));
});

test('Postgres keeps a ULID that is no UUID of any version', async () => {
  const text = '7ZZZZZZZZZZZZZZZZZZZZZZZZZ';
  const { rows } = await db.execute(sql`SELECT ${convert.ulidToUuid(text)}::uuid::text AS id`);
  assert.equal(convert.uuidToUlid(String(rows[0]!['id'])), text);
});
