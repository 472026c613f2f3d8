/**
 * The public types of `mintid/ranges`. They name nothing of a platform that may be absent.
 *
 * @module
 */

/** The platform's `AbortSignal`, where its types are known. */
export type Signal = typeof globalThis extends { AbortSignal: { prototype: infer T } } ? T : unknown;

/** An integer as a coordinator may give it: a number, a BigInt, or decimal digits. */
export type AnyInteger = number | bigint | string;

/** A span as a coordinator may give it: its first id and its last one, or how many there are. Every `step`th id where it is not 1. */
export type Reserved =
  | { readonly first: AnyInteger; readonly last: AnyInteger; readonly count?: undefined; readonly step?: number | undefined }
  | { readonly first: AnyInteger; readonly count: AnyInteger; readonly last?: undefined; readonly step?: number | undefined };

/** A span: its first id and its last one, both inclusive, and how far one id is from the next. */
export interface Span<Id extends number | bigint> {
  readonly first: Id;
  readonly last: Id;
  readonly step: number;
}

/** What comes with a request. */
export interface ReserveRequest {
  /** The number of the request, as decimal digits: another one each time, so that a coordinator can tell a repetition. */
  readonly ticket: string;
  /** Aborted when the answer is not waited for any more; absent where there is no `AbortController`. */
  readonly signal: Signal | undefined;
}

/** A store that changes a key in one step that nobody else comes between, as `openMarkStore()` of `mintid/indexeddb` opens one. */
export interface AtomicStore {
  /**
   * Reads the key, `null` for nothing, and stores what `change` makes of it. Where the key has changed meanwhile, `change` is
   * called again with what it is now. Resolves once that is stored.
   */
  update(key: string, change: (text: string | null) => string): Promise<unknown>;
}

/** A store that reads and writes, and is made atomic by the Web Locks API; where that is missing it is refused. */
export interface ItemStore {
  getItem(key: string): string | null | Promise<string | null>;
  setItem(key: string, value: string): unknown;
}

/** What ranges are made with. */
export interface RangesOptions<Id extends number | bigint = number | bigint> {
  /**
   * Asks the coordinator for so many ids. Fewer or more are welcome too. What it grants must never have been granted before, to
   * anybody.
   */
  readonly reserve: (want: number, request: ReserveRequest) => Reserved | Promise<Reserved>;
  /** Gives spans back to the coordinator: what `giveBack()` has left, and an answer that came too late to be used. */
  readonly release?: ((spans: readonly Span<Id>[]) => unknown) | undefined;
  /** Where ids are kept over reloads and shared by tabs. Without one they are in memory alone, and a crash loses them all. */
  readonly store?: 'indexeddb' | AtomicStore | ItemStore | undefined;
  /** The key in the store: one for each kind of id. */
  readonly key?: string | undefined;
  /** How many ids to ask for. Default 1000. */
  readonly want?: number | undefined;
  /** Asks when no more ids than this are left. Default a fifth of `want`. */
  readonly lowWater?: number | undefined;
  /** With a store: how many ids are taken out of it at most before they are used, which is what a crash may lose. Default 100. */
  readonly block?: number | undefined;
  /**
   * The largest id allowed. Default 2^53 - 1, the largest that a number holds. Ids are BigInts for a BigInt, for `'i64'`, the
   * largest of a signed column, and for `'u64'`.
   */
  readonly ceiling?: number | bigint | 'i64' | 'u64' | undefined;
  /** How long `reserve` may take, in milliseconds. Default 10000. */
  readonly patienceMs?: number | undefined;
  /** How long the coordinator is left alone after a failure: doubled each time. Default 500 up to 60000 ms. */
  readonly backoff?: { readonly firstMs: number; readonly longestMs: number } | undefined;
}

/** Counts, to watch and alert on. */
export interface RangesMeter {
  /** Ids handed out. */
  readonly taken: number;
  /** Ids granted to this allocator. */
  readonly granted: number;
  /** Ids given back by it. */
  readonly givenBack: number;
  /** Calls that found no id at hand. */
  readonly empties: number;
  /** Calls of `reserve`. */
  readonly requests: number;
  /** Spans taken in. */
  readonly supplied: number;
  /** Calls of `reserve` that brought nothing, those that took too long too. */
  readonly failures: number;
  /** Answers that came too late to be used. */
  readonly late: number;
  /** Spans refused: an overlap, or past the ceiling. */
  readonly refused: number;
  /** Ids that are at hand, for `tryNext()`. */
  readonly left: number;
  /** What went wrong last, in `reserve`, the store or `release`. */
  readonly error: unknown;
}

/** Hands out ids of spans. */
export interface Ranges<Id extends number | bigint> {
  /** The next id; asks for more where none is left. Rejects with a `MintError` where that brings none. */
  next(): Promise<Id>;
  /** The next id as decimal text, for JSON. */
  nextString(): Promise<string>;
  /** The next id at hand, `undefined` where there is none. */
  tryNext(): Id | undefined;
  /** Resolves once `tryNext()` has an id, without using one up. */
  ready(): Promise<void>;
  /**
   * Ends these ranges, for a shutdown. What they hold goes to `release`, and is handed back. What is in the store stays there for
   * others, unless `stored` is set: at a logout for instance. Rejects with `RELEASE_FAILED` where `release` throws.
   */
  giveBack(options?: { readonly stored?: boolean }): Promise<Span<Id>[]>;
  /** The counts so far. */
  meter(): RangesMeter;
}
