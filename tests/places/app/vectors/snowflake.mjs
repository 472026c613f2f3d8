// Operations on Snowflakes: into fields and out of them, configured, minted, read as text and as JavaScript's numbers.

import { createSnowflake, snowflakeLayout } from 'mintid/snowflake';

import { REASONS, atMost, attempt, timeOf } from './common.mjs';

/** The vectors' names of layouts that are spelt otherwise here. */
const NAMES = { sonyflake_v2: 'sonyflakeV2', uid_generator: 'uidGenerator' };

/** 64 bits of which all are in use, to read any id. */
const ANY = 'mastodon';

/** Time, node and sequence of these widths, the highest first. */
export function cut([time, node, sequence], epochMs, tickMs = 1, width = undefined) {
  const sum = time + node + sequence;
  const own = sum === 53 || sum === 64 ? sum : 63;
  return { width: width ?? own, epochMs, tickMs, parts: { time, node, sequence } };
}

export const named = (name) => NAMES[name] ?? name;

/** Where neither bits nor a name is given, the cut is Twitter's. */
function specOf({ layout, bits, epoch }) {
  if (layout === undefined && bits !== undefined) return cut(bits, epoch ?? 0);
  const name = layout === undefined ? 'twitter' : named(layout);
  return epoch === undefined ? name : { like: name, epochMs: timeOf(epoch) };
}

const layoutOf = (input) => snowflakeLayout(specOf(input));

const any = () => snowflakeLayout(ANY);
const idOf = (text) => any().parse(text);

/** An id or a field that the package refuses to take in is an outcome like any other. */
const refused = ({ code }) => ({ ok: false, error: REASONS[code] ?? 'out_of_range' });

const read = (run) => (input) => attempt(() => run(input), refused);

const FIELDS = { TIME_RANGE: 'time_range', NODE_RANGE: 'worker_range', SEQUENCE_RANGE: 'sequence_range' };

function encode({ ms, elapsed_10ms: tick, worker, machine, sequence, ...input }) {
  const layout = layoutOf(input);
  const node = worker ?? machine;
  return attempt(
    () => {
      const id = layout.compose(tick === undefined ? { time: timeOf(ms), node, sequence } : { tick, node, sequence });
      return { id: layout.format(id), fits_i63: id <= 0x7fff_ffff_ffff_ffffn };
    },
    ({ code }) => ({ error: FIELDS[code] ?? code }),
  );
}

/** A layout of 63 bits, held against the present where the vector knows it. */
function config({ bits, epoch_ms: epochMs = 0, now }) {
  const layout = bits === undefined ? { like: 'twitter', epochMs } : cut(bits, epochMs, 1, 63);
  return attempt(
    () => {
      const ids = createSnowflake({ layout, node: 0, now: () => now ?? epochMs });
      ids.next();
      return { ok: true };
    },
    ({ code, message }) => {
      if (code === 'LAYOUT_BITS') return { error: 'bits_sum', sum: Number(/\d+/.exec(message)[0]) };
      if (code === 'EPOCH_IN_SECONDS') return { warn: 'looks like seconds' };
      return { error: code === 'BEFORE_EPOCH' ? 'time_range' : code };
    },
  );
}

/** The end of a time field, in an id that is as wide as can be. */
function lastTime({ ts_bits: time, epoch }) {
  const below = Math.floor((64 - time) / 2);
  const { horizonMs, negativeFromMs } = snowflakeLayout(cut([time, 64 - time - below, below], epoch));
  const iso = (ms) => (ms === undefined ? null : new Date(ms).toISOString());
  return { iso: iso(horizonMs - 1), i64_negative_from: iso(negativeFromMs) };
}

/** `hold` holds for ever, `wait` waits for ever, `error` refuses; none borrows. */
const WORDS = {
  hold: { onBehind: { hold: Infinity }, onFull: 'refuse' },
  wait: { onBehind: { wait: Infinity }, onFull: 'wait' },
  error: { onBehind: 'refuse', onFull: 'refuse' },
};

const CAUSES = {
  FULL: 'sequence_exhausted',
  BEHIND: 'clock_back',
  HORIZON: 'time_range',
  BEFORE_EPOCH: 'time_range',
};

const error = ({ code }) => `error:${CAUSES[code] ?? code.toLowerCase()}`;

const distinct = (ids) => new Set(ids).size === ids.length;

