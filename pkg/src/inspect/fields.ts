/**
 * The fields of each kind of id, by the names of their specifications, and the bits that are theirs.
 *
 * @module
 */

import type { IdField, NumberField } from './types.js';

/** Names and widths in bits, from the first bit to the last; what has no name is left out of the answer. */
type Layout = string;

/** What all UUIDs of RFC 9562 share; of the rest a version without a layout of its own names nothing. */
const UNNAMED: Layout = ':48 ver:4 :12 var:2 :62';

/** RFC 9562, sections 5.1 to 5.8. Version 2 is specified elsewhere, and not by these bits alone. */
const VERSIONS: readonly Layout[] = [
  'time_low:32 time_mid:16 ver:4 time_high:12 var:2 clock_seq:14 node:48',
  UNNAMED,
  'md5_high:48 ver:4 md5_mid:12 var:2 md5_low:62',
  'random_a:48 ver:4 random_b:12 var:2 random_c:62',
  'sha1_high:48 ver:4 sha1_mid:12 var:2 sha1_low:62',
  'time_high:32 time_mid:16 ver:4 time_low:12 var:2 clock_seq:14 node:48',
  'unix_ts_ms:48 ver:4 rand_a:12 var:2 rand_b:62',
  'custom_a:48 ver:4 custom_b:12 var:2 custom_c:62',
];

/** RFC 9562, section 4.1: of the other variants only the bits that say so are specified. */
const VARIANTS = { ncs: ':64 var:1 :63', rfc: UNNAMED, microsoft: ':64 var:3 :61', future: ':64 var:3 :61' };

const ULID_LAYOUT: Layout = 'timestamp:48 randomness:80';

/** The fields of a UUID that is neither nil nor max. */
export function uuidFields(hex: string, variant: keyof typeof VARIANTS, version: number | null): IdField[] {
  return cut(hex, (version === null ? undefined : VERSIONS[version - 1]) ?? VARIANTS[variant]);
}

/** The fields of a ULID. */
export function ulidFields(hex: string): IdField[] {
  return cut(hex, ULID_LAYOUT);
}

/** A field of a number. */
export function numberField(name: string, from: number, bits: number, value: bigint): NumberField {
  return { name, from, bits, hex: digits(value, bits), decimal: String(value) };
}

const digits = (value: bigint, bits: number) => value.toString(16).padStart(Math.ceil(bits / 4), '0');

/** Cuts 128 bits, given as hex digits, into fields. */
function cut(hex: string, layout: Layout): IdField[] {
  const value = BigInt(`0x${hex}`);
  const fields: IdField[] = [];
  let from = 0;
  for (const part of layout.split(' ')) {
    const [name, width] = part.split(':') as [string, string];
    const bits = Number(width);
    const field = BigInt.asUintN(bits, value >> BigInt(128 - from - bits));
    if (name !== '') fields.push({ name, from, bits, hex: digits(field, bits) });
    from += bits;
  }
  return fields;
}
