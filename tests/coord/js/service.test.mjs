// The npm package against `mintid-coord serve`, whose path is in MINTID_COORD, over a file of SQLite.

import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';

import { createLeasedSnowflake } from '../../../pkg/dist/cloudflare.js';
import { createRanges } from '../../../pkg/dist/ranges.js';

const run = promisify(execFile);
const program = process.env.MINTID_COORD;
const token = '0123456789abcdef01234567';
const headers = { authorization: `Bearer ${token}` };

let folder;
let service;
let url;

/** Starts the service, and waits until it listens. */
function started(...words) {
  const child = spawn(program, ['serve', `sqlite:${folder}/ids.db`, '--tokens', `${folder}/tokens`, '--listen', '127.0.0.1:0', ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`it ended with ${code}`)));
    child.stdout.once('data', (line) => {
      url = `http://${String(line).trim().replace('listening on ', '')}`;
      resolve(child);
    });
  });
}

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mintid-coord-'));
  await writeFile(join(folder, 'tokens'), `${token}\n`);
  const engine = `sqlite:${folder}/ids.db`;
  await run(program, ['set-up', engine]);
  await run(program, ['start-counter', engine, '--name', 'orders', '--first', '1']);
  await run(program, ['start-counter', engine, '--name', 'devices', '--first', '0']);
  await run(program, ['start-pool', engine, '--name', 'workers']);
  service = await started('--counter', 'orders', '--counter', 'devices', '--pool', 'workers=twitter', '--block', '1000');
});

after(async () => {
  service.removeAllListeners('exit');
  const over = new Promise((resolve) => service.once('exit', resolve));
  service.kill('SIGTERM');
  assert.equal(await over, 0);
  await rm(folder, { recursive: true });
});

async function post(path, body, options) {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    ...options,
  });
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  return response.json();
}

describe('createRanges', () => {
  const receipts = new Map();
  const reserve = async (count, { signal }) => {
    const span = await post('/v1/spans/orders', { count }, { signal });
    receipts.set(span.last, span.receipt);
    return span;
  };
  const release = async (spans) => {
    for (const { first, last } of spans) {
      const receipt = receipts.get(String(last));
      await post('/v1/spans/orders/return', { first: String(first), last: String(last), receipt });
    }
  };

  it('hands out ids of the service, and what it gives back goes to the next one', async () => {
    const one = createRanges({ reserve, release, want: 100, lowWater: 0 });
    for (let id = 1; id <= 30; id++) assert.equal(await one.next(), id);
    assert.equal(one.tryNext(), 31);
    await one.giveBack();

    const two = createRanges({ reserve, want: 50, lowWater: 0 });
    assert.equal(await two.next(), 32);
  });

  it('tells why the service grants nothing', async () => {
    const ids = createRanges({ reserve: (count) => post('/v1/spans/nobody', { count }) });
    await assert.rejects(ids.next(), (error) => error.code === 'RESERVE_FAILED' && /404.*no_counter/.test(error.cause.message));
  });

  it('gives no id twice to two that ask at once', async () => {
    const both = [1, 2].map(() => createRanges({ reserve, want: 70, lowWater: 10, ceiling: 'i64' }));
    const taken = await Promise.all(both.map(async (ids) => {
      const all = [];
      for (let count = 0; count < 1_000; count++) all.push(await ids.next());
      return all;
    }));
    assert.equal(new Set(taken.flat()).size, 2_000);
  });
});

describe('createLeasedSnowflake', () => {
  it('leases from the service as from an object of Cloudflare', async () => {
    const object = { fetch: (_, options) => fetch(`${url}/v1/leases/workers`, { ...options, headers }) };
    const holders = ['0191d0a0-0000-4000-8000-000000000001', '0191d0a0-0000-4000-8000-000000000002'];
    const [one, two] = holders.map((holder) => createLeasedSnowflake({ layout: 'twitter', object, holder }));
    const nodes = [one.decompose(await one.next()).node, two.decompose(await two.next()).node];
    assert.deepEqual(nodes, [0, 1]);
    await one.giveBack();
    await two.giveBack();
  });
});

describe('createWorkerLease', () => {
  it('has its device numbered by the service, once for each storage', async () => {
    const bun = new URL('../../places/node_modules/.bin/bun', import.meta.url).pathname;
    const worker = new URL('worker-lease.mjs', import.meta.url).pathname;
    const fields = [];
    for (const device of ['a', 'b', 'a']) {
      const { stdout } = await run(bun, [worker, url, token, join(folder, device)]);
      fields.push(JSON.parse(stdout));
    }
    assert.deepEqual(fields, [
      { datacenter: 0, worker: 0 },
      { datacenter: 1, worker: 0 },
      { datacenter: 0, worker: 0 },
    ]);
  });
});
