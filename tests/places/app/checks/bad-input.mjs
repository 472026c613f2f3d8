// Bad input: an error with a code each time, and nothing lost by it.

import {
  MintError,
  convert,
  createUlid,
  createUuidv4,
  createUuidv7,
  isPlausible,
  ulid,
  uuid,
  uuidv4,
  uuidv7,
} from 'mintid';

import { replaced } from '../replace.mjs';
import { detached } from './detach.mjs';
import { codeOf, ensure, inOrder, same, times } from './expect.mjs';

const CREATE = { createUuidv4, createUuidv7, createUlid };
const ORDERED = { createUuidv7, createUlid };

/** No time, or none that fits. */
const BAD_TIMES = [
  [NaN, 'INVALID_TIME'],
  [Infinity, 'INVALID_TIME'],
  [-Infinity, 'INVALID_TIME'],
  [1.5, 'INVALID_TIME'],
  [new Date(NaN), 'INVALID_TIME'],
  [null, 'INVALID_TIME'],
  [undefined, 'INVALID_TIME'],
  ['5', 'INVALID_TIME'],
  [5n, 'INVALID_TIME'],
  [[], 'INVALID_TIME'],
  [-1, 'TIME_RANGE'],
  [2 ** 48, 'TIME_RANGE'],
  [2 ** 53, 'TIME_RANGE'],
];

/** A clock's readings, beside those that throw. */
const BAD_READINGS = [
  [NaN, 'CLOCK_FAILED'],
  [Infinity, 'CLOCK_FAILED'],
  [1.5, 'CLOCK_FAILED'],
  ['1764417600000', 'CLOCK_FAILED'],
  [5n, 'CLOCK_FAILED'],
  [undefined, 'CLOCK_FAILED'],
  [new Date(), 'CLOCK_FAILED'],
  [null, 'UNSET'],
  [-1, 'BEFORE_EPOCH'],
  [2 ** 48, 'HORIZON'],
];

const BAD_COUNTS = [-1, 1e9, 1.5, NaN, Infinity, '5', null, undefined, 5n];

/** Of the right length in UTF-16, in UTF-8 or as bytes, and no id. */
const BAD_TEXTS = [
  ['', 'INVALID_LENGTH'],
  ['x', 'INVALID_LENGTH'],
  ['\u0130'.repeat(36), 'INVALID_CHARACTER'],
  ['\u0130'.repeat(26), 'INVALID_CHARACTER'],
  ['\u{1f600}'.repeat(9), 'INVALID_CHARACTER'],
  ['00000000-0000-4000-8000-00000000000\u0130', 'INVALID_CHARACTER'],
  ['0000000000000000000000000\uff10', 'INVALID_CHARACTER'],
  ['0'.repeat(1000), 'INVALID_LENGTH'],
];

/** What is no text at all. */
const NO_TEXTS = [null, undefined, 5, 5n, {}, [], new Uint8Array(16), Symbol('id')];

/** What is no array of 16 bytes. */
const BAD_BYTES = [
  [new Uint8Array(15), 'INVALID_LENGTH'],
  [new Uint8Array(17), 'INVALID_LENGTH'],
  [new Uint8Array(0), 'INVALID_LENGTH'],
  [Array(16).fill(0), 'INVALID_ARGUMENT'],
  [new ArrayBuffer(16), 'INVALID_ARGUMENT'],
  ['0123456789abcdef', 'INVALID_ARGUMENT'],
  [null, 'INVALID_ARGUMENT'],
];

/** Sources that are none. */
const BAD_SOURCES = [
  () => {
    throw new Error('no source');
  },
  () => new Uint8Array(1),
  () => undefined,
  () => 'random',
  (length) => Array(length).fill(7),
  (length) => new Uint8Array(length + 1),
];

/** A text of one's own spelling, and the code that it should end with. */
const told = (value) => (typeof value === 'symbol' ? 'a symbol' : `${typeof value} ${String(value)}`);

function refuses(call, code, what) {
  same(codeOf(call), code, what);
}

