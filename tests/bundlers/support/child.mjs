// The tools that the packages here bring: run to their end, or serving until they are stopped.

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { kill, spawned } from '../../places/drivers/group.mjs';
import { CACHE, MODULES } from './folders.mjs';

/** A new home for this process's tools, and no folder here, since Next.js takes nothing that is above a home. */
const HOME = mkdtempSync(join(tmpdir(), 'mintid-home-'));

process.on('exit', () => rmSync(HOME, { recursive: true, force: true, maxRetries: 5 }));

/**
 * What a tool runs with: nobody to report to, nothing to look up. A person's settings stay out, so that a tool does
 * here what it does on a new machine, and leaves nothing behind but what it remembers of its own work.
 */
export function environment() {
  const { PATH } = process.env;
  mkdirSync(CACHE, { recursive: true });
  return {
    PATH,
    HOME,
    TMPDIR: CACHE,
    CI: 'true',
    CLOUDFLARE_CF_FETCH_ENABLED: 'false',
    NEXT_TELEMETRY_DISABLED: '1',
    NO_COLOR: '1',
    WRANGLER_HIDE_BANNER: 'true',
    WRANGLER_SEND_METRICS: 'false',
  };
}

/** How long a tool may take, in milliseconds. */
const PATIENCE = 240_000;

/** How much of what a program says is kept for its failure. */
const KEPT = 6000;

/**
 * Starts a tool that the packages here bring, in a folder. `said` is all that it wrote; `ended` gives its exit code, or
 * why there is none.
 */
function started(folder, tool, args) {
  const options = { cwd: folder, env: environment(), stdio: ['ignore', 'pipe', 'pipe'] };
  const child = spawned(`${MODULES}/.bin/${tool}`, args, options);
  const running = { said: '', stdout: '' };
  child.stdout.on('data', (chunk) => {
    running.said += chunk;
    running.stdout += chunk;
  });
  child.stderr.on('data', (chunk) => (running.said += chunk));
  running.ended = new Promise((resolve) => {
    child.on('error', ({ message }) => resolve(message));
    child.on('close', (code, signal) => resolve(code ?? signal));
  });
  running.stop = async () => {
    kill(child);
    await running.ended;
  };
  running.failure = (what) => new Error(`${tool} ${args.join(' ')}: ${what}\n${running.said.slice(-KEPT)}`);
  return running;
}

/** Runs a tool to its end and hands back its standard output; an error where it fails or takes too long. */
export async function run(folder, tool, args) {
  const running = started(folder, tool, args);
  let timer;
  const late = new Promise((resolve) => (timer = setTimeout(resolve, PATIENCE, 'late')));
  const end = await Promise.race([running.ended, late]);
  clearTimeout(timer);
  if (end === 0) return running.stdout;
  await running.stop();
  throw running.failure(end === 'late' ? `no end in ${PATIENCE / 1000} s` : `ended with ${end}`);
}

/** Starts a tool that serves, and hands it over once its address answers. */
export async function serving(folder, tool, args, address) {
  const running = started(folder, tool, args);
  let code;
  running.ended.then((end) => (code = end));
  for (const begun = Date.now(); Date.now() - begun < PATIENCE;) {
    if (code !== undefined) throw running.failure(`ended with ${code}`);
    const answer = await fetch(address).catch(() => undefined);
    if (answer !== undefined) {
      await answer.arrayBuffer();
      return running;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await running.stop();
  throw running.failure(`no answer in ${PATIENCE / 1000} s`);
}
