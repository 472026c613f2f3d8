// What a page hands to the package.

import { createUlid, createUuidv4, createUuidv7, use, uuidv7 } from 'mintid';

createUuidv7({ mark: { store: localStorage, key: 'orders' }, now: Date.now, sinceBoot: () => performance.now() });
createUlid({ mark: { store: sessionStorage, key: 'orders' } });
createUuidv4({ random: (length) => crypto.getRandomValues(new Uint8Array(length)) });
use(new WebAssembly.Module(new Uint8Array()));
const body: BodyInit = new Blob([uuidv7()]);
console.log(body);
