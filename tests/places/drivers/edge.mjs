// Vercel's edge runtime, which forbids code from text and WebAssembly from bytes: the app as one script, a line a
// request.

import { readFileSync } from 'node:fs';

import { EdgeVM } from '@edge-runtime/vm';

import { HERE, bundled } from './bundle.mjs';

async function start(app) {
  const { text } = await bundled('edge.mjs', app, { format: 'iife', conditions: ['edge-light', 'worker', 'browser'] });
  const runtime = new EdgeVM({ initialCode: text, codeGeneration: { strings: false, wasm: false } });
  async function ask(body) {
    const response = await runtime.dispatchFetch('http://edge.test/', { method: 'POST', body });
    return response.text();
  }
  const { version } = JSON.parse(readFileSync(`${HERE}node_modules/@edge-runtime/vm/package.json`, 'utf8'));
  return { ask, stop: async () => {}, version };
}

export const edge = { backend: 'js', start };
