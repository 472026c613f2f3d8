// What the tests of all places share.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { PLACES } from '../../places/drivers/places.mjs';
import { CHECKS } from '../js/checks.mjs';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const ULID = /^[\dA-Z]{26}$/;

const VECTORS = new URL('../../vectors/traces.json', import.meta.url);
const TRACES = JSON.parse(readFileSync(VECTORS, 'utf8')).filter(({ scheme }) => scheme === 'v7' || scheme === 'ulid');

/** What the app says of a call, in the words of the vectors. */
function inWords(said) {
  if (UUID.test(said) || ULID.test(said)) return { id: said };
  if (said.startsWith('entropy')) return { refused: 'entropy' };
  const [word, number] = said.split(' ');
  if (word === 'wait') return { wait_ms: Number(number) };
  return number === undefined ? { refused: word } : { refused: word, by_ms: Number(number) };
}

/** Every member that a call is expected to have; `why` is not the app's to say. */
function compare({ id, expect }, said) {
  assert.equal(said.length, expect.length, id);
  for (const [n, { why, ...expected }] of expect.entries()) {
    const answer = inWords(said[n]);
    const named = Object.fromEntries(Object.keys(expected).map((name) => [name, answer[name]]));
    assert.deepEqual(named, expected, `${id}, call ${n}: ${said[n]}`);
  }
}

/** Where the script is loaded without a clock and without randomness. */
const BARRED = {
  plain: /crypto\.getRandomValues threw: in a Worker, make ids in a handler/,
  bounded: /^unset$/,
};

/** All of it in one place. */
export function everywhere(name, app = 'rust', atLoading = { plain: UUID, bounded: UUID }) {
  test(`${name}: a Rust app`, async (t) => {
    const running = await PLACES[name].start(app);
    t.after(() => running.stop());
    t.diagnostic(`${name} ${running.version}`);
    async function ask(item) {
      const { outcome, failed } = JSON.parse(await running.ask(JSON.stringify(item)));
      assert.equal(failed, undefined);
      return outcome;
    }

    const { plain, bounded, first, again } = await ask({ check: 'loading' });
    await t.test('an id made while the script is loaded is one, or is refused with a sentence', () => {
      assert.match(plain, atLoading.plain);
      assert.match(bounded, atLoading.bounded);
    });
    await t.test('what the app draws ahead changes no byte', () => {
      assert.equal(new Set(first).size, first.length);
      assert.deepEqual(first, again);
    });
    for (const check of Object.keys(CHECKS)) {
      await t.test(check, () => ask({ check }));
    }
    await t.test('every trace gives the bytes that it gives elsewhere', async (t) => {
      assert.ok(TRACES.length > 0);
      for (const trace of TRACES) compare(trace, await ask({ trace: { ...trace, expect: undefined } }));
      t.diagnostic(`${TRACES.length} traces`);
    });
  });
}

/** A Worker takes the module ready-made, and has neither clock nor randomness at its top level. */
export const worker = (name) => everywhere(name, 'rust-module', BARRED);
