// The reader of expressions that the face for the vectors uses, held against JavaScript itself.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { valueOf } from '../../app/vectors/expression.mjs';

test('an expression of the grammar has the value that JavaScript gives it', () => {
  const cases = [
    ['-0', -0],
    ['1_000', 1_000],
    ['0X1_F', 0x1f],
    ['0b101', 0b101],
    ['0O17', 0o17],
    ['.5e1', 5],
    ['5.', 5],
    ['1E-3', 1e-3],
    ['2**48-0.5', 2 ** 48 - 0.5],
    ['2**-1', 0.5],
    ['2 ** 3 ** 2', 2 ** (3 ** 2)],
    ['1/0', Infinity],
    ['0/0', NaN],
    ['-NaN', NaN],
    ['-Infinity', -Infinity],
    ['-Number.MAX_VALUE', -Number.MAX_VALUE],
    ['Number.EPSILON*0', 0],
    ['Number.MIN_SAFE_INTEGER', Number.MIN_SAFE_INTEGER],
    ['(1 + 2) * 60_000 - 4 / 2', 179_998],
    ['"5"', '5'],
    ['5n', 5n],
    ['undefined', undefined],
    ['new Date(1.5)', new Date(1)],
    ['new Date("2016-07-30T22:36:16.385Z")', new Date(1_469_918_176_385)],
    ["new Date('2016-02-30T00:00:00Z')", new Date(NaN)],
    ['new Date(undefined)', new Date(NaN)],
  ];
  for (const [text, value] of cases) {
    const read = valueOf(text);
    // Two dates without a time are not equal to one another.
    if (value instanceof Date) assert.deepEqual([read instanceof Date, Number(read)], [true, Number(value)], text);
    else assert.deepEqual(read, value, text);
  }
});

test('what the grammar does not have is no number', () => {
  const others = ['[]', '[5]', '{}', '() => 5', 'Symbol()', '0x10n', '2n**48n', 'Number(5)', 'process.exit()', ''];
  for (const text of [...others, '1_', '1__0', '0x', '010', '1e', '5px', '1 2', '(1', 'new Date()', 'new Number(5)']) {
    assert.notEqual(typeof valueOf(text), 'number', text);
  }
});
