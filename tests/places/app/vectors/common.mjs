// What the operations share: hex, text, bytes in order, times, and errors of the package as outcomes.

/** What a call gives, or what the error of the package that it throws comes to. */
export function attempt(call, failed) {
  try {
    return call();
  } catch (error) {
    // An argument of the wrong type is a vector that makes no sense.
    if (error?.name === 'MintError' && error.code !== 'INVALID_ARGUMENT') return failed(error);
    throw error;
  }
}

/** The hex digits of bytes. */
export const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The bytes of hex digits. */
export function unhex(text) {
  if (!/^(?:[\da-f]{2})*$/i.test(text)) throw new Error(`\`${text}\` should be pairs of hex digits`);
  return Uint8Array.from({ length: text.length / 2 }, (_, at) => parseInt(text.slice(2 * at, 2 * at + 2), 16));
}

/** The bytes of text whose characters are all ASCII. */
export const ascii = (text) => Uint8Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));

/** Bytes in order. A source with fewer left than it is asked for gives none of them. */
export function stream(bytes) {
  let at = 0;
  return (length) => (at + length > bytes.length ? new Uint8Array(0) : bytes.slice(at, (at += length)));
}

/**
 * A time of the vectors as JavaScript has it. From 2^53 on all are past the end of every time field alike; before 1970
 * the distance is told, so one that JavaScript would round is refused.
 */
export function timeOf(ms) {
  if (typeof ms !== 'bigint') return ms;
  if (ms > 0n) return 2 ** 53;
  if (BigInt(Number(ms)) !== ms) throw new Error(`${ms} is not exact as a JavaScript number`);
  return Number(ms);
}

/** The most bytes, copies or instances that a case may ask for. */
const LARGEST = 2 ** 16;

/** Refuses a case that asks for more than fits its time. */
export function atMost(name, count) {
  if (count > LARGEST) throw new Error(`\`${name}\` should be at most ${LARGEST}`);
}

/** The words of the vectors for a refused text. */
export const REASONS = { INVALID_LENGTH: 'length', INVALID_CHARACTER: 'char', OVERFLOW: 'overflow' };
