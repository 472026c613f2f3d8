/**
 * `mintid/compat/uuidv7`: the functions and classes of `uuidv7` 1.2, so that changing the name in the import is all
 * there is to do.
 *
 * With the same times and the same `nextUint32` a `V7Generator` makes the same ids, but that the counter's highest bit
 * starts at 0, so that there is room above it. What differs besides:
 * - Errors are `MintError`s.
 * - `uuidv7` and `uuidv7obj` are the default generator of `mintid`: a counter of 20 bits and 54 fresh random ones.
 * - Without `crypto.getRandomValues` there are no ids; nothing weaker stands in.
 * - A rollback allowance that is no whole number is an error.
 * - `generateOrResetCore` and `generateOrAbortCore`, deprecated there, are not here.
 *
 * @module
 */

import { GivenClock } from '../../compat/given.js';
import { UUID } from '../../compat/uuid-object.js';
import { type Words, bytesOf } from '../../compat/words.js';
import { MintError, type TimeOrdered, createUuidv7, uuidv7 as next, uuidv4 as random } from '../../index.js';

export { UUID };

/** Makes a v7, as text. @throws MintError as `uuidv7` of `mintid` does. */
export const uuidv7 = (): string => next();

/** Makes a v7, as an object. @throws MintError as `uuidv7` of `mintid` does. */
export const uuidv7obj = (): UUID => UUID.ofInner(next.bytes());

/** Makes a v4, as text. @throws MintError as `uuidv4` of `mintid` does. */
export const uuidv4 = (): string => random();

/** Makes a v4, as an object. @throws MintError as `uuidv4` of `mintid` does. */
export const uuidv4obj = (): UUID => UUID.ofInner(random.bytes());

/**
 * A generator with a counter of 42 bits. A clock that steps back by no more than the allowance is held; one that steps
 * back further starts the generator anew or ends the call, by the method's name.
 */
export class V7Generator {
  private readonly clock = new GivenClock();
  private allowanceMs = 10_000;
  private ids: TimeOrdered | undefined;
  /** The time of the newest id. */
  private lastMs = 0;

  /** @param words - a source of secure random words. Default: the platform's. */
  constructor(private readonly words?: Words) {}

  /**
   * Sets how far the clock may step back. Default 10,000 ms.
   *
   * @throws MintError `INVALID_ARGUMENT` for anything but a whole number from 0 to 2^48 - 1.
   */
  setRollbackAllowance(ms: number): void {
    if (!Number.isInteger(ms) || ms < 0 || ms >= 2 ** 48) {
      throw new MintError('INVALID_ARGUMENT', 'the allowance should be a whole number of milliseconds, of 48 bits');
    }
    this.allowanceMs = ms;
  }

  /** Makes an id; starts anew where the clock is too far back. @throws MintError as `uuidv7` of `mintid` does. */
  generate(): UUID {
    return this.generateOrResetWithTs(this.clock.now());
  }

  /** Makes an id, or none where the clock is too far back. @throws MintError as {@link generate} does. */
  generateOrAbort(): UUID | undefined {
    return this.generateOrAbortWithTs(this.clock.now());
  }

  /**
   * As {@link generate}, at a time.
   *
   * @throws MintError `INVALID_TIME`, `TIME_RANGE`, `RNG_UNAVAILABLE`, `RNG_FAILED`.
   */
  generateOrResetWithTs(unixTsMs: number): UUID {
    return this.generateOrAbortWithTs(unixTsMs) ?? this.start(unixTsMs);
  }

  /** As {@link generateOrAbort}, at a time. @throws MintError as {@link generateOrResetWithTs} does. */
  generateOrAbortWithTs(unixTsMs: number): UUID | undefined {
    if (this.ids === undefined) return this.start(unixTsMs);
    // Refused here, and with what is wrong with a time.
    next.min(unixTsMs);
    return unixTsMs + this.allowanceMs < this.lastMs ? undefined : this.make(this.ids, unixTsMs);
  }

  private start(ms: number): UUID {
    next.min(ms);
    const ids = createUuidv7({
      now: this.clock.now,
      ...(this.words === undefined ? {} : { random: bytesOf(this.words) }),
      counterBits: 42,
      // How far back is too far is judged above, since it may be set anew.
      onBehind: { hold: Infinity },
      onFull: { borrow: Infinity },
    });
    const id = this.make(ids, ms);
    this.ids = ids;
    return id;
  }

  private make(ids: TimeOrdered, ms: number): UUID {
    const bytes = this.clock.with(ms, () => ids.bytes());
    this.lastMs = next.timestamp(next.format(bytes));
    return UUID.ofInner(bytes);
  }
}
