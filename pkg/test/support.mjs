// What the tests share: a time, clocks, sources and stores.

import assert from 'node:assert/strict';

import { MintError, createUuidv4 } from '../dist/index.js';

export const NOW = 1_764_417_600_000;

/** The error that a call throws, which must be this package's. */
export function errorOf(call) {
  try {
    call();
  } catch (error) {
    assert.ok(error instanceof MintError, String(error));
    return error;
  }
  return undefined;
}

export const codeOf = (call) => errorOf(call)?.code;

/** Bytes that count up, and how many were taken. */
export function counting() {
  const source = (length) => Uint8Array.from({ length }, () => source.taken++ & 0xff);
  source.taken = 0;
  return source;
}

/** A clock that is set by hand. */
export function manual(ms = NOW) {
  const clock = () => clock.ms;
  clock.ms = ms;
  return clock;
}

/** The option of a clock, for the generators that have one. */
export const clockOf = (create) => (create === createUuidv4 ? {} : { now: manual() });

/** Bytes that say they are more or fewer. */
export function lying(length, said) {
  class Lying extends Uint8Array {
    get length() {
      return said;
    }
    get byteLength() {
      return said;
    }
  }
  return new Lying(length);
}

/** A store in memory. What is set in `fails`, `getItem` or `setItem`, throws. */
export function memory(entries = []) {
  const kept = new Map(entries);
  const store = {
    kept,
    fails: new Set(),
    error: new Error('no storage'),
    getItem(key) {
      if (store.fails.has('getItem')) throw store.error;
      return kept.get(key) ?? null;
    },
    setItem(key, value) {
      if (store.fails.has('setItem')) throw store.error;
      kept.set(key, value);
    },
  };
  return store;
}
