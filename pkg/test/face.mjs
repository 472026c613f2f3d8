// The npm package as a face of the conformance tests: one line of JSON in, one line out, through what `npm run build` made.
//
// The forms are explained in tests/vectors/README.md, the lines in tests/conformance/src/process.rs. Only what the package
// exports is answered; the rest is `unknown`.

import { createHash } from 'node:crypto';
import { createInterface } from 'node:readline';

import { MintError, convert, createUlid, createUuidv4, createUuidv7, ulid, uuid, uuidv7 } from '../dist/index.js';

const UNKNOWN = { unknown: true };
const NOT_BUILT = { not_built: true };

/** What a call gives, or what the error it throws comes to. */
function attempt(call, failed) {
  try {
    return call();
  } catch (error) {
    if (error instanceof MintError) return failed(error);
    throw error;
  }
}

const hex = (bytes) => Buffer.from(bytes).toString('hex');
const unhex = (text) => Uint8Array.from(Buffer.from(text, 'hex'));

// Randomness

/** Bytes in order; a source that has run dry gives less than it was asked for. */
function stream(bytes) {
  let at = 0;
  return (length) => bytes.slice(at, (at += length));
}

/** SHA-256 of the seed in 8 bytes and the block's number in 4, block after block. */
function hashStream(seed) {
  let held = Buffer.alloc(0);
  let block = 0;
  return (length) => {
    while (held.length < length) {
      const input = Buffer.alloc(12);
      input.writeBigUInt64BE(BigInt(seed));
      input.writeUInt32BE(block++, 8);
      held = Buffer.concat([held, createHash('sha256').update(input).digest()]);
    }
    const given = Uint8Array.from(held.subarray(0, length));
    held = held.subarray(length);
    return given;
  };
}

// Traces and bursts

function behind({ kind, up_to_ms, beyond }) {
  if (kind === 'refuse') return kind;
  return kind === 'wait' ? { wait: up_to_ms } : { hold: up_to_ms, beyond };
}

const full = ({ kind, up_to_ms }) => (kind === 'borrow' ? { borrow: up_to_ms } : kind);

/** The generator that a trace or burst is about, and the one who sets its clock; nothing for a scheme that is not built. */
function generator({ scheme, options, on_behind, on_full, mark_ms, window_ms }, random) {
  let reading;
  const common = { now: () => reading, random, onBehind: behind(on_behind), onFull: full(on_full) };
  if (window_ms) {
    const kept = new Map(mark_ms === undefined ? [] : [['mark', String(mark_ms)]]);
    const store = { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) };
    common.mark = { store, key: 'mark', windowMs: window_ms, onLate: 'refuse' };
  }
  const ids = {
    v7: () => createUuidv7({ ...common, counterBits: options?.counter_bits ?? 20 }),
    ulid: () => createUlid({ ...common, step: options?.step ?? 'one' }),
  }[scheme]?.();
  return ids && { ids, codec: scheme === 'v7' ? uuidv7 : ulid, at: (ms) => (reading = ms) };
}

/** Why an id has the time it has, by what the meter counted and what time it is. */
function whyOf(before, after, previous, ms, reading) {
  for (const why of ['restarts', 'borrowed', 'held']) {
    if (after[why] > before[why]) return why === 'restarts' ? 'restarted' : why;
  }
  if (previous === ms) return 'same';
  return previous === undefined && ms !== reading ? 'resumed' : 'clock';
}

function notMinted({ code, distanceMs }) {
  if (code === 'WAIT') return { wait_ms: distanceMs };
  if (code === 'RNG_FAILED') return { refused: 'entropy' };
  return { refused: code.toLowerCase(), ...(distanceMs === undefined ? {} : { by_ms: distanceMs }) };
}

function trace(item) {
  const made = generator(item, stream(unhex(item.stream_hex)));
  if (!made) return NOT_BUILT;
  const { ids, codec, at } = made;
  let previous;
  const outcome = item.readings_ms.map((reading) => {
    at(reading);
    const before = ids.meter();
    return attempt(() => {
      const id = ids();
      const ms = codec.timestamp(id);
      const why = whyOf(before, ids.meter(), previous, ms, reading);
      previous = ms;
      return { id, why };
    }, notMinted);
  });
  return { outcome };
}

