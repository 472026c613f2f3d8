/**
 * `mintid/cloudflare`: a Durable Object that grants spans of ids and leases of Snowflake nodes to Workers, and what asks it.
 *
 * ```ts
 * // The object: one for each kind of id, by its name.
 * export class Ids extends idObject({ leases: { layout: 'twitter' } }) {}
 *
 * // The Workers.
 * const object = () => env.IDS.get(env.IDS.idFromName('orders'));
 * const numbers = createRanges({ reserve: spansFrom(object) });
 * const snowflakes = createLeasedSnowflake({ layout: 'twitter', object, holder: crypto.randomUUID() });
 * ```
 *
 * @module
 */

import { invalid, object, only, whole } from '../checks.js';
import { NODES } from '../cloudflare/core.js';
import { Leased } from '../cloudflare/leased.js';
import { Lending, type Terms } from '../cloudflare/lending.js';
import { Granting } from '../cloudflare/spans.js';
import type {
  AnyStub,
  GrantedSpans,
  IdObject,
  LeasedOptions,
  LeasedSnowflake,
  LentNodes,
  ObjectOptions,
  ObjectRequest,
  ObjectResponse,
  ObjectState,
} from '../cloudflare/types.js';
import { MintError } from '../mint-error.js';
import type { RangesOptions, Reserved } from '../ranges/types.js';
import { codec } from '../snowflake/codec.js';
import { Layout, forMinting } from '../snowflake/layout.js';

export { MintError } from '../index.js';
export type {
  AnyStub,
  GrantedSpans,
  HeldNode,
  IdObject,
  LeasedOptions,
  LeasedSnowflake,
  LentNodes,
  ObjectOptions,
  ObjectRequest,
  ObjectResponse,
  ObjectState,
  ObjectStorage,
  Stub,
} from '../cloudflare/types.js';

const MAX = BigInt('0xffffffffffffffff');

/** What a timer and the core's options hold. */
const LONGEST_MS = 0x7fff_ffff;

/**
 * The class of an object that grants each id of its spans once, and lends nodes if `leases` says of which layout. What it has granted is
 * kept in its storage, as the core's bytes; a restart loses nothing of that.
 *
 * @throws MintError `INVALID_OPTION`, and as `snowflakeLayout` does.
 */
export function idObject(options: ObjectOptions = {}): new (state: ObjectState, env?: unknown) => IdObject {
  only('', object(options), ['spans', 'leases']);
  const { leases } = options;
  const spans = spansOf(options.spans ?? {});
  const lent = leases === undefined ? undefined : lentOf(leases);
  return class implements IdObject {
    declare readonly __DURABLE_OBJECT_BRAND: never;
    private readonly granting: Granting;
    private readonly state: ObjectState;
    private lending: Lending | undefined;
    /** One request at a time. */
    private turn: Promise<unknown> = Promise.resolve();

    constructor(state: ObjectState, _env?: unknown) {
      this.state = state;
      this.granting = new Granting(state.storage, spans.first, spans.last);
    }

    async fetch(request: ObjectRequest): Promise<ObjectResponse> {
      const act = request.url.endsWith('/lease') ? await this.leasing(request) : await this.spanning(request);
      const done = this.turn.then(act);
      this.turn = done.catch(() => undefined);
      try {
        return await done;
      } catch (error) {
        if (!(error instanceof MintError)) throw error;
        return answer(error.code === 'EMPTY' ? 409 : error.code === 'INVALID_ARGUMENT' ? 400 : 500, {
          code: error.code,
          message: error.message,
        });
      }
    }

    private async spanning(request: ObjectRequest): Promise<() => Promise<ObjectResponse>> {
      const { want } = Object(await request.json().catch(() => undefined)) as { want?: unknown };
      return async () => {
        if (typeof want !== 'number' || !Number.isSafeInteger(want) || want < 1) {
          throw new MintError('INVALID_ARGUMENT', 'want should be a whole number from 1 on');
        }
        const { first, last, step } = await this.granting.grant(Math.min(want, spans.most));
        return answer(200, { first: String(first), last: String(last), step });
      };
    }

    private async leasing(request: ObjectRequest): Promise<() => Promise<ObjectResponse>> {
      const bytes = new Uint8Array(await request.arrayBuffer());
      return async () => {
        if (lent === undefined) throw new MintError('INVALID_ARGUMENT', 'this object lends no nodes: give idObject() its leases');
        this.lending ??= new Lending(this.state.storage, lent.layout(), lent.terms);
        return responded(200, await this.lending.decide(bytes), 'application/octet-stream');
      };
    }
  };
}

