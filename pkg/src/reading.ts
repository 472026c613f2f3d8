/**
 * Reading: text and bytes on their way into the core, and what is wrong with them.
 *
 * @module
 */

import { connect } from './connect.js';
import { type Core, type Kind, TEXT_ROOM, ULID, V4, utf8Length } from './core.js';
import { MintError, WRONG_LENGTH, WRONG_VERSION, errorOf } from './errors.js';

/** Text is read in the core, whatever generator has the slot. */
export function read(kind: Kind, lenient: boolean, text: unknown): Core {
  const { core } = connect();
  if (typeof text !== 'string') throw new MintError('INVALID_ARGUMENT', 'the id should be text');
  const status = core.wasm.parse(kind, lenient ? 1 : 0, core.write(text));
  if (status === 0) return core;
  // The core counts bytes: where text outside ASCII has the wrong length, that may be past the end of the text.
  const detail = Math.min(core.said, text.length);
  if (status === WRONG_LENGTH) throw wrongLength(kind, lenient, text, detail);
  throw status === WRONG_VERSION ? wrongVersion(kind, detail) : errorOf(status, detail);
}

/** Bytes laid down for the core to write as text, whatever realm they are from. */
export function take(kind: Kind, bytes: unknown): Core {
  const length = lengthOf(bytes);
  if (length === undefined) throw new MintError('INVALID_ARGUMENT', 'the bytes should be a Uint8Array');
  if (length !== 16) throw new MintError('INVALID_LENGTH', `an id has 16 bytes, not ${length}`);
  const { core } = connect();
  core.ids.set(bytes as Uint8Array);
  const status = core.wasm.format(kind);
  if (status === WRONG_VERSION) throw wrongVersion(kind, core.said);
  core.check(status);
  return core;
}

/**
 * How many bytes there are, 0 in a detached buffer; nothing for what is no Uint8Array.
 *
 * The getters that all typed arrays share read what the engine itself keeps. So an array of another realm, a test runner's
 * or a frame's, is known for what it is, and one that says something else of itself is not believed.
 */
export function lengthOf(bytes: unknown): number | undefined {
  const shared = Object.getPrototypeOf(Uint8Array.prototype) as object;
  if (Reflect.get(shared, Symbol.toStringTag, bytes) !== 'Uint8Array') return undefined;
  return Reflect.get(shared, 'length', bytes) as number;
}

function wrongLength(kind: Kind, lenient: boolean, text: string, position: number): MintError {
  // Text longer than any spelling is so however its bytes are counted.
  const bytes = text.length > TEXT_ROOM ? text.length : utf8Length(text);
  const given = bytes === text.length ? `${bytes} characters` : `${bytes} bytes of UTF-8`;
  const due =
    kind === ULID ? 'a ULID has 26' : `a UUID has 36${lenient ? ', or 32 of digits, 38 in braces, 45 as a urn' : ''}`;
  return new MintError('INVALID_LENGTH', `the text has ${given}, and ${due}`, { position });
}

function wrongVersion(kind: Kind, found: number): MintError {
  const has = found === 0 ? 'has none of the versions 1 to 8' : `is of version ${found}`;
  return new MintError('WRONG_VERSION', `the UUID ${has}, and should be of version ${kind === V4 ? 4 : 7}`);
}

/** A time as the core takes it; what is no time at all becomes NaN, which the core refuses. */
export function msOf(time: unknown): number {
  if (typeof time === 'number') return time;
  // Dates of another realm, a test runner's for instance, are no instances of this one's.
  return Object.prototype.toString.call(time) === '[object Date]' ? Number(time) : NaN;
}
