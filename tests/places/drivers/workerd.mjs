// Cloudflare's runtime: the app bundled as `wrangler` does it, the package's core as a module of its own, lines over
// HTTP.

import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

import { bundled } from './bundle.mjs';
import { started, within } from './child.mjs';
import { tool, versionOf } from './runtimes.mjs';
import { scratch } from './scratch.mjs';

/** Where `workerd` writes on which port it listens. */
const CONTROL = 3;

function config(modules) {
  const rows = modules.map((name) => `(name = "${name}", wasm = embed "${name}")`);
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "app", worker = (
    modules = [(name = "app.js", esModule = embed "app.js"), ${rows.join(', ')}],
    compatibilityDate = "2026-01-01",
  ))],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "app")],
);
`;
}

async function start(app) {
  const { text, modules } = await bundled('workerd.mjs', app, { conditions: ['workerd', 'worker', 'browser'] });
  const files = Object.fromEntries([...modules].map(([name, file]) => [name, readFileSync(file)]));
  const written = { ...files, 'app.js': text, 'config.capnp': config([...modules.keys()]) };
  const { folder, discard } = scratch('workerd', written);
  const stdio = ['pipe', 'pipe', 'pipe', 'pipe'];
  const args = ['serve', 'config.capnp', `--control-fd=${CONTROL}`];
  const { child, ended, stop } = started(tool('workerd'), args, { cwd: folder, stdio });
  const listening = new Promise((resolve) => {
    createInterface({ input: child.stdio[CONTROL] }).on('line', (line) => resolve(JSON.parse(line).port));
  });
  const port = await within(ended, listening, 'workerd');
  async function ask(body) {
    const answered = fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body }).then((response) => response.text());
    return within(ended, answered, body.slice(0, 100));
  }
  async function stopped() {
    await stop();
    discard();
  }
  return { ask, stop: stopped, version: versionOf(tool('workerd')) };
}

export const workerd = { backend: 'wasm', start };
