/**
 * Standard input by lines, in bounded memory.
 *
 * @module
 */

import type { Readable } from 'node:stream';

import { InputError } from './command.js';

/** No id is so long. Without a bound, input without a line's end would be kept whole. */
const LONGEST = 4096;

/** The lines of a stream, without the blanks around them, but those that are empty; as many at a time as come. */
export async function* lines(input: Readable): AsyncGenerator<readonly string[]> {
  input.setEncoding('utf8');
  let begun = '';
  for await (const chunk of input as AsyncIterable<string>) {
    const found = (begun + chunk).split('\n');
    begun = found.pop()!;
    yield texts(found);
    if (begun.length > LONGEST) throw new InputError(`a line is longer than ${LONGEST} characters`);
  }
  yield texts([begun]);
}

const texts = (lines: readonly string[]): readonly string[] => lines.map((line) => line.trim()).filter((line) => line !== '');
