/**
 * Base64, read without `atob`: Hermes and plain engines have none.
 *
 * @module
 */

/** What of a platform helps; it may be absent. */
interface Platform {
  Buffer?: { from?: (text: string, encoding: 'base64') => Uint8Array<ArrayBuffer> };
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The bytes of padded base64. The text is this package's own, so nothing is checked. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  const { Buffer } = globalThis as Platform;
  // Ours runs once, and so before an engine has compiled it. That is part of the start, which is what counts in Node.
  if (typeof Buffer?.from === 'function') return Buffer.from(text, 'base64');

  const values = new Uint8Array(128);
  for (let i = 0; i < DIGITS.length; i++) values[DIGITS.charCodeAt(i)] = i;

  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  for (let from = 0, to = 0; from < text.length; from += 4, to += 3) {
    const group =
      (values[text.charCodeAt(from)]! << 18) |
      (values[text.charCodeAt(from + 1)]! << 12) |
      (values[text.charCodeAt(from + 2)]! << 6) |
      values[text.charCodeAt(from + 3)]!;
    // Bytes past the end of a typed array are dropped, which is what padding asks for.
    bytes[to] = group >> 16;
    bytes[to + 1] = group >> 8;
    bytes[to + 2] = group;
  }
  return bytes;
}
