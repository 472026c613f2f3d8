/**
 * Sleeping, and the time that only rises.
 *
 * @module
 */

/** What of a platform helps; each may be absent. */
interface Platform {
  setTimeout?: (wake: () => void, ms: number) => unknown;
  clearTimeout?: (timer: unknown) => void;
  performance?: { now?: () => number };
}

/** Sleeps so long, or until something else is done. False where nothing here can sleep. */
export async function sleep(ms: number, until?: Promise<unknown>): Promise<boolean> {
  const { setTimeout, clearTimeout } = globalThis as Platform;
  if (typeof setTimeout !== 'function') return false;
  let timer: unknown;
  const slept = new Promise<void>((wake) => (timer = setTimeout(wake, ms)));
  await (until === undefined ? slept : Promise.race([until, slept]));
  clearTimeout?.(timer);
  return true;
}

/** Milliseconds since some moment; 0 where no clock tells, and then only what was asked for counts. */
export function monotonic(): number {
  const { performance } = globalThis as Platform;
  return typeof performance?.now === 'function' ? performance.now() : 0;
}