export const BAD_INPUT = {
  'a time that is none is refused wherever one is taken'() {
    for (const [time, code] of BAD_TIMES) {
      for (const [name, kind] of Object.entries({ uuidv7, ulid })) {
        for (const method of ['at', 'min', 'max'])
          refuses(() => kind[method](time), code, `${name}.${method} ${told(time)}`);
      }
      // There is no bound where none is given.
      if (time === undefined) continue;
      refuses(() => isPlausible(uuidv7(), { after: time }), code, `isPlausible after ${told(time)}`);
    }
  },

  'a clock that is none is refused, and the order goes on once it is right'() {
    for (const [name, create] of Object.entries(ORDERED)) {
      let read = () => 1_764_417_600_000;
      const ids = create({ now: () => read() });
      const made = [ids()];
      for (const [reading, code] of BAD_READINGS) {
        read = () => reading;
        refuses(ids, code, `${name} ${told(reading)}`);
        refuses(() => ids.many(3), code, `${name}.many ${told(reading)}`);
        read = () => 1_764_417_600_000;
        made.push(ids());
      }
      read = () => {
        throw new Error('no clock');
      };
      refuses(ids, 'CLOCK_FAILED', `${name} with a clock that throws`);
      read = () => 1_764_417_600_000;
      inOrder([...made, ids()], name);
      same(ids.meter().minted, made.length + 1, name);
    }
  },

  'a source that throws or gives too little makes no id, and nothing is made of zeros or twice'() {
    for (const [name, create] of Object.entries(CREATE)) {
      let source = (length) => globalThis.crypto.getRandomValues(new Uint8Array(length));
      const random = (length) => source(length);
      // A step of one takes no bytes, and would not meet the source.
      const ids = create(create === createUlid ? { random, step: 'random' } : { random });
      const good = source;
      const made = [ids()];
      for (const bad of BAD_SOURCES) {
        source = bad;
        refuses(ids, 'RNG_FAILED', `${name} ${bad}`);
        refuses(() => ids.bytes(), 'RNG_FAILED', `${name}.bytes ${bad}`);
        refuses(() => ids.many(3), 'RNG_FAILED', `${name}.many ${bad}`);
        source = good;
        made.push(ids());
      }
      same(new Set(made).size, made.length, `distinct ${name}`);
      if (create !== createUuidv4) inOrder(made, name);
    }
  },

  'a platform source that throws makes no id, and is asked again'() {
    const before = uuidv7();
    const getRandomValues = () => {
      throw new Error('no source');
    };
    const restore = replaced('crypto', { getRandomValues });
    try {
      // What was drawn before is used up first.
      const codes = times(10_000, () => codeOf(uuidv4));
      same(codes[codes.length - 1], 'RNG_FAILED', 'refused at last');
    } finally {
      restore();
    }
    inOrder([before, uuidv7()], 'uuidv7');
  },

  'a count that is none is refused, and nothing is made'() {
    for (const [name, create] of Object.entries(CREATE)) {
      const ids = create();
      for (const count of BAD_COUNTS) refuses(() => ids.many(count), 'INVALID_ARGUMENT', `${name}.many ${told(count)}`);
      if (ids.meter) same(ids.meter().minted, 0, name);
    }
  },

  'text that is no id is refused with its place, and no check throws for it'() {
    for (const [name, kind] of Object.entries({ uuid, uuidv4, uuidv7, ulid })) {
      for (const [text, code] of BAD_TEXTS) {
        // One kind's length is not the other's.
        const codes = ['INVALID_LENGTH', code];
        ensure(codes.includes(codeOf(() => kind.parse(text))), `${name} ${text}`);
        ensure(codeOf(() => kind.parseLenient(text)) !== undefined, `${name} ${text}`);
        same(kind.isValid(text), false, `${name} ${text}`);
      }
      for (const text of NO_TEXTS) {
        refuses(() => kind.parse(text), 'INVALID_ARGUMENT', `${name} ${told(text)}`);
        same(kind.isValid(text), false, `${name} ${told(text)}`);
      }
    }
    refuses(() => ulid.parse('8ZZZZZZZZZZZZZZZZZZZZZZZZZ'), 'OVERFLOW', 'above 128 bits');
    refuses(() => uuidv7.parse(uuidv4()), 'WRONG_VERSION', 'v4 for v7');
    for (const value of [-1n, 2n ** 128n]) refuses(() => convert.bigIntToUuid(value), 'OVERFLOW', told(value));
    for (const value of [5, '5', null]) refuses(() => convert.bigIntToUuid(value), 'INVALID_ARGUMENT', told(value));
  },

  'bytes that are none of 16 are refused, and a buffer that went elsewhere too'() {
    const gone = detached();
    for (const [name, kind] of Object.entries({ uuid, ulid })) {
      for (const [bytes, code] of BAD_BYTES) refuses(() => kind.format(bytes), code, `${name} ${told(bytes)}`);
      if (gone) refuses(() => kind.format(gone), 'INVALID_LENGTH', `${name} detached`);
    }
    for (const bytes of [new Uint8Array(15), new Uint8Array(0), gone ?? new Uint8Array(17)]) {
      refuses(() => uuidv7.fill(bytes), 'INVALID_LENGTH', `fill ${bytes.length}`);
    }
    refuses(() => uuidv7.fill([]), 'INVALID_ARGUMENT', 'fill');
    return gone ? 'a detached buffer too' : 'no detached buffer: this engine has no way to detach one';
  },

  'a store that throws or holds rubbish stops nothing unless it is told to'() {
    const throws = () => {
      throw new Error('no storage');
    };
    const kept = (text) => ({ getItem: () => text, setItem: () => {} });
    for (const [name, create] of Object.entries(ORDERED)) {
      for (const store of [
        { getItem: throws, setItem: throws },
        { getItem: () => null, setItem: throws },
      ]) {
        const ids = create({ mark: { store, key: 'mark' } });
        inOrder(times(100, ids), name);
        ensure(ids.meter().late > 0, `${name}: late ids are not counted`);
        same(ids.meter().storeError.message, 'no storage', name);
        refuses(create({ mark: { store, key: 'mark', onLate: 'refuse' } }), 'MARK_DUE', name);
      }
      for (const rubbish of ['rubbish', '', '-1', '1.5', String(2 ** 60)]) {
        const ids = create({ mark: { store: kept(rubbish), key: 'mark', onLate: 'refuse' } });
        ensure(['MARK_INVALID', 'MARK_DUE'].includes(codeOf(ids)), `${name}: a mark of ${rubbish} is taken`);
      }
    }
  },

  "an error says what it is, and is no other package's"() {
    const error = new MintError('FULL', 'full');
    same([error.name, error.code, error.message, error instanceof Error], ['MintError', 'FULL', 'full', true], 'error');
  },
};
