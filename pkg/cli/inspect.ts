/**
 * `mintid inspect`: what ids are.
 *
 * @module
 */

import { inspect } from '../src/entries/inspect.js';
import type { IdReading, InspectOptions, Inspection } from '../src/entries/inspect.js';
import { type Command, type Given, InputError, quoted, textsOf } from './command.js';
import { complain } from './output.js';

const NEAREST = { uuid: 'a UUID', ulid: 'a ULID', integer: 'a number' };

/** Tells what each id is. One that is none does not keep it from the next. */
export const inspectCommand: Command = {
  options: { before: { type: 'string' } },
  async run({ values, positionals }, output) {
    const options = optionsOf(values);
    let sound = true;
    for await (const texts of textsOf(positionals)) {
      for (const text of texts) {
        const inspection = inspect(text, options);
        if (inspection.fault !== null) {
          sound = false;
          complain(faultOf(inspection));
        }
        if (values['json'] === true) await output.line(JSON.stringify(inspection));
        else if (inspection.fault === null) await output.line(pageOf(inspection));
      }
    }
    return sound;
  },
};

function optionsOf({ before }: Given['values']): InspectOptions {
  if (before === undefined) return {};
  const time = before === 'now' ? new Date() : new Date(String(before));
  if (Number.isNaN(time.getTime())) {
    throw new InputError(`--before takes now or a time like 2025-11-30, not ${quoted(String(before))}`);
  }
  return { before: time };
}

function faultOf({ text, fault }: Inspection): string {
  return `${quoted(text)} is no id: as ${NEAREST[fault!.nearest]}, ${fault!.message}`;
}

/** The id, and below it each reading with its fields. */
function pageOf({ text, readings }: Inspection): string {
  return [text, ...readings.flatMap((reading, i) => paragraphOf(reading, i === 0 ? '  ' : '  or '))].join('\n');
}

function paragraphOf(reading: IdReading, lead: string): string[] {
  const { name, text, time, fields, why } = reading;
  const width = Math.max(...fields.map((field) => field.name.length));
  // A number is shown in full where its text is in another spelling.
  const spelled = 'spelling' in reading && reading.spelling !== 'decimal' ? `, ${SPELLED[reading.spelling]}` : '';
  return [
    `${lead}${name} ${text}${spelled}${time === null ? '' : `, ${time.iso}`}`,
    `    ${why}`,
    ...fields.map((field) => {
      const value = 'decimal' in field ? `${field.decimal}, ${field.hex}` : field.hex;
      return `    ${field.name.padEnd(width)}  ${value} (${field.bits} bits)`;
    }),
  ];
}

const SPELLED = { signed: 'from a signed column', hex: 'from hex digits', base32: 'from Base32' };
