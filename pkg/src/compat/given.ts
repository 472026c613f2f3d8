/**
 * A clock that a call may bring the time for.
 *
 * @module
 */

import { found } from '../realm.js';

/** Says what {@link GivenClock.with | the call} brought, and the platform's time where it brought none. */
export class GivenClock {
  private ms: number | undefined;

  /** For a generator. What stands in for the platform's clock in tests does so here too. */
  readonly now = (): number => this.ms ?? found()?.standIn?.now() ?? Date.now();

  /** Makes a call during which the time is this. */
  with<T>(ms: number | undefined, call: () => T): T {
    this.ms = ms;
    try {
      return call();
    } finally {
      this.ms = undefined;
    }
  }
}
