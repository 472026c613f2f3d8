/**
 * The Rust core as JavaScript sees it: functions of numbers, and views of the one block of memory that both write on.
 *
 * @module
 */

import type { Config } from './config.js';
import { errorOf } from './errors.js';
import { textReader } from './text.js';

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

/** The functions of the core. A number they return is a status unless its name says otherwise; 0 is success. */
export interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer };
  desk(): number;
  state(slot: number): number;
  state_length(): number;
  configure(slot: number, ...config: Config): number;
  mint(slot: number, nowMs: number, count: number): number;
  mint_unsaved(slot: number, nowMs: number): number;
  mint_v4(count: number): number;
  at(slot: number, ms: number): number;
  start_from(slot: number, markMs: number): number;
  start_without_mark(slot: number): number;
  resume_after(slot: number): number;
  reseed(slot: number): number;
  mark_due(slot: number, nowMs: number): number;
  mark_saved(slot: number, markMs: number, replaces: number): number;
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
const TEXT_AREA = 576;
export const TEXT_ROOM = 64;
const IDS_AT = 576;
const DETAIL_AT = 832;
const SINCE_BOOT_AT = 840;
const CURSOR_AT = 848;
const MADE_AT = 856;
const RANDOM_AT = 864;

/** The most ids that one call makes. */
export const BATCH = 16;

/** Random bytes for a source of a generator's own come first; the shared pool follows. */
export const OWN_ROOM = 16;
export const POOL_END = OWN_ROOM + 8192;

/** How long the text of an id is. */
export const textLength = (kind: Kind): number => (kind === ULID ? 26 : 36);

/** The core, and the places where it reads and writes. */
export class Core {
  readonly ids: Uint8Array<ArrayBuffer>;
  readonly random: Uint8Array<ArrayBuffer>;
  /** Where the next random byte is, and where they end. */
  readonly cursor: Uint32Array<ArrayBuffer>;
  /** Reads one text, of 36 characters or of 26. */
  readonly uuidText: () => string;
  readonly ulidText: () => string;
  /** Reads so many characters from the front of the text area. */
  readonly texts: (length: number) => string;
  private readonly text: Uint8Array<ArrayBuffer>;
  /** The same, two characters in each. */
  private readonly pairs: Uint16Array<ArrayBuffer>;
  /** The bytes of one id. */
  private readonly id: Uint8Array<ArrayBuffer>;
  private readonly floats: Float64Array<ArrayBuffer>;
  private readonly counts: Uint32Array<ArrayBuffer>;

  constructor(readonly wasm: Exports) {
    // The memory never grows, so these stay valid.
    const memory = wasm.memory.buffer;
    const desk = wasm.desk();
    this.text = new Uint8Array(memory, desk, TEXT_AREA);
    this.pairs = new Uint16Array(memory, desk, TEXT_AREA / 2);
    this.id = new Uint8Array(memory, desk + IDS_AT, 16);
    this.ids = new Uint8Array(memory, desk + IDS_AT, 16 * BATCH);
    this.floats = new Float64Array(memory, desk + DETAIL_AT, (CURSOR_AT - DETAIL_AT) / 8);
    this.cursor = new Uint32Array(memory, desk + CURSOR_AT, 2);
    this.counts = new Uint32Array(memory, desk + MADE_AT, 1);
    this.random = new Uint8Array(memory, desk + RANDOM_AT, POOL_END);
    ({ uuid: this.uuidText, ulid: this.ulidText, any: this.texts } = textReader(this.text));
  }

  /** The state of a slot, to copy out and in. */
  state(slot: Slot): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.wasm.memory.buffer, this.wasm.state(slot), this.wasm.state_length());
  }

  /** What the last status had to say besides: a distance, a place, a mark. */
  get said(): number {
    return this.floats[0]!;
  }

  /** How many ids the last call made. */
  get made(): number {
    return this.counts[0]!;
  }

  /** Says, for the next reading, that the clock is not set, and how long the machine has run. */
  notSet(sinceBootMs: number): void {
    this.floats[(SINCE_BOOT_AT - DETAIL_AT) / 8] = sinceBootMs;
  }

  /** Throws what a status means, unless it means success. */
  check(status: number): void {
    if (status !== 0) throw errorOf(status, this.said);
  }

  /** The text that the core wrote last. */
  read(kind: Kind): string {
    return kind === ULID ? this.ulidText() : this.uuidText();
  }

  /** The bytes that the core wrote last. */
  bytes(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.id);
  }

  /** Lays text down for the core to read; hands back the length to tell it, which is that of its UTF-8. */
  write(text: string): number {
    const { pairs } = this;
    // What does not fit is longer than any spelling, and so is the part that does.
    const length = Math.min(text.length, TEXT_ROOM);
    let seen = 0;
    // Two at a time, in half the stores. No look past the end, after which an engine makes every look a slow one.
    for (let i = 1; i < length; i += 2) {
      const first = text.charCodeAt(i - 1);
      const second = text.charCodeAt(i);
      pairs[i >> 1] = first | (second << 8);
      seen |= first | second;
    }
    if (length % 2 === 1) {
      const last = text.charCodeAt(length - 1);
      pairs[length >> 1] = last;
      seen |= last;
    }
    return seen < 128 ? length : this.writeOther(text);
  }

  /** As {@link write}, for text that is not ASCII: bytes that no spelling has, as many as it takes. */
  private writeOther(text: string): number {
    let length = 0;
    for (let i = 0; i < text.length && length < TEXT_ROOM; i++) {
      const code = text.charCodeAt(i);
      const end = length + utf8LengthOf(code);
      while (length < end) this.text[length++] = code < 128 ? code : 255;
    }
    return length;
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