function burst(item) {
  const made = generator(item, hashStream(item.stream_sha256_seed));
  if (!made) return NOT_BUILT;
  const { ids, at } = made;
  const hash = createHash('sha256');
  const outcome = { ids: 0, first: null, last: null, not_minted: {} };
  for (const [reading, times] of item.readings_ms_times) {
    at(reading);
    for (let i = 0; i < times; i++) {
      attempt(
        () => {
          outcome.last = ids();
          outcome.first ??= outcome.last;
          outcome.ids++;
          hash.update(`${outcome.last}\n`);
        },
        ({ code }) => {
          const name = code.toLowerCase();
          outcome.not_minted[name] = (outcome.not_minted[name] ?? 0) + 1;
        },
      );
    }
  }
  outcome.sha256_of_lines = hash.digest('hex');
  return { outcome };
}

// Cases

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

function uuidVerdict(parse, text) {
  return attempt(() => {
    const bytes = parse(text);
    const canonical = uuid.format(bytes);
    const special = { [uuid.NIL]: 'nil', [uuid.MAX]: 'max' }[canonical];
    const known = { version: uuid.version(canonical), variant: uuid.variant(canonical), special };
    return { ok: true, canonical, bytes: hex(bytes), ...known };
  }, refused);
}

/** An expression of the vectors as a value: literals, `a ** b ± c`, `new Date(…)`. Nothing is evaluated. */
function valueOf(text) {
  const date = /^new Date\((.*)\)$/.exec(text);
  if (date) return new Date(valueOf(date[1]));
  if (/^-?\d+n$/.test(text)) return BigInt(text.slice(0, -1));
  const power = /^(.+?)\s*\*\*\s*(\d+)\s*([+-]\s*\d+)?$/.exec(text);
  if (power) return valueOf(power[1]) ** Number(power[2]) + Number((power[3] ?? '0').replace(/\s/g, ''));
  const named = /^Number\.([A-Z_]+)$/.exec(text);
  if (named) return Number[named[1]];
  const words = { undefined, null: null, true: true, false: false, NaN };
  if (text in words) return words[text];
  if (/^['"]/.test(text)) return text.slice(1, -1);
  const number = Number(text);
  if (Number.isNaN(number)) throw new Error(`${text} is not understood`);
  return number;
}

const timeOf = ({ ms, js }) => (js === undefined ? ms : valueOf(js));

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

const CAUSES = { FULL: 'overflow', BEHIND: 'clock_back', HORIZON: 'time_range', BEFORE_EPOCH: 'time_range' };

/** Each call brings its own bytes; those it does not use are gone. */
function ulidMonotonic({ policy, calls }) {
  let call;
  const minted = [];
  const ids = createUlid({
    ...WORDS[policy],
    now: () => call.ms,
    random: (length) => stream(unhex(call.rand_hex))(length),
  });
  const outcomes = calls.map((next) => {
    call = next;
    return attempt(
      () => {
        const id = ids();
        minted.push(id);
        return id;
      },
      ({ code }) => `error:${CAUSES[code] ?? code.toLowerCase()}`,
    );
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
  const STEPS = 4096n;
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
const ulidKey = (text) => hex(ulid.parse(text));
const uuidKey = (text) => hex(uuid.parse(text));

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
    return { text_all: texts.every((text) => text === texts[0]) ? texts[0] : null, texts };
  },
  binary_with_zero_first_byte: ulidOfBytes,
  bytes_wrong_length({ lengths }) {
    const takes = (kind, length) =>
      attempt(
        () => Boolean(kind.format(new Uint8Array(length))),
        () => false,
      );
    const accepted = lengths.filter((length) => takes(ulid, length) || takes(uuid, length));
    return accepted.length === 0 ? { error_all: 'length' } : { accepted };
  },
  dst_check: ({ utc_ms }) => ({ ulid_time: utc_ms.map((ms) => ulid.min(ms).slice(0, 10)) }),
  generic_base32_decode: ({ ulid: text }) => ({ right_16_bytes: hex(ulid.parse(text)) }),
  generic_base32_encode: ({ hex: digits }) => ({ right: ulid.format(unhex(digits)) }),
  hex_case_mix: ({ items }) => ({ value_order: places(items, uuidKey), ascii_order: places(items, String) }),
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
  text_ascii: ({ items }) => ({ order: sorted(items, String) }),
  time_bounds(input) {
    const ms = timeOf(input);
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
      const text = ulid.min(timeOf(input));
      return { text: text.slice(0, 10), same_as_ms: ulid.timestamp(text) };
    }, timeError);
  },
  ulid_from_bytes: ulidOfBytes,
  ulid_mixed_case_by_value: ({ items }) => ({ order: sorted(items, ulidKey), ascii_order: sorted(items, String) }),
  ulid_monotonic: ulidMonotonic,
  ulid_next_same_ms: ulidNext,
  ulid_parse: ({ text }) => ({
    strict: ulidVerdict(ulid.parse, text),
    crockford: ulidVerdict(ulid.parseLenient, text),
  }),
  ulid_text_vs_bytes({ items }) {
    const [byText, byBytes] = [sorted(items, String), sorted(items, ulidKey)];
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
    const version = uuid.version(text);
    // Clock sequence and node are not exported.
    if (version === 1 || version === 2 || version === 6) return undefined;
    return { version, variant: uuid.variant(text), unix_ms: uuid.timestamp(text) };
  },
  uuid_parse: ({ text }) => ({
    strict: uuidVerdict(uuid.parse, text),
    extended: uuidVerdict(uuid.parseLenient, text),
  }),
  uuid_text: ({ items }) => ({ order: sorted(items, String) }),
  uuid_to_text: ulidOfBytes,
  uuid_to_uint_decimal: ({ uuid: text }) => ({ decimal: String(BigInt(`0x${uuidKey(text)}`)) }),
  uuid_to_ulid({ uuid: text }) {
    const id = convert.uuidToUlid(text);
    return { ulid: id, round_trip: convert.ulidToUuid(id) === text.toLowerCase() };
  },
  uuidv7_counter_layout: v7Layout,
  uuidv7_decode({ uuid: text }) {
    return attempt(
      () => {
        const bits = BigInt(`0x${hex(uuidv7.parse(text))}`);
        const field = (shift, width) => (bits >> shift) & ((1n << width) - 1n);
        const padded = (value, digits) => value.toString(16).padStart(digits, '0');
        const [rand_a_hex, rand_b_hex] = [padded(field(64n, 12n), 3), padded(field(0n, 62n), 16)];
        return { ms: uuidv7.timestamp(text), rand_a_hex, rand_b_hex };
      },
      ({ code }) => ({ error: code === 'WRONG_VERSION' ? 'not_v7' : code }),
    );
  },
  uuidv7_from_ms(input) {
    return attempt(() => {
      const id = uuidv7.at(timeOf(input));
      return { uuid: id, ms: uuidv7.timestamp(id), same_as_ms: uuidv7.timestamp(id) };
    }, timeError);
  },
  v4_from_random({ random_hex, random_len }) {
    const random = stream(random_hex === undefined ? new Uint8Array(random_len) : unhex(random_hex));
    return attempt(
      () => ({ uuid: createUuidv4({ random })() }),
      () => ({ error: 'short_random' }),
    );
  },
};

/** The operations of Snowflake and of ranges. */
const LATER =
  /^(snowflake|range$|encode$|decode|config$|last_time$|worker_|js_(number_roundtrip|distinct|int32)|time_via_js|i64_|validate_length$|processes$)/;

function answer(item) {
  if ('readings_ms' in item) return trace(item);
  if ('readings_ms_times' in item) return burst(item);
  if (LATER.test(item.op) || (item.op === 'burst' && 'epoch' in item)) return NOT_BUILT;
  if (!Object.hasOwn(CASES, item.op)) return UNKNOWN;
  // An id that the package refuses to take in is an outcome like any other.
  const outcome = attempt(
    () => CASES[item.op](item),
    ({ code }) => ({ ok: false, error: REASONS[code] ?? code }),
  );
  return outcome === undefined ? UNKNOWN : { outcome };
}

for await (const line of createInterface({ input: process.stdin })) {
  let reply;
  try {
    reply = answer(JSON.parse(line));
  } catch (error) {
    reply = { failed: String(error?.stack ?? error) };
  }
  process.stdout.write(`${JSON.stringify(reply)}\n`);
}
