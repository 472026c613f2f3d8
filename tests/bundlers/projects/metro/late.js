// An app that has no polyfill at first, gives a source of its own, and then gets the polyfill after all.

import { touched } from './traps';

import { createUlid, createUuidv4, createUuidv7, uuid, uuidv7 } from 'mintid';

import { sentinel } from './sentinel.mjs';

// Metro loads a module where it is first used.
const loaded = [typeof uuidv7, typeof sentinel];
const atImport = touched.slice();

function refusal() {
  try {
    return uuidv7();
  } catch ({ code, message }) {
    return { code, message };
  }
}

/** As expo-crypto has it. */
function getRandomBytes(length) {
  const bytes = new Uint8Array(length);
  ExpoCrypto.getRandomValues(bytes);
  return bytes;
}

const refused = refusal();
const random = getRandomBytes;
const injected = [
  uuid.version(createUuidv4({ random })()),
  uuid.version(createUuidv7({ random })()),
  createUlid({ random })().length,
];
require('react-native-get-random-values');
const late = sentinel();
print(JSON.stringify({ loaded, atImport, refused, injected, late, touched: [...new Set(touched)] }));
