/**
 * The engine's side of leases: the records of nodes in an object's storage, and the core's decisions over them.
 *
 * @module
 */

import { MintError } from '../mint-error.js';
import type { Layout } from '../snowflake/layout.js';
import { LENGTHS, NODES, leasing } from './core.js';
import type { ObjectStorage } from './types.js';

/** Where the records are: one key a node, so that the keys are in the order of the nodes. */
const PREFIX = 'mintid/node/';
const keyOf = (node: number): string => PREFIX + String(node).padStart(4, '0');

/** What the core says of a request. */
const [STORE, ANSWER, NO_REQUEST] = [0, 1, 2];

/** The terms, and how many nodes there are. */
export interface Terms {
  readonly ttlMs: number;
  readonly skewMs: number;
  readonly leadMs: number;
  readonly nodes: number;
}

/** Lends nodes by what is in the storage. */
export class Lending {
  constructor(
    private readonly storage: ObjectStorage,
    private readonly layout: Layout,
    private readonly terms: Terms,
  ) {}

  /** Decides a request; the answer is true once this is resolved. */
  async decide(request: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
    if (request.length !== LENGTHS.request) throw new MintError('INVALID_ARGUMENT', `a request has ${LENGTHS.request} bytes`);
    const stored = [...(await this.storage.list({ prefix: PREFIX })).values()];
    const leases = leasing();
    const { ttlMs, skewMs, leadMs, nodes } = this.terms;
    stored.slice(0, NODES).forEach((record, at) => {
      if (!(record instanceof Uint8Array) || record.length !== LENGTHS.record) throw noRecord();
      leases.records.set(record, at * LENGTHS.record);
    });
    this.layout.enter();
    leases.request.set(request);
    const decided = leases.wasm.lease_decide(stored.length, Date.now(), ttlMs, skewMs, leadMs, nodes - 1);
    if (decided === NO_REQUEST) throw new MintError('INVALID_ARGUMENT', 'the request of a lease is none');
    if (decided !== STORE && decided !== ANSWER) throw noRecord();
    const answer = leases.answer.slice() as Uint8Array<ArrayBuffer>;
    if (decided === STORE) {
      const record = leases.record.slice();
      await this.storage.put(keyOf(nodeOf(record)), record);
    }
    return answer;
  }
}

/** The node of a record, its second word. */
const nodeOf = (record: Uint8Array): number =>
  Number(new DataView(record.buffer, record.byteOffset).getBigUint64(8));

const noRecord = (): MintError => new MintError('STOCK_INVALID', 'what the object stores under mintid/node/ is not a record of leases');
