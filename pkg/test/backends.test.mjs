// What runs the core, who shares it, and how it starts afresh. Each case is a process of its own.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const DIST = fileURLToPath(new URL('../dist/', import.meta.url));

/** What a program prints, as JSON; `mintid` is the package's file. */
function run(program, { file = 'index.js', flags = [] } = {}) {
  const text = `const PATH = ${JSON.stringify(DIST)};\nconst load = (name = '${file}') => import(PATH + name);\n${program}`;
  const { stdout, stderr } = spawnSync(process.execPath, [...flags, '--input-type=module', '-e', text], { encoding: 'utf8' });
  assert.equal(stderr, '');
  return JSON.parse(stdout);
}

const PRINT = 'console.log(JSON.stringify(answer));';

test('WebAssembly runs the core where it may, and plain JavaScript where it may not', () => {
  const backends = (before, file) =>
    run(`${before}; const { backend, uuidv7 } = await load(); const answer = [backend(), uuidv7.isValid(uuidv7())]; ${PRINT}`, { file });
  const forbidden = (what) => `WebAssembly.${what} = function () { throw new Error('forbidden'); }`;
  assert.deepEqual(backends(''), ['wasm', true]);
  assert.deepEqual(backends('', 'portable.js'), ['js', true]);
  assert.deepEqual(backends('delete globalThis.WebAssembly'), ['js', true]);
  assert.deepEqual(backends('globalThis.WebAssembly = undefined'), ['js', true]);
  assert.deepEqual(backends(forbidden('Module')), ['js', true]);
  assert.deepEqual(backends(forbidden('Instance')), ['js', true]);
});

test('plain JavaScript needs neither TextDecoder nor atob, Buffer or BigInt', () => {
  const program = `
    for (const name of ['WebAssembly', 'TextDecoder', 'TextEncoder', 'atob', 'btoa', 'Buffer', 'BigInt', 'performance', 'structuredClone']) delete globalThis[name];
    const { backend, ulid, uuidv4, uuidv7 } = await load();
    const ids = [uuidv4, uuidv7, ulid].map((kind) => [kind(), ...kind.many(40)].every(kind.isValid));
    const answer = [backend(), ids];`;
  for (const file of ['index.js', 'portable.js']) assert.deepEqual(run(program + PRINT, { file }), ['js', [true, true, true]]);
});

test('both back ends give the same ids for the same clock and bytes', () => {
  const program = `
    const { createUlid, createUuidv7, backend } = await load();
    let at = 0, ms = 1764417600000;
    const random = (length) => Uint8Array.from({ length }, () => (at = (at * 1103515245 + 12345) >>> 0) >>> 24);
    const now = () => (ms += [0, 0, 1, -3, 20000, -19000, 0][at % 7]);
    const ids = [createUuidv7({ now, random }), createUuidv7({ now, random, counterBits: 12 }), createUlid({ now, random }), createUlid({ now, random, step: 'random' })];
    const answer = { backend: backend(), ids: Array.from({ length: 4000 }, (_, i) => ids[i % 4]()), meters: ids.map((it) => it.meter()) };`;
  const [wasm, js] = ['index.js', 'portable.js'].map((file) => run(program + PRINT, { file }));
  assert.deepEqual([wasm.backend, js.backend], ['wasm', 'js']);
  assert.deepEqual(wasm.ids, js.ids);
  assert.deepEqual(wasm.meters, js.meters);
  assert.equal(new Set(wasm.ids).size, 4000);
});

