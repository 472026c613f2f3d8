/**
 * `mintid mint`: new ids.
 *
 * @module
 */

import { type Batch, ulid, uuidv4, uuidv7 } from '../src/index.js';
import { type Command, InputError, quoted } from './command.js';

const KINDS = new Map<string, Batch>([
  ['uuidv4', uuidv4],
  ['uuidv7', uuidv7],
  ['ulid', ulid],
]);

/** So many are made with one reading of the clock. */
const AT_ONCE = 1000;

/** Makes ids. */
export const mintCommand: Command = {
  options: { count: { type: 'string', short: 'n' } },
  async run({ values, positionals }, output) {
    const [kind = 'uuidv7', ...others] = positionals;
    const ids = KINDS.get(kind);
    if (ids === undefined) throw new InputError(`no kind ${quoted(kind)}: uuidv4, uuidv7 or ulid`);
    if (others.length > 0) throw new InputError(`mint makes one kind at a time, not ${quoted(others[0]!)} too`);
    const print = values['json'] === true ? (id: string) => JSON.stringify({ kind, id }) : (id: string) => id;
    for (let left = countOf(values['count'] ?? '1'); left > 0; left -= AT_ONCE) {
      for (const id of ids.many(Math.min(left, AT_ONCE))) await output.line(print(id));
    }
    return true;
  },
};

function countOf(given: unknown): number {
  const count = Number(given);
  if (!/^\d+$/.test(String(given)) || !Number.isSafeInteger(count)) {
    throw new InputError(`the count should be a whole number, not ${quoted(String(given))}`);
  }
  return count;
}
