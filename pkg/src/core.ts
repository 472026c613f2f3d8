/**
 * The Rust core: one WebAssembly instance, made at the first call, and views of the one block of memory it shares.
 *
 * @module
 */

import { decodeBase64 } from './base64.js';
import { MintError, errorOf } from './errors.js';
import { importsOf } from './gen/imports.js';
import { WASM_BASE64 } from './gen/wasm-base64.js';
import type { Config } from './options.js';

/** What an id is taken for, by the core's numbers. */
export type Kind = 0 | 1 | 2 | 3;
export const ANY_UUID = 0;
export const V4 = 1;
export const V7 = 2;
export const ULID = 3;

/** The core's slots: one for each default generator, and one that all others take in turns. */
export type Slot = 0 | 1 | 2;
export const V7_SLOT = 0;
export const ULID_SLOT = 1;
export const GUEST_SLOT = 2;

/** The functions of the module. A number they return is a status unless its name says otherwise; 0 is success. */
export interface Exports {
  readonly memory: WebAssembly.Memory;
  desk(): number;
  state(slot: number): number;
  state_length(): number;
  configure(slot: number, ...config: Config): number;
  mint(slot: number, nowMs: number): number;
  mint_unsaved(slot: number, nowMs: number): number;
  mint_v4(): number;
  at(slot: number, ms: number): number;
  start_from(slot: number, markMs: number): number;
  start_without_mark(slot: number): number;
  resume_after(slot: number): number;
  mark_due(slot: number, nowMs: number): number;
  mark_saved(slot: number): number;
  meter(slot: number, index: number): number;
  parse(kind: number, lenient: number, length: number): number;
  format(kind: number): number;
  timestamp(kind: number): number;
  version(): number;
  variant(): number;
  bound(kind: number, ms: number, largest: number): number;
  to_uuid_v7_lossy(): void;
}

// The layout of `Desk` in bindings/wasm.
export const TEXT_ROOM = 64;
const ID_AT = 64;
const DETAIL_AT = 80;
const CURSOR_AT = 96;
const RANDOM_AT = 104;

/** Random bytes for a source of a generator's own come first; the shared pool follows. */
export const OWN_ROOM = 16;
export const POOL_END = OWN_ROOM + 8192;

/** The instance, and the places where it reads and writes. */
export class Core {
  readonly text: Uint8Array<ArrayBuffer>;
  readonly id: Uint8Array<ArrayBuffer>;
  readonly random: Uint8Array<ArrayBuffer>;
  /** Where the next random byte is, and where they end. */
  readonly cursor: Uint32Array<ArrayBuffer>;
  private readonly detail: Float64Array<ArrayBuffer>;

  constructor(readonly wasm: Exports) {
    // The memory never grows, so these stay valid.
    const memory = wasm.memory.buffer as ArrayBuffer;
    const desk = wasm.desk();
    this.text = new Uint8Array(memory, desk, TEXT_ROOM);
    this.id = new Uint8Array(memory, desk + ID_AT, 16);
    this.detail = new Float64Array(memory, desk + DETAIL_AT, 1);
    this.cursor = new Uint32Array(memory, desk + CURSOR_AT, 2);
    this.random = new Uint8Array(memory, desk + RANDOM_AT, POOL_END);
  }

  /** The state of a slot, to copy out and in. */
  state(slot: Slot): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.wasm.memory.buffer as ArrayBuffer, this.wasm.state(slot), this.wasm.state_length());
  }

  /** What the last status had to say besides: a distance, a place, a mark. */
  get said(): number {
    return this.detail[0]!;
  }

  /** Throws what a status means, unless it means success. */
  check(status: number): void {
    if (status !== 0) throw errorOf(status, this.said);
  }

  /** Lays text down for the core to read; hands back the length to tell it, which is that of its UTF-8. */
  write(text: string): number {
    let length = 0;
    // What does not fit is longer than any spelling, and so is the part that does.
    for (let i = 0; i < text.length && length < TEXT_ROOM; i++) {
      const code = text.charCodeAt(i);
      if (code < 128) {
        this.text[length++] = code;
      } else {
        // Bytes that no spelling has for everything outside ASCII, as many as it takes.
        const end = length + utf8LengthOf(code);
        while (length < end) this.text[length++] = 255;
      }
    }
    return length;
  }

  /** Reads the text of an id: 26 characters of a ULID, 36 of a UUID. One call of fixed arity is the fastest everywhere. */
  read(kind: Kind): string {
    const t = this.text as ArrayLike<number> as readonly number[];
    // prettier-ignore
    return kind === ULID
      ? String.fromCharCode(t[0]!, t[1]!, t[2]!, t[3]!, t[4]!, t[5]!, t[6]!, t[7]!, t[8]!, t[9]!, t[10]!, t[11]!, t[12]!,
          t[13]!, t[14]!, t[15]!, t[16]!, t[17]!, t[18]!, t[19]!, t[20]!, t[21]!, t[22]!, t[23]!, t[24]!, t[25]!)
      : String.fromCharCode(t[0]!, t[1]!, t[2]!, t[3]!, t[4]!, t[5]!, t[6]!, t[7]!, t[8]!, t[9]!, t[10]!, t[11]!, t[12]!,
          t[13]!, t[14]!, t[15]!, t[16]!, t[17]!, t[18]!, t[19]!, t[20]!, t[21]!, t[22]!, t[23]!, t[24]!, t[25]!, t[26]!,
          t[27]!, t[28]!, t[29]!, t[30]!, t[31]!, t[32]!, t[33]!, t[34]!, t[35]!);
  }
}

/** How many bytes a code unit takes: one in ASCII, two below U+0800, two for each half of a pair, and three. */
function utf8LengthOf(code: number): number {
  if (code < 128) return 1;
  return code < 0x800 || (code & 0xf800) === 0xd800 ? 2 : 3;
}

/** How many bytes text takes. */
export function utf8Length(text: string): number {
  let length = 0;
  for (let i = 0; i < text.length; i++) length += utf8LengthOf(text.charCodeAt(i));
  return length;
}

let core: Core | undefined;

/** The core, made at the first call. */
export function connect(): Core {
  return (core ??= new Core(instantiate()));
}

function instantiate(): Exports {
  try {
    // WebKit compiles under a policy that forbids it and throws only here, so both are one attempt.
    const module = new WebAssembly.Module(decodeBase64(WASM_BASE64));
    return new WebAssembly.Instance(module, importsOf({})).exports as unknown as Exports;
  } catch (cause) {
    throw new MintError('WASM_UNAVAILABLE', 'WebAssembly is absent or forbidden here', { cause });
  }
}
