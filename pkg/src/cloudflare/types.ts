/**
 * The public types of `mintid/cloudflare`, and what is used of a Durable Object: the package's types need no platform's.
 *
 * @module
 */

import type { LayoutSpec, SnowflakeCodec } from '../snowflake/types.js';

/** What is used of an object's storage. */
export interface ObjectStorage {
  get(key: string): Promise<unknown>;
  put(key: string, value: unknown): Promise<void>;
  list(options: { prefix: string }): Promise<Map<string, unknown>>;
}

/** What is used of the state that an object is made with. */
export interface ObjectState {
  readonly storage: ObjectStorage;
}

/** What is used of a request. */
export interface ObjectRequest {
  readonly url: string;
  json(): Promise<unknown>;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** The platform's `Response`, where its types are known. */
export type ObjectResponse = typeof globalThis extends { Response: { prototype: infer T } } ? T : unknown;

/** A stub of an object, as a binding gives one. */
export interface Stub {
  fetch(
    url: string,
    options: { method: string; body: string | Uint8Array<ArrayBuffer> },
  ): Promise<{ readonly ok: boolean; readonly status: number; json(): Promise<unknown>; arrayBuffer(): Promise<ArrayBuffer> }>;
}

/** A stub, or what gives one: that of one request is no good in another. */
export type AnyStub = Stub | (() => Stub);

/** The ids that an object grants in spans. */
export interface GrantedSpans {
  /** The first one. Default 1. */
  readonly first?: number | bigint | undefined;
  /** The last one. Default 2^53 - 1. */
  readonly last?: number | bigint | undefined;
  /** How many are granted at once at most, whatever is asked for. Default 1,000,000. */
  readonly most?: number | undefined;
}

/** The nodes that an object lends. */
export interface LentNodes {
  /** The layout of the Snowflakes: the same for all who lease. */
  readonly layout: LayoutSpec;
  /** How many nodes, from 0 on. Default all that the layout has, up to 1024. */
  readonly nodes?: number | undefined;
  /** How long a lease is good without being renewed. Default 30,000 ms. */
  readonly ttlMs?: number | undefined;
  /** How far a holder's clock may be ahead of this one's. Default 10,000 ms. */
  readonly skewMs?: number | undefined;
  /** How far past its end ids may reach. Default 10,000 ms. */
  readonly leadMs?: number | undefined;
}

/** What an object grants. */
export interface ObjectOptions {
  readonly spans?: GrantedSpans | undefined;
  readonly leases?: LentNodes | undefined;
}

/** A Durable Object that grants spans and leases. */
export interface IdObject {
  /** By this the platform's types know the class of an object, `DurableObjectNamespace<Ids>` for one. There is no such value. */
  readonly __DURABLE_OBJECT_BRAND: never;
  fetch(request: ObjectRequest): Promise<ObjectResponse>;
}

/** What a leased generator is made with. */
export interface LeasedOptions {
  readonly layout: LayoutSpec;
  /** The object that lends. */
  readonly object: AnyStub;
  /**
   * Who holds the lease: a UUID that stays the same over restarts, and that no other generator has. One made at random for each isolate
   * is right too; it then waits for a free node, where a known one gets its own back.
   */
  readonly holder: string;
  /** The node to ask for first. */
  readonly node?: number | undefined;
  /** How long the object may take to answer. Default 5,000 ms. */
  readonly patienceMs?: number | undefined;
}

/** What is held. Ticks are those of the layout. */
export interface HeldNode {
  readonly node: number;
  /** Rises with every grant of the node. */
  readonly fence: number;
  readonly ttlMs: number;
  readonly floorTick: number;
  readonly ceilingTick: number;
}

/** A Snowflake generator on a lease. */
export interface LeasedSnowflake extends SnowflakeCodec {
  /** The next id: asks for a node where none is held, and waits where that is what to do, for `patienceMs` at most (1,000). */
  next(options?: { readonly patienceMs?: number }): Promise<bigint>;
  nextString(): Promise<string>;
  /** What is held, if something is. */
  lease(): HeldNode | undefined;
  /** Gives the node back, for a shutdown: the next holder then has no time to wait for. */
  giveBack(): Promise<void>;
}

