/**
 * What the statuses of the Snowflake core mean, as errors.
 *
 * @module
 */

import { MintError, type MintErrorCode } from '../mint-error.js';

/** The status numbers of the core, in order from 1, each with its message. They are those of `Status` in bindings/wasm. */
const STATUS: readonly (readonly [MintErrorCode, string])[] = [
  ['WAIT', 'no id yet: call again in # ms, or await nextAsync(), with that much patienceMs'],
  ['CLOCK_FAILED', 'the clock gave something that is not a whole number of milliseconds'],
  ['BEFORE_EPOCH', "the clock is # ms before the layout's epoch: set the clock, or choose an epoch that has passed"],
  ['BEHIND', 'the clock is # ms behind where it has been: correct it, take another node, or allow a larger distance'],
  ['FULL', 'the tick is full: call again in the next one, or let onFull wait or borrow'],
  ['LEAD', 'the next free tick is # ms ahead of the clock: call again later, or allow a larger lead'],
  ['HORIZON', 'the time field has no such time: check the clock, or take a layout with more time'],
  ['MARK_DUE', 'the mark # is not saved: check the store, or call again once it has answered'],
  ['MARK_AHEAD', 'the run would start # ms ahead of the clock: correct the clock, or take another node'],
  ['INVALID_OPTION', 'the run has not started'],
  ['RNG_FAILED', 'too few random bytes'],
  ['INVALID_TIME', 'the time is not a whole number of milliseconds: give a number or a valid Date'],
  ['TIME_RANGE', 'the layout has no such time: check the time'],
  ['INVALID_LENGTH', 'the text should not end or go on at position #'],
  ['INVALID_CHARACTER', 'position # holds a character that is not allowed there'],
  ['OVERFLOW', 'position # makes the number larger than 64 bits'],
  ['INVALID_OPTION', 'the id to start after is of another kind'],
  ['MARK_INVALID', 'the mark, stored or after an id, is past the end of the time field: check the store and the layout'],
  ['INVALID_OPTION', 'ids have been made already'],
  ['INVALID_OPTION', 'a number is out of its range'],
  ['UNSET', 'the clock is not set: set it, or give a mark to run on from'],
  ['LAYOUT_BITS', 'the parts of the layout have # bits, which is not its width: make them equal'],
  ['INVALID_LAYOUT', 'the layout has no time: give it a part named time'],
  ['INVALID_LAYOUT', 'the layout has no sequence: give it a part named sequence, of one bit at least'],
  ['INVALID_LAYOUT', 'the parts are out of order: time above sequence, and the pieces of the node side by side'],
  ['INVALID_LAYOUT', 'the node has too many pieces: cut it into four at most'],
  ['INVALID_LAYOUT', 'a part is too wide: node and sequence have 32 bits at most, and time ends at 2^61 ms'],
  ['INVALID_LAYOUT', 'a tick of # ms is not possible: choose 1 to 60000'],
  ['EPOCH_IN_SECONDS', 'the epoch # looks like seconds: give it in milliseconds, or 0 for 1970'],
  ['INVALID_LAYOUT', 'the epoch should be Unix milliseconds from 0 to 2^48 - 1'],
  ['NODE_RANGE', 'the node does not fit its # bits: give it a smaller one, from 0 on'],
  ['NODE_RANGE', 'a piece of the node does not fit its # bits: give it a smaller one, from 0 on'],
  ['SEQUENCE_RANGE', 'the sequence does not fit its # bits'],
  ['TIME_RANGE', 'the tick does not fit its # bits'],
  ['OVERFLOW', 'the id has more than the # bits of its layout: is it of another one, or from a signed column?'],
  ['TIME_RANGE', "the time is # ms before the layout's epoch: check the time, and the epoch"],
  ['TIME_RANGE', 'the time is # ms past the last one of the layout: check the time, or take another layout'],
  ['TOO_MANY', 'a tick has room for # ids: ask for no more at once'],
];

/** The status of a call that is to be made again later. */
export const WAIT = 1;
/** The status of a core that found a mark not saved. */
export const MARK_DUE = 8;
/** The status of a core that found too few random bytes; its detail is how many it needs. */
export const ENTROPY = 11;
/** The status of a piece of a node that does not fit. */
export const PIECE_RANGE = 32;

const PLACED = [14, 15, 16];
const DISTANT = [WAIT, 3, 4, 6, 9, 36, 37];

/** The error that a status of the core means, and the error behind it where JavaScript has one. */
export function errorOf(status: number, detail: number, cause?: unknown): MintError {
  const [code, message] = STATUS[status - 1] ?? ['INVALID_ARGUMENT', `the core answered ${status}`];
  const error = new MintError(code, message.replace('#', String(detail)), {
    ...(PLACED.includes(status) ? { position: detail } : {}),
    ...(DISTANT.includes(status) ? { distanceMs: detail } : {}),
    cause,
  });
  return status === WAIT ? Object.assign(error, { forMs: detail }) : error;
}
