// Carries lines over HTTP, in a page or a worker: asks the server for the next, and brings the answer to the one
// before.

import { answer } from 'app';

/** The server's words for "nothing to ask yet" and "no more". */
const NOTHING = 204;
const END = 205;

/** A page that is reloaded takes its request with it, which is no failure. */
let leaving = false;
globalThis.addEventListener('beforeunload', () => (leaving = true));

async function carry() {
  const lines = `/lines${location.search}`;
  let said = '';
  for (;;) {
    const response = await fetch(lines, { method: 'POST', body: said });
    if (response.status === END) break;
    said = response.status === NOTHING ? '' : await answer(await response.text());
  }
  globalThis.close();
}

carry().catch((error) => {
  if (!leaving) throw error;
});
