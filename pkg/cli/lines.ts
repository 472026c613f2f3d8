/**
 * Standard input by lines, in bounded memory.
 *
 * @module
 */

import type { Readable } from 'node:stream';

import { InputError } from './command.js';

/** No id is so long. Without a bound, input without a line's end would be kept whole. */
const LONGEST = 4096;

/** The lines of a stream but those that are empty, as many at a time as come. */
export async function* lines(input: Readable): AsyncGenerator<readonly string[]> {
  input.setEncoding('utf8');
  let begun = '';
  for await (const chunk of input as AsyncIterable<string>) {
    const found = (begun + chunk).split(/\r?\n/);
    begun = found.pop()!;
    yield found.filter((line) => line !== '');
    if (begun.length > LONGEST) throw new InputError(`a line is longer than ${LONGEST} characters`);
  }
  if (begun !== '') yield [begun];
}
