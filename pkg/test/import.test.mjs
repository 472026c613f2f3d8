// What importing the package touches: nothing.

import assert from 'node:assert/strict';
import { test } from 'node:test';

const WATCHED = ['crypto', 'Date', 'performance', 'WebAssembly', 'TextDecoder', 'TextEncoder', 'atob', 'Buffer', 'process'];

test('nothing of the platform is touched at import or by making a generator, and the first call then works', async () => {
  const touched = [];
  const original = Object.fromEntries(WATCHED.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)]));
  for (const name of WATCHED) {
    Object.defineProperty(globalThis, name, { configurable: true, get: () => touched.push(name) && undefined });
  }
  let mintid;
  let ids;
  let code;
  const importing = [];
  try {
    mintid = await import('../dist/index.js');
    ids = mintid.createUuidv7();
    // Node's own loader may look at some of these; what matters is that no line of the package did.
    importing.push(...touched);
    try {
      ids();
    } catch (error) {
      code = error.code;
    }
  } finally {
    for (const name of WATCHED) Object.defineProperty(globalThis, name, original[name]);
  }
  assert.deepEqual(importing, []);
  // Date is gone as well here, so the first call cannot go far; what it says depends on what it asks first.
  assert.ok(code === undefined || typeof code === 'string');
  assert.ok(mintid.uuidv7.isValid(ids()));
});

test('missing randomness is named at the first call, and works once it is there', async () => {
  const { uuidv4, createUuidv4 } = await import('../dist/index.js?fresh');
  const crypto = Object.getOwnPropertyDescriptor(globalThis, 'crypto');
  Object.defineProperty(globalThis, 'crypto', { configurable: true, value: undefined });
  try {
    assert.throws(uuidv4, { name: 'MintError', code: 'RNG_UNAVAILABLE' });
    const own = createUuidv4({ random: (length) => new Uint8Array(length).fill(7) });
    assert.equal(own(), '07070707-0707-4707-8707-070707070707');
  } finally {
    Object.defineProperty(globalThis, 'crypto', crypto);
  }
  assert.equal(uuidv4().length, 36);
});

test('a platform source that throws is an error with its cause, and nothing is made of it', async () => {
  const { uuidv4 } = await import('../dist/index.js?again');
  const crypto = Object.getOwnPropertyDescriptor(globalThis, 'crypto');
  const cause = new Error('not in global scope');
  const getRandomValues = () => { throw cause; };
  Object.defineProperty(globalThis, 'crypto', { configurable: true, value: { getRandomValues } });
  try {
    for (let i = 0; i < 3; i++) assert.throws(uuidv4, { code: 'RNG_FAILED', cause });
  } finally {
    Object.defineProperty(globalThis, 'crypto', crypto);
  }
  assert.notEqual(uuidv4(), uuidv4());
});
