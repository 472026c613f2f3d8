// Chromium: one for a test file, a page at a time.

import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { launch } from 'puppeteer-core';

import { environment } from './child.mjs';

const QUIET = ['gpu', 'quic', 'background-networking', 'component-update', 'sync', 'dev-shm-usage'];

function installed() {
  const file = process.env.PATH.split(':')
    .map((folder) => join(folder, 'chromium'))
    .find(existsSync);
  if (file === undefined) throw new Error('chromium is not installed: install it with `sudo apt-get install chromium`');
  return file;
}

/** Starts it. */
export function browser() {
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  // It asks for names of its own accord.
  const alone = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1';
  const args = [...QUIET.map((part) => `--disable-${part}`), ...sandbox, alone];
  return launch({ executablePath: installed(), args, env: environment() });
}

/** Says who touches what an import must leave alone, from before the page's first line on. Runs in the page. */
function trap() {
  globalThis.touched = [];
  for (const name of ['crypto', 'Date', 'WebAssembly', 'performance']) {
    let value = globalThis[name];
    Object.defineProperty(globalThis, name, {
      configurable: true,
      get() {
        globalThis.touched.push(`${name} ${new Error().stack}`);
        return value;
      },
      set(other) {
        value = other;
      },
    });
  }
}

/** How long a page may take to leave what it saw, in milliseconds. */
const PATIENCE = 60_000;

/** Rejects as soon as something goes wrong in a page. */
function trouble(page) {
  return new Promise((_, reject) => {
    page.on('pageerror', (error) => reject(error));
    page.on('requestfailed', (request) => reject(new Error(`no ${request.url()}: ${request.failure()?.errorText}`)));
    page.on('console', (message) => {
      if (message.type() === 'error') reject(new Error(`the page says: ${message.text()}`));
    });
  });
}

/** Opens an address and hands back `globalThis.seen` of the page once it is there. Trouble in the page is an error. */
export async function visited(chromium, address) {
  const page = await chromium.newPage();
  async function visit() {
    await page.evaluateOnNewDocument(trap);
    await page.goto(address);
    await page.waitForFunction('globalThis.seen !== undefined', { timeout: PATIENCE });
    return page.evaluate('({ ...globalThis.seen, touched: globalThis.touched })');
  }
  try {
    return await Promise.race([visit(), trouble(page)]);
  } finally {
    await page.close();
  }
}
