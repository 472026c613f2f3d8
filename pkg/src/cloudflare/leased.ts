/**
 * A Snowflake generator on a lease: what it may use is granted, and renewed in time.
 *
 * @module
 */

import { MintError } from '../mint-error.js';
import { jitter } from '../ranges/allocator.js';
import { settled } from '../ranges/requests.js';
import { now as monotonic } from '../ranges/time.js';
import { errorOf } from '../snowflake/errors.js';
import type { Layout } from '../snowflake/layout.js';
import { sleep } from '../snowflake/sleep.js';
import { LENGTHS, type Leases, SLOTS, leasing } from './core.js';
import type { AnyStub, HeldNode } from './types.js';

/** The statuses of leases, in the core's order from 101 on. */
const NO_LEASE = 101;
const STATUS: readonly string[] = [
  'no node is held: the object has not lent one',
  'the lease has ended and was not renewed: the object cannot be reached, or lent the node to somebody else',
  'the monotonic clock has gone back: nobody knows whether the lease has ended',
  'the node was given back',
  'the granted time of the node begins # ms ahead of the clock',
  'the granted time of the node ended # ms ago: is the clock fast?',
];
const [EXPIRED, GIVEN_BACK, FLOOR_AHEAD, CEILING] = [102, 104, 105, 106];
const WAIT = 1;

/** The places in the core that nobody has. */
const free = /* @__PURE__ */ Array.from({ length: SLOTS }, (_, slot) => slot);

/** One generator. */
export class Leased {
  private readonly leases: Leases = leasing();
  private readonly slot: number;
  private asking: Promise<void> | undefined;
  private ticket = 0;
  private isOver = false;
  private error: unknown;

  constructor(
    layout: Layout,
    private readonly object: AnyStub,
    holder: Uint8Array,
    node: number | undefined,
    private readonly patienceMs: number,
  ) {
    const slot = free.shift();
    if (slot === undefined) {
      throw new MintError('TOO_MANY', `there are ${SLOTS} leased generators already: keep one for each layout, and give back what is over`);
    }
    this.slot = slot;
    const { wasm } = this.leases;
    layout.enter();
    this.leases.holder.set(holder);
    wasm.lease_configure(this.slot, node ?? NaN, patienceMs);
  }

  async next(patienceMs: number): Promise<bigint> {
    const { leases, slot } = this;
    let left = patienceMs;
    for (let asked = 0; ; ) {
      if (this.isOver) throw this.errorOf(GIVEN_BACK, 0);
      const started = monotonic();
      let pause = 0;
      const status = leases.wasm.lease_mint(slot, Date.now(), started);
      const { said } = leases.core;
      if (status === 0) {
        const id = leases.core.ids[0]!;
        // A third of the lease is over.
        // What goes on behind the answer ends with the request, so that the renewal is waited for.
        if (this.asking === undefined && leases.wasm.lease_due_in(slot, Date.now(), started) <= 0) await this.ask();
        return id;
      }
      if (status === WAIT || status === FLOOR_AHEAD) {
        pause = Math.max(said, 1);
        if (pause > left || !(await sleep(pause))) throw this.errorOf(status, said);
      } else if (status >= NO_LEASE && status !== GIVEN_BACK && asked < 3) {
        asked++;
        await this.ask();
      } else {
        throw this.errorOf(status, said);
      }
      // Both clocks may stand still, and the wait has to end.
      left -= Math.max(pause, monotonic() - started);
    }
  }

  /** Sends the request that is due, and takes the answer in. */
  private async ask(): Promise<void> {
    const asking = (this.asking ??= this.asked());
    const isOver = await settled(asking, 2 * this.patienceMs);
    if (this.asking !== asking) return;
    this.asking = undefined;
    // The request that began it is gone.
    if (!isOver) this.leases.wasm.lease_failed(this.slot, this.ticket, monotonic(), jitter());
  }

  private async asked(): Promise<void> {
    const { leases, slot } = this;
    const { wasm } = leases;
    const ticket = wasm.lease_request(slot, Date.now(), monotonic());
    if (ticket === 0) return;
    this.ticket = ticket;
    const request = leases.request.slice() as Uint8Array<ArrayBuffer>;
    let bits: number;
    try {
      const calling = this.call(request);
      let answer: Awaited<typeof calling> | undefined;
      await sleep(this.patienceMs, calling.then((came) => (answer = came)));
      if (answer === undefined) throw new Error(`the object did not answer within ${this.patienceMs} ms`);
      // Another has its place meanwhile.
      if (this.isOver) return;
      bits = jitter();
      // Nothing calls out between the answer laid down and taken in.
      leases.answer.set(answer);
    } catch (error) {
      if (this.isOver) return;
      this.error = error;
      wasm.lease_failed(slot, ticket, monotonic(), jitter());
      return;
    }
    const event = wasm.lease_answered(slot, ticket, monotonic(), bits);
    this.error = event === 0 ? undefined : new Error(EVENTS[event] ?? 'the answer of the object is none');
  }

  /** What the object answers, to its last byte. */
  private async call(request: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
    const object = typeof this.object === 'function' ? this.object() : this.object;
    const response = await object.fetch('https://mintid/lease', { method: 'POST', body: request });
    const answer = new Uint8Array(await response.arrayBuffer());
    if (!response.ok || answer.length !== LENGTHS.answer) throw new Error(`the object answered ${response.status}`);
    return answer;
  }

  private errorOf(status: number, said: number): MintError {
    if (status < NO_LEASE) return errorOf(status, said);
    const message = (STATUS[status - NO_LEASE] ?? `the core answered ${status}`).replace('#', String(said));
    const isDistant = status === EXPIRED || status === FLOOR_AHEAD || status === CEILING;
    return new MintError('NO_LEASE', message, { cause: this.error, distanceMs: isDistant ? said : undefined });
  }

  lease(): HeldNode | undefined {
    const { wasm, core } = this.leases;
    if (this.isOver || !wasm.lease_held(this.slot)) return undefined;
    const [node, fence, ttlMs, floorTick, ceilingTick] = core.numbers;
    return { node: node!, fence: fence!, ttlMs: ttlMs!, floorTick: floorTick!, ceilingTick: ceilingTick! };
  }

  async giveBack(): Promise<void> {
    if (this.isOver) return;
    if (this.asking !== undefined) await this.ask();
    this.leases.wasm.lease_give_back(this.slot);
    await this.ask();
    if (this.isOver) return;
    // From here on another may have its place.
    this.isOver = true;
    free.push(this.slot);
  }
}

/** What came of an answer, where it is no grant. */
const EVENTS: Readonly<Record<number, string>> = {
  1: 'the node is lent to somebody else',
  2: 'the object has no node to lend at present',
  3: 'the fence of the grant is not above the one before: the object has lost its records',
  4: 'nobody waits for the answer any more',
  5: 'the answer is not to what was asked',
  7: 'the object lends nodes of another layout',
  8: 'no node of the object has time left for ids',
};
