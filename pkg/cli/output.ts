/**
 * What the command prints: results no faster than they are read, complaints at once.
 *
 * @module
 */

import { once } from 'node:events';
import type { Writable } from 'node:stream';

/** So much is written at a time. */
const CHUNK = 1 << 15;

/** Lines on their way out. */
export class Output {
  private pending = '';

  constructor(private readonly stream: Writable) {}

  /** Writes a line; waits where nobody reads. */
  async line(text: string): Promise<void> {
    this.pending += `${text}\n`;
    if (this.pending.length >= CHUNK) await this.flush();
  }

  /** Writes what is pending. */
  async flush(): Promise<void> {
    const text = this.pending;
    this.pending = '';
    if (text !== '' && !this.stream.write(text)) await once(this.stream, 'drain');
  }
}

/** Says what is wrong, in one line. */
export function complain(what: string): void {
  process.stderr.write(`mintid: ${what}\n`);
}
