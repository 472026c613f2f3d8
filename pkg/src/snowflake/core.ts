/**
 * The Rust core of Snowflakes as JavaScript sees it: functions of numbers, and views of the one block of memory that both
 * write on. It is made at the first call, never at import.
 *
 * @module
 */

import type { Backend } from '../realm.js';
import { instantiate } from './backends/default.js';
import { errorOf } from './errors.js';

/** The numbers of the core's `configure`, the slot aside. */
export type Config = readonly [
  node: number,
  start: number,
  onBehind: number,
  behindMs: number,
  onFull: number,
  fullMs: number,
  onUnset: number,
  windowMs: number,
];

/** The functions of the core. A number they return is a status unless its name says otherwise; 0 is success. */
export interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer };
  desk(): number;
  state(slot: number): number;
  state_length(): number;
  layout_named(number: number): number;
  layout_epoch(epochMs: number): number;
  layout_of(width: number, epochMs: number, tickMs: number, parts: number): number;
  describe(): void;
  piece_name(index: number): number;
  join_node(pieces: number): number;
  configure(slot: number, ...config: Config): number;
  mint(slot: number, nowMs: number): number;
  mint_batch(slot: number, nowMs: number, count: number): number;
  hand_out(): number;
  start_from(slot: number, markMs: number): number;
  start_without_mark(slot: number): number;
  resume_after(slot: number): number;
  mark_due(slot: number, nowMs: number): number;
  mark_saved(slot: number, markMs: number): number;
  meter(slot: number, index: number): number;
  parse(spelling: number, length: number): number;
  fits(): number;
  spell(spelling: number): number;
  decompose(): number;
  compose(time: number, isTick: number, node: number, sequence: number): number;
  bound(ms: number, largest: number): number;
}

// The layout of `Desk` in bindings/wasm/src/snowflake.
const ROOM = 64;
const NUMBERS = 24;
const NUMBERS_AT = 512;
const DETAIL_AT = 704;
const CURSOR_AT = 720;
const RANDOM_AT = 728;
const RANDOM_ROOM = 16;
const TEXT_AT = 744;
const TEXT_ROOM = 32;

/** How many generators have a slot to themselves; more of them take turns. */
export const SLOTS = 8;

/** Who has a slot, and leaves it when another comes. */
export interface Lodger {
  /** Its state, while another has the slot. */
  state: Uint8Array | undefined;
}

/** The core, and the places where it reads and writes. */
export class Core {
  /** The id in, and ids out. */
  readonly ids: BigUint64Array<ArrayBuffer>;
  /** Numbers in, where they are many, and out. */
  readonly numbers: Float64Array<ArrayBuffer>;
  /** Where the next random byte is, and where they end. */
  readonly cursor: Uint32Array<ArrayBuffer>;
  readonly random: Uint8Array<ArrayBuffer>;
  /** Whose layout ids are read by at present. */
  layout: object | undefined;
  /** Who has which slot. */
  readonly lodgers: (Lodger | undefined)[] = [];
  /** How many generators there have been. */
  generators = 0;
  private readonly details: Float64Array<ArrayBuffer>;
  private readonly text: Uint8Array<ArrayBuffer>;

  constructor(
    readonly wasm: Exports,
    readonly backend: Backend,
  ) {
    // The memory never grows, so these stay valid.
    const memory = wasm.memory.buffer;
    const desk = wasm.desk();
    this.ids = new BigUint64Array(memory, desk, ROOM);
    this.numbers = new Float64Array(memory, desk + NUMBERS_AT, NUMBERS);
    this.details = new Float64Array(memory, desk + DETAIL_AT, 2);
    this.cursor = new Uint32Array(memory, desk + CURSOR_AT, 2);
    this.random = new Uint8Array(memory, desk + RANDOM_AT, RANDOM_ROOM);
    this.text = new Uint8Array(memory, desk + TEXT_AT, TEXT_ROOM);
  }

  /** The state of a slot, to copy out and in. */
  state(slot: number): Uint8Array {
    return new Uint8Array(this.wasm.memory.buffer, this.wasm.state(slot), this.wasm.state_length());
  }

  /** What the last status had to say besides: a distance, a place, a mark. */
  get said(): number {
    return this.details[0]!;
  }

  /** Says, for the next reading, that the clock is not set, and how long the machine has run. */
  notSet(sinceBootMs: number): void {
    this.details[1] = sinceBootMs;
  }

  /** Throws what a status means, unless it means success. */
  check(status: number): void {
    if (status !== 0) throw errorOf(status, this.said);
  }

  /** The text that the core wrote last. */
  read(length: number): string {
    return String.fromCharCode.apply(null, this.text.subarray(0, length) as ArrayLike<number> as number[]);
  }

  /** Lays text down for the core to read; hands back the length to tell it. */
  write(text: string): number {
    // What does not fit is longer than any spelling, and so is the part that does.
    const length = Math.min(text.length, TEXT_ROOM);
    for (let at = 0; at < length; at++) {
      const code = text.charCodeAt(at);
      // No spelling has a character outside of ASCII.
      this.text[at] = code < 128 ? code : 255;
    }
    return length;
  }
}

let core: Core | undefined;

/** The core. */
export function connect(): Core {
  if (core === undefined) {
    const { exports, backend } = instantiate();
    core = new Core(exports, backend);
  }
  return core;
}
