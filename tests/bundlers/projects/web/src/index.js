// The app: what it sees it leaves for the driver of the browser, and what was touched before its first line.

import { sentinel } from '../sentinel.mjs';

const atImport = globalThis.touched.slice();
globalThis.seen = { atImport, ids: sentinel() };
