/**
 * A call of `reserve`, bounded in time.
 *
 * @module
 */

import { MintError } from '../mint-error.js';
import { sleep } from '../snowflake/sleep.js';
import type { Request } from './allocator.js';
import type { Checked } from './options.js';
import type { Signal } from './types.js';

/** A request on its way. */
export class Asking {
  private readonly controller = typeof AbortController === 'function' ? new AbortController() : undefined;
  private stop!: () => void;
  private readonly stopped = new Promise<void>((resolve) => (this.stop = resolve));

  constructor(private readonly options: Pick<Checked, 'reserve' | 'patienceMs'>) {}

  /**
   * What the coordinator answers. `late` is told what it answers when nobody waits any more.
   *
   * @throws MintError `RESERVE_FAILED`, `RESERVE_TIMEOUT`; `CLOSED` after {@link abort}.
   */
  async answer({ want, ticket }: Request, late: (answer: unknown) => void): Promise<unknown> {
    const { reserve, patienceMs } = this.options;
    let came: { answer: unknown } | { cause: unknown } | undefined;
    const calling = (async () => reserve(want, { ticket: String(ticket), signal: this.controller?.signal as Signal }))();
    const settled = calling.then(
      (answer) => void (came = { answer }),
      (cause: unknown) => void (came = { cause }),
    );
    const ended = Promise.race([settled, this.stopped]);
    // Where nothing here can sleep, it is waited for without a bound.
    if (!(await sleep(patienceMs, ended))) await ended;
    const outcome = came as { answer: unknown } | { cause: unknown } | undefined;
    if (outcome === undefined) {
      this.controller?.abort();
      void calling.then(late, () => undefined);
      throw this.isStopped
        ? new MintError('CLOSED', 'giveBack() has ended these ranges')
        : new MintError('RESERVE_TIMEOUT', `reserve() did not answer within ${patienceMs} ms: check the coordinator, or raise patienceMs`);
    }
    if ('cause' in outcome) throw new MintError('RESERVE_FAILED', 'reserve() threw: see the cause', outcome);
    return outcome.answer;
  }

  private isStopped: boolean | undefined;

  /** Ends the wait. */
  abort(): void {
    this.isStopped = true;
    this.stop();
  }
}
