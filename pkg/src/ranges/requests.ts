/**
 * Cloudflare's requests: what one of them has begun ends with it, and a promise of it may then never settle.
 *
 * @module
 */

import { MintError } from '../mint-error.js';
import { sleep } from '../snowflake/sleep.js';

/** Whether promises belong to requests here. */
export const endsWithRequests = (): boolean =>
  (globalThis as { navigator?: { userAgent?: unknown } }).navigator?.userAgent === 'Cloudflare-Workers';

/** Waits for something that another request may have begun; false where that will never come to anything. */
export async function settled(promise: Promise<void>, patienceMs: number): Promise<boolean> {
  if (!endsWithRequests()) {
    await promise;
    return true;
  }
  let came = false;
  try {
    await sleep(
      patienceMs,
      promise.then(() => (came = true)),
    );
  } catch (error) {
    // Whatever is not one of ours is the platform's word for it.
    if (error instanceof MintError) throw error;
    return false;
  }
  return came;
}
