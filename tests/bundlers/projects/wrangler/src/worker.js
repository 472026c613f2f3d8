// A Worker: what it sees in global scope, where nothing random may be had, and later in a handler.

import { uuidv7 } from 'mintid';

import { sentinel } from '../sentinel.mjs';

let early;
try {
  early = uuidv7();
} catch ({ code }) {
  early = code;
}

export default {
  fetch: () => Response.json({ early, ids: sentinel() }),
};
