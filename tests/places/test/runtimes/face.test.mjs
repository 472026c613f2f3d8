// A place as a face for the vectors, asked line by line as tests/conformance asks it.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const FACE = fileURLToPath(new URL('../../face.mjs', import.meta.url));

/** What the face says to each question. */
function ask(...questions) {
  const input = questions.map((question) => `${JSON.stringify(question)}\n`).join('');
  const { stdout, stderr } = spawnSync(process.execPath, [FACE, 'node'], { input, encoding: 'utf8' });
  assert.equal(stderr, '');
  const lines = stdout.trimEnd().split('\n');
  assert.equal(lines.length, questions.length);
  return lines.map((line) => JSON.parse(line));
}

const REFUSE = { kind: 'refuse' };
const ULIDS = { scheme: 'ulid', options: { step: 'one' }, on_behind: REFUSE, on_full: REFUSE };
const NINE = '00000000000000000009';

test('a mark without a window still decides where the run starts', () => {
  const question = { ...ULIDS, mark_ms: 7, readings_ms: [5], stream_hex: NINE };
  const refused = { outcome: [{ refused: 'mark_ahead', by_ms: 2 }] };
  const resumed = { outcome: [{ id: '00000000070000000000000009', why: 'resumed' }] };
  const clock = { outcome: [{ id: '00000000050000000000000009', why: 'clock' }] };
  const onBehind = { kind: 'hold', up_to_ms: 2, beyond: 'refuse' };
  assert.deepEqual(
    ask(
      question,
      { ...question, window_ms: 0 },
      { ...question, window_ms: 0, on_behind: onBehind },
      { ...question, window_ms: null, mark_ms: 5 },
      { ...question, window_ms: 0, mark_ms: 0 },
    ),
    [refused, refused, resumed, clock, clock],
  );
});

test('a bound of 32 ones and above is none', () => {
  const question = { ...ULIDS, readings_ms: [2 ** 40, 0], stream_hex: NINE };
  const second = (upTo) => ask({ ...question, on_behind: { kind: 'wait', up_to_ms: upTo } })[0].outcome[1];
  assert.deepEqual(second(2 ** 32 - 2), { refused: 'behind', by_ms: 2 ** 40 });
  for (const upTo of [2 ** 32 - 1, 2 ** 32, 2 ** 53 - 1, { integer: '18446744073709551615' }]) {
    assert.deepEqual(second(upTo), { wait_ms: 2 ** 40 });
  }
});

test('a source with too few bytes left gives none of them', () => {
  const [{ outcome }] = ask({
    ...ULIDS,
    options: { step: 'random' },
    readings_ms: [5, 6, 5],
    stream_hex: `${NINE}000000000001`,
  });
  assert.deepEqual(outcome, [
    { id: '00000000050000000000000009', why: 'clock' },
    { refused: 'entropy' },
    { id: '0000000005000000000000000B', why: 'same' },
  ]);
});

test('integers beyond 2^53 are taken exactly or refused, never rounded', () => {
  const burst = { ...ULIDS, readings_ms_times: [[5, 1]] };
  const seeded = (seed) => ({ ...burst, stream_sha256_seed: seed });
  const [small, even, odd, below, before] = ask(
    seeded(2 ** 53 - 1),
    seeded({ integer: '9007199254740992' }),
    seeded({ integer: '9007199254740993' }),
    { ...ULIDS, readings_ms: [{ integer: '-9007199254740993' }], stream_hex: '' },
    { ...ULIDS, readings_ms: [{ integer: '-9007199254740994' }, { integer: '9007199254740993' }], stream_hex: '' },
  );
  assert.equal(new Set([small, even, odd].map(({ outcome }) => outcome.first)).size, 3);
  assert.deepEqual(below, { failed: '-9007199254740993 is not exact as a JavaScript number' });
  const distance = { integer: '9007199254740994' };
  assert.deepEqual(before, { outcome: [{ refused: 'before_epoch', by_ms: distance }, { refused: 'horizon' }] });
});

test('the words for what is wrong are those of the native face', () => {
  const answers = ask(
    { op: 'ulid_monotonic', policy: 'hold', calls: [{ ms: 1000, rand_hex: '0009' }] },
    { op: 'uuidv7_decode', uuid: 'g21ef402-cd4c-4be6-8483-a00566a43f60' },
    { op: 'uuidv7_decode', uuid: '921ef402-cd4c-4be6-8483-a00566a43f60' },
    { op: 'ulid_encode_time', js: '5n' },
    { op: 'text_ascii', items: ['\u{1f600}', '\uffff', 'é', 'Z'] },
    { op: 'no such operation' },
  );
  assert.deepEqual(answers, [
    { outcome: { ids: ['error:short_random'], strictly_increasing: true } },
    { outcome: { ok: false, error: 'char' } },
    { outcome: { error: 'not_v7' } },
    { outcome: { error: 'invalid_time' } },
    { outcome: { order: ['Z', 'é', '\uffff', '\u{1f600}'] } },
    { unknown: true },
  ]);
});

test('a question that makes no sense is one line', () => {
  const answers = ask(
    { op: 'ulid_from_bytes', hex: 'abc' },
    { op: 'ulid_parse', text: 7 },
    { op: 'ulid_monotonic', calls: [] },
    { op: 'ulid_encode_time' },
    { op: 'v4_from_random', random_len: 2 ** 40 },
    { op: 'v4_from_random', random_len: { integer: '18446744073709551615' } },
    { op: 'bytes_wrong_length', lengths: [15, 2 ** 40] },
  );
  assert.deepEqual(answers, [
    { failed: '`abc` should be pairs of hex digits' },
    { failed: 'the id should be text' },
    { failed: 'the vector lacks `policy`' },
    { failed: 'the vector lacks `ms` or `js`' },
    { failed: '`random_len` should be at most 65536' },
    { failed: '`random_len` should be at most 65536' },
    { failed: '`lengths` should be at most 65536' },
  ]);
});

test('a scheme that is not built is said to be so, whatever else is odd', () => {
  const questions = [
    { scheme: 'ksuid', readings_ms: [1] },
    { scheme: 'ksuid', readings_ms: 'x', stream_hex: 7 },
    { scheme: 'ksuid', readings_ms_times: null },
    { scheme: 'ksuid' },
  ];
  assert.deepEqual(
    ask(...questions),
    questions.map(() => ({ not_built: true })),
  );
});
