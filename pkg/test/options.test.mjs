// Options: what is taken, and what is refused when the generator is made.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createUlid, createUuidv4, createUuidv7, uuidv4, uuidv7 } from '../dist/index.js';
import { NOW, codeOf, errorOf, manual, memory } from './support.mjs';

const ALL = [createUuidv4, createUuidv7, createUlid];

test('a generator told of an earlier id makes later ones only', () => {
  const earlier = uuidv7.max(NOW);
  const ids = createUuidv7({ now: manual(), after: earlier });
  assert.ok(ids() > earlier);
});

test('an id to start after that is none is refused when the generator is made, with what is wrong with it', () => {
  const cases = [
    [createUuidv7, 'x', 'INVALID_LENGTH'],
    [createUuidv7, uuidv4(), 'WRONG_VERSION'],
    [createUuidv7, '01ARYZ6S41TSV4RRFFQ69G5FAV', 'INVALID_LENGTH'],
    [createUlid, '01ARYZ6S41TSV4RRFFQ69G5FAU', 'INVALID_CHARACTER'],
    [createUlid, '80000000000000000000000000', 'OVERFLOW'],
  ];
  for (const [create, after, code] of cases) {
    const error = errorOf(() => create({ after }));
    assert.deepEqual([error?.code, error?.cause?.code], ['INVALID_OPTION', code], after);
    assert.match(error.message, /^after should be a /);
  }
});

test('an option that is none is refused when the generator is made', () => {
  const cases = [
    ...[11, 43, 20.5, NaN, '20'].map((counterBits) => [createUuidv7, { counterBits }]),
    ...['two', 1, null].map((step) => [createUlid, { step }]),
    ...['hold', {}, 7, { hold: -1 }, { hold: 1, beyond: 'x' }, { wait: 2 ** 32 }].map((onBehind) => [
      createUlid,
      { onBehind },
    ]),
    ...['borrow', {}, { borrow: 1.5 }].map((onFull) => [createUuidv7, { onFull }]),
    ...[
      {},
      { store: memory() },
      { store: {}, key: 'x' },
      { store: memory(), key: 'x', windowMs: 0 },
      { store: memory(), key: 'x', windowMs: 2 ** 32 },
    ].map((mark) => [createUuidv7, { mark }]),
    [createUuidv7, { now: 7 }],
    [createUuidv7, { after: 7 }],
    [createUuidv7, { mark: null }],
    [createUuidv4, { random: 'crypto' }],
  ];
  for (const [create, options] of cases) {
    assert.equal(
      codeOf(() => create(options)),
      'INVALID_OPTION',
      JSON.stringify(options),
    );
  }
});

test('options that are no object are refused', () => {
  for (const create of ALL) {
    for (const options of [null, 5, 'x', true, 1n, Symbol('x'), () => ({}), []]) {
      assert.equal(
        codeOf(() => create(options)),
        'INVALID_OPTION',
        `${create.name} ${String(options)}`,
      );
    }
    assert.equal(typeof create(undefined)(), 'string');
    assert.equal(typeof create({})(), 'string');
  }
});

test('a name that is not known is refused and said, wherever it stands', () => {
  const store = memory();
  const cases = [
    [createUuidv7, { on_full: 'wait' }, 'on_full'],
    [createUuidv7, { onbehind: 'refuse' }, 'onbehind'],
    [createUuidv7, { counterbits: 20 }, 'counterbits'],
    [createUuidv7, { step: 'one' }, 'step'],
    [createUlid, { counterBits: 20 }, 'counterBits'],
    [createUlid, { onunset: 'refuse' }, 'onunset'],
    [createUuidv4, { rng: undefined }, 'rng'],
    [createUuidv4, { now: Date.now }, 'now'],
    [createUlid, { onBehind: { hold: 1, wait: 2 } }, 'onBehind.hold'],
    [createUlid, { onBehind: { hold: 1, byond: 'refuse' } }, 'onBehind.byond'],
    [createUlid, { onBehind: { wait: 1, beyond: 'refuse' } }, 'onBehind.beyond'],
    [createUlid, { onFull: { borrow: 1, upTo: 2 } }, 'onFull.upTo'],
    [createUlid, { mark: { store, key: 'x', onlate: 'refuse' } }, 'mark.onlate'],
  ];
  for (const [create, options, name] of cases) {
    const { code, message } = errorOf(() => create(options)) ?? {};
    assert.equal(code, 'INVALID_OPTION', name);
    assert.ok(message.startsWith(`${name} is not known here; known are `), message);
  }
});

test('a change to the options after the generator was made changes nothing', () => {
  const mark = { store: memory(), key: 'mintid' };
  const options = { now: manual(), mark };
  const ids = createUuidv7(options);
  options.now = () => 'x';
  options.after = 'x';
  mark.key = 7;
  mark.store = undefined;
  assert.equal(uuidv7.timestamp(ids()), NOW);
});
