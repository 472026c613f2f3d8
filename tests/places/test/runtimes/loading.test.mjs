// Ids made while an app is loaded: most places let it, and workerd has no randomness then.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { PLACES } from '../../drivers/places.mjs';
import { outcome, start } from '../support.mjs';

for (const name of ['node', 'require', 'js', 'deno', 'bun', 'edge', 'hermes']) {
  test(`${name}: an id made while the app is loaded is one like the others`, async (t) => {
    const { id } = await outcome(await start(t, PLACES[name], 'early'), {});
    assert.match(id, /^[\da-f-]{36}$/);
  });
}

test('workerd: outside a request there is an error with a code, and inside ids are made', async (t) => {
  const { code, cause } = await outcome(await start(t, PLACES.workerd, 'early'), {});
  assert.equal(code, 'RNG_FAILED');
  assert.match(cause, /random/i);
});