function spansOf(given: GrantedSpans): { first: bigint; last: bigint; most: number } {
  only('spans.', object(given), ['first', 'last', 'most']);
  const first = integer('spans.first', given.first ?? 1);
  const last = integer('spans.last', given.last ?? Number.MAX_SAFE_INTEGER);
  if (last < first) throw invalid('spans.last', 'should not be below spans.first');
  return { first, last, most: whole('spans.most', given.most ?? 1_000_000, 1, Number.MAX_SAFE_INTEGER) };
}

function lentOf(given: LentNodes): { layout: () => Layout; terms: Terms } {
  only('leases.', object(given), ['layout', 'nodes', 'ttlMs', 'skewMs', 'leadMs']);
  const { ttlMs = 30_000, skewMs = 10_000, leadMs = 10_000, nodes = NODES } = given;
  forMinting(given.layout);
  const terms = {
    ttlMs: whole('leases.ttlMs', ttlMs, 1, LONGEST_MS),
    skewMs: whole('leases.skewMs', skewMs, 0, LONGEST_MS),
    leadMs: whole('leases.leadMs', leadMs, 0, LONGEST_MS),
    nodes: whole('leases.nodes', nodes, 1, NODES),
  };
  // The core is made when it is needed, and not where the class is.
  return { layout: () => new Layout(given.layout), terms };
}

/**
 * What asks such an object for spans, for `createRanges({ reserve })`.
 */
export function spansFrom(stub: AnyStub): RangesOptions['reserve'] {
  return async (want, { ticket }) => {
    const object = typeof stub === 'function' ? stub() : stub;
    const response = await object.fetch('https://mintid/spans', { method: 'POST', body: JSON.stringify({ want, ticket }) });
    const said = Object(await response.json().catch(() => undefined)) as Reserved & { message?: unknown };
    if (!response.ok) throw new Error(`the object answered ${response.status}: ${String(said.message ?? 'nothing more')}`);
    return said;
  };
}

/**
 * A generator of Snowflakes whose node such an object lends. Keep one for each layout in a Worker, for as long as ids are made.
 *
 * @throws MintError `INVALID_OPTION`, `TOO_MANY`, and as `snowflakeLayout` does.
 */
export function createLeasedSnowflake(options: LeasedOptions): LeasedSnowflake {
  only('', object(options), ['layout', 'object', 'holder', 'node', 'patienceMs']);
  const { object: stub, holder, node, patienceMs = 5_000 } = options;
  if (typeof stub !== 'function' && typeof (Object(stub) as { fetch?: unknown }).fetch !== 'function') {
    throw invalid('object', 'should be the stub of an object, or a function that gives one');
  }
  if (node !== undefined) whole('node', node, 0, NODES - 1);
  whole('patienceMs', patienceMs, 1, LONGEST_MS);
  const bytes = holderOf(holder);
  forMinting(options.layout);
  const layout = new Layout(options.layout);
  let made: Leased | undefined;
  const leased = (): Leased => (made ??= new Leased(layout, stub, bytes, node, patienceMs));
  return {
    ...codec(layout),
    async next(patience = {}) {
      only('', object(patience), ['patienceMs']);
      return leased().next(whole('patienceMs', patience.patienceMs ?? 1_000, 0, LONGEST_MS));
    },
    nextString: async () => String(await leased().next(1_000)),
    lease: () => leased().lease(),
    giveBack: async () => leased().giveBack(),
  };
}

function holderOf(holder: unknown): Uint8Array {
  if (typeof holder !== 'string' || !/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(holder)) {
    throw invalid('holder', 'should be a UUID that no other generator has');
  }
  const hex = holder.replace(/-/g, '');
  return Uint8Array.from({ length: 16 }, (_, at) => parseInt(hex.slice(2 * at, 2 * at + 2), 16));
}

function integer(name: string, value: number | bigint): bigint {
  const isWhole = typeof value === 'bigint' ? value >= 0 && value <= MAX : Number.isSafeInteger(value) && value >= 0;
  if (!isWhole) throw invalid(name, 'should be a whole number from 0 on, a BigInt where it is above 2^53 - 1');
  return BigInt(value);
}

const answer = (status: number, body: object): ObjectResponse => responded(status, JSON.stringify(body), 'application/json');

function responded(status: number, body: string | Uint8Array<ArrayBuffer>, type: string): ObjectResponse {
  const { Response } = globalThis as unknown as { Response: { new (body: unknown, init: object): ObjectResponse } };
  return new Response(body, { status, headers: { 'content-type': type } });
}
