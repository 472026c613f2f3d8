/** Two devices that made rows offline, and a server that takes them. */

import 'fake-indexeddb/auto';

import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { createUuidv7, uuidv7 } from 'mintid';

import { openShop, place } from '../recipes/dexie.js';
import { accepted, arrivedSince, receive } from '../recipes/server.js';
import { sendAll, takeIn } from '../recipes/sync.js';
import { sorted } from './support.js';

const postgres = new PGlite();
after(() => postgres.close());
await postgres.exec(`
  CREATE TABLE orders (id uuid PRIMARY KEY, owner text NOT NULL, title text NOT NULL, arrival bigserial NOT NULL);
`);
const db = drizzle(postgres);

/** A device whose clock is so far from the true time. */
function device(name: string, offMs: number) {
  return openShop(name, createUuidv7({ now: () => Date.now() + offMs }));
}

test('rows of two devices with different clocks do not collide, and are in one order everywhere', async () => {
  const devices = [device('one', 0), device('two', -90_000)];
  const made: string[][] = [[], []];
  for (let row = 0; row < 200; row++) {
    for (const [at, shop] of devices.entries()) made[at]!.push(await place(shop, `${at} ${row}`));
  }
  const all = made.flat();
  assert.equal(new Set(all).size, 400);

  for (const shop of devices) await sendAll(shop, (rows) => receive(db, 'ann', rows));
  const arrived = await arrivedSince(db, 0);
  assert.equal(arrived.length, 400);
  for (const shop of devices) await takeIn(shop, arrived);

  for (const [at, shop] of devices.entries()) {
    const read = (await shop.orders.orderBy('id').toArray()).map(({ id }) => id);
    assert.deepEqual(read, sorted(all));
    assert.deepEqual(
      read.filter((id) => made[at]!.includes(id)),
      made[at],
      'and each device finds its own in order',
    );
    assert.equal(await shop.orders.where('sent').equals(0).count(), 0);
  }
});

test('rows that are sent twice are there once', async () => {
  const rows = [{ id: uuidv7(), title: 'a' }];
  await receive(db, 'ann', rows);
  const before = await postgres.query('SELECT * FROM orders');
  await receive(db, 'ann', rows);
  await receive(db, 'eve', rows);
  assert.deepEqual((await postgres.query('SELECT * FROM orders')).rows, before.rows);
});

test('rows that come late are asked for by their arrival, since by their id they are old', async () => {
  const [early, late] = [uuidv7.at(Date.now() - 3_600_000), uuidv7()];
  await receive(db, 'ann', [{ id: late, title: 'made now' }]);
  const seen = (await arrivedSince(db, 0)).at(-1)!.arrival;
  await receive(db, 'ann', [{ id: early, title: 'made an hour ago' }]);
  assert.deepEqual(
    (await arrivedSince(db, seen)).map(({ id }) => id),
    [early],
  );
});

test('a server takes an id of our time in one spelling, and refuses another kind and another time', () => {
  const id = uuidv7();
  assert.equal(accepted(id), id);
  assert.equal(accepted(id.toUpperCase()), id);
  const now = Date.now();
  for (const [refused, why] of [
    [crypto.randomUUID(), /no UUID of version 7/],
    ['', /no UUID of version 7/],
    [uuidv7.at(new Date('2024-12-31T23:59:59.999Z')), /time that cannot be/],
    [uuidv7.at(now + 3_600_000), /time that cannot be/],
    [uuidv7.at(0), /time that cannot be/],
  ] as const) {
    assert.throws(() => accepted(refused), why, refused);
  }
  assert.ok(accepted(uuidv7.at(new Date('2025-01-01T00:00:00Z'))), 'the first moment is inside');
  assert.ok(accepted(uuidv7.at(now + 60_000)), 'a clock a minute ahead is taken');
});
