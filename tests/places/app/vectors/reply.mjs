// A vector's question, answered through what the package exports; what it does not export is `unknown`.
//
// The forms are explained in tests/vectors/README.md, the answers in tests/conformance/src/process.rs.

import { REASONS, attempt } from './common.mjs';
import { CONVERT } from './convert.mjs';
import { MINTING } from './minting.mjs';
import { RANGE } from './range.mjs';
import { burst, trace } from './runs.mjs';
import { SNOWFLAKE, burst as snowflakeBurst } from './snowflake.mjs';
import { TEXT } from './text.mjs';
import { TIME } from './time.mjs';

/** What answers each operation; `undefined` for an input of it that the package does not export. */
const OPERATIONS = { ...CONVERT, ...MINTING, ...RANGE, ...SNOWFLAKE, ...TEXT, ...TIME };

/** Operations of Snowflakes that nothing here answers are told from those that nobody knows. */
const isLater = ({ op }) => op?.startsWith('snowflake') && !Object.hasOwn(OPERATIONS, op);

/** The schemes that the package makes. A trace or burst of another is not looked into. */
const SCHEMES = ['v7', 'ulid', 'snowflake'];

const NOT_BUILT = { not_built: true };

function answered(input) {
  // Another kind of burst is a rule: v7 and ULID generators do not make ids without an order.
  if (input.op === 'burst' && 'epoch' in input) return snowflakeBurst(input);
  if (!Object.hasOwn(OPERATIONS, input.op)) return undefined;
  // An id that the package refuses to take in is an outcome like any other.
  return attempt(
    () => OPERATIONS[input.op](input),
    ({ code }) => ({ ok: false, error: REASONS[code] ?? code }),
  );
}

/** The answer to an item. */
export function reply(item) {
  if (!('op' in item) && typeof item.scheme === 'string' && !SCHEMES.includes(item.scheme)) return NOT_BUILT;
  if ('readings_ms' in item || 'readings_ms_times' in item) {
    return { outcome: 'readings_ms' in item ? trace(item) : burst(item) };
  }
  if (isLater(item)) return NOT_BUILT;
  const outcome = answered(item);
  if (outcome === undefined) return { unknown: true };
  return typeof outcome.then === 'function' ? outcome.then((come) => ({ outcome: come })) : { outcome };
}
