/**
 * Bytes that come along as text: the module, and the data of the plain core.
 *
 * In hex, for gzip then finds in the text what it would find in the bytes. Base64 spells the same bytes in three ways, by
 * where they stand, and the module comes out a sixth larger.
 *
 * @module
 */

/** What of a platform helps; each may be absent. */
interface Platform {
  Uint8Array: { fromHex?: (text: string) => Uint8Array<ArrayBuffer> };
  Buffer?: { from?: (text: string, encoding: 'hex') => Uint8Array<ArrayBuffer> };
}

/** The bytes of hex digits. The text is this package's own, so nothing is checked. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  // The loop below runs once, and so before an engine has compiled it. That is part of the start.
  const { Uint8Array: native, Buffer } = globalThis as Platform;
  if (typeof native.fromHex === 'function') return native.fromHex(text);
  if (typeof Buffer?.from === 'function') return Buffer.from(text, 'hex');

  const bytes = new Uint8Array(text.length / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = parseInt(text.substring(2 * i, 2 * i + 2), 16);
  return bytes;
}
