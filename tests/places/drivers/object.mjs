// Cloudflare's runtime with two Workers, and an object that both are bound to. What the object stores is on the disk, so that a
// second start finds it.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { bundled } from './bundle.mjs';
import { started, within } from './child.mjs';
import { tool } from './runtimes.mjs';
import { scratch } from './scratch.mjs';

/** Where `workerd` writes on which ports it listens. */
const CONTROL = 3;

const WORKERS = ['a', 'b'];

function config(modules, disk) {
  const rows = modules.map((name) => `(name = "${name}", wasm = embed "${name}")`);
  const code = `modules = [(name = "app.js", esModule = embed "app.js"), ${rows.join(', ')}], compatibilityDate = "2026-01-01"`;
  const namespace = '(className = "Ids", serviceName = "ids")';
  const workers = WORKERS.map(
    (name) =>
      `(name = "${name}", worker = (${code}, bindings = [(name = "IDS", durableObjectNamespace = ${namespace})])),`,
  );
  const sockets = WORKERS.map((name) => `(name = "${name}", address = "127.0.0.1:0", http = (), service = "${name}"),`);
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "ids", worker = (${code},
      durableObjectNamespaces = [(className = "Ids", uniqueKey = "mintid", enableSql = true)],
      durableObjectStorage = (localDisk = "disk"))),
    (name = "disk", disk = (path = "${disk}", writable = true)),
    ${workers.join('\n    ')}
  ],
  sockets = [${sockets.join(' ')}],
);
`;
}

/** A disk for the object, and starts upon it. */
export function objects() {
  const disk = mkdtempSync(join(tmpdir(), 'mintid-object-'));

  async function start(app) {
    const { text, modules } = await bundled('object.mjs', app, { conditions: ['workerd', 'worker', 'browser'] });
    const files = Object.fromEntries([...modules].map(([name, file]) => [name, readFileSync(file)]));
    const written = { ...files, 'app.js': text, 'config.capnp': config([...modules.keys()], disk) };
    const { folder, discard } = scratch('object', written);
    const stdio = ['pipe', 'pipe', 'pipe', 'pipe'];
    const args = ['serve', 'config.capnp', `--control-fd=${CONTROL}`];
    const { child, ended, stop } = started(tool('workerd'), args, { cwd: folder, stdio });
    const ports = new Map();
    const listening = new Promise((resolve) => {
      createInterface({ input: child.stdio[CONTROL] }).on('line', (line) => {
        const { socket, port } = JSON.parse(line);
        ports.set(socket, port);
        if (ports.size === WORKERS.length) resolve();
      });
    });
    await within(ended, listening, 'workerd');
    const worker = (name) => ({
      ask(body, signal) {
        const url = `http://127.0.0.1:${ports.get(name)}/`;
        const answered = fetch(url, { method: 'POST', body, signal }).then((response) => response.text());
        return within(ended, answered, body.slice(0, 100));
      },
    });
    async function stopped() {
      await stop();
      discard();
    }
    return { workers: WORKERS.map(worker), stop: stopped };
  }

  return { start, discard: () => rmSync(disk, { recursive: true, force: true }) };
}
