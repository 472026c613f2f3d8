/**
 * The Rust core of inspecting as JavaScript sees it: functions of numbers, and views of the one block of memory that both write
 * on. It is made at the first call, never at import.
 *
 * @module
 */

import type { Backend } from '../realm.js';
import { instantiate } from './backends/default.js';

/** The functions of the core. */
export interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer };
  desk(): number;
  inspect(length: number, beforeMs: number): number;
  inspect_number(beforeMs: number): void;
  next_reading(): number;
  lay_fields(): number;
  layout_name(): number;
  piece_name(index: number): number;
}

// The layout of `Desk` in bindings/wasm/src/inspect.
const FIELD = 3;
const FIELDS = 6;
const UNIX_MS_AT = 56;
const SAID_AT = 64;
const FIELDS_AT = 80;
const BYTES_AT = 152;
const TEXT_AT = 168;
const TEXT_ROOM = 48;

/** The kinds of a reading, as `Kind` in bindings/wasm numbers them; 0 is none. */
export const [UUID, ULID, SNOWFLAKE, TIME] = [1, 2, 3, 4];

/** The core, and the places where it reads and writes. */
export class Core {
  /** The bytes of 128 bits. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  private readonly numbers: BigUint64Array<ArrayBuffer>;
  private readonly times: Float64Array<ArrayBuffer>;
  private readonly said: Uint32Array<ArrayBuffer>;
  private readonly fields: Uint32Array<ArrayBuffer>;
  private readonly text: Uint8Array<ArrayBuffer>;

  constructor(
    readonly wasm: Exports,
    readonly backend: Backend,
  ) {
    // The memory never grows, so these stay valid.
    const memory = wasm.memory.buffer;
    const desk = wasm.desk();
    this.numbers = new BigUint64Array(memory, desk, 1 + FIELDS);
    this.times = new Float64Array(memory, desk + UNIX_MS_AT, 1);
    this.said = new Uint32Array(memory, desk + SAID_AT, 4);
    this.fields = new Uint32Array(memory, desk + FIELDS_AT, FIELD * FIELDS);
    this.bytes = new Uint8Array(memory, desk + BYTES_AT, 16);
    this.text = new Uint8Array(memory, desk + TEXT_AT, TEXT_ROOM);
  }

  /** Takes a text; hands back 0, or the number of what is wrong with it. */
  inspect(text: string, beforeMs: number): number {
    // What does not fit is longer than any spelling, and so is the part that does.
    const length = Math.min(text.length, TEXT_ROOM);
    for (let at = 0; at < length; at++) {
      const code = text.charCodeAt(at);
      // No spelling has a character outside of ASCII.
      this.text[at] = code < 128 ? code : 255;
    }
    return this.wasm.inspect(length, beforeMs);
  }

  /** Takes a number from 0 on, of 64 bits. */
  inspectNumber(number: bigint, beforeMs: number): void {
    this.numbers[0] = number;
    this.wasm.inspect_number(beforeMs);
  }

  /** The number of the reading that was told last. */
  get number(): bigint {
    return this.numbers[0]!;
  }

  /** When that was made; `NaN` where it says nothing. */
  get unixMs(): number {
    return this.times[0]!;
  }

  /** How that is spelt, or what the text comes nearest to: a number of `SPELLINGS`. */
  get spelling(): number {
    return this.said[0]!;
  }

  /** Whether the bits speak for that reading. */
  get isConvincing(): boolean {
    return this.said[1] === 1;
  }

  /** The unit, where that is a point in time. */
  get unit(): number {
    return this.said[2]!;
  }

  /** Where the text goes wrong. */
  get position(): number {
    return this.said[3]!;
  }

  /** What a field of that reading is, where it starts, its bits, and what it holds. */
  field(at: number): readonly [what: number, from: number, bits: number, value: bigint] {
    const [what, from, bits] = this.fields.subarray(FIELD * at, FIELD * at + FIELD);
    return [what!, from!, bits!, this.numbers[1 + at]!];
  }

  /** The name of that reading's layout. */
  get layoutName(): string {
    return this.read(this.wasm.layout_name());
  }

  /** The name of a piece of its node. */
  pieceName(index: number): string {
    return this.read(this.wasm.piece_name(index));
  }

  private read(length: number): string {
    return String.fromCharCode.apply(null, this.text.subarray(0, length) as ArrayLike<number> as number[]);
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
