/**
 * Layouts: what a caller says of one, on its way into the core, and what the core says of it.
 *
 * @module
 */

import { only, whole } from '../checks.js';
import { MintError } from '../mint-error.js';
import { type Core, connect } from './core.js';
import { PIECE_RANGE } from './errors.js';
import { NAMES } from './names.js';
import type { CustomLayout, LayoutSpec, MovedLayout, Node, SnowflakeLayout } from './types.js';

/** Those from here on are for reading. */
const READING_ONLY = 7;

/** How the core tells parts from one another. */
const [TIME, NODE, SEQUENCE] = [0, 1, 2];

/** Two parts more than there are, for the core to see that there are too many. */
const MOST_PARTS = 8;

const invalid = (message: string) => new MintError('INVALID_LAYOUT', message);

/** Lays a layout down in the core. */
type Recipe = (core: Core) => void;

function named(name: unknown, epochMs?: number): Recipe {
  const number = NAMES.indexOf(name as (typeof NAMES)[number]);
  if (number < 0) throw invalid(`the layout should be ${NAMES.join(', ')}, or an object of its parts`);
  return (core) => {
    core.check(core.wasm.layout_named(number));
    if (epochMs !== undefined) core.check(core.wasm.layout_epoch(epochMs));
  };
}

function custom({ width, epochMs, tickMs = 1, parts }: CustomLayout, names: string[]): Recipe {
  if (![53, 63, 64].includes(width)) throw invalid('layout.width should be 53, 63 or 64');
  // A text or a BigInt would be converted on its way into the core, or throw a TypeError there.
  if (typeof epochMs !== 'number') throw invalid('layout.epochMs should be a number of milliseconds');
  whole('layout.tickMs', tickMs, 0, 0xffff_ffff);
  const entries = Object.entries(Object(parts) as CustomLayout['parts']).slice(0, MOST_PARTS);
  const numbers = entries.flatMap(([name, bits]) => {
    // JavaScript moves names that are numbers to the front.
    if (/^\d/.test(name)) throw invalid(`layout.parts.${name} should have a name that is no number`);
    const kind = name === 'time' ? TIME : name === 'sequence' ? SEQUENCE : NODE;
    if (kind === NODE) names.push(name);
    return [kind!, whole(`layout.parts.${name}`, bits, 0, 64)];
  });
  return (core) => {
    core.numbers.set(numbers);
    core.check(core.wasm.layout_of(width, epochMs, tickMs, entries.length));
  };
}

function recipeOf(spec: LayoutSpec, names: string[]): Recipe {
  if (typeof spec !== 'object' || spec === null) return named(spec);
  // Copies: later changes to the caller's object would not be checked.
  if ('like' in spec) {
    only('layout.', spec, ['like', 'epochMs']);
    const { like, epochMs } = spec as MovedLayout;
    if (typeof epochMs !== 'number') throw invalid('layout.epochMs should be a number of milliseconds');
    return named(like, epochMs);
  }
  only('layout.', spec, ['width', 'epochMs', 'tickMs', 'parts']);
  return custom(spec as CustomLayout, names);
}

/** What the core says of a layout. */
export type Facts = Pick<
  SnowflakeLayout,
  'width' | 'epochMs' | 'tickMs' | 'bits' | 'nodeFields' | 'horizonMs' | 'negativeFromMs' | 'capacity'
>;

/** A layout that the core has taken. */
export class Layout {
  readonly facts: Facts;
  private readonly recipe: Recipe;

  constructor(spec: LayoutSpec) {
    const names: string[] = [];
    this.recipe = recipeOf(spec, names);
    this.facts = described(this.enter(), names);
  }

  /** The core, which from now on reads by this layout. */
  enter(): Core {
    const core = connect();
    if (core.layout !== this) {
      core.layout = undefined;
      this.recipe(core);
      core.layout = this;
    }
    return core;
  }

  /** A node, or its pieces, as one number: whether it fits is the core's to say where a generator is made of it. */
  nodeOf(node: Node | undefined): number {
    const { nodeFields, bits } = this.facts;
    const names = nodeFields.map(({ name }) => name);
    const should = nodeFields.length > 1 ? `a whole number, or { ${names.join(', ')} }` : 'a whole number';
    if (node === undefined) {
      if (bits.node === 0) return 0;
      throw new MintError('INVALID_NODE', `the node is missing: give ${should}, which nobody else has at the same time`);
    }
    if (typeof node !== 'object' || node === null) {
      if (!Number.isInteger(node)) throw new MintError('INVALID_NODE', `the node should be ${should}`);
      return node;
    }
    const unknown = Object.keys(node).find((name) => !names.includes(name));
    // Each is read once, and before the core is entered: it may be a getter, which calls out.
    const pieces = names.map((name) => node[name]!);
    const wrong = unknown ?? names.find((_, at) => !Number.isInteger(pieces[at]));
    if (wrong !== undefined) throw new MintError('INVALID_NODE', `the node should be ${should}: look at ${wrong}`);
    const core = this.enter();
    core.numbers.set(pieces);
    const status = core.wasm.join_node(names.length);
    if (status === PIECE_RANGE) {
      const name = names[core.numbers[0]!];
      throw new MintError('NODE_RANGE', `${name} does not fit its ${core.said} bits: give it a smaller number, from 0 on`);
    }
    core.check(status);
    return core.numbers[0]!;
  }
}

/** The order is that of `describe` in bindings/wasm; the names are those of the caller's parts, or else the core's. */
function described(core: Core, names: readonly string[]): Facts {
  core.wasm.describe();
  const [width, epochMs, tickMs, time, node, sequence, horizonMs, isNegative, negativeFromMs, ...rest] = core.numbers;
  const [perTick, perSecond, nodes, years, count, ...bits] = rest as [number, number, number, number, number];
  return {
    width: width as Facts['width'],
    epochMs: epochMs!,
    tickMs: tickMs!,
    bits: { time: time!, node: node!, sequence: sequence! },
    nodeFields: bits
      .slice(0, count)
      .map((bits, at) => ({ name: names[at] ?? core.read(core.wasm.piece_name(at)), bits })),
    horizonMs: horizonMs!,
    negativeFromMs: isNegative === 0 ? undefined : negativeFromMs,
    capacity: { perTick, perSecond, nodes, years },
  };
}

/** Refuses a layout that is there to be read. */
export function forMinting(spec: LayoutSpec): void {
  const name = typeof spec === 'object' && spec !== null && 'like' in spec ? spec.like : spec;
  if (NAMES.indexOf(name as (typeof NAMES)[number]) >= READING_ONLY) {
    throw invalid(`the layout ${String(name)} is for reading: take another one, or snowflakeLayout() to read its ids`);
  }
}
