/**
 * A stock as text: stores keep text.
 *
 * @module
 */

import { MintError } from '../mint-error.js';

/** Bytes in hex. */
export function hexOf(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += (byte + 256).toString(16).slice(1);
  return text;
}

/** The bytes of such text; none for no text. */
export function ofHex(text: unknown): number[] {
  if (text === null || text === undefined) return [];
  if (typeof text !== 'string' || !/^([\da-f]{2})+$/.test(text)) {
    throw new MintError('STOCK_INVALID', 'what the store holds is not a stock of ids: is the key used by something else?');
  }
  return Array.from({ length: text.length / 2 }, (_, at) => parseInt(text.slice(2 * at, 2 * at + 2), 16));
}
