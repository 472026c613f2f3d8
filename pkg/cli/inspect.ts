/**
 * `mintid inspect`: what ids are.
 *
 * @module
 */

import { inspect } from '../src/entries/inspect.js';
import type { IdReading, Inspection } from '../src/entries/inspect.js';
import { type Command, quoted, textsOf } from './command.js';
import { complain } from './output.js';

/** Tells what each id is. One that is none does not keep it from the next. */
export const inspectCommand: Command = {
  options: {},
  async run({ values, positionals }, output) {
    let sound = true;
    for await (const texts of textsOf(positionals)) {
      for (const text of texts) {
        const inspection = inspect(text);
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

function faultOf({ text, fault }: Inspection): string {
  const nearest = fault!.nearest === 'ulid' ? 'a ULID' : 'a UUID';
  return `${quoted(text)} is no id: as ${nearest}, ${fault!.message}`;
}

/** The id, and below it each reading with its fields. */
function pageOf({ text, readings }: Inspection): string {
  return [text, ...readings.flatMap((reading, i) => paragraphOf(reading, i === 0 ? '  ' : '  or '))].join('\n');
}

function paragraphOf({ name, text, time, fields, why }: IdReading, lead: string): string[] {
  const width = Math.max(...fields.map((field) => field.name.length));
  return [
    `${lead}${name} ${text}${time === null ? '' : `, ${time.iso}`}`,
    `    ${why}`,
    ...fields.map(({ name, hex, bits }) => `    ${name.padEnd(width)}  ${hex} (${bits} bits)`),
  ];
}
