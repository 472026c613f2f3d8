// Single operations. Only what the package exports is answered.

import { convert, createUlid, createUuidv4, createUuidv7, ulid, uuid, uuidv7 } from '../../dist/index.js';
import { attempt, hex, stream, timeOf, unhex } from './common.mjs';
import { valueOf } from './expression.mjs';

/** The most bytes that a case may ask for. */
const LARGEST = 2 ** 16;

const REASONS = { INVALID_LENGTH: 'length', INVALID_CHARACTER: 'char', OVERFLOW: 'overflow' };
const refused = (error) => ({ ok: false, reason: REASONS[error.code], at: error.position });
const timeError = (error) => ({ error: { INVALID_TIME: 'invalid_time', TIME_RANGE: 'out_of_range' }[error.code] });

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

/** The time of a case, `ms` as a number or `js` as an expression. */
function given({ ms, js }) {
  if (ms === undefined || ms === null) {
    if (typeof js !== 'string') throw new Error('the vector lacks `ms` or `js`');
    return valueOf(js);
  }
  const number = timeOf(ms);
  if (typeof number !== 'number') throw new Error('`ms` should be a number');
  return number;
}

function ulidOfBytes({ op, hex: digits }) {
  const length = () => ({ error: 'length' });
  return attempt(() => {
    const [asUlid, asUuid] = [ulid.format(unhex(digits)), uuid.format(unhex(digits))];
    return { text: op.startsWith('uuid') ? asUuid : asUlid, ulid: asUlid, uuid: asUuid };
  }, length);
}

/** `hold` holds for ever, `wait` waits for ever, `error` refuses; none borrows. */
const WORDS = {
  hold: { onBehind: { hold: Infinity, beyond: 'refuse' }, onFull: 'refuse' },
  wait: { onBehind: { wait: Infinity }, onFull: 'wait' },
  error: { onBehind: 'refuse', onFull: 'refuse' },
};

const CAUSES = {
  FULL: 'overflow',
  BEHIND: 'clock_back',
  HORIZON: 'time_range',
  BEFORE_EPOCH: 'time_range',
  RNG_FAILED: 'short_random',
};

/** Each call brings its own bytes, or none; those it does not use are gone. A wait takes the next of several readings. */
function ulidMonotonic({ policy, calls }) {
  if (policy === undefined) throw new Error('the vector lacks `policy`');
  if (!Object.hasOwn(WORDS, policy))
    throw new Error(`\`policy\` is \`hold\`, \`wait\` or \`error\`, not \`${policy}\``);
  let now;
  let random;
  const minted = [];
  const ids = createUlid({ ...WORDS[policy], now: () => now, random: (length) => random(length) });
  function made() {
    const id = ids();
    minted.push(id);
    return id;
  }
  const refused = ({ code }) => `error:${CAUSES[code] ?? code.toLowerCase()}`;
  const outcomes = calls.map(({ ms, rand_hex }) => {
    let outcome = 'error:no_reading';
    if (ms === undefined) throw new Error('the vector lacks `ms`');
    for (now of [ms].flat().map(timeOf)) {
      random = stream(unhex(rand_hex ?? ''));
      outcome = attempt(made, refused);
      if (outcome !== 'error:wait') break;
    }
    return outcome;
  });
  return { ids: outcomes, strictly_increasing: minted.every((id, at) => at === 0 || minted[at - 1] < id) };
}

/** The ULID after another in the same millisecond: a generator is led to the first, and makes the second. */
function ulidNext({ prev }) {
  const bytes = ulid.parse(prev);
  const now = () => ulid.timestamp(prev);
  const ids = createUlid({ now, random: stream(bytes.slice(6)), onFull: 'refuse' });
  if (ids() !== prev.toUpperCase()) throw new Error('the generator did not come to the first id');
  return attempt(
    () => ({ next: ids() }),
    () => ({ error: 'overflow' }),
  );
}

