/**
 * The public types of `mintid/snowflake`. They name nothing of a platform.
 *
 * @module
 */

import type { MarkOptions, Options } from '../options.js';
import type { Meter } from '../types.js';

/** A layout that has a name. The last three are for reading: their makers number nodes and sequences in ways of their own. */
export type LayoutName =
  | 'twitter'
  | 'discord'
  | 'instagram'
  | 'mastodon'
  | 'sonyflake'
  | 'sonyflakeV2'
  | 'js53'
  | 'leaf'
  | 'uidGenerator'
  | 'seata';

/** A layout of one's own. */
export interface CustomLayout<Width extends 53 | 63 | 64 = 53 | 63 | 64> {
  /** How many bits an id has: 53, which a number holds; 63, which a signed column holds; or 64. */
  readonly width: Width;
  /** When tick 0 starts, in Unix milliseconds. */
  readonly epochMs: number;
  /** How long a tick is, 1 to 60000 ms. Default 1. */
  readonly tickMs?: number | undefined;
  /**
   * The bits of each part, the highest first: one `time` above one `sequence`, and up to four pieces of the node, side by side,
   * of any other name. They add up to the width.
   */
  readonly parts: { readonly [name: string]: number };
}

/** A named layout with an epoch of one's own: ids can be read only with the epoch they were made with. */
export interface MovedLayout<Name extends LayoutName = LayoutName> {
  readonly like: Name;
  /** When tick 0 starts, in Unix milliseconds. */
  readonly epochMs: number;
}

/** A layout whose ids are numbers too. */
export type Layout53 = 'js53' | MovedLayout<'js53'> | CustomLayout<53>;

/** A layout, by its name or by its parts. */
export type LayoutSpec = LayoutName | MovedLayout | CustomLayout;

/** How an id is written. Decimal text does not sort as the ids do; the others, of 13 and of 16 characters, do. */
export type Spelling = 'decimal' | 'base32' | 'hex';

/** An id as it comes: a BigInt, its decimal text, or where the layout has 53 bits a number. */
export type AnyId = bigint | string | number;

/** A named piece of the node. */
export interface NodeField {
  readonly name: string;
  readonly bits: number;
}

/** What an id is made of. */
export interface SnowflakeParts {
  /** When its tick starts, in Unix milliseconds. */
  readonly timestamp: number;
  /** Ticks since the epoch. */
  readonly tick: number;
  /** The node, as one number. */
  readonly node: number;
  /** The pieces of the node, by name. */
  readonly fields: Readonly<Record<string, number>>;
  /** The number within the tick. */
  readonly sequence: number;
}

/** What an id is to be made of: a time, in Unix milliseconds or as a `Date`, or a tick. */
export type ComposedOf = { readonly node?: Node | undefined; readonly sequence: number } & (
  | { readonly time: number | Date; readonly tick?: undefined }
  | { readonly tick: number; readonly time?: undefined }
);

/** A node: one number, or where the layout cuts it into pieces these by name. */
export type Node = number | { readonly [field: string]: number };

/** How much a layout has room for. */
export interface Capacity {
  /** Ids that one node can make in a tick. */
  readonly perTick: number;
  /** Ids that one node can make in a second. */
  readonly perSecond: number;
  /** Nodes. */
  readonly nodes: number;
  /** Whole years from the epoch to the horizon. */
  readonly years: number;
}

/** A layout, and everything that can be done with its ids but to make them. */
export interface SnowflakeLayout {
  readonly width: 53 | 63 | 64;
  readonly epochMs: number;
  readonly tickMs: number;
  /** The bits of time, node and sequence. */
  readonly bits: { readonly time: number; readonly node: number; readonly sequence: number };
  readonly nodeFields: readonly NodeField[];
  /** The first instant that no longer fits, in Unix milliseconds. */
  readonly horizonMs: number;
  /** From when on ids may be negative in a signed column; `undefined` where they never are. */
  readonly negativeFromMs: number | undefined;
  readonly capacity: Capacity;
  /**
   * The id of its text. Strict: decimal digits alone, without a sign or leading zeros; or 13 symbols, or 16 digits.
   *
   * @throws MintError `INVALID_LENGTH`, `INVALID_CHARACTER`; `OVERFLOW` for more bits than the layout has; `INVALID_ARGUMENT`.
   */
  parse(text: string, spelling?: Spelling): bigint;
  /** The text of an id. @throws MintError `OVERFLOW`, `NUMBER_RANGE`, `INVALID_ARGUMENT`, and as `parse` does. */
  format(id: AnyId, spelling?: Spelling): string;
  /** Whether `parse` would take it. */
  isValid(text: unknown, spelling?: Spelling): text is string;
  /** When the id's tick starts, in Unix milliseconds. @throws MintError as `format` does. */
  timestamp(id: AnyId): number;
  /** Takes an id apart. @throws MintError as `format` does; `TIME_RANGE` for a time that no number holds. */
  decompose(id: AnyId): SnowflakeParts;
  /**
   * Puts an id together. Nothing is masked: what does not fit is refused.
   *
   * @throws MintError `INVALID_TIME`, `TIME_RANGE`, `INVALID_NODE`, `NODE_RANGE`, `SEQUENCE_RANGE`, `INVALID_ARGUMENT`.
   */
  compose(parts: ComposedOf): bigint;
  /** The smallest id of the tick that a time falls in. @throws MintError `INVALID_TIME`, `TIME_RANGE`. */
  min(time: number | Date): bigint;
  /** The largest id of the tick that a time falls in. @throws MintError `INVALID_TIME`, `TIME_RANGE`. */
  max(time: number | Date): bigint;
  /** The same 64 bits for a signed column: negative where bit 63 is set. @throws MintError as `format` does. */
  toSigned(id: AnyId): bigint;
  /** The id that a signed column holds: of a negative number one whose bit 63 is set. @throws MintError `OVERFLOW`, `INVALID_ARGUMENT`. */
  fromSigned(value: bigint): bigint;
}

