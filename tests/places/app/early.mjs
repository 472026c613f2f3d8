// An app that mints while it is loaded, which some places forbid, and goes on when it is asked.

import { uuidv7 } from 'mintid';

import { inOrder, times } from './checks/expect.mjs';
import { lines } from './line.mjs';

function early() {
  try {
    return { id: uuidv7() };
  } catch ({ code, cause }) {
    return { code, cause: String(cause) };
  }
}

const first = early();

export const answer = lines(() => {
  const ids = times(100, uuidv7);
  inOrder(first.id ? [first.id, ...ids] : ids, 'asked');
  return { outcome: first };
});
