// Ranges: spans counted, used up, granted twice, and shared by two that take at the same time.
//
// What comes of them comes later, and is handed back as a promise.

import { createRanges } from 'mintid/ranges';

import { atMost } from './common.mjs';

const ONE = BigInt(1);

/** An allocator that is granted these and nothing else; it asks for all of them as soon as it is used. */
function granted(spans, lowWater = 0) {
  const left = [...spans];
  const reserve = () => {
    if (left.length === 0) throw new Error('there are no more');
    const [first, last] = left.shift();
    return { first, last };
  };
  return createRanges({ reserve, lowWater, ceiling: 'u64', backoff: { firstMs: 0, longestMs: 0 } });
}

const countOf = (spans) => spans.reduce((sum, { first, last }) => sum + last - first + ONE, BigInt(0));

/** Takes ids until so many are taken or one is refused; what was taken, and whether there are no more. */
function taken(ids, most, all = []) {
  if (all.length === most) return Promise.resolve({ all, isOver: false });
  return ids.next().then(
    (id) => {
      all.push(id);
      return taken(ids, most, all);
    },
    () => ({ all, isOver: true }),
  );
}

function take({ start, end_inclusive, take: most }) {
  atMost('take', most);
  return taken(granted([[start, end_inclusive]]), most).then(({ all, isOver }) => {
    const out = all.findIndex((id, at) => id !== BigInt(start) + BigInt(at));
    if (out >= 0) throw new Error(`${all[out]} comes at ${out}`);
    return isOver ? { taken: all.length, then: 'error:exhausted' } : { taken: all.length };
  });
}

/** How many ids there are, or what the package says of the span. */
function count({ start, end_inclusive }) {
  const ids = granted([[start, end_inclusive]]);
  return ids
    .ready()
    .then(() => ids.giveBack())
    .then(
      (spans) => ({ count: String(countOf(spans)) }),
      (error) => {
        if (error.code === 'SPAN_INVALID' && /below its first/.test(error.message)) return { error: 'empty_range' };
        throw error;
      },
    );
}

/** Grants one after the other: each is asked for while those before are held. */
function grants({ grants: spans }) {
  const ids = granted(spans, Number.MAX_SAFE_INTEGER);
  const more = () => {
    const { supplied, error } = ids.meter();
    if (error?.code === 'SPAN_OVERLAP') return { error_or_detect: `overlap at ${/from (\d+) on/.exec(error.message)[1]}` };
    if (supplied < spans.length && error === undefined) {
      ids.tryNext();
      return Promise.resolve().then(more);
    }
    return ids.giveBack().then((left) => ({ count: String(countOf(left) + BigInt(ids.meter().taken)) }));
  };
  return ids.ready().then(more);
}

/** JavaScript has no two threads in one allocator; two takers wait side by side. */
function twoTakers({ range: [first, last] }) {
  if (BigInt(last) - BigInt(first) >= BigInt(2 ** 16)) throw new Error('a span for two should be of at most 65536');
  const ids = granted([[first, last]]);
  return Promise.all([taken(ids, Infinity), taken(ids, Infinity)]).then((both) => {
    const all = both.flatMap(({ all }) => all);
    return { unique: new Set(all).size === all.length, count: all.length };
  });
}

export const RANGE = {
  range(input) {
    if (input.grants !== undefined) return grants(input);
    if (input.two_threads !== undefined) return twoTakers(input);
    if (input.start === undefined) throw new Error('the vector lacks `start`');
    return input.take === undefined ? count(input) : take(input);
  },
};