/** A v7 with a counter that a draw can give, or a few steps from there; `undefined` for any other. */
function v7Layout({ ms, counter_hex, counter_bits, tail }) {
  const STEPS = 4096n; // calls, so that a case stays quick
  if (counter_bits < 12 || counter_bits > 42) return undefined;
  const counter = BigInt(`0x${counter_hex}`);
  const highest = (1n << BigInt(counter_bits - 1)) - 1n;
  const start = counter < highest ? counter : highest;
  if (counter - start > STEPS) return undefined;
  const ones = tail === 'zeros' ? 0n : 1n;
  const below = 74n - BigInt(counter_bits);
  const first = (start << below) | (ones * ((1n << below) - 1n));
  const random = (length) =>
    length === 10 ? unhex(first.toString(16).padStart(20, '0')) : new Uint8Array(length).fill(-Number(ones));
  const ids = createUuidv7({ now: () => ms, random, counterBits: counter_bits });
  let id = ids();
  for (let at = start; at < counter; at++) id = ids();
  return { uuid: id };
}

/** The places of the items, in the order of a key of each; equal ones stay as they were. */
function places(items, key) {
  const keyed = items.map((item, at) => [key(item), at]);
  keyed.sort(([a, i], [b, j]) => (a < b ? -1 : a > b ? 1 : i - j));
  return keyed.map(([, at]) => at);
}

const sorted = (items, key) => places(items, key).map((at) => items[at]);
/** Texts compare by their UTF-8 bytes, which JavaScript's own order is not. */
const textKey = (text) => hex(Buffer.from(text));
const ulidKey = (text) => hex(ulid.parse(text));
const uuidKey = (text) => hex(uuid.parseLenient(text));

/** The UUID that a vector gives, in whatever spelling. */
const uuidOf = (text) => uuid.format(uuid.parseLenient(text));

/** What a v7 holds besides its time. */
function randomOf(id) {
  const bits = BigInt(`0x${uuidKey(id)}`);
  const field = (shift, width, digits) => ((bits >> shift) & ((1n << width) - 1n)).toString(16).padStart(digits, '0');
  return { rand_a_hex: field(64n, 12n, 3), rand_b_hex: field(0n, 62n, 16) };
}

