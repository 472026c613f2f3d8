/**
 * The readings of a bare integer: as a Snowflake of a layout, as a point in time, and as what it is.
 *
 * @module
 */

import { NAMES } from '../snowflake/names.js';
import type { LayoutName } from '../snowflake/types.js';
import type { Core } from './core.js';
import { numberField } from './fields.js';
import { spellingOf } from './spelling.js';
import { type Plausible, timeOf } from './time.js';
import type { IntegerReading, NumberField, NumberSpelling, SnowflakeReading, TimeReading } from './types.js';

/** The units, as `number_of_unit` in bindings/wasm numbers them. */
const UNITS = ['seconds', 'milliseconds', 'microseconds', 'nanoseconds'] as const;

/** What a field is by its number, where it is no piece of the node. */
const FIELDS = ['time', 'sequence'];

/** The reading that the core has told last, a Snowflake. */
export function readSnowflake(core: Core, { within }: Plausible): SnowflakeReading {
  const layout = layoutOf(core.layoutName);
  const why = `in the layout ${layout} a time ${within}; the number does not say of which layout it is`;
  return { kind: 'snowflake', name: `Snowflake of ${layout}`, layout, ...common(core), fields: fieldsOf(core), why };
}

/** A layout's name as this package spells it: without blanks and hyphens, and in another letter case. */
function layoutOf(name: string): LayoutName {
  const letters = name.replace(/[ -]/g, '').toLowerCase();
  return NAMES.find((own) => own.toLowerCase() === letters)!;
}

/** The same, a point in time. */
export function readTime(core: Core, { within }: Plausible): TimeReading {
  const unit = UNITS[core.unit]!;
  const why = `as ${unit} since 1970 a time ${within}`;
  return { kind: 'time', name: `Unix time in ${unit}`, unit, ...common(core), fields: [], why };
}

/** The same, a number that says nothing. */
export function readInteger(core: Core): IntegerReading {
  const why = 'any number may be one of a range, a sequence or a table, and says no more then';
  return { kind: 'integer', name: 'integer', ...common(core), fields: [], why };
}

const common = (core: Core) => ({
  text: String(core.number),
  spelling: spellingOf(core.spelling) as NumberSpelling,
  time: timeOf(core),
});

/** From the first bit to the last. */
function fieldsOf(core: Core): NumberField[] {
  const count = core.wasm.lay_fields();
  const fields = Array.from({ length: count }, (_, at) => {
    const [what, from, bits, value] = core.field(at);
    return numberField(FIELDS[what] ?? core.pieceName(what - FIELDS.length), from, bits, value);
  });
  return fields.sort((a, b) => a.from - b.from);
}
