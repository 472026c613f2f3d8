/**
 * Why a text is no id.
 *
 * @module
 */

import { MintError, ulid, uuid } from '../index.js';
import type { Core } from './core.js';
import { departure, spellingOf } from './spelling.js';
import type { IdFault } from './types.js';

/** What can be wrong with the text of a number, in the order of `Fault` in bindings/wasm, from 1 on. */
const FAULTS: readonly (readonly [IdFault['code'], string])[] = [
  ['INVALID_LENGTH', 'behind 0x stand 1 to 16 hex digits'],
  ['INVALID_CHARACTER', 'position # holds a character that is not allowed there'],
  ['OVERFLOW', 'position # makes the number larger than 64 bits'],
];

/** What is wrong with the text that the core has refused. */
export function faultOf(core: Core, text: string, fault: number): IdFault {
  const nearest = spellingOf(core.spelling);
  if (nearest === 'uuid' || nearest === 'ulid') return faultOfWide(text, nearest);
  const { position } = core;
  const [code, message] = FAULTS[fault - 1]!;
  return { nearest: 'integer', code, position, message: message.replace('#', String(position)) };
}

/** Of 128 bits what is wrong is told as the parser of that kind does, which is the one that the core has asked. */
function faultOfWide(text: string, nearest: 'uuid' | 'ulid'): IdFault {
  try {
    (nearest === 'ulid' ? ulid : uuid).parseLenient(text);
  } catch (error) {
    if (!isParseError(error)) throw error;
    const { code, message } = error;
    return { nearest, code, position: departure(text, nearest) ?? error.position, message };
  }
  throw new MintError('INVALID_ARGUMENT', 'the cores of mintid and of mintid/inspect are of different versions');
}

/** Whether an error says that text is no id, and not that the package cannot run here. */
function isParseError(error: unknown): error is MintError & Pick<IdFault, 'code' | 'position'> {
  return error instanceof MintError && /^(INVALID_(LENGTH|CHARACTER)|OVERFLOW)$/.test(error.code);
}
