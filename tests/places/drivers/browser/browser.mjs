// A browser with tabs, each of which answers lines.

import { started, within } from '../child.mjs';
import { versionOf } from '../runtimes.mjs';
import { scratch } from '../scratch.mjs';
import { PAGES } from './pages.mjs';
import { PROGRAMS } from './programs.mjs';
import { served } from './server.mjs';

/** The tab that opens the others. */
const HUB = 'hub';

/** Starts a browser with nothing but the hub. */
export async function launched(name) {
  const program = PROGRAMS[name];
  const server = await served();
  const { folder, discard } = scratch(name, program.files(server.port));
  const origin = `http://127.0.0.1:${server.port}`;
  const { command, args, env } = program.command(`${origin}/page/page?tab=${HUB}&app=hub`, folder, server.port);
  const { ended, stop } = started(command, args, {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  let opened = 0;

  const ask = (tab, line) => within(ended, server.switchboard.ask(tab, line), `${tab}: ${line.slice(0, 100)}`);

  /** Opens a tab with a page of {@link PAGES} that holds an app. */
  async function open(page, app) {
    const tab = `${page} ${++opened}`;
    const query = `tab=${encodeURIComponent(tab)}&app=${app}${PAGES[page].search?.({ app }) ?? ''}`;
    const url = `${PAGES[page].origin ?? origin}/page/${page}?${query}`;
    await ask(HUB, JSON.stringify({ open: url }));
    return { ask: (line) => ask(tab, line), close: () => server.switchboard.close(tab) };
  }

  async function stopped() {
    await stop();
    await server.close();
    discard();
  }

  return { open, files: server.files, spans: server.spans, stop: stopped, version: versionOf(...program.version()) };
}

/** A browser as a place: one tab with the app in a page. */
function place(name) {
  async function start(app, { page = 'page' } = {}) {
    const browser = await launched(name);
    const tab = await browser.open(page, app);
    return { ask: tab.ask, stop: browser.stop, version: browser.version };
  }
  return { backend: 'wasm', start };
}

export const [chromium, firefox, webkit] = Object.keys(PROGRAMS).map(place);
