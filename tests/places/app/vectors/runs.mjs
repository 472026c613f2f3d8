// Traces and bursts: generators called again and again, on readings that a script gives.

import { sha256 } from '@noble/hashes/sha2.js';
import { createUlid, createUuidv7, ulid, uuidv7 } from 'mintid';
import { createSnowflake, snowflakeLayout } from 'mintid/snowflake';

import { ascii, attempt, hex, stream, timeOf, unhex } from './common.mjs';
import { cut, named } from './snowflake.mjs';

/** SHA-256 of the seed in 8 bytes and the block's number in 4, block after block. */
export function hashStream(seed) {
  const input = new DataView(new ArrayBuffer(12));
  input.setUint32(0, Number(BigInt(seed) >> 32n));
  input.setUint32(4, Number(BigInt(seed) & 0xffff_ffffn));
  let block = 0;
  let held = new Uint8Array(0);
  return (length) => {
    const given = new Uint8Array(length);
    let at = 0;
    while (at < length) {
      if (held.length === 0) {
        input.setUint32(8, block++);
        held = sha256(new Uint8Array(input.buffer));
      }
      const part = held.subarray(0, length - at);
      given.set(part, at);
      held = held.subarray(part.length);
      at += part.length;
    }
    return given;
  };
}

/** From here on a bound is none, and a window is this long. */
const LARGEST_MS = 2 ** 32 - 1;

const bound = (ms) => (ms < LARGEST_MS ? ms : Infinity);

function behind({ kind, up_to_ms, beyond }) {
  if (kind === 'refuse') return kind;
  return kind === 'wait' ? { wait: bound(up_to_ms) } : { hold: bound(up_to_ms), beyond };
}

const full = ({ kind, up_to_ms }) => (kind === 'borrow' ? { borrow: bound(up_to_ms) } : kind);

/**
 * How a run starts from a mark. Without a window nothing is saved, and the mark stands for the newest id below it, where there can
 * be one.
 */
function start(codec, mark_ms, window_ms, epoch_ms = 0) {
  if (!window_ms) return mark_ms > epoch_ms ? { after: codec.max(mark_ms - 1) } : {};
  const kept = new Map(mark_ms === undefined ? [] : [['mark', String(mark_ms)]]);
  const store = { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) };
  const windowMs = window_ms < LARGEST_MS ? window_ms : LARGEST_MS;
  return { mark: { store, key: 'mark', windowMs, onLate: 'refuse' } };
}

/** The generator that a trace or burst is about, what tells the ticks of its ids and of readings, and who sets its clock. */
function generator(item, random) {
  let reading;
  const at = (ms) => (reading = ms);
  const common = { now: () => reading, random, onFull: full(item.on_full) };
  if (item.scheme === 'snowflake') return { ...snowflakes(item, common), at };
  const { scheme, options, on_behind, mark_ms, window_ms } = item;
  const codec = { v7: uuidv7, ulid }[scheme];
  const all = { ...common, onBehind: behind(on_behind), ...start(codec, mark_ms ?? undefined, window_ms) };
  const make =
    scheme === 'v7'
      ? createUuidv7({ ...all, counterBits: options?.counter_bits ?? 20 })
      : createUlid({ ...all, step: options?.step ?? 'one' });
  return { make, meter: make.meter, tickOf: codec.timestamp, tickAt: (ms) => ms, at };
}

function snowflakes({ options, on_behind, mark_ms, window_ms }, common) {
  const { layout, epoch_ms, tick_ms, time_bits, node_bits, sequence_bits, node, sequence_start } = options;
  const spec = layout === 'custom' ? cut([time_bits, node_bits, sequence_bits], epoch_ms, tick_ms) : named(layout);
  const { beyond: _, ...onBehind } = Object(behind(on_behind));
  const { mark, ...after } = start(snowflakeLayout(spec), mark_ms ?? undefined, window_ms, epoch_ms);
  // A mark that is not saved always refuses.
  const { onLate, ...kept } = mark ?? {};
  const ids = createSnowflake({
    ...common,
    ...after,
    ...(mark === undefined ? {} : { mark: kept }),
    layout: spec,
    node,
    sequence: sequence_start,
    onBehind: on_behind.kind === 'refuse' ? 'refuse' : onBehind,
  });
  return {
    make: ids.nextString,
    meter: ids.meter,
    tickOf: (id) => ids.decompose(id).tick,
    tickAt: (ms) => Math.floor((ms - epoch_ms) / tick_ms),
  };
}

/** Why an id has the tick it has, by what the meter counted and what time it is. */
function whyOf(before, after, previous, tick, now) {
  for (const why of ['restarts', 'borrowed', 'held']) {
    if (after[why] > before[why]) return why === 'restarts' ? 'restarted' : why;
  }
  if (previous === tick) return 'same';
  return previous === undefined && tick !== now ? 'resumed' : 'clock';
}

const nameOf = (code) => (code === 'RNG_FAILED' ? 'entropy' : code.toLowerCase());

function notMinted({ code, distanceMs }) {
  if (code === 'WAIT') return { wait_ms: distanceMs };
  return { refused: nameOf(code), ...(distanceMs === undefined ? {} : { by_ms: distanceMs }) };
}

/** Each call's outcome. */
export function trace(item) {
  const { make, meter, tickOf, tickAt, at } = generator(item, stream(unhex(item.stream_hex)));
  let previous;
  return item.readings_ms.map(timeOf).map((reading) => {
    at(reading);
    const before = meter();
    return attempt(() => {
      const id = make();
      const tick = tickOf(id);
      const why = whyOf(before, meter(), previous, tick, tickAt(reading));
      previous = tick;
      return { id, why };
    }, notMinted);
  });
}

/** The number of ids, their digest, and what kept the others back. */
export function burst(item) {
  const { make, at } = generator(item, hashStream(item.stream_sha256_seed));
  const hash = sha256.create();
  const outcome = { ids: 0, first: null, last: null, not_minted: {} };
  for (const [reading, times] of item.readings_ms_times) {
    at(timeOf(reading));
    for (let i = 0; i < times; i++) {
      attempt(
        () => {
          outcome.last = make();
          outcome.first ??= outcome.last;
          outcome.ids++;
          hash.update(ascii(`${outcome.last}\n`));
        },
        ({ code }) => {
          const name = nameOf(code);
          outcome.not_minted[name] = (outcome.not_minted[name] ?? 0) + 1;
        },
      );
    }
  }
  outcome.sha256_of_lines = hex(hash.digest());
  return outcome;
}
