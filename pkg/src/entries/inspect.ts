/**
 * `mintid/inspect`: for any id what it is, its fields, its time, and every reading where more than one is possible.
 *
 * ```ts
 * const { readings } = inspect('0190b7f8-bb85-72b5-8942-8533325b988a');
 * readings[0].name; // 'UUID v7'
 * readings[0].time?.iso; // '2024-07-15T20:51:28.005Z'
 * readings[1].name; // 'ULID', whose time the same bits give
 * ```
 *
 * @module
 */

import { MintError } from '../index.js';
import { departure, formOf } from '../inspect/spelling.js';
import type { IdFault, Inspection } from '../inspect/types.js';
import { readWide } from '../inspect/wide.js';

export type {
  IdFault,
  IdField,
  IdReading,
  IdTime,
  Inspection,
  Spelling,
  UlidReading,
  UuidReading,
} from '../inspect/types.js';

/**
 * Tells what a text may be: a UUID of any version and variant or a ULID, in any of their spellings. Blanks around it
 * are not part of any. It depends on the text alone, not on the clock.
 *
 * @throws MintError `INVALID_ARGUMENT` for what is not text. Text that is no id is no error, but has a `fault`.
 */
export function inspect(text: string): Inspection {
  if (typeof text !== 'string') throw new MintError('INVALID_ARGUMENT', 'inspect() takes text');
  const form = formOf(text);
  try {
    return { text, ...readWide(text, form), fault: null };
  } catch (error) {
    if (!isParseError(error)) throw error;
    const { code, message } = error;
    const position = departure(text, form.pattern) ?? error.position;
    return { text, spelling: null, readings: [], fault: { nearest: form.kind, code, position, message } };
  }
}

/** Whether an error says that text is no id, and not that the package cannot run here. */
function isParseError(error: unknown): error is MintError & Pick<IdFault, 'code' | 'position'> {
  return error instanceof MintError && /^(INVALID_(LENGTH|CHARACTER)|OVERFLOW)$/.test(error.code);
}
