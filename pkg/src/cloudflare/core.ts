/**
 * The functions for leases in the core, on top of those for Snowflakes.
 *
 * @module
 */

import { type Core, type Exports, connect } from '../snowflake/core.js';

/** The functions for leases. */
interface LeaseExports extends Exports {
  lease_desk(): number;
  lease_decide(records: number, nowMs: number, ttlMs: number, skewMs: number, leadMs: number, lastNode: number): number;
  lease_configure(slot: number, wish: number, patienceMs: number): void;
  lease_mint(slot: number, nowMs: number, monotonicMs: number): number;
  lease_request(slot: number, nowMs: number, monotonicMs: number): number;
  lease_due_in(slot: number, nowMs: number, monotonicMs: number): number;
  lease_answered(slot: number, ticket: number, monotonicMs: number, jitter: number): number;
  lease_failed(slot: number, ticket: number, monotonicMs: number, jitter: number): void;
  lease_give_back(slot: number): void;
  lease_held(slot: number): number;
}

// The layout of `Desk` in bindings/wasm/src/fleet.
const REQUEST = 80;
const ANSWER = 48;
const RECORD = 96;
const HOLDER = 16;
const ANSWER_AT = 80;
const RECORD_AT = 128;
const HOLDER_AT = 224;
const RECORDS_AT = 240;

/** How many nodes an engine lends at most. */
export const NODES = 1024;

/** How many leased generators there are at once. */
export const SLOTS = 4;

/** How long a message is. */
export const LENGTHS = { request: REQUEST, answer: ANSWER, record: RECORD };

/** The core, and where it reads and writes for leases. */
export interface Leases {
  readonly core: Core;
  readonly wasm: LeaseExports;
  readonly request: Uint8Array;
  readonly answer: Uint8Array;
  readonly record: Uint8Array;
  readonly holder: Uint8Array;
  readonly records: Uint8Array;
}

let leases: Leases | undefined;

/** The core. */
export function leasing(): Leases {
  if (leases === undefined) {
    const core = connect();
    // The back end of this entry brings a module with both.
    const wasm = core.wasm as LeaseExports;
    const desk = wasm.lease_desk();
    const at = (offset: number, length: number): Uint8Array => new Uint8Array(wasm.memory.buffer, desk + offset, length);
    leases = {
      core,
      wasm,
      request: at(0, REQUEST),
      answer: at(ANSWER_AT, ANSWER),
      record: at(RECORD_AT, RECORD),
      holder: at(HOLDER_AT, HOLDER),
      records: at(RECORDS_AT, RECORD * NODES),
    };
  }
  return leases;
}
