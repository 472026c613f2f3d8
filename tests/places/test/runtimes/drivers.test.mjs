// The drivers themselves: whatever becomes of a run, nothing that it started is left.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'node:test';

import { HERE } from '../../drivers/bundle.mjs';
import { started, within } from '../../drivers/child.mjs';
import { piped } from '../../drivers/pipe.mjs';

/** The processes that this one started, and those that they did. */
function below(pid) {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const parents = new Map(rows.map((row) => row.trim().split(/\s+/).map(Number)));
  const isBelow = (id) => id === pid || (parents.has(id) && isBelow(parents.get(id)));
  return [...parents.keys()].filter((id) => id !== pid && isBelow(id));
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

test('a face that is told to end, or interrupted, leaves nothing behind', async () => {
  for (const end of ['end of input', 'SIGINT', 'SIGTERM']) {
    const face = spawn(process.execPath, [`${HERE}face.mjs`, 'deno'], { stdio: ['pipe', 'pipe', 'inherit'] });
    const answers = createInterface({ input: face.stdout });
    face.stdin.write('{"op":"no such operation"}\n');
    assert.deepEqual(await once(answers, 'line'), ['{"unknown":true}']);
    const children = below(face.pid);
    assert.ok(children.length > 0, 'the face has started nothing');
    if (end === 'end of input') face.stdin.end();
    else face.kill(end);
    const [code] = await once(face, 'close');
    assert.equal(code, { 'end of input': 0, SIGINT: 130, SIGTERM: 143 }[end], end);
    // A killed process may take a moment to go.
    for (let tries = 0; children.some(isAlive) && tries < 100; tries++) await sleep(20);
    assert.deepEqual(children.filter(isAlive), [], end);
  }
});

test('a program that ends, or is not there, is told with what it said last', async () => {
  const script = 'process.stdin.once("data", () => { console.error("out of luck"); process.exit(3); })';
  const running = piped(process.execPath, ['-e', script]);
  await assert.rejects(running.ask('anything'), /anything: `.*` ended with 3\nout of luck/);
  const { ended } = started('no-such-program', []);
  await assert.rejects(within(ended, new Promise(() => {}), 'start'), /`no-such-program` cannot be started/);
});

test('a place is asked for by a name that there is', async () => {
  const face = spawn(process.execPath, [`${HERE}face.mjs`, 'mars'], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  face.stderr.on('data', (chunk) => (said += chunk));
  const [code] = await once(face, 'close');
  assert.notEqual(code, 0);
  assert.match(said, /`mars` is no place; there are node, require/);
});
