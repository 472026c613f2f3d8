/**
 * Reading, writing and taking apart the ids of a layout.
 *
 * @module
 */

import { MintError } from '../mint-error.js';
import { msOf } from '../reading.js';
import type { Core } from './core.js';
import type { Layout } from './layout.js';
import type { AnyId, ComposedOf, SnowflakeCodec, SnowflakeParts, Spelling } from './types.js';

/** In the order of `Spelling` in bindings/wasm. */
const SPELLINGS: readonly Spelling[] = ['decimal', 'base32', 'hex'];
const DECIMAL = 0;

function spellingOf(spelling: Spelling | undefined): number {
  if (spelling === undefined) return DECIMAL;
  const number = SPELLINGS.indexOf(spelling);
  if (number < 0) throw new MintError('INVALID_ARGUMENT', `the spelling should be ${SPELLINGS.join(', ')}`);
  return number;
}

/** Lays a BigInt down as an id: what has more than 64 bits is none. */
function lay(core: Core, value: bigint): void {
  if (BigInt.asUintN(64, value) !== value) {
    const fault = value < 0 ? 'is negative: an id from a signed column goes through fromSigned()' : 'has more than 64 bits';
    throw new MintError('OVERFLOW', `the id ${fault}`);
  }
  core.ids[0] = value;
}

/** The core, with an id laid down that has no more bits than the layout. */
export function take(layout: Layout, id: unknown): Core {
  const core = layout.enter();
  if (typeof id === 'string') {
    core.check(core.wasm.parse(DECIMAL, core.write(id)));
    return core;
  }
  lay(core, typeof id === 'number' ? exact(layout, id) : bigintOf(id));
  core.check(core.wasm.fits());
  return core;
}

function exact({ facts: { width } }: Layout, id: number): bigint {
  if (width > 53) throw new MintError('NUMBER_RANGE', `numbers do not hold the ${width} bits of this layout: give a BigInt or text`);
  if (!Number.isSafeInteger(id)) throw new MintError('INVALID_ARGUMENT', 'the id should be a whole number, a BigInt or text');
  return BigInt(id);
}

function bigintOf(id: unknown): bigint {
  if (typeof id !== 'bigint') throw new MintError('INVALID_ARGUMENT', 'the id should be a BigInt or text');
  return id;
}

/** The text of the id on the desk. A BigInt's own text is decimal. */
const spelt = (core: Core, spelling: number): string =>
  spelling === DECIMAL ? String(core.ids[0]) : core.read(core.wasm.spell(spelling));

function decomposed(layout: Layout, id: unknown): SnowflakeParts {
  const core = take(layout, id);
  core.check(core.wasm.decompose());
  const [timestamp, tick, node, sequence, ...pieces] = core.numbers as unknown as [number, number, number, number];
  if (!Number.isSafeInteger(timestamp) || !Number.isSafeInteger(tick)) {
    throw new MintError('TIME_RANGE', 'the time in it is past what a number holds: is the id of another layout?');
  }
  const fields = Object.fromEntries(layout.facts.nodeFields.map(({ name }, at) => [name, pieces[at]!]));
  return { timestamp, tick, node, fields, sequence };
}

/** A number for a field; what is none becomes one that no field holds. */
const fieldOf = (number: unknown): number => (typeof number === 'number' ? number : NaN);

function composed(layout: Layout, parts: ComposedOf): bigint {
  // A caller without types may have given anything.
  const { time, tick, node, sequence } = Object(parts) as Partial<Record<keyof ComposedOf, unknown>>;
  if ((time === undefined) === (tick === undefined)) {
    throw new MintError('INVALID_ARGUMENT', 'compose() takes a time or a tick, a node and a sequence');
  }
  const whole = layout.nodeOf(node as ComposedOf['node']);
  // A date of the caller's own kind may call out.
  const at = time === undefined ? fieldOf(tick) : msOf(time);
  const core = layout.enter();
  core.check(core.wasm.compose(at, time === undefined ? 1 : 0, whole, fieldOf(sequence)));
  return core.ids[0]!;
}

function bound(layout: Layout, time: unknown, largest: 0 | 1): bigint {
  const ms = msOf(time);
  const core = layout.enter();
  core.check(core.wasm.bound(ms, largest));
  return core.ids[0]!;
}

function parsed(layout: Layout, text: unknown, spelling?: Spelling): bigint {
  const number = spellingOf(spelling);
  if (typeof text !== 'string') throw new MintError('INVALID_ARGUMENT', 'the id should be text');
  const core = layout.enter();
  core.check(core.wasm.parse(number, core.write(text)));
  return core.ids[0]!;
}

/** Reads and writes the ids of a layout. */
export function codec(layout: Layout): SnowflakeCodec {
  return {
    parse: (text, spelling) => parsed(layout, text, spelling),
    format: (id: AnyId, spelling) => {
      const number = spellingOf(spelling);
      return spelt(take(layout, id), number);
    },
    isValid(text, spelling): text is string {
      const number = spellingOf(spelling);
      if (typeof text !== 'string') return false;
      const core = layout.enter();
      return core.wasm.parse(number, core.write(text)) === 0;
    },
    timestamp: (id) => decomposed(layout, id).timestamp,
    decompose: (id) => decomposed(layout, id),
    compose: (parts) => composed(layout, parts),
    min: (time) => bound(layout, time, 0),
    max: (time) => bound(layout, time, 1),
    toSigned: (id) => BigInt.asIntN(64, take(layout, id).ids[0]!),
    fromSigned(value) {
      if (BigInt.asIntN(64, bigintOf(value)) !== value) {
        throw new MintError('OVERFLOW', 'the number has more than the 64 bits of a signed column');
      }
      return take(layout, BigInt.asUintN(64, value)).ids[0]!;
    },
  };
}
