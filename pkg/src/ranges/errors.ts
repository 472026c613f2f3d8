/**
 * What the statuses of the core of ranges mean, as errors.
 *
 * @module
 */

import { MintError, type MintErrorCode } from '../mint-error.js';

/** The status numbers of the core, in order from 1, each with its message. They are those of `Status` in bindings/wasm. */
const STATUS: readonly (readonly [MintErrorCode, string])[] = [
  ['INVALID_OPTION', 'a number is out of its range'],
  ['EMPTY', 'no id is left, and reserve() has not answered yet: await next()'],
  ['EMPTY', 'no id is left'],
  ['EMPTY', 'too few ids are left'],
  ['CLOSED', 'giveBack() has ended these ranges: make new ones'],
  ['SPAN_INVALID', 'reserve() gave a span of nothing: it should have one id at least'],
  ['SPAN_INVALID', 'reserve() gave a span whose last id is below its first: check which end is which'],
  ['SPAN_INVALID', 'reserve() gave a step that is not 1 to 65535'],
  ['SPAN_INVALID', 'reserve() gave a last id that steps from the first do not meet: check the step'],
  ['SPAN_INVALID', 'reserve() gave a span past the end of 64 bits: check its first id and its count'],
  ['SPAN_REFUSED', 'there is no place for another span: use up some of those that are there'],
  ['SPAN_CEILING', 'the span ends above #, the largest id allowed: check the coordinator, or raise the ceiling'],
  ['SPAN_OVERLAP', 'the span overlaps one granted before, from # on: the coordinator has given ids twice'],
  ['SPAN_REFUSED', 'the request, or a later one, has been answered already'],
  ['SPAN_REFUSED', 'no request of this run has this ticket'],
  ['STOCK_INVALID', 'what the store holds is not a stock of ids: is the key used by something else?'],
  ['STOCK_INVALID', 'what the store holds is a stock of version #, which is not known here'],
  ['STOCK_INVALID', 'the stock in the store is damaged: remove it, its ids are lost'],
  ['STOCK_INVALID', 'the stock in the store has more spans than there are places here'],
];

/** The status of an allocator whose request is under way. */
export const ASKED = 2;
/** The status of an allocator that has ended. */
export const CLOSED = 5;

/** The error that a status of the core means. */
export function errorOf(status: number, detail: number): MintError {
  const [code, message] = STATUS[status - 1] ?? ['INVALID_ARGUMENT', `the core answered ${status}`];
  return new MintError(code, message.replace('#', String(detail)));
}
