/** The tables of the page about moving, row by row, with the packages that one moves from. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';

import * as mintid from 'mintid';
import * as ulid from 'ulid';
import * as uuid from 'uuid';
import * as uuidv7 from 'uuidv7';

import { textOf } from '../pages.js';
import { REPLACEMENTS } from '../recipes/moving.js';
import { outcomeOf, said, tables, valueOf } from '../tables.js';

const PEERS = { uuid, ulid, uuidv7 };
type Peer = keyof typeof PEERS;

/** What the calls in the tables are given. */
const GIVEN = {
  time: 1_764_417_600_000,
  text: '019acf7b-fa00-73a3-8af1-d0cbf86bb75d',
  id: '01KB7QQYG07VMCNWEGSFW6QDTX',
  bytes: Uint8Array.from([1, 154, 207, 123, 250, 0, 115, 163, 138, 241, 208, 203, 248, 107, 183, 93]),
};

const TABLES = tables(textOf('moving.md'));

/** Those with this first cell: for each peer, and not empty. */
function rowsOf(headOf: (peer: Peer) => string[]): [Peer, readonly string[]][] {
  return (Object.keys(PEERS) as Peer[]).flatMap((peer) => {
    const table = TABLES.find(({ head }) => head.join() === headOf(peer).join());
    assert.ok(table !== undefined && table.rows.length > 0, `there is no table ${headOf(peer).join(' | ')}`);
    return table.rows.map((row): [Peer, readonly string[]] => [peer, row]);
  });
}

/** What there is to compare in an id that is new each time: its kind, and about when it was made. */
function shapeOf(value: unknown): unknown {
  const text = value instanceof Uint8Array ? mintid.uuid.format(value) : value;
  for (const kind of ['uuidv7', 'ulid'] as const) {
    const { isValid, timestamp } = mintid[kind];
    if (!isValid(text)) continue;
    const ms = timestamp(text as string);
    return [kind, Math.abs(ms - Date.now()) < 60_000 ? 'now' : ms];
  }
  assert.ok(mintid.uuidv4.isValid(text), `${text} is no id`);
  return ['uuidv4'];
}

for (const [peer, [before, after]] of rowsOf((peer) => [peer, 'mintid'])) {
  test(`${peer}: ${before} is ${after}`, () => {
    const old = () => valueOf(before!, { ...PEERS[peer], ...GIVEN });
    const now = () => valueOf(after!, { ...mintid, ...GIVEN });
    const isFresh = !isDeepStrictEqual(old(), old());
    if (isFresh) assert.deepEqual(shapeOf(now()), shapeOf(old()));
    else assert.deepEqual(now(), old());
  });
}

for (const [peer, [call, before, after]] of rowsOf((peer) => ['call', peer, `mintid/compat/${peer}`])) {
  test(`${peer}: ${call} gave ${before} and now gives ${after}`, () => {
    for (const [names, cell] of [
      [PEERS[peer], before!],
      [REPLACEMENTS[peer], after!],
    ] as const) {
      const outcome = outcomeOf(call!, names);
      const expected = said(cell);
      if ('begins' in expected) assert.ok(String(outcome).startsWith(expected.begins), `${outcome}`);
      else assert.deepEqual(outcome, 'is' in expected ? expected.is : expected);
    }
  });
}

test('every table is tested', () => {
  assert.equal(TABLES.length, 2 * Object.keys(PEERS).length);
});

test('a cell is read as a value, as the beginning of one, or as an error', () => {
  assert.deepEqual(said('1469922850259'), { is: 1469922850259 });
  assert.deepEqual(said("'01…'"), { begins: '01' });
  assert.deepEqual(said('TypeError'), { thrown: 'TypeError' });
  assert.deepEqual(outcomeOf('text.length', { text: 'abc' }), 3);
  assert.deepEqual(outcomeOf('null.x', {}), { thrown: 'TypeError' });
});

test('the replacements have what they stand in for, but for what the page names', () => {
  const missing = (peer: Peer) => Object.keys(PEERS[peer]).filter((name) => !(name in REPLACEMENTS[peer]));
  assert.deepEqual(missing('uuidv7'), []);
  const page = textOf('moving.md');
  for (const name of [...missing('uuid'), ...missing('ulid')]) {
    assert.match(page, new RegExp(`\\b${name}\\b`));
  }
});

test('v7 with options that say nothing is in order, and v4 leaves the given bytes as they are', () => {
  for (const [{ v4, v7 }, inOrder] of [
    [uuid, false],
    [REPLACEMENTS.uuid, true],
  ] as const) {
    const ids = Array.from({ length: 2000 }, () => v7({}));
    assert.equal(ids.join() === ids.toSorted().join(), inOrder);
    const random = new Uint8Array(16);
    v4({ random });
    assert.equal(
      random.every((byte) => byte === 0),
      inOrder,
    );
  }
});

test('a factory goes on after a seed that was no time, where the other throws from then on', () => {
  for (const [{ monotonicFactory }, after] of [
    [ulid, { thrown: 'ULIDError' }],
    [REPLACEMENTS.ulid, '0000000005'],
  ] as const) {
    const next = monotonicFactory();
    assert.throws(() => next(2 ** 48));
    assert.deepEqual(outcomeOf('next(5).slice(0, 10)', { next }), after);
  }
});

test('a factory whose random part is at its largest goes on in the next millisecond, where the other throws', () => {
  const next = `0000000006${'Z'.repeat(16)}`;
  for (const [{ monotonicFactory }, after] of [
    [ulid, { thrown: 'ULIDError' }],
    [REPLACEMENTS.ulid, next],
  ] as const) {
    const full = monotonicFactory(() => 0.999999);
    full(5);
    assert.deepEqual(outcomeOf('full(5)', { full }), after);
  }
});
