/**
 * The integers of a coordinator's answer, on their way to the core. Whether they are a span is the core's to say.
 *
 * @module
 */

import { MintError } from '../mint-error.js';
import type { Core } from './core.js';

const DIGITS = /^\d{1,20}$/;

/** Lays an answer down on the desk; hands back whether its second number is a count. */
export function layDown({ numbers }: Core, answer: unknown): boolean {
  if (typeof answer !== 'object' || answer === null) throw invalid('no object', answer);
  const { first, last, count, step = 1 } = answer as Record<'first' | 'last' | 'count' | 'step', unknown>;
  const isCount = last === undefined;
  if (isCount === (count === undefined)) throw new MintError('SPAN_INVALID', 'reserve() should give first, and either last or count');
  const laid = [integer('first', first), isCount ? integer('count', count) : integer('last', last), integer('step', step)];
  laid.forEach((number, at) => (numbers[at] = number));
  return isCount;
}

function integer(name: string, value: unknown): bigint {
  const isWhole = typeof value === 'number' ? Number.isSafeInteger(value) : typeof value === 'bigint';
  if (!isWhole && !(typeof value === 'string' && DIGITS.test(value))) throw invalid(`a ${name} that is no whole number`, value);
  const number = BigInt(value as number | bigint | string);
  if (number < 0 || BigInt.asUintN(64, number) !== number) throw invalid(`a ${name} that does not fit 64 bits`, value);
  return number;
}

const invalid = (what: string, value: unknown): MintError =>
  new MintError('SPAN_INVALID', `reserve() gave ${what}: ${typeof value === 'symbol' ? 'a symbol' : shown(value)}`);

function shown(value: unknown): string {
  try {
    return String(value).slice(0, 40);
  } catch {
    return typeof value;
  }
}
