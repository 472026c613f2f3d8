// A place as a face of the conformance tests: `node face.mjs PLACE`, one line of JSON in, one line out.
//
// The lines are explained in tests/conformance/src/process.rs.

import { createInterface } from 'node:readline';

import { PLACES } from './drivers/places.mjs';

const name = process.argv[2];
const place = PLACES[name];
if (place === undefined) throw new Error(`\`${name}\` is no place; there are ${Object.keys(PLACES).join(', ')}`);
const running = await place.start('main');
try {
  for await (const line of createInterface({ input: process.stdin })) {
    process.stdout.write(`${await running.ask(line)}\n`);
  }
} finally {
  await running.stop();
}
