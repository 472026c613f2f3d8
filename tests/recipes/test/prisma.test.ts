/** Prisma on SQLite, which libSQL brings, and on Postgres, which PGlite brings. */

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { PGlite } from '@electric-sql/pglite';
import { PrismaLibSql } from '@prisma/adapter-libsql';
import { uuidv7 } from 'mintid';
import { PrismaPGlite } from 'pglite-prisma-adapter';

import { PrismaClient as Postgres } from '../recipes/generated/postgres/client.js';
import { PrismaClient as SQLite } from '../recipes/generated/sqlite/client.js';
import { place as placeInPostgres } from '../recipes/prisma-postgres.js';
import { pack, parcelOf, place, placeAll, placedBetween } from '../recipes/prisma-sqlite.js';
import { hour, sorted } from './support.js';

const folder = mkdtempSync(join(tmpdir(), 'recipes-prisma-'));
const sqlite = new SQLite({ adapter: new PrismaLibSql({ url: `file:${join(folder, 'shop.db')}` }) });

before(async () => {
  await sqlite.$executeRaw`CREATE TABLE "Order" (id text PRIMARY KEY NOT NULL, title text NOT NULL)`;
  await sqlite.$executeRaw`CREATE TABLE "Parcel" (id blob PRIMARY KEY NOT NULL, title text NOT NULL)`;
});
after(async () => {
  await sqlite.$disconnect();
  rmSync(folder, { recursive: true });
});

test('rows that are put in one by one and many at once are read in the order in which they were made', async () => {
  const one = await place(sqlite, 'a');
  assert.ok(uuidv7.isValid(one.id));
  await placeAll(sqlite, ['b', 'c', 'd']);
  await place(sqlite, 'e');
  const read = await sqlite.order.findMany({ orderBy: { id: 'asc' } });
  assert.equal(read.map(({ title }) => title).join(''), 'abcde');
});

test('a range of keys is a range of times: the first moment belongs to it, the second does not', async () => {
  for (const hours of [1, 2, 3, 4, 5, 6]) {
    await sqlite.order.create({ data: { id: uuidv7.at(hour(hours)), title: String(hours) } });
  }
  const found = await placedBetween(sqlite, hour(2), hour(5));
  assert.deepEqual(
    found.map(({ title }) => title),
    ['2', '3', '4'],
  );
});

test('a binary key is found by its text and sorts as the text does', async () => {
  const packed = [await pack(sqlite, 'a'), await pack(sqlite, 'b'), await pack(sqlite, 'c')];
  const ids = packed.map(({ id }) => uuidv7.format(id));
  assert.deepEqual(ids, sorted(ids));
  assert.equal((await parcelOf(sqlite, ids[1]!))?.title, 'b');
  const read = await sqlite.parcel.findMany({ orderBy: { id: 'asc' } });
  assert.deepEqual(read, packed);
});

test('Postgres takes the id as a uuid', async () => {
  const pglite = new PGlite();
  await pglite.exec(`CREATE TABLE "Order" (id uuid PRIMARY KEY, title text NOT NULL)`);
  const postgres = new Postgres({ adapter: new PrismaPGlite(pglite) });
  const placed = [await placeInPostgres(postgres, 'a'), await placeInPostgres(postgres, 'b')];
  assert.ok(placed.every(({ id }) => uuidv7.isValid(id)));
  assert.deepEqual(await postgres.order.findMany({ orderBy: { id: 'asc' } }), placed);
  await postgres.$disconnect();
  await pglite.close();
});