function generator({ policy = 'error', worker: node, ...input }, now) {
  if (!Object.hasOwn(WORDS, policy)) {
    throw new Error(`\`policy\` is \`hold\`, \`wait\` or \`error\`, not \`${policy}\``);
  }
  return createSnowflake({ ...WORDS[policy], layout: specOf(input), node, now });
}

/** Calls, each of which takes one reading after the other for as long as it is told to wait. */
function generate({ clock_ms, calls, ...input }) {
  atMost('calls', calls);
  let now;
  let used = 0;
  const minted = [];
  const ids = generator(input, () => now);
  function made() {
    const id = ids.nextString();
    minted.push(id);
    return id;
  }
  const outcomes = Array.from({ length: calls }, () => {
    while (used < clock_ms.length) {
      now = timeOf(clock_ms[used++]);
      const outcome = attempt(made, error);
      if (outcome !== 'error:wait') return outcome;
    }
    return 'error:no_reading';
  });
  return { ids: outcomes, unique: distinct(minted) };
}

/** Calls in one millisecond: what the first and the last of them give. */
export function burst({ ms, count, ...input }) {
  atMost('count', count);
  const ids = generator(input, () => ms);
  const minted = [];
  const answer = {};
  for (let call = 1; call <= count; call++) {
    const outcome = attempt(() => ids.nextString(), error);
    if (!outcome.startsWith('error')) minted.push(outcome);
    answer[`call_${call}`] = outcome;
  }
  return { ...answer, unique: distinct(minted), first: minted[0] ?? null, last: minted[minted.length - 1] ?? null };
}

/** Two processes that were given one node, each with a generator that starts anew. */
function processes() {
  const [first, second] = [0, 1].map(() => generator({ worker: 1 }, () => 1_700_000_000_000).next());
  return { unique_guaranteed: first !== second };
}

/** The items in the order of a key of each, as they were spelt; equal ones stay as they were. */
function sorted(items, key) {
  const keyed = items.map((item) => [key(item), item]);
  keyed.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return keyed.map(([, item]) => item);
}

/** What becomes of an id in a number of JavaScript's. */
function asNumber({ id: text }) {
  const id = idOf(text);
  const number = Number(id);
  const survives = String(number) === text;
  if (!survives && Number.isSafeInteger(number)) throw new Error(`${text} should have survived`);
  return { js_prints: String(number), float_value: String(BigInt(number)), text_survives: survives };
}

/** A shift past 32 bits: of a time into its place, or of a number by what the expression says. */
function shifted({ ms_since_epoch: tick, value, expr }) {
  if (tick === undefined) return { right: String(BigInt(value) >> BigInt(/\d+$/.exec(expr)[0])) };
  return { right: String(snowflakeLayout('twitter').compose({ tick, node: 0, sequence: 0 })) };
}

export const SNOWFLAKE = {
  config,
  decode: read(({ id, ...input }) => {
    const { timestamp: ms, sequence, node: machine10, fields } = layoutOf(input).decompose(id);
    return { ms, sequence, increment: sequence, machine10, ...fields };
  }),
  decode_wrong_shift: read(({ id, ...input }) => ({ right_ms: layoutOf(input).timestamp(id) })),
  encode,
  i64_vs_u64: read(({ items }) => ({ order: sorted(items, (text) => any().parse(text, 'hex')) })),
  js_distinct: read(({ ids }) => {
    const [first, second] = ids.map(idOf);
    if (first === second) throw new Error('`ids` should be different');
    return { equal_as_number: Number(first) === Number(second) };
  }),
  js_int32_shift: shifted,
  js_number_roundtrip: read(asNumber),
  last_time: lastTime,
  processes,
  snowflake_generate: generate,
  snowflake_parse_u64({ text }) {
    const reason = ({ code }) => ({ ok: false, reason: REASONS[code] });
    return attempt(() => ({ ok: true, value: String(idOf(text)) }), reason);
  },
  snowflake_to_json: read(({ value }) => ({ json: JSON.stringify(any().format(value)) })),
  snowflake_to_text: read(({ value_hex }) => ({ text: any().format(any().parse(value_hex, 'hex')) })),
  snowflake_value: read(({ items }) => ({
    order: sorted(items, idOf),
    text_order: sorted(items, (text) => any().format(text)),
  })),
  time_via_js_number: read(({ id }) => ({
    right_ms_since_epoch: snowflakeLayout('twitter').decompose(id).tick,
    float_shortcut_gives: Math.floor(Number(idOf(id)) / 2 ** 22),
  })),
  validate_length: ({ ids }) => ({ ok_all: ids.every((text) => any().isValid(text)) }),
};