/** What answers each operation; `undefined` for one that the package does not export, or not for this input. */
const CASES = {
  accept_forms({ js }) {
    // A form that the package does not take has nothing to agree with.
    const taken = js.map(valueOf).filter((time) =>
      attempt(
        () => ulid.min(time),
        () => false,
      ),
    );
    const texts = taken.map((time) => ulid.min(time).slice(0, 10));
    return { text_all: texts.every((text) => text === texts[0]) ? (texts[0] ?? null) : null, texts };
  },
  binary_with_zero_first_byte: ulidOfBytes,
  bytes_wrong_length({ lengths }) {
    const takes = (kind, length) =>
      attempt(
        () => Boolean(kind.format(new Uint8Array(length))),
        () => false,
      );
    if (lengths.some((length) => length > LARGEST)) throw new Error(`\`lengths\` should be at most ${LARGEST}`);
    const accepted = lengths.filter((length) => takes(ulid, length) || takes(uuid, length));
    return accepted.length === 0 ? { error_all: 'length' } : { accepted };
  },
  dst_check: ({ utc_ms }) => ({ ulid_time: utc_ms.map((ms) => ulid.min(timeOf(ms)).slice(0, 10)) }),
  generic_base32_decode: ({ ulid: text }) => ({ right_16_bytes: hex(ulid.parse(text)) }),
  generic_base32_encode: ({ hex: digits }) => ({ right: ulid.format(unhex(digits)) }),
  hex_case_mix: ({ items }) => ({ value_order: places(items, uuidKey), ascii_order: places(items, textKey) }),
  js_number_to_u48: ({ js }) =>
    attempt(
      () => ({ ok: true, value: uuidv7.timestamp(uuidv7.min(valueOf(js))) }),
      (error) => ({ ok: false, ...timeError(error) }),
    ),
  node_v7_serialize() {
    const text = uuidv7.format(createUuidv7().bytes());
    return { version_nibble: text[14], uuid: text };
  },
  prng_to_symbol: ({ bytes }) => ({
    symbols: bytes.map((byte) => createUlid({ random: (length) => new Uint8Array(length).fill(byte) })().slice(-1)),
  }),
  text_ascii: ({ items }) => ({ order: sorted(items, textKey) }),
  time_bounds(input) {
    const ms = given(input);
    const bounds = () => ({
      uuidv7_min: uuidv7.min(ms),
      uuidv7_max: uuidv7.max(ms),
      ulid_min: ulid.min(ms),
      ulid_max: ulid.max(ms),
    });
    return attempt(bounds, timeError);
  },
  ulid_decode_time: ({ text }) => ({ ms: ulid.timestamp(text) }),
  ulid_encode_time(input) {
    return attempt(() => {
      const text = ulid.min(given(input));
      return { text: text.slice(0, 10), same_as_ms: ulid.timestamp(text) };
    }, timeError);
  },
  ulid_from_bytes: ulidOfBytes,
  ulid_mixed_case_by_value: ({ items }) => ({ order: sorted(items, ulidKey), ascii_order: sorted(items, textKey) }),
  ulid_monotonic: ulidMonotonic,
  ulid_next_same_ms: ulidNext,
  ulid_parse: ({ text }) => ({
    strict: ulidVerdict(ulid.parse, text),
    crockford: ulidVerdict(ulid.parseLenient, text),
  }),
  ulid_text_vs_bytes({ items }) {
    const [byText, byBytes] = [sorted(items, textKey), sorted(items, ulidKey)];
    return { order: String(byText) === String(byBytes) ? byBytes : null };
  },
  ulid_to_uuid({ ulid: text }) {
    const id = convert.ulidToUuid(text);
    const [round_trip, uuid_variant] = [convert.uuidToUlid(id) === text.toUpperCase(), uuid.variant(id)];
    return { uuid: id, uuid_variant, round_trip, is_valid_v7: uuidv7.isValid(id) };
  },
  ulid_to_uuidv7_lossy({ ulid: text }) {
    const id = convert.ulidToUuidv7Lossy(text);
    const back = convert.uuidToUlid(id);
    return { uuid: id, reversible: back === text.toUpperCase(), ulid_back: back };
  },
  ulid_to_uuidv7_lossy_collision({ ulids }) {
    const ids = ulids.map(convert.ulidToUuidv7Lossy);
    return { same_uuid: ids.every((id) => id === ids[0]), uuid: ids[0] };
  },
  ulid_value: ({ items }) => ({ order: sorted(items, ulidKey) }),
  uuid_bytes_unsigned: ({ items }) => ({ order: sorted(items, uuidKey) }),
  uuid_fields({ uuid: text }) {
    const id = uuidOf(text);
    const [version, special] = [uuid.version(id), specialOf(id)];
    // Clock sequence and node are not exported.
    if (version === 1 || version === 2 || version === 6) return undefined;
    const fields = { version, special, variant: uuid.variant(id), unix_ms: uuid.timestamp(id) };
    return version === 7 ? { ...fields, ...randomOf(id) } : fields;
  },
  uuid_parse: ({ text }) => ({
    strict: uuidVerdict(uuid.parse, text),
    extended: uuidVerdict(uuid.parseLenient, text),
  }),
  uuid_text: ({ items }) => ({ order: sorted(items, textKey) }),
  uuid_to_text: ulidOfBytes,
  uuid_to_uint_decimal: ({ uuid: text }) => ({ decimal: String(BigInt(`0x${uuidKey(text)}`)) }),
  uuid_to_ulid({ uuid: text }) {
    const from = uuidOf(text);
    const id = convert.uuidToUlid(from);
    return { ulid: id, round_trip: convert.ulidToUuid(id) === from };
  },
  uuidv7_counter_layout: v7Layout,
  uuidv7_decode({ uuid: text }) {
    const id = uuidOf(text);
    return uuidv7.isValid(id) ? { ms: uuidv7.timestamp(id), ...randomOf(id) } : { error: 'not_v7' };
  },
  uuidv7_from_ms(input) {
    return attempt(() => {
      const id = uuidv7.at(given(input));
      return { uuid: id, ms: uuidv7.timestamp(id), same_as_ms: uuidv7.timestamp(id) };
    }, timeError);
  },
  v4_from_random({ random_hex, random_len }) {
    if (random_len > LARGEST) throw new Error(`\`random_len\` should be at most ${LARGEST}`);
    const random = stream(random_hex === undefined ? new Uint8Array(random_len) : unhex(random_hex));
    return attempt(
      () => ({ uuid: createUuidv4({ random })() }),
      () => ({ error: 'short_random' }),
    );
  },
};

/** The answer to a case; nothing for an operation, or an input of one, that the package does not export. */
export function answer(input) {
  if (!Object.hasOwn(CASES, input.op)) return undefined;
  // An id that the package refuses to take in is an outcome like any other.
  return attempt(
    () => CASES[input.op](input),
    ({ code }) => ({ ok: false, error: REASONS[code] ?? code }),
  );
}
