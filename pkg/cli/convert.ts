/**
 * `mintid convert`: ids in other spellings.
 *
 * @module
 */

import { inspect } from '../src/entries/inspect.js';
import { MintError, convert } from '../src/index.js';
import { type Command, type Given, InputError, quoted, textsOf } from './command.js';

/** What 128 bits, given as a UUID, can be turned into. */
const TARGETS = new Map<string, (id: string) => string>([
  ['uuid', (id) => id],
  ['ulid', (id) => convert.uuidToUlid(id)],
  ['hex', (id) => convert.uuidToHex(id)],
  ['bigint', (id) => String(convert.uuidToBigInt(id))],
]);

/**
 * Turns each id into the spelling that is asked for, or into all, with a tab between them.
 *
 * It ends at the first that is none, so that the lines match those that were given.
 */
export const convertCommand: Command = {
  options: { to: { type: 'string' }, from: { type: 'string' } },
  async run({ values, positionals }, output) {
    const targets = targetsOf(values);
    const read = readerOf(values);
    for await (const texts of textsOf(positionals)) {
      for (const text of texts) {
        const id = sound(text, read);
        const results = targets.map(([name, write]) => [name, write(id)] as const);
        const object = () => JSON.stringify({ input: text, ...Object.fromEntries(results) });
        await output.line(values['json'] === true ? object() : results.map(([, result]) => result).join('\t'));
      }
    }
    return true;
  },
};

type Target = readonly [name: string, write: (id: string) => string];

function targetsOf({ to }: Given['values']): readonly Target[] {
  if (to === undefined) return [...TARGETS];
  const write = TARGETS.get(String(to));
  if (write === undefined) throw new InputError(`--to takes uuid, ulid, hex or bigint, not ${quoted(String(to))}`);
  return [[String(to), write]];
}

/** Reads 128 bits: a decimal number only where that is asked for, since it may look like a ULID or hex digits. */
function readerOf({ from }: Given['values']): (text: string) => string {
  if (from === undefined) return spelled;
  if (from !== 'bigint')
    throw new InputError(`--from takes bigint, not ${quoted(String(from))}: the rest is told apart`);
  return (text) => {
    if (!/^\d{1,39}$/.test(text)) throw new InputError(`${quoted(text)} is no decimal number of 128 bits`);
    return convert.bigIntToUuid(BigInt(text));
  };
}

/** The 128 bits of a text, whichever of its readings is meant. */
function spelled(text: string): string {
  const { readings, fault } = inspect(text);
  if (fault !== null) throw new InputError(`${quoted(text)}: ${fault.message}`);
  const [first] = readings;
  if (first?.kind === 'uuid') return first.text;
  if (first?.kind === 'ulid') return convert.ulidToUuid(first.text);
  throw new InputError(`${quoted(text)} is a number of 64 bits: --from bigint reads it as one of 128`);
}

function sound(text: string, read: (text: string) => string): string {
  try {
    return read(text);
  } catch (error) {
    throw error instanceof MintError ? new InputError(`${quoted(text)}: ${error.message}`) : error;
  }
}
