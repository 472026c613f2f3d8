/**
 * What the commands have in common: their options, and where their ids come from.
 *
 * @module
 */

import type { ParseArgsConfig } from 'node:util';

import { lines } from './lines.js';
import type { Output } from './output.js';

/** A command line without the command. */
export interface Given {
  readonly values: Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;
  readonly positionals: readonly string[];
}

/** A command. `json` and `help` are options of all. */
export interface Command {
  readonly options: NonNullable<ParseArgsConfig['options']>;
  /** Runs it. False where something that was given is not sound, and has been complained of. */
  run(given: Given, output: Output): Promise<boolean>;
}

/** Something that was given is wrong: the message says what. */
export class InputError extends Error {}

/** The texts that are given as arguments, or else as lines of standard input, as many at a time as come. */
export function textsOf(
  positionals: readonly string[],
): AsyncIterable<readonly string[]> | Iterable<readonly string[]> {
  if (positionals.length > 0) return [positionals];
  if (process.stdin.isTTY) throw new InputError('give ids as arguments, or on standard input, one a line');
  return lines(process.stdin);
}

/** A text for a message: in one line, and not too long for it. */
export function quoted(text: string): string {
  const json = JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
  // JSON leaves some of what a terminal obeys or breaks lines at.
  return json.replace(/[\u007f-\u009f\u2028\u2029]/g, (it) => `\\u${it.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
