// Mints UUID v4, UUID v7 and ULIDs through the built package, reads them back, and then shows what one fixed clock and one
// fixed stream of bytes give. `tests/conformance/src/bin/demo.rs` does the same natively, and the lines that start with
// `same` must be the same there.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

import { MintError, createUlid, createUuidv4, createUuidv7, ulid, uuid, uuidv4, uuidv7 } from '../dist/index.js';

/** What the clock does, shared with the native demo. */
const script = JSON.parse(readFileSync(new URL('./steps.json', import.meta.url), 'utf8'));

/** SHA-256 of the seed in 8 bytes and the block's number in 4, block after block. */
function randomBytes() {
  const blocks = (function* () {
    for (let block = 0; ; block++) {
      const input = Buffer.alloc(12);
      input.writeBigUInt64BE(BigInt(script.seed));
      input.writeUInt32BE(block, 8);
      yield* createHash('sha256').update(input).digest();
    }
  })();
  return (length) => Uint8Array.from({ length }, () => blocks.next().value);
}

function readBack(text) {
  const id = uuid.format(uuid.parse(text));
  const ms = uuid.timestamp(id);
  console.log(`  ${id}  version ${uuid.version(id)}${ms === undefined ? '' : `, made at ${ms} ms`}`);
}

let now;

function run(name, ids) {
  for (const { offset_ms, calls, remark } of script.steps) {
    now = script.start_ms + offset_ms;
    let outcome;
    for (let i = 0; i < calls; i++) {
      try {
        outcome = ids();
      } catch (error) {
        if (!(error instanceof MintError)) throw error;
        outcome = `refused: ${error.code.toLowerCase()}`;
      }
    }
    console.log(`same ${name} ${outcome}  ${remark}`);
  }
  const { minted, held, borrowed, restarts } = ids.meter();
  console.log(`same ${name} minted ${minted}, held ${held}, borrowed ${borrowed}, restarts ${restarts}`);
}

console.log("minted by the npm package in Node, by this machine's clock and randomness, and read back:");
for (let i = 0; i < 3; i++) readBack(uuidv4());
for (let i = 0; i < 3; i++) readBack(uuidv7());
for (let i = 0; i < 3; i++) {
  const id = ulid.format(ulid.parse(ulid()));
  console.log(`  ${id}            ULID, made at ${ulid.timestamp(id)} ms`);
}

console.log('one clock and one stream of bytes; the last id of each step:');
const clock = () => now;
console.log(`same v4 ${createUuidv4({ random: randomBytes() })()}`);
run('v7', createUuidv7({ now: clock, random: randomBytes(), counterBits: 12 }));
run('ulid', createUlid({ now: clock, random: randomBytes() }));
run('ulid, random step', createUlid({ now: clock, random: randomBytes(), step: 'random' }));
