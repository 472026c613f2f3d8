// Operations on text and bytes: reading, writing, fields, order.

import { createUlid, createUuidv7, ulid, uuid, uuidv7 } from 'mintid';
import { inspect } from 'mintid/inspect';

import { REASONS, atMost, attempt, hex, unhex } from './common.mjs';

const refused = (error) => ({ ok: false, reason: REASONS[error.code], at: error.position });

function ulidVerdict(parse, text) {
  return attempt(() => {
    const bytes = parse(text);
    const canonical = ulid.format(bytes);
    return { ok: true, canonical, bytes: hex(bytes), timestamp_ms: ulid.timestamp(canonical) };
  }, refused);
}

const specialOf = (id) => ({ [uuid.NIL]: 'nil', [uuid.MAX]: 'max' })[id];

function uuidVerdict(parse, text) {
  return attempt(() => {
    const bytes = parse(text);
    const canonical = uuid.format(bytes);
    const known = { version: uuid.version(canonical), variant: uuid.variant(canonical), special: specialOf(canonical) };
    return { ok: true, canonical, bytes: hex(bytes), ...known };
  }, refused);
}

function ofBytes({ op, hex: digits }) {
  const length = () => ({ error: 'length' });
  return attempt(() => {
    const [asUlid, asUuid] = [ulid.format(unhex(digits)), uuid.format(unhex(digits))];
    return { text: op.startsWith('uuid') ? asUuid : asUlid, ulid: asUlid, uuid: asUuid };
  }, length);
}

/** The UUID that a vector gives, in whatever spelling. */
export const uuidOf = (text) => uuid.format(uuid.parseLenient(text));

const ulidKey = (text) => hex(ulid.parse(text));
const uuidKey = (text) => hex(uuid.parseLenient(text));
/** Texts compare by their UTF-8 bytes, which is by code points: JavaScript's own order is not. */
const textKey = (text) => Array.from(text, (point) => point.codePointAt(0).toString(16).padStart(6, '0')).join('');

/** The places of the items, in the order of a key of each; equal ones stay as they were. */
function placed(items, key) {
  const keyed = items.map((item, at) => [key(item), at]);
  keyed.sort(([a, i], [b, j]) => (a < b ? -1 : a > b ? 1 : i - j));
  return keyed.map(([, at]) => at);
}

const sorted = (items, key) => placed(items, key).map((at) => items[at]);

/** The UUID reading of an id, and its fields by the names of RFC 9562. */
function read(text) {
  const reading = inspect(text).readings.find(({ kind }) => kind === 'uuid');
  return { ...reading, fields: new Map(reading.fields.map((field) => [field.name, field])) };
}

/** What a v7 holds besides its time. */
export function randomOf(text) {
  const { fields } = read(text);
  return { rand_a_hex: fields.get('rand_a').hex, rand_b_hex: fields.get('rand_b').hex };
}

/** What a v1 or v6 holds: its time in parts, a sequence and a node. */
function gregorian(fields) {
  const parts = ['time_high', 'time_mid', 'time_low'].map((name) => fields.get(name));
  const ticks = parts.reduce((ticks, { bits, hex }) => (ticks << BigInt(bits)) | BigInt(`0x${hex}`), 0n);
  const clock_seq = parseInt(fields.get('clock_seq').hex, 16);
  return { gregorian_100ns: String(ticks), clock_seq, node_hex: fields.get('node').hex };
}

const takes = (kind, length) =>
  attempt(
    () => Boolean(kind.format(new Uint8Array(length))),
    () => false,
  );

export const TEXT = {
  binary_with_zero_first_byte: ofBytes,
  bytes_wrong_length({ lengths }) {
    lengths.forEach((length) => atMost('lengths', length));
    const accepted = lengths.filter((length) => takes(ulid, length) || takes(uuid, length));
    return accepted.length === 0 ? { error_all: 'length' } : { accepted };
  },
  generic_base32_decode: ({ ulid: text }) => ({ right_16_bytes: hex(ulid.parse(text)) }),
  generic_base32_encode: ({ hex: digits }) => ({ right: ulid.format(unhex(digits)) }),
  hex_case_mix: ({ items }) => ({ value_order: placed(items, uuidKey), ascii_order: placed(items, textKey) }),
  mysql_uuid_to_bin_swap1: ({ uuid: text }) => ({ hex_plain: uuidKey(text) }),
  node_v7_serialize() {
    const text = uuidv7.format(createUuidv7().bytes());
    return { version_nibble: text[14], uuid: text };
  },
  prng_to_symbol: ({ bytes }) => ({
    symbols: bytes.map((byte) => createUlid({ random: (length) => new Uint8Array(length).fill(byte) })().slice(-1)),
  }),
  text_ascii: ({ items }) => ({ order: sorted(items, textKey) }),
  ulid_from_bytes: ofBytes,
  ulid_mixed_case_by_value: ({ items }) => ({ order: sorted(items, ulidKey), ascii_order: sorted(items, textKey) }),
  ulid_parse: ({ text }) => ({
    strict: ulidVerdict(ulid.parse, text),
    crockford: ulidVerdict(ulid.parseLenient, text),
  }),
  ulid_text_vs_bytes({ items }) {
    const [byText, byBytes] = [sorted(items, textKey), sorted(items, ulidKey)];
    return { order: String(byText) === String(byBytes) ? byBytes : null };
  },
  ulid_value: ({ items }) => ({ order: sorted(items, ulidKey) }),
  uuid_bytes_unsigned: ({ items }) => ({ order: sorted(items, uuidKey) }),
  uuid_fields({ uuid: text }) {
    const { version, variant, special, time, fields } = read(text);
    const known = { version, variant, special, unix_ms: time?.unixMs ?? null };
    if (version === 7) return { ...known, ...randomOf(text) };
    return version === 1 || version === 6 ? { ...known, ...gregorian(fields) } : known;
  },
  uuid_parse: ({ text }) => ({
    strict: uuidVerdict(uuid.parse, text),
    extended: uuidVerdict(uuid.parseLenient, text),
  }),
  uuid_text: ({ items }) => ({ order: sorted(items, textKey) }),
  uuid_to_text: ofBytes,
};
