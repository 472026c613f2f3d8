/**
 * How a text is spelt: the names for what the core tells, and for text that is no id where it first departs from the spelling
 * that it comes nearest to.
 *
 * @module
 */

import type { Spelling } from './types.js';

/** What the core's numbers for spellings stand for, from 1 on, as `number_of` in bindings/wasm has them. */
const SPELLINGS = ['uuid', 'ulid', 'decimal', 'signed', 'hex', 'base32'] as const;

/** What a number of the core's stands for. */
export function spellingOf(number: number): (typeof SPELLINGS)[number] {
  return SPELLINGS[number - 1]!;
}

/** How a text of 128 bits is spelt, more exactly: the core reads all of these. */
export function wideSpelling(text: string, canonical: string): Spelling {
  if (text === canonical) return 'canonical';
  if (text.startsWith('{')) return 'braces';
  if (/^urn:/i.test(text)) return 'urn';
  if (text.length === 32) return 'hex';
  return text.toUpperCase() === canonical.toUpperCase() ? 'case' : 'crockford';
}

const HYPHENATED = 'xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx';
const SIMPLE = 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx';
const ULID = 'cccccccccccccccccccccccccc';

/** The pattern that a text was meant to follow: `x` is a hex digit, `c` a symbol of a ULID, anything else itself in either case. */
function patternOf(text: string, nearest: 'uuid' | 'ulid'): string {
  if (nearest === 'ulid') return ULID;
  if (/^\{|\}$/.test(text)) return `{${HYPHENATED}}`;
  if (/^urn:/i.test(text)) return `urn:uuid:${HYPHENATED}`;
  return text.includes('-') ? HYPHENATED : SIMPLE;
}

/**
 * Where a text first departs from its pattern; `undefined` where it does not.
 *
 * Of text of the wrong length the parsers tell where it ends. This is the more telling place: in a UUID that lacks a
 * digit in the middle, the hyphen that comes too early.
 */
export function departure(text: string, nearest: 'uuid' | 'ulid'): number | undefined {
  const pattern = patternOf(text, nearest);
  let at = 0;
  while (at < text.length && at < pattern.length && follows(text[at]!, pattern[at]!)) at++;
  return at < text.length || at < pattern.length ? at : undefined;
}

function follows(character: string, expected: string): boolean {
  if (expected === 'x') return /[0-9a-f]/i.test(character);
  // Those that are read leniently, i, l and o, among them.
  if (expected === 'c') return /[0-9a-tv-z]/i.test(character);
  return character.toLowerCase() === expected;
}
