// What the pages are served by: files, bundles, and the lines that they answer. It listens on loopback alone.
//
// It is the browser's proxy as well, so that it answers for every host there is, and nothing goes out.

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

import { HERE, bundled } from '../bundle.mjs';
import { PAGES, documentOf } from './pages.mjs';
import { Switchboard } from './switchboard.mjs';

const SCRIPT = 'text/javascript; charset=utf-8';
const KINDS = { '.js': SCRIPT, '.mjs': SCRIPT, '.wasm': 'application/wasm' };

/** A page without an origin of its own may read everything as well. */
const HEADERS = { 'cache-control': 'no-store', 'access-control-allow-origin': '*' };

const bundles = new Map();

function bundle(carrier, app) {
  const key = `${carrier}/${app}`;
  if (!bundles.has(key)) bundles.set(key, bundled(`${carrier}.mjs`, app));
  return bundles.get(key);
}

async function bodyOf(request) {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  return body;
}

/** Starts the server. */
export async function served() {
  const switchboard = new Switchboard();
  /** Every file that was asked for. */
  const files = new Set();
  /** The coordinator of `app/ranges.mjs`: the next integer, and how many were granted. */
  const spans = { next: 1, granted: 0 };

  async function answer(request, response) {
    const { pathname, search, searchParams } = new URL(request.url, 'http://127.0.0.1');
    const tab = searchParams.get('tab');
    const send = (type, text, headers = {}) => {
      response.writeHead(200, { 'content-type': type, ...HEADERS, ...headers });
      response.end(text);
    };
    const [, first, ...rest] = pathname.split('/');
    if (first === 'lines') return switchboard.poll(tab, await bodyOf(request), response, HEADERS);
    if (first === 'failed') {
      switchboard.fail(tab, await bodyOf(request));
      return response.writeHead(204, HEADERS).end();
    }
    if (first === 'spans') {
      const count = Number(searchParams.get('count'));
      const granted = JSON.stringify({ first: spans.next, count });
      spans.next += count;
      spans.granted += count;
      return send('application/json', granted);
    }
    if (first === 'page') {
      const page = rest[0];
      return send(
        'text/html; charset=utf-8',
        documentOf(page, { app: searchParams.get('app'), search }),
        PAGES[page].headers,
      );
    }
    if (first === 'bundle') {
      const { text } = await bundle(rest[0], rest[1].replace(/\.js$/, ''));
      return send(SCRIPT, text);
    }
    const file = normalize(pathname);
    files.add(file);
    send(KINDS[extname(file)] ?? 'text/plain', readFileSync(join(HERE, file)));
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error) => response.writeHead(404, HEADERS).end(String(error)));
  });
  // A browser keeps its connections open between two lines, and so do we.
  server.keepAliveTimeout = 0;
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  async function close() {
    switchboard.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  return { port: server.address().port, switchboard, files, spans, close };
}
