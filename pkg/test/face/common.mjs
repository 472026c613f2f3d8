// What the parts of the face share: hex, bytes in order, and errors of the package as outcomes.

import { MintError } from '../../dist/index.js';

/** What a call gives, or what the error it throws comes to. */
export function attempt(call, failed) {
  try {
    return call();
  } catch (error) {
    // An argument of the wrong type is a vector that makes no sense.
    if (error instanceof MintError && error.code !== 'INVALID_ARGUMENT') return failed(error);
    throw error;
  }
}

export const hex = (bytes) => Buffer.from(bytes).toString('hex');

/** The bytes of hex digits. Node alone would stop at the first that is none. */
export function unhex(text) {
  if (!/^(?:[\da-f]{2})*$/i.test(text)) throw new Error(`\`${text}\` should be pairs of hex digits`);
  return Uint8Array.from(Buffer.from(text, 'hex'));
}

/** Bytes in order. A source with fewer left than it is asked for gives none of them. */
export function stream(bytes) {
  let at = 0;
  return (length) => (at + length > bytes.length ? new Uint8Array(0) : bytes.slice(at, (at += length)));
}

/**
 * A time of the vectors as JavaScript has it. From 2^53 on all are past the end of every time field alike; before 1970 the
 * distance is told, so one that JavaScript would round is refused.
 */
export function timeOf(ms) {
  if (typeof ms !== 'bigint') return ms;
  if (ms > 0n) return 2 ** 53;
  if (BigInt(Number(ms)) !== ms) throw new Error(`${ms} is not exact as a JavaScript number`);
  return Number(ms);
}
