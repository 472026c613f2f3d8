/**
 * From one spelling of 128 bits to another.
 *
 * @module
 */

import { ANY_UUID, type Core, type Kind, ULID, V7 } from './core.js';
import { MintError } from './errors.js';
import { read } from './reading.js';
import type { Convert } from './types.js';

/** All conversions. */
export function conversions(): Convert {
  return {
    ulidToUuid: (text) => as(ANY_UUID, read(ULID, false, text)),
    uuidToUlid: (text) => as(ULID, read(ANY_UUID, false, text)),
    ulidToUuidv7Lossy(text) {
      const core = read(ULID, false, text);
      core.wasm.to_uuid_v7_lossy();
      return core.read(V7);
    },
    ulidToHex: (text) => hexOf(read(ULID, false, text)),
    uuidToHex: (text) => hexOf(read(ANY_UUID, false, text)),
    hexToUlid: (hex) => as(ULID, digits(hex)),
    hexToUuid: (hex) => as(ANY_UUID, digits(hex)),
    ulidToBigInt: (text) => BigInt(`0x${hexOf(read(ULID, false, text))}`),
    uuidToBigInt: (text) => BigInt(`0x${hexOf(read(ANY_UUID, false, text))}`),
    bigIntToUlid: (value) => as(ULID, digits(hexOfNumber(value))),
    bigIntToUuid: (value) => as(ANY_UUID, digits(hexOfNumber(value))),
  };
}

/** The bytes on the desk as text of a kind. */
function as(kind: Kind, core: Core): string {
  core.check(core.wasm.format(kind));
  return core.read(kind);
}

/** The bytes on the desk as 32 digits: those of the UUID. */
const hexOf = (core: Core): string => as(ANY_UUID, core).replace(/-/g, '');

/** Reads 32 digits, and no other spelling. */
function digits(hex: unknown): Core {
  if (typeof hex !== 'string') throw new MintError('INVALID_ARGUMENT', 'the digits should be text');
  if (hex.length !== 32) {
    const position = Math.min(hex.length, 32);
    throw new MintError('INVALID_LENGTH', `the text has ${hex.length} characters, and 128 bits have 32 digits`, { position });
  }
  return read(ANY_UUID, true, hex);
}

function hexOfNumber(value: unknown): string {
  if (typeof value !== 'bigint') throw new MintError('INVALID_ARGUMENT', 'the number should be a BigInt');
  const hex = value.toString(16);
  if (hex.startsWith('-') || hex.length > 32) {
    throw new MintError('OVERFLOW', 'the number is below 0 or larger than 128 bits');
  }
  return hex.padStart(32, '0');
}
