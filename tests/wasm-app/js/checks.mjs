// What is checked inside a place; a check that finds a fault throws.

import { drain, said } from './loading.mjs';
import { withClock, withOwn, withRandom } from './stand-in.mjs';

const NOW = 1_764_417_600_000;

const V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

function check(holds, what) {
  if (!holds) throw new Error(what);
}

function matches(text, pattern) {
  check(pattern.test(text), `${text} should match ${pattern}`);
}

const msOf = (v7) => parseInt(v7.replace('-', '').slice(0, 12), 16);

/** So many ids, each larger than the one before. */
function rising(count, make) {
  let last = '';
  for (let n = 0; n < count; n += 1) {
    const id = make();
    check(id > last, `${id} should come after ${last}`);
    last = id;
  }
  return last;
}

/** Readings that no clock should give, and the sentence of each. */
const CLOCKS = [
  [
    'throws',
    () => {
      throw new Error('no clock');
    },
    /could not be read/,
  ],
  [
    'throws nothing',
    () => {
      throw undefined;
    },
    /could not be read/,
  ],
  ['NaN', () => NaN, /could not be read/],
  ['Infinity', () => Infinity, /could not be read/],
  ['-Infinity', () => -Infinity, /could not be read/],
  ['a fraction', () => NOW + 0.5, /could not be read/],
  ['nothing', () => undefined, /could not be read/],
  ['a text', () => 'noon', /could not be read/],
  ['a BigInt', () => BigInt(NOW), /BigInt/],
  ['1 ms before 1970', () => -1, /1 ms before the epoch/],
  ['2^48', () => 2 ** 48, /the time field has no such time/],
];

/** Sources that give nothing, and the sentence of each. */
const SOURCES = [
  ['no crypto', undefined, /getRandomValues is missing: load a polyfill/],
  ['crypto is null', null, /getRandomValues is missing: load a polyfill/],
  ['no getRandomValues', {}, /getRandomValues is missing: load a polyfill/],
  ['no function', { getRandomValues: 7 }, /getRandomValues is missing: load a polyfill/],
  [
    'throws',
    {
      getRandomValues: () => {
        throw new Error('not now');
      },
    },
    /getRandomValues threw/,
  ],
];

export const CHECKS = {
  'each id is of its kind'(app) {
    matches(app.v4(), V4);
    matches(app.v7(), V7);
    matches(app.ulid(), ULID);
  },

  'ids carry the time of the clock, or of the one in its place'(app) {
    const before = Date.now();
    const ms = msOf(app.v7());
    check(ms >= before && ms <= Date.now(), `${ms} should be from ${before} on`);
    const then = msOf(withOwn(globalThis, 'Date', { now: () => 2 * NOW }, app.v7));
    check(then === 2 * NOW, `${then} should be ${2 * NOW}`);
  },

  '20 000 ids rise, and a frozen clock or one that steps back changes nothing'(app) {
    rising(20_000, app.v7);
    rising(20_000, app.ulid);
    const now = Date.now();
    const clocks = [() => now, () => now - 5_000];
    let last = rising(1, app.v7);
    for (const clock of clocks) {
      const first = withClock(clock, app.v7);
      check(first > last, `${first} should come after ${last}`);
      last = withClock(clock, () => rising(20_000, app.v7));
      withClock(clock, () => rising(20_000, app.ulid));
    }
  },

  'a clock that fails is an error with a sentence, and harms nothing'(app) {
    for (const [name, clock, sentence] of CLOCKS) {
      const before = app.v7();
      for (const make of [app.v7, app.ulid]) {
        const message = withClock(clock, () => said(make));
        check(sentence.test(message), `${name}: ${message}`);
      }
      const after = app.v7();
      check(after > before && V7.test(after), `${name}: ${after} should come after ${before}`);
      matches(withClock(clock, app.v4), V4);
    }
  },

  'a source that fails is an error that says what is missing, and is counted'(app) {
    for (const [name, crypto, sentence] of SOURCES) {
      drain(app);
      const [minted, failures] = app.counts();
      for (const make of [app.v4, app.v7]) {
        const message = withOwn(globalThis, 'crypto', crypto, () => said(make));
        check(sentence.test(message), `${name}: ${message}`);
      }
      const counts = app.counts();
      check(counts[0] === minted && counts[1] === failures + 1, `${name}: ${counts}`);
      matches(app.v7(), V7);
    }
  },

  'a clock and a source that make ids themselves get theirs'(app) {
    const seen = [];
    const { crypto } = globalThis;
    /** Makes one of each, at the first call. */
    const makes = (answer) => {
      let first = true;
      return (given) => {
        if (first) {
          first = false;
          for (const make of [app.v7, app.ulid, app.v4]) seen.push(make());
        }
        return answer(given);
      };
    };
    drain(app);
    const id = withClock(
      makes(() => NOW),
      () =>
        withRandom(
          makes((array) => crypto.getRandomValues(array)),
          app.v7,
        ),
    );
    seen.push(id);
    check(seen.length === 7 && new Set(seen).size === 7, `${seen} should be 7 ids`);
    for (const each of seen) check(V4.test(each) || V7.test(each) || ULID.test(each), each);
    rising(100, app.v7);
  },

  'a million ids leave memory as it was'(app, wasm) {
    const sizes = () => {
      const tables = Object.values(wasm).filter((each) => each instanceof WebAssembly.Table);
      return [wasm.memory.buffer.byteLength, ...tables.map((table) => table.length)].join(' ');
    };
    const errors = () => CLOCKS.forEach(([, clock]) => withClock(clock, () => said(app.v7)));
    rising(1_000, app.v7);
    errors();
    const before = sizes();
    rising(1_000_000, app.v7);
    for (let n = 0; n < 1_000; n += 1) errors();
    check(sizes() === before, `${before} became ${sizes()}`);
  },

  'the module exports what the app does, and nothing of the npm package'(app, wasm) {
    const names = Object.keys(wasm);
    for (const name of ['v4', 'v7', 'ulid']) check(names.includes(name), `${names} should hold ${name}`);
    for (const name of ['desk', 'mint', 'configure', 'parse'])
      check(!names.includes(name), `${names} should not hold ${name}`);
  },
};
