// Operations that make ids one after the other.

import { createUlid, createUuidv4, createUuidv7, ulid } from 'mintid';

import { atMost, attempt, stream, timeOf, unhex } from './common.mjs';
import { hashStream } from './runs.mjs';

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

/**
 * Each call brings its own bytes, or none; those it does not use are gone. A wait takes the next of several readings.
 */
function ulidMonotonic({ policy, calls }) {
  if (policy === undefined) throw new Error('the vector lacks `policy`');
  if (!Object.hasOwn(WORDS, policy)) {
    throw new Error(`\`policy\` is \`hold\`, \`wait\` or \`error\`, not \`${policy}\``);
  }
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

/** A generator that has just made this ULID. */
function ledTo(text) {
  const ids = createUlid({
    now: () => ulid.timestamp(text),
    random: stream(ulid.parse(text).slice(6)),
    onFull: 'refuse',
  });
  if (ids() !== text.toUpperCase()) throw new Error('the generator did not come to the first id');
  return ids;
}

const next = (ids) =>
  attempt(
    () => ({ next: ids() }),
    () => ({ error: 'overflow' }),
  );

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

/** Generators that share a millisecond and nothing else, called in turn. */
function twoInstances({ instances }) {
  const TURNS = 64;
  atMost('instances', instances);
  const now = () => 1_700_000_000_000;
  const all = Array.from({ length: instances }, (_, seed) => createUuidv7({ now, random: hashStream(seed) }));
  const ids = Array.from({ length: TURNS }, () => all.map((generator) => generator())).flat();
  const strictly_increasing_across = ids.every((id, at) => at === 0 || ids[at - 1] < id);
  return { unique: new Set(ids).size === ids.length, strictly_increasing_across };
}

/** A v7 of these parts, where a draw can give them: the counter's top bit is clear then. */
function v7Build({ ms, rand_a_hex, rand_b_hex }) {
  const payload = (BigInt(`0x${rand_a_hex}`) << 62n) | BigInt(`0x${rand_b_hex}`);
  if (payload >> 73n !== 0n) return undefined;
  const random = stream(unhex(payload.toString(16).padStart(20, '0')));
  return { uuid: createUuidv7({ random, counterBits: 12 }).at(timeOf(ms)) };
}

export const MINTING = {
  clone_state({ state, copies }) {
    atMost('copies', copies);
    return { without_reseed: Array.from({ length: copies }, () => next(ledTo(state)).next) };
  },
  same_ms_two_instances: twoInstances,
  ulid_monotonic: ulidMonotonic,
  ulid_next_same_ms: ({ prev }) => next(ledTo(prev)),
  uuidv7_build: v7Build,
  uuidv7_counter_layout: v7Layout,
  v4_from_random({ random_hex, random_len }) {
    if (random_len !== undefined) atMost('random_len', random_len);
    const random = stream(random_hex === undefined ? new Uint8Array(random_len) : unhex(random_hex));
    return attempt(
      () => ({ uuid: createUuidv4({ random })() }),
      () => ({ error: 'short_random' }),
    );
  },
};
