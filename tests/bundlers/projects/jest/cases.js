// What every environment is asked.

const { ulid, uuidv7 } = require('mintid');

const { expected } = require('./expected.cjs');
const { sentinel } = require('./sentinel.cjs');

/** What one environment has, and the others have not. */
const SIGNS = ['setImmediate', 'document', 'EdgeRuntime'];

/** Times far from the machine's own, the second before the first. */
const TIMES = [1_900_000_000_000, 1_500_000_000_000];

/** Writes the tests for an environment with this in its global scope, whose core is run so. */
exports.cases = (sign, backend) => {
  test('this is the environment that was asked for', () => {
    expect(SIGNS.filter((name) => name in globalThis)).toEqual([sign]);
  });

  test('real ids are as they should be', () => {
    expect(sentinel()).toEqual(expected(backend));
  });

  test.each(TIMES)('under fake timers ids are of the faked time, %d', (time) => {
    jest.useFakeTimers({ now: time });
    try {
      expect(sentinel()).toEqual(expected(backend));
      expect(uuidv7.timestamp(uuidv7())).toBe(time);
      jest.advanceTimersByTime(5000);
      expect(ulid.timestamp(ulid())).toBe(time + 5000);
    } finally {
      jest.useRealTimers();
    }
  });
};
