// What stays in memory: nothing but the ids that a caller keeps.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const DIST = fileURLToPath(new URL('../dist/index.js', import.meta.url));

/** What a program measures, in bytes, in a process whose rubbish can be collected on demand. */
function measured(program) {
  const text = `
    const mintid = await import(${JSON.stringify(DIST)});
    const used = () => { gc(); gc(); const { heapUsed, external, arrayBuffers } = process.memoryUsage(); return heapUsed + external + arrayBuffers; };
    ${program}`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--expose-gc', '--input-type=module', '-e', text], { encoding: 'utf8' });
  assert.equal(stderr, '');
  return Number(stdout);
}

test('a million generators made, used and dropped leave memory as it was', () => {
  const grown = measured(`
    const use = (count) => { for (let i = 0; i < count; i++) (i % 2 ? mintid.createUuidv7() : mintid.createUlid())(); };
    use(1000);
    const before = used();
    use(1_000_000);
    console.log(used() - before);`);
  assert.ok(grown < 500_000, `${grown} bytes`);
});

test('a million ids leave nothing behind', () => {
  for (const call of ['uuidv4()', 'uuidv7()', 'ulid()', 'uuidv7.bytes()', 'ulid.many(10)', 'uuidv7.parse(id)', 'ulid.isValid(id)']) {
    const grown = measured(`
      const { ulid, uuidv4, uuidv7 } = mintid;
      const id = uuidv7();
      let kept;
      const use = (count) => { for (let i = 0; i < count; i++) kept = ${call}; };
      use(1000);
      const before = used();
      use(1_000_000);
      console.log(used() - before);`);
    assert.ok(grown < 100_000, `${call}: ${grown} bytes`);
  }
});

test('one id kept out of a thousand keeps less than a kilobyte', () => {
  const count = 10_000;
  for (const kind of ['uuidv4', 'uuidv7', 'ulid']) {
    const kept = measured(`
      const list = new Array(${count}).fill(undefined);
      mintid.${kind}.many(1000);
      const before = used();
      for (let i = 0; i < ${count}; i++) list[i] = mintid.${kind}.many(1000)[i % 1000];
      console.log(used() - before);
      if (list.includes(undefined)) throw new Error('an id was lost');`);
    assert.ok(kept / count < 1024, `${kind}: ${kept / count} bytes an id`);
  }
});
