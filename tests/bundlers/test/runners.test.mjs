// Test runners: the tests of a project pass in each of their environments, with real and with fake timers.

import assert from 'node:assert/strict';
import { it } from 'node:test';

import { run } from '../support/child.mjs';
import { project } from '../support/project.mjs';

/** How many tests `cases.js` writes in each environment. */
const CASES = 4;

const RUNNERS = {
  jest: { args: ['--json'], environments: ['node', 'jsdom', 'edge'] },
  vitest: { args: ['run', '--reporter=json'], environments: ['node', 'jsdom'] },
};

for (const [runner, { args, environments }] of Object.entries(RUNNERS)) {
  it(`${runner} passes in ${environments.join(', ')}`, async () => {
    const said = JSON.parse(await run(project(runner), runner, args));
    const counts = said.testResults.map(({ name, assertionResults }) => [
      /([a-z]+)\.test\.js$/.exec(name)[1],
      assertionResults.filter(({ status }) => status === 'passed').length,
    ]);
    assert.deepEqual(Object.fromEntries(counts), Object.fromEntries(environments.map((name) => [name, CASES])));
  });
}
