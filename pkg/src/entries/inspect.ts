/**
 * `mintid/inspect`: for any id what it is, its fields, its time, and every reading where more than one is possible.
 *
 * ```ts
 * const { readings } = inspect('0190b7f8-bb85-72b5-8942-8533325b988a');
 * readings[0].name; // 'UUID v7'
 * readings[0].time?.iso; // '2024-07-15T20:51:28.005Z'
 * readings[1].name; // 'ULID', whose time the same bits give
 *
 * const [first] = inspect('1541815603606036480', { before: Date.now() }).readings;
 * first.name; // 'Snowflake of twitter'
 * first.time?.iso; // '2022-06-28T16:07:40.105Z'
 * ```
 *
 * What a text may be is the Rust core's to say: which spellings there are, which readings, and which of them comes first.
 *
 * @module
 */

import { only } from '../checks.js';
import { MintError } from '../index.js';
import { type Core, SNOWFLAKE, TIME, ULID, UUID, connect } from '../inspect/core.js';
import { faultOf } from '../inspect/fault.js';
import { readInteger, readSnowflake, readTime } from '../inspect/numbers.js';
import { spellingOf, wideSpelling } from '../inspect/spelling.js';
import { type Plausible, plausibleBefore } from '../inspect/time.js';
import type { IdReading, InspectOptions, Inspection } from '../inspect/types.js';
import { readUlid, readUuid } from '../inspect/wide.js';

export { backend } from '../inspect/backend.js';
export type {
  IdFault,
  IdField,
  IdReading,
  IdTime,
  InspectOptions,
  Inspection,
  IntegerReading,
  NumberField,
  NumberSpelling,
  SnowflakeReading,
  Spelling,
  TimeReading,
  UlidReading,
  UuidReading,
} from '../inspect/types.js';

/**
 * Tells what a text may be: a UUID of any version and variant or a ULID, in any of their spellings; a number, in decimal digits,
 * in hex or in Base32, as a Snowflake of each named layout and as a Unix time, wherever that gives a plausible time. Blanks
 * around it are not part of any. It depends on what is given alone, not on the clock.
 *
 * A BigInt of 64 bits, signed or not, is its digits; a number too, up to 2^53 - 1. A number in place of the options, as
 * `texts.map(inspect)` gives one, is none.
 *
 * @throws MintError `INVALID_ARGUMENT` for what is neither; `NUMBER_RANGE` for a number that is not exact, and `OVERFLOW` for a
 * BigInt of more bits; `INVALID_OPTION` and `INVALID_TIME`. Text that is no id is no error, but has a `fault`.
 */
export function inspect(id: string | bigint | number, options?: InspectOptions | number): Inspection {
  const plausible = plausibleBefore(optionsOf(options).before);
  const text = textOf(id);
  const core = connect();
  if (typeof id === 'string' || text.startsWith('-')) {
    const fault = core.inspect(text, plausible.beforeMs);
    if (fault !== 0) return { text, spelling: null, readings: [], fault: faultOf(core, text, fault) };
  } else {
    // Digits that came without a text are no hex digits.
    core.inspectNumber(BigInt(id), plausible.beforeMs);
  }
  return { text, ...read(core, text, plausible), fault: null };
}

function optionsOf(options: InspectOptions | number | undefined): InspectOptions {
  if (options === undefined || typeof options === 'number') return {};
  if (typeof options !== 'object' || options === null) throw new MintError('INVALID_OPTION', 'the options should be an object');
  only('', options, ['before']);
  return options;
}

function textOf(id: unknown): string {
  if (typeof id === 'string') return id;
  if (typeof id === 'bigint') {
    if (id === BigInt.asUintN(64, id) || id === BigInt.asIntN(64, id)) return String(id);
    throw new MintError('OVERFLOW', 'the number has more than 64 bits: convert.bigIntToUuid() takes one of 128');
  }
  if (typeof id !== 'number' || !Number.isInteger(id)) {
    throw new MintError('INVALID_ARGUMENT', 'inspect() takes text, a BigInt, or a whole number');
  }
  if (Number.isSafeInteger(id)) return String(id);
  throw new MintError(
    'NUMBER_RANGE',
    'the number is beyond 2^53 - 1, so it was rounded before it came here: give its text, or a BigInt made of that',
  );
}

function read(core: Core, text: string, plausible: Plausible): Pick<Inspection, 'spelling' | 'readings'> {
  const readings: IdReading[] = [];
  let spelling: Inspection['spelling'] = null;
  for (let kind = core.wasm.next_reading(); kind !== 0; kind = core.wasm.next_reading()) {
    const spelled = spellingOf(core.spelling);
    const reading = readOne(core, kind, spelled, plausible);
    if (reading.kind === spelled) spelling = wideSpelling(text, reading.text);
    else if ('spelling' in reading) spelling ??= reading.spelling;
    readings.push(reading);
  }
  return { spelling, readings };
}

function readOne(core: Core, kind: number, spelled: string, plausible: Plausible): IdReading {
  if (kind === UUID) return readUuid(core, spelled === 'uuid', plausible);
  if (kind === ULID) return readUlid(core, spelled === 'ulid', plausible);
  if (kind === SNOWFLAKE) return readSnowflake(core, plausible);
  return kind === TIME ? readTime(core, plausible) : readInteger(core);
}
