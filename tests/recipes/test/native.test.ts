/** What the page about React Native says of stores and of randomness, as far as it takes no device. */

import 'fake-indexeddb/auto';

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createAsyncStorage } from '@react-native-async-storage/async-storage';
import { type MarkStore, createUuidv7 } from 'mintid';
import { backend, uuidv7 } from 'mintid/portable';

test('an id that is asked for before the polyfill is there throws, and those after it do not', () => {
  const crypto = Object.getOwnPropertyDescriptor(globalThis, 'crypto')!;
  Object.defineProperty(globalThis, 'crypto', { value: undefined, configurable: true });
  try {
    assert.throws(uuidv7, { code: 'RNG_UNAVAILABLE' });
  } finally {
    Object.defineProperty(globalThis, 'crypto', crypto);
  }
  assert.ok(uuidv7.isValid(uuidv7()));
  assert.equal(backend(), 'js');
});

test('AsyncStorage itself is no store: its answer is a promise', () => {
  // TypeScript says so too.
  // @ts-expect-error
  const store: MarkStore = createAsyncStorage('wrong');
  const newId = createUuidv7({ mark: { store, key: 'shop' } });
  assert.throws(newId, { code: 'INVALID_OPTION', message: /update\(\)/ });
});
