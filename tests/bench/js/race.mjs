// A race: candidates do the same work in turns, in one process, and their medians are printed beside each other.
//
// Figures of two runs do not compare, since machines are shared; ratios of one run do. Turns are short, so that most are
// over before another process has its own, and their order is shuffled every round: any fixed order can fall into step
// with what else runs, or leave one to clear up behind the same other each time.

import { head, verdict } from './aims.mjs';
import { numbers } from './samples.mjs';

/** A value of a kind: how it is looked at, so that it is really made, and how two of them are told apart. */
export const TEXT = { look: (text) => text.charCodeAt(text.length - 1), spell: (text) => [text] };
export const BYTES = { look: (bytes) => bytes[15], spell: (bytes) => [String(bytes)] };
export const BIGINT = { look: (id) => (id === 0n ? 0 : 1), spell: (id) => [String(id)] };
export const NUMBER = { look: (number) => number, spell: (number) => [String(number)] };
export const YES_OR_NO = { look: (answer) => (answer ? 1 : 0), spell: (answer) => [String(answer)] };
export const TEXTS = {
  look(texts) {
    let seen = 0;
    for (let i = 0; i < texts.length; i++) seen += TEXT.look(texts[i]);
    return seen;
  },
  spell: (texts) => texts,
};

/** Values counted, in a sample of their own. */
const COUNTED = 20_000;

/** Turns before the first that counts: the engine compiles a function again and again until it is content. */
const WARMING = 30;

let copies = 0;

/** One contender, warm, with as many passes a turn as fill it. */
async function runner({ name, make, kind, per = 1 }, inputs, turnMs) {
  const { loop } = await import(`./loop.mjs?${copies++}`);
  function turn(passes) {
    const start = performance.now();
    const seen = loop(make, kind.look, inputs, passes);
    const ms = performance.now() - start;
    if (Number.isNaN(seen)) throw new Error(`${name} gives something that cannot be looked at`);
    return ms;
  }
  let passes = 1;
  for (let warmed = 0; warmed < WARMING;) {
    const ms = turn(passes);
    if (ms < turnMs / 2) {
      passes *= 2;
    } else {
      passes = Math.max(1, Math.round((passes * turnMs) / ms));
      warmed++;
    }
  }
  return { name, samples: [], measure: () => (turn(passes) * 1e6) / passes / per };
}

/**
 * How many different values a sample of a generator's holds; one that repeats itself would win. Of a peer that is known to it is
 * told, for then no other one would be left to compare with.
 */
function distinct({ name, make, kind, per = 1, repeats = false }) {
  const found = new Set();
  for (let made = 0; made < COUNTED; made += per) kind.spell(make()).forEach((value) => found.add(value));
  return repeats ? `${found.size} of ${COUNTED} distinct` : all(name, found.size, COUNTED, 'distinct');
}

/** How many inputs are read as they should be. */
function right({ name, make, kind }, inputs, expected) {
  const found = inputs.filter((input) => kind.spell(make(input))[0] === kind.spell(expected(input))[0]);
  return all(name, found.length, inputs.length, 'right');
}

function all(name, found, of, what) {
  if (found !== of) throw new Error(`${name}: ${found} of ${of} ${what}, so its speed says nothing`);
  return `${found} of ${of} ${what}`;
}

export function median(samples) {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[sorted.length >> 1];
}

const chance = numbers();

/** Runs each in turns, as often as told, in an order that is new every round. */
export function inTurns(runners, rounds) {
  const order = [...runners];
  for (let round = 0; round < rounds; round++) {
    for (let left = order.length; left > 1; left--) {
      const at = Math.floor((chance.next().value / 2 ** 32) * left);
      [order[left - 1], order[at]] = [order[at], order[left - 1]];
    }
    for (const { samples, measure } of order) samples.push(measure());
  }
}

/**
 * Races the candidates of a contest and prints a table.
 *
 * A candidate without `make` is not in this runtime, which is said. `inputs` is a power of two of them, for contests
 * that read; `expected` then gives what reading one should.
 */
export async function race({ title, candidates, inputs, expected, remark = () => '', aims = [] }, { turns, turnMs }) {
  head(title);
  const present = candidates.filter(({ make }) => make !== undefined);
  const proofs = present.map((candidate) => (expected ? right(candidate, inputs, expected) : distinct(candidate)));
  const runners = [];
  for (const candidate of present) runners.push(await runner(candidate, inputs ?? [undefined], turnMs));
  inTurns(runners, turns);

  const medians = new Map(runners.map(({ name, samples }) => [name, median(samples)]));
  const [first] = medians.values();
  present.forEach((candidate, at) => {
    const ns = medians.get(candidate.name);
    const figures = `${ns.toFixed(1).padStart(9)} ns  ${(ns / first).toFixed(2).padStart(6)} ×`;
    console.log(`  ${candidate.name.padEnd(32)}${figures}  ${proofs[at].padStart(23)}  ${remark(candidate)}`.trimEnd());
  });
  for (const { name, make } of candidates)
    if (make === undefined) console.log(`  ${name.padEnd(32)} not in this runtime`);
  for (const { ours, times, than } of aims) {
    const ratio = medians.get(than) / medians.get(ours);
    verdict(`${ours} at least ${Number(times.toFixed(2))} × as fast as ${than}`, ratio.toFixed(2), ratio >= times);
  }
}
