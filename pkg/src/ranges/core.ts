/**
 * The Rust core of ranges as JavaScript sees it: functions of numbers, and views of the one block of memory that both write on.
 * It is made at the first call, never at import.
 *
 * @module
 */

import type { Backend } from '../realm.js';
import { instantiate } from './backends/default.js';
import { errorOf } from './errors.js';
import type { Span } from './types.js';

/** The functions of the core. A number they return is a status unless its name says otherwise; 0 is success. */
export interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer };
  desk(): number;
  state(slot: number): number;
  state_length(): number;
  configure(
    slot: number,
    want: number,
    lowWater: number,
    patienceMs: number,
    firstWaitMs: number,
    longestWaitMs: number,
    run: number,
  ): number;
  take(slot: number): number;
  claim(slot: number, count: number): number;
  request(slot: number, nowMs: number, count: number): number;
  next_due(slot: number): number;
  supply(slot: number, isCount: number): number;
  forget(slot: number): number;
  failed(slot: number, nowMs: number, jitter: number): number;
  drain(slot: number): number;
  load(slot: number, length: number): number;
  save(slot: number): number;
  meter(slot: number, index: number): number;
}

// The layout of `Desk` in bindings/wasm/src/range.
const SPAN = 3;
const NUMBERS = 24;
const TICKET_AT = 192;
const DETAIL_AT = 200;
const FLAGS_AT = 208;
const STOCK_AT = 216;
const STOCK_ROOM = 234;

/** How many allocators have a slot to themselves; more of them take turns. */
export const SLOTS = 8;

/** Who has a slot, and leaves it when another comes. */
export interface Lodger {
  /** Its state, while another has the slot. */
  state: Uint8Array | undefined;
}

/** The core, and the places where it reads and writes. */
export class Core {
  /** Spans, an id or a ceiling, in and out. */
  readonly numbers: BigUint64Array<ArrayBuffer>;
  readonly ticket: BigUint64Array<ArrayBuffer>;
  /** Whether to look for a request; whether the span that was refused last may be given back. */
  readonly flags: Uint32Array<ArrayBuffer>;
  readonly stock: Uint8Array<ArrayBuffer>;
  /** Who has which slot. */
  readonly lodgers: (Lodger | undefined)[] = [];
  /** How many allocators there have been. */
  allocators = 0;
  private readonly details: Float64Array<ArrayBuffer>;

  constructor(
    readonly wasm: Exports,
    readonly backend: Backend,
  ) {
    // The memory never grows, so these stay valid.
    const memory = wasm.memory.buffer;
    const desk = wasm.desk();
    this.numbers = new BigUint64Array(memory, desk, NUMBERS);
    this.ticket = new BigUint64Array(memory, desk + TICKET_AT, 1);
    this.details = new Float64Array(memory, desk + DETAIL_AT, 1);
    this.flags = new Uint32Array(memory, desk + FLAGS_AT, 2);
    this.stock = new Uint8Array(memory, desk + STOCK_AT, STOCK_ROOM);
  }

  /** The state of a slot, to copy out and in. */
  state(slot: number): Uint8Array {
    return new Uint8Array(this.wasm.memory.buffer, this.wasm.state(slot), this.wasm.state_length());
  }

  /** What the last status had to say besides. */
  get said(): number {
    return this.details[0]!;
  }

  /** Throws what a status means, unless it means success. */
  check(status: number): void {
    if (status !== 0) throw errorOf(status, this.said);
  }

  /** The span that was laid down last as an answer. */
  answered(isCount: boolean): Span<bigint> {
    const [first, second, step] = this.numbers;
    return { first: first!, last: isCount ? first! + (second! - BigInt(1)) * step! : second!, step: Number(step) };
  }

  /** The span on the desk, or one of several. */
  span(at = 0): Span<bigint> {
    const [first, last, step] = this.numbers.subarray(SPAN * at, SPAN * at + SPAN);
    return { first: first!, last: last!, step: Number(step) };
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
