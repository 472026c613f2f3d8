/** A page that asks which scenario to run, says what it saw, and reloads itself for the next. */

import * as dexie from './dexie.js';
import * as marks from './marks.js';

async function post(path: string, body: unknown): Promise<void> {
  await fetch(path, { method: 'POST', body: JSON.stringify(body) });
}

const SCENARIOS: Record<string, (...args: never[]) => unknown> = { ...dexie, ...marks };

async function run(): Promise<void> {
  const response = await fetch('/next', { method: 'POST' });
  const [name, ...args] = (await response.json()) as [string, ...never[]];
  try {
    await post('/saw', { saw: await SCENARIOS[name]!(...args) });
  } catch (error) {
    await post('/saw', { error: String((error as Error).stack) });
  }
  location.reload();
}

void run();
