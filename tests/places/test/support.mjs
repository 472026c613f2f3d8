// What the tests of all places share.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { CHECKS } from '../app/checks/all.mjs';
import { deterministic } from '../app/entries.mjs';

/** The outcome of a question. */
export async function outcome(running, item) {
  const said = JSON.parse(await running.ask(JSON.stringify(item)));
  if (!('outcome' in said)) throw new Error(said.failed ?? JSON.stringify(said));
  return said.outcome;
}

/** Starts an app, and sees to its end. */
export async function start(t, place, app, options) {
  const running = await place.start(app, options);
  t.after(() => running.stop());
  return running;
}

/** Every check is a test, but those that cannot be run here; `backend` is what should run the core. */
export async function everyCheck(t, running, backend, without = []) {
  for (const name of without) assert.ok(name in CHECKS, `there is no check \`${name}\``);
  await t.test(`runs on ${backend}`, async () => assert.equal(await outcome(running, { check: 'backend' }), backend));
  for (const name of Object.keys(CHECKS).filter((name) => !without.includes(name))) {
    await t.test(name, async (t) => {
      const said = await outcome(running, { check: name });
      if (said !== null) t.diagnostic(said);
    });
  }
}

/** What the first call may touch beside the source: the clock, what runs the core, and Bun's own way to read text. */
const FIRST = ['Buffer', 'Date', 'WebAssembly', 'crypto'];

/** Tests for a place, each of which starts an app of its own there. */
export function everyApp(name, place) {
  test(`${name}: the package`, async (t) => {
    const running = await start(t, place, 'main');
    t.diagnostic(`${name} ${running.version}`);
    await everyCheck(t, running, place.backend);
  });

  test(`${name}: nothing is touched at import, and a source that comes late is taken`, async (t) => {
    const said = await outcome(await start(t, place, 'late'), {});
    assert.deepEqual([said.atImport, said.atCreation], [[], []]);
    assert.equal(said.error.code, 'RNG_UNAVAILABLE');
    assert.match(said.error.message, /polyfill/);
    assert.deepEqual(
      said.atFirst.filter((touched) => !FIRST.includes(touched)),
      [],
    );
    assert.ok(said.atFirst.includes('crypto'), 'the watch has seen nothing');
  });

  test(`${name}: two copies in one app make ids in one order`, async (t) => {
    assert.equal(await outcome(await start(t, place, 'copies'), {}), place.backend);
  });

  test(`${name}: every entry works, on one core and with the bytes of other places`, async (t) => {
    assert.deepEqual(await outcome(await start(t, place, 'entries'), {}), deterministic());
  });
}
