/**
 * The spellings of 128 bits: which of them a text comes nearest to, and where it first departs from that.
 *
 * @module
 */

import type { Spelling } from './types.js';

/** A spelling, by its pattern: `x` is a hex digit, `c` a symbol of a ULID, anything else itself in either case. */
export interface Form {
  readonly kind: 'uuid' | 'ulid';
  readonly spelling: Spelling;
  readonly pattern: string;
}

const HYPHENATED = 'xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx';
const BRACES: Form = { kind: 'uuid', spelling: 'braces', pattern: `{${HYPHENATED}}` };
const URN: Form = { kind: 'uuid', spelling: 'urn', pattern: `urn:uuid:${HYPHENATED}` };
const UUID: Form = { kind: 'uuid', spelling: 'canonical', pattern: HYPHENATED };
const HEX: Form = { kind: 'uuid', spelling: 'hex', pattern: 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx' };
const ULID: Form = { kind: 'ulid', spelling: 'canonical', pattern: 'cccccccccccccccccccccccccc' };

/** From here on a text is nearer to 32 hex digits than to the 26 symbols of a ULID. */
const NEARER_TO_HEX = 30;

/** The spelling that a text follows, or was meant to: each has something that no other has, if only its length. */
export function formOf(text: string): Form {
  if (/^\{|\}$/.test(text)) return BRACES;
  if (/^urn:/i.test(text)) return URN;
  if (text.includes('-')) return UUID;
  return text.length < NEARER_TO_HEX ? ULID : HEX;
}

/**
 * Where a text first departs from a pattern; `undefined` where it does not.
 *
 * Of text of the wrong length the parsers tell where it ends. This is the more telling place: in a UUID that lacks a
 * digit in the middle, the hyphen that comes too early.
 */
export function departure(text: string, pattern: string): number | undefined {
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
