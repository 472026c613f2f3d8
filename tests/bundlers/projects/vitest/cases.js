// What every environment is asked.

import { ulid, uuidv7 } from 'mintid';
import { expect, test, vi } from 'vitest';

import { expected } from './expected.mjs';
import { sentinel } from './sentinel.mjs';

/** Times far from the machine's own, the second before the first. */
const TIMES = [1_900_000_000_000, 1_500_000_000_000];

/** Writes the tests for an environment that has a document, or has none. */
export function cases(document) {
  test('this is the environment that was asked for', () => {
    expect('document' in globalThis).toBe(document);
  });

  test('real ids are as they should be', () => {
    expect(sentinel()).toEqual(expected('wasm'));
  });

  test.each(TIMES)('under fake timers ids are of the faked time, %d', (time) => {
    vi.useFakeTimers({ now: time });
    try {
      expect(sentinel()).toEqual(expected('wasm'));
      expect(uuidv7.timestamp(uuidv7())).toBe(time);
      vi.advanceTimersByTime(5000);
      expect(ulid.timestamp(ulid())).toBe(time + 5000);
    } finally {
      vi.useRealTimers();
    }
  });
}
