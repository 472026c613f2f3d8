// The platform's randomness: absent, failing, there. In this order, since what was drawn once is used up first.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createUuidv4, ulid, uuidv4, uuidv7 } from '../dist/index.js';

/** Runs something with another `globalThis.crypto`. */
function withCrypto(value, run) {
  const original = Object.getOwnPropertyDescriptor(globalThis, 'crypto');
  Object.defineProperty(globalThis, 'crypto', { configurable: true, value });
  try {
    run();
  } finally {
    Object.defineProperty(globalThis, 'crypto', original);
  }
}

test('missing randomness is named at the call, and a source of one’s own does without', () => {
  for (const crypto of [undefined, {}, { getRandomValues: 7 }]) {
    withCrypto(crypto, () => {
      for (const make of [uuidv4, uuidv7, ulid]) assert.throws(make, { name: 'MintError', code: 'RNG_UNAVAILABLE' });
      const own = createUuidv4({ random: (length) => new Uint8Array(length).fill(7) });
      assert.equal(own(), '07070707-0707-4707-8707-070707070707');
    });
  }
});

test('a platform source that leaves its array as it is gives no ids', () => {
  for (const getRandomValues of [() => {}, (array) => array, (array) => new Uint8Array(array.length).fill(7)]) {
    withCrypto({ getRandomValues }, () => {
      for (const make of [uuidv4, uuidv7, ulid]) assert.throws(make, { name: 'MintError', code: 'RNG_FAILED' });
    });
  }
});

test('a platform source that throws is an error with its cause, and nothing is made of it', () => {
  const cause = new Error('not in global scope');
  const getRandomValues = () => {
    throw cause;
  };
  withCrypto({ getRandomValues }, () => {
    for (const make of [uuidv4, uuidv7, ulid]) assert.throws(make, { code: 'RNG_FAILED', cause });
  });
  assert.equal(uuidv7.meter().minted, 0);
});

test('the platform’s bytes are used in the order in which they come, over the end of the pool too', () => {
  let next = 0;
  const getRandomValues = (bytes) => bytes.fill(0).map((_, at) => (bytes[at] = next++ % 251));
  const count = 2_000; // several pools full
  const expected = Array.from({ length: count }, (_, i) => {
    const bytes = Uint8Array.from({ length: 16 }, (_, at) => (i * 16 + at) % 251);
    return createUuidv4({ random: () => bytes })();
  });
  withCrypto({ getRandomValues }, () => {
    assert.deepEqual(Array.from({ length: count }, uuidv4), expected);
  });
});

/** What is left of the pool is used up, as is what a test before this one put there. */
function usedUp() {
  withCrypto(undefined, () => assert.throws(() => Array.from({ length: 1_000 }, uuidv4), { code: 'RNG_UNAVAILABLE' }));
}

test('a platform source that itself makes ids gets none of zeros, and neither does its caller', () => {
  const original = globalThis.crypto;
  for (const nested of [1, 3, 511, 512, 600, 1_200]) {
    usedUp();
    const made = [];
    let depth = 0;
    const getRandomValues = (bytes) => {
      original.getRandomValues(bytes);
      if (depth++ === 0) made.push(...Array.from({ length: nested }, uuidv4));
      depth--;
      return bytes;
    };
    withCrypto({ getRandomValues }, () => made.push(...Array.from({ length: 1_100 }, uuidv4)));
    assert.equal(new Set(made).size, made.length);
    assert.deepEqual(
      made.filter((id) => /0000000/.test(id)),
      [],
    );
  }
});

test('a platform source that fails while the pool is in use costs no byte and repeats none', () => {
  let next = 0;
  const fine = (bytes) => bytes.fill(0).map((_, at) => (bytes[at] = next++ % 251));
  const fails = (bytes) => {
    bytes.fill(0);
    throw new Error('not now');
  };
  usedUp();
  // An id of 10 bytes, so that the pool's ends are met in the middle of one of 16.
  withCrypto({ getRandomValues: fine }, () => ulid.at(0));
  const count = 1_100;
  const expected = Array.from({ length: count }, (_, i) => {
    const bytes = Uint8Array.from({ length: 16 }, (_, at) => (10 + i * 16 + at) % 251);
    return createUuidv4({ random: () => bytes })();
  });
  const made = [];
  while (made.length < count) {
    withCrypto({ getRandomValues: fails }, () => {
      try {
        for (;;) made.push(uuidv4());
      } catch (error) {
        assert.equal(error.code, 'RNG_FAILED');
      }
    });
    withCrypto({ getRandomValues: fine }, () => made.push(uuidv4()));
  }
  assert.deepEqual(made.slice(0, count), expected);
});

test('a platform source that calls this package without end is an error', () => {
  usedUp();
  withCrypto({ getRandomValues: () => uuidv4() }, () => assert.throws(uuidv4, { code: 'RNG_FAILED' }));
  assert.ok(uuidv4.isValid(uuidv4()));
});