/** What {@link createSnowflake} takes. */
export interface SnowflakeOptions<Spec extends LayoutSpec = LayoutSpec>
  extends Pick<Options, 'now' | 'sinceBoot' | 'random' | 'onFull' | 'onUnset'> {
  /** How ids are cut. */
  readonly layout: Spec;
  /**
   * Whose ids they are: a number, or the pieces of the node by name. It is never guessed, and no two generators, tabs, processes or
   * machines may have the same one at a time. A layout without a node has none to give.
   */
  readonly node?: Node | undefined;
  /** Where the sequence starts in a new tick: at 0, at a random number below half, or one after the newest. Default `'zero'`. */
  readonly sequence?: 'zero' | 'random' | 'continue' | undefined;
  /**
   * A clock behind the highest reading accepted: refuse; wait, and refuse beyond that distance; or hold, which goes on counting, and refuse
   * beyond. There is no restart: it would give ids twice. Default `{ wait: 10 }`.
   */
  readonly onBehind?: 'refuse' | { readonly wait: number } | { readonly hold: number } | undefined;
  /** An id made earlier, of whatever node: all new ones sort after its tick. Read when the generator is made. */
  readonly after?: AnyId | undefined;
  /**
   * Where order is kept over a reload: without it, a run that starts while the clock is behind the one before gives its ids again. A
   * mark that is not saved always refuses, with `MARK_DUE`. Its key should tell the layout and the node.
   */
  readonly mark?: Omit<MarkOptions, 'onLate'> | undefined;
}

/** How long `nextAsync` waits. */
export interface Patience {
  /** All sleeps together, in milliseconds. Default 1000. */
  readonly patienceMs?: number | undefined;
}

/** What can be done with the ids of a layout. */
export type SnowflakeCodec = Pick<
  SnowflakeLayout,
  'parse' | 'format' | 'isValid' | 'timestamp' | 'decompose' | 'compose' | 'min' | 'max' | 'toSigned' | 'fromSigned'
>;

/** Makes Snowflakes of one layout and node, and reads those of the layout. */
export interface Snowflake extends SnowflakeCodec {
  /** The layout, with what it has room for. */
  readonly layout: SnowflakeLayout;
  /** The node, as one number. */
  readonly node: number;
  /**
   * Makes an id. Where it has to wait for no more than a tick it reads the clock again until that has come, at most 10,000 times
   * without seeing it change.
   *
   * @throws MintError `WAIT` with `forMs`; as the policies say `BEHIND`, `FULL`, `LEAD`; `CLOCK_FAILED`, `UNSET`, `BEFORE_EPOCH`,
   * `HORIZON`; with a mark `MARK_DUE`, `MARK_AHEAD`, `MARK_INVALID`, `BUSY`; with a random sequence `RNG_UNAVAILABLE`, `RNG_FAILED`.
   */
  next(): bigint;
  /** Makes an id, as decimal text. @throws MintError as `next` does. */
  nextString(): string;
  /**
   * Makes so many ids of one tick, all or none.
   *
   * @throws MintError `TOO_MANY` for more than a tick has room for; `INVALID_ARGUMENT`; and as `next` does.
   */
  many(count: number): bigint[];
  /**
   * Makes an id, and sleeps for as long as it has to wait, and for a mark store that answers later. A clock that stands still
   * ends the wait as well.
   *
   * @throws MintError as `next` does, `WAIT` where the patience is at its end.
   */
  nextAsync(patience?: Patience): Promise<bigint>;
  /** What this generator has been through. */
  meter(): Meter;
}

/** The same for a layout of 53 bits, whose ids are numbers too. */
export interface NumberSnowflake extends Snowflake {
  /** Makes an id, as a number. @throws MintError as `next` does, and `NUMBER_RANGE` where the layout has more than 53 bits. */
  nextNumber(): number;
}
