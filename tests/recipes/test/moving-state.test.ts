/**
 * What a wrong reading, and a platform without randomness, do to the packages that one moves from: in its own process.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { convert, createUlid } from 'mintid';
import * as ulid from 'ulid';
import * as uuid from 'uuid';

import { REPLACEMENTS } from '../recipes/moving.js';

/** What a call gives while something of the platform is another. */
function during<Result>(object: object, name: string, value: unknown, call: () => Result): Result {
  const before = Object.getOwnPropertyDescriptor(object, name)!;
  Object.defineProperty(object, name, { value, configurable: true, writable: true });
  try {
    return call();
  } finally {
    Object.defineProperty(object, name, before);
  }
}

test('without a source of randomness uuidv7 takes a weak one; here there is an error until it is there', async () => {
  const uuidv7 = await import('uuidv7');
  let weak = 0;
  const id = during(globalThis, 'crypto', undefined, () =>
    during(
      Math,
      'random',
      () => ++weak / 1000,
      () => uuidv7.uuidv7(),
    ),
  );
  assert.ok(uuid.validate(id) && weak > 0);
  during(globalThis, 'crypto', undefined, () =>
    assert.throws(() => REPLACEMENTS.uuidv7.uuidv7(), { code: 'RNG_UNAVAILABLE' }),
  );
  assert.ok(uuid.validate(REPLACEMENTS.uuidv7.uuidv7()));
});

test('after one reading of the year 2100 the others stay there, and here all but a factory go back to today', () => {
  const [factory, ownFactory, ownUlid] = [ulid.monotonicFactory(), REPLACEMENTS.ulid.monotonicFactory(), createUlid()];
  const years: [() => string, stays: boolean][] = [
    [() => uuid.v7(), true],
    [() => convert.ulidToUuid(factory()), true],
    [() => REPLACEMENTS.uuid.v7(), false],
    [() => REPLACEMENTS.uuidv7.uuidv7(), false],
    [() => convert.ulidToUuid(REPLACEMENTS.ulid.ulid()), false],
    [() => convert.ulidToUuid(ownUlid()), false],
    [() => convert.ulidToUuid(ownFactory()), true],
  ];
  // The first 48 bits are the time in each of them.
  const yearOf = (id: string) => new Date(parseInt(id.replace('-', '').slice(0, 12), 16)).getUTCFullYear();
  const wrong = Date.UTC(2100, 0, 1);
  during(
    Date,
    'now',
    () => wrong,
    () => {
      for (const [mint] of years) assert.equal(yearOf(mint()), 2100);
    },
  );
  for (const [mint, stays] of years) assert.equal(yearOf(mint()), stays ? 2100 : new Date().getUTCFullYear());
  assert.equal(ownUlid.meter().restarts, 1);
});
