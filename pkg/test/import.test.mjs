// What importing the package touches: nothing.

import assert from 'node:assert/strict';
import { test } from 'node:test';

const WATCHED = [
  'crypto',
  'Date',
  'performance',
  'WebAssembly',
  'TextDecoder',
  'TextEncoder',
  'atob',
  'Buffer',
  'process',
];

/** What stands on the package. */
const ENTRIES = [
  'cloudflare',
  'indexeddb',
  'inspect',
  'testing',
  'schema',
  'ranges',
  'snowflake',
  'compat/uuid',
  'compat/ulid',
  'compat/uuidv7',
];

test('nothing of the platform is touched before the first call, and only what it needs then', async () => {
  const touched = new Set();
  const originals = WATCHED.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name), globalThis[name]]);
  for (const [name, , value] of originals) {
    const get = () => {
      touched.add(name);
      return value;
    };
    Object.defineProperty(globalThis, name, { configurable: true, get });
  }
  let before;
  let id;
  try {
    const { createUlid, createUuidv4, createUuidv7, uuidv7 } = await import('../dist/index.js');
    [createUuidv4(), createUuidv7(), createUlid({ step: 'random' })];
    for (const entry of ENTRIES) await import(`../dist/${entry}.js`);
    before = [...touched];
    id = uuidv7();
  } finally {
    for (const [name, descriptor] of originals) Object.defineProperty(globalThis, name, descriptor);
  }
  assert.deepEqual(before, []);
  assert.deepEqual([...touched].sort(), ['Buffer', 'Date', 'WebAssembly', 'crypto']);
  assert.equal(id.length, 36);
});
