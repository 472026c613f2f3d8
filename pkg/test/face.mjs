// The npm package as a face of the conformance tests: one line of JSON in, one line out, through what `npm run build` made.
//
// The forms are explained in tests/vectors/README.md, the lines in tests/conformance/src/process.rs. Only what the package
// exports is answered; the rest is `unknown`.

import { createInterface } from 'node:readline';

import { burst, trace } from './face/calls.mjs';
import { answer } from './face/cases.mjs';

const UNKNOWN = { unknown: true };
const NOT_BUILT = { not_built: true };

/** The operations of Snowflake and of ranges. */
const LATER =
  /^(snowflake|range$|encode$|decode|config$|last_time$|worker_|js_(number_roundtrip|distinct|int32)|time_via_js|i64_|validate_length$|processes$)/;

/** The schemes that the package makes. A trace or burst of another is not looked into. */
const SCHEMES = ['v7', 'ulid'];

function reply(item) {
  if (!('op' in item) && typeof item.scheme === 'string' && !SCHEMES.includes(item.scheme)) return NOT_BUILT;
  if ('readings_ms' in item || 'readings_ms_times' in item) {
    return { outcome: 'readings_ms' in item ? trace(item) : burst(item) };
  }
  if (LATER.test(item.op) || (item.op === 'burst' && 'epoch' in item)) return NOT_BUILT;
  const outcome = answer(item);
  return outcome === undefined ? UNKNOWN : { outcome };
}

/** An integer of 2^53 and beyond stands as text in an object, and is a BigInt here until somebody needs a number. */
const integerIn = (_, value) => (typeof value?.integer === 'string' ? BigInt(value.integer) : value);
const integerOut = (_, value) =>
  Number.isInteger(value) && !Number.isSafeInteger(value) ? { integer: String(BigInt(value)) } : value;

for await (const line of createInterface({ input: process.stdin })) {
  let said;
  try {
    said = reply(JSON.parse(line, integerIn));
  } catch (error) {
    said = { failed: String(error?.message ?? error) };
  }
  process.stdout.write(`${JSON.stringify(said, integerOut)}\n`);
}
