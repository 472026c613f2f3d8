/**
 * Strings out of the core's memory, by what is fastest in each engine.
 *
 * One call of fixed arity wins for a single id, but in Bun, where Node's `latin1Slice` does. Several ids are read as one
 * string and cut: by `latin1Slice` where there is one, else by `TextDecoder`, and where neither is (Hermes) in pieces.
 *
 * @module
 */

/** Ways to read the text that starts at a fixed place. */
export interface TextReader {
  /** 36 characters. */
  uuid(): string;
  /** 26 characters. */
  ulid(): string;
  /** So many. */
  any(length: number): string;
}

/** What of a platform helps; each may be absent. */
interface Platform {
  Bun?: unknown;
  Buffer?: { prototype?: { latin1Slice?: unknown } };
  TextDecoder?: new () => { decode(bytes: Uint8Array): string };
}

type Slice = (this: Uint8Array, from: number, to: number) => string;

/** The readers for text at the front of these bytes. */
export function textReader(text: Uint8Array<ArrayBuffer>): TextReader {
  if ((globalThis as Platform).Bun !== undefined) {
    const slice = latin1();
    if (slice !== undefined) {
      const any = (length: number) => slice.call(text, 0, length);
      return { uuid: () => any(36), ulid: () => any(26), any };
    }
  }
  let any: TextReader['any'] | undefined;
  // The platform is asked when several ids are read for the first time.
  return { ...fixed(text as ArrayLike<number> as readonly number[]), any: (length) => (any ??= several(text))(length) };
}

/** Node's own way out of a buffer, which Bun and Deno have too. */
function latin1(): Slice | undefined {
  const slice = (globalThis as Platform).Buffer?.prototype?.latin1Slice;
  return typeof slice === 'function' ? (slice as Slice) : undefined;
}

function several(text: Uint8Array): TextReader['any'] {
  const slice = latin1();
  if (slice !== undefined) return (length) => slice.call(text, 0, length);
  const { TextDecoder } = globalThis as Platform;
  if (TextDecoder !== undefined) {
    const decoder = new TextDecoder();
    return (length) => decoder.decode(text.subarray(0, length));
  }
  return (length) => String.fromCharCode.apply(null, text.subarray(0, length) as ArrayLike<number> as number[]);
}

function fixed(t: readonly number[]): Pick<TextReader, 'uuid' | 'ulid'> {
  // prettier-ignore
  return {
    uuid: () =>
      String.fromCharCode(t[0]!, t[1]!, t[2]!, t[3]!, t[4]!, t[5]!, t[6]!, t[7]!, t[8]!, t[9]!, t[10]!, t[11]!, t[12]!,
        t[13]!, t[14]!, t[15]!, t[16]!, t[17]!, t[18]!, t[19]!, t[20]!, t[21]!, t[22]!, t[23]!, t[24]!, t[25]!, t[26]!,
        t[27]!, t[28]!, t[29]!, t[30]!, t[31]!, t[32]!, t[33]!, t[34]!, t[35]!),
    ulid: () =>
      String.fromCharCode(t[0]!, t[1]!, t[2]!, t[3]!, t[4]!, t[5]!, t[6]!, t[7]!, t[8]!, t[9]!, t[10]!, t[11]!, t[12]!,
        t[13]!, t[14]!, t[15]!, t[16]!, t[17]!, t[18]!, t[19]!, t[20]!, t[21]!, t[22]!, t[23]!, t[24]!, t[25]!),
  };
}
