/** Chromium with one page, which runs scenarios: each in a page of its own, since it reloads in between. */

import { mkdtempSync, rmSync } from 'node:fs';
import { type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';

import { started, within } from '../places/drivers/child.mjs';
import { PROGRAMS } from '../places/drivers/browser/programs.mjs';

const HERE = fileURLToPath(new URL('.', import.meta.url));

const PAGE =
  '<!doctype html><meta charset="utf-8"><title>recipes</title><script type="module" src="/page.js"></script>';

/** The page's code, with the web's half of packages that are made for React Native too. */
async function bundled(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(HERE, 'scenarios/page.ts')],
    bundle: true,
    write: false,
    format: 'esm',
    resolveExtensions: ['.web.js', '.ts', '.js'],
    // As Metro has it.
    define: { global: 'globalThis' },
    logLevel: 'error',
  });
  return outputFiles[0]!.text;
}

export interface Page {
  /** What a scenario saw. */
  run(name: string, ...args: unknown[]): Promise<unknown>;
  stop(): Promise<void>;
}

/** Starts Chromium. */
export async function opened(): Promise<Page> {
  const code = await bundled();
  const asking: (() => void)[] = [];
  /** The page waits with its question until there is a scenario, and the scenario until the page asks. */
  let page: ServerResponse | undefined;
  let answered: (saw: string) => void = () => {};

  const server = createServer(async (request, response) => {
    const send = (type: string, text: string) => response.writeHead(200, { 'content-type': type }).end(text);
    if (request.url === '/next') {
      page = response;
      asking.splice(0).forEach((ask) => ask());
    } else if (request.url === '/saw') {
      let body = '';
      for await (const chunk of request.setEncoding('utf8')) body += chunk;
      send('text/plain', '');
      answered(body);
    } else if (request.url === '/page.js') send('text/javascript; charset=utf-8', code);
    else if (request.url === '/') send('text/html; charset=utf-8', PAGE);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const folder = mkdtempSync(join(tmpdir(), 'recipes-chromium-'));
  const { command, args } = PROGRAMS.chromium.command(`http://127.0.0.1:${port}/`, folder, port);
  const { ended, stop } = started(command, args);

  async function run(...scenario: unknown[]): Promise<unknown> {
    if (page === undefined) await within(ended, new Promise<void>((resolve) => asking.push(resolve)), 'the page');
    const saw = new Promise<string>((resolve) => (answered = resolve));
    page!.end(JSON.stringify(scenario));
    page = undefined;
    const told = JSON.parse(await within(ended, saw, String(scenario[0])));
    if (told.error !== undefined) throw new Error(told.error);
    return told.saw;
  }

  return {
    run,
    async stop() {
      await stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