test('import and require are one copy, and a second copy of the package is in one order with the first', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mintid-copies-'));
  try {
    cpSync(DIST, join(folder, 'dist'), { recursive: true });
    const program = `
      import { createRequire } from 'node:module';
      const copies = [await load(), await import(${JSON.stringify(join(folder, 'dist/index.js'))}), createRequire(PATH)('./index.cjs')];
      const answer = ['uuidv7', 'ulid'].map((kind) => {
        const ids = Array.from({ length: 3000 }, (_, i) => copies[i % 3][kind]());
        return [ids.every((id, i) => i === 0 || ids[i - 1] < id), copies.map((it) => it[kind].meter().minted)];
      });`;
    for (const [ordered, minted] of run(program + PRINT)) {
      assert.equal(ordered, true);
      assert.deepEqual(minted, [3000, 3000, 3000]);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a frozen global object costs the sharing, and nothing else', () => {
  const program = `Object.freeze(globalThis); const { uuidv7, backend } = await load(); const answer = [uuidv7() < uuidv7(), backend()];`;
  assert.deepEqual(run(program + PRINT), [true, 'wasm']);
});

const MODULE = `
  import { readFileSync } from 'node:fs';
  const compiled = new WebAssembly.Module(readFileSync(PATH + 'core.wasm'));
  const code = (call) => { try { call(); } catch (error) { return error.code ?? String(error); } };`;

test('a compiled module can be supplied before the first id, and only there', () => {
  const program = `${MODULE}
    const { use, backend, uuidv7 } = await load();
    const early = code(() => { use(compiled); use(compiled); });
    const runs = [backend(), uuidv7.isValid(uuidv7())];
    const again = code(() => use(compiled));
    const other = code(() => use(new WebAssembly.Module(readFileSync(PATH + 'core.wasm'))));
    const answer = { early, runs, again, other };`;
  // Into the entry without WebAssembly of its own, so that what runs is what was supplied.
  assert.deepEqual(run(program + PRINT, { file: 'portable.js' }), { runs: ['wasm', true], other: 'TOO_LATE' });
});

test('what is not the core of this build is refused, and ids are made all the same', () => {
  const program = `${MODULE}
    const { use, backend } = await load();
    const empty = new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));
    const answer = [[undefined, null, {}, 'core', empty, compiled.constructor].map((module) => code(() => use(module))), backend()];`;
  assert.deepEqual(run(program + PRINT), [Array(6).fill('INVALID_ARGUMENT'), 'wasm']);
});

test('after a snapshot two twins go on with ids of their own once each is reseeded', () => {
  // A twin is the same script with the same bytes drawn ahead; what the platform gives it later differs.
  const twin = (seed, reseed) => `
    let seed = 1;
    Object.defineProperty(globalThis, 'crypto', { value: { getRandomValues(bytes) {
      for (let i = 0; i < bytes.length; i++) bytes[i] = (seed = (seed * 1103515245 + 12345) >>> 0) >>> 24;
      return bytes;
    } } });
    Date.now = () => 1764417600000;
    const mintid = await load();
    const own = [mintid.createUuidv7(), mintid.createUlid()];
    const makers = [mintid.uuidv4, mintid.uuidv7, mintid.ulid, ...own];
    const before = makers.map((make) => make());
    seed = ${seed};
    if (${reseed}) mintid.reseed();
    const after = makers.map((make) => make());
    const ordered = [1, 2, 3, 4].map((i) => before[i] < after[i]);
    const answer = { before, after, ordered, restarts: mintid.ulid.meter().restarts };`;
  const [a, b] = [2, 3].map((seed) => run(twin(seed, false) + PRINT));
  assert.deepEqual(a.after, b.after, 'without it they repeat each other');
  const [c, d] = [2, 3].map((seed) => run(twin(seed, true) + PRINT));
  assert.deepEqual(c.before, d.before);
  for (const [at, id] of c.after.entries()) assert.notEqual(id, d.after[at]);
  for (const each of [c, d]) assert.deepEqual([each.ordered, each.restarts], [[true, true, true, true], 0]);
});

test('reseeding before the first id does nothing, not even connect', () => {
  const program = `
    const { reseed } = await load();
    let touched = false;
    Object.defineProperty(globalThis, 'WebAssembly', { get() { touched = true; } });
    reseed();
    const answer = touched;`;
  assert.equal(run(program + PRINT), false);
});
