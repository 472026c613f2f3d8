/**
 * Worker leases: a node of which the high part is the device's, and the low part the first number that no other tab, worker or
 * process of it holds.
 *
 * @module
 */

import { invalid, object, oneOf, whole } from '../../checks.js';
import { MintError } from '../../mint-error.js';
import type { MarkStore } from '../../options.js';
import { generator } from '../generator.js';
import type { Layout } from '../layout.js';
import { Minter } from '../minter.js';
import { checked } from '../options.js';
import type { LayoutSpec, NumberSnowflake, Snowflake, SnowflakeOptions } from '../types.js';
import { thisBrowser, webLocks } from './browser.js';
import type { Place } from './held.js';
import { modules, thisHost } from './host.js';

/** What {@link createWorkerLease} takes, beside what every generator does but its node and its mark. */
export interface WorkerLeaseOptions<Spec extends LayoutSpec = LayoutSpec>
  extends Omit<SnowflakeOptions<Spec>, 'node' | 'mark' | 'after'> {
  /**
   * The high part of the node: a number that a coordinator has given to this device, or what asks it for one. That is called once,
   * and its answer is kept.
   */
  readonly device?: number | (() => number | Promise<number>) | undefined;
  /**
   * Written out in place of a device, says that ids need to be unique in this browser or on this host alone: on every other one the
   * first worker has node 0 as well.
   */
  readonly scope?: 'this-browser' | 'this-host' | undefined;
  /**
   * How many of the node's lowest bits count the workers of the device. Default: those of the node's last piece, where it has
   * several; and all where there is a scope.
   */
  readonly localBits?: number | undefined;
  /** On a host: a folder on a local disk, which all processes of the device share and nobody else. */
  readonly directory?: string | undefined;
  /** How far ahead a mark is saved, in milliseconds. Default 5000. */
  readonly windowMs?: number | undefined;
}

/** A generator on a leased node. */
export interface WorkerLease extends Snowflake {
  /** The device, or `undefined` where there is a scope in its place. */
  readonly device: number | undefined;
  /** Which of the device's workers this one is. */
  readonly local: number;
  /** Gives the node back. Every call for an id after that throws `LEASE_ENDED`. */
  release(): Promise<void>;
}

/** The names of {@link WorkerLeaseOptions} that a generator has not. */
const KNOWN = ['device', 'scope', 'localBits', 'directory', 'windowMs'];

/** Takes a node, and makes its generator. */
export async function leased(given: WorkerLeaseOptions): Promise<WorkerLease & NumberSnowflake> {
  const options = Object.assign(Object.create(null), object(given)) as WorkerLeaseOptions;
  const { device: asked, scope, localBits, directory, windowMs, ...others } = options;
  for (const name of ['node', 'mark', 'after']) {
    if (name in others) throw invalid(name, `is not given to a worker lease, which sees to it; of its own are ${KNOWN.join(', ')}`);
  }
  if (asked === undefined && scope === undefined) {
    throw new MintError(
      'NODE_SCOPE',
      "without a device the first worker of every user would have node 0: give the device that a coordinator assigned, or write out scope: 'this-browser' or 'this-host'",
    );
  }
  if (asked !== undefined && scope !== undefined) throw invalid('scope', 'is for a lease without a device');
  if (scope !== undefined) oneOf('scope', scope, ['this-browser', 'this-host']);
  // Whatever is wrong is told before anything is asked or locked.
  whole('windowMs', windowMs ?? 1, 1, 0xffff_ffff);
  const { layout } = checked({ ...others, node: 0 });
  const local = localOf(layout, scope !== undefined, localBits);
  const place = placeOf(directory, scope);
  if (!place.borrows && typeof others.onFull === 'object') {
    throw invalid('onFull', 'should not borrow in a browser: a tab that dies has used the time to come, and the next one would too');
  }
  const key = `mintid/snowflake/${keyOf(layout)}`;
  const device = asked === undefined ? undefined : await deviceOf(asked, place, `${key}/device`);

  let ahead: unknown;
  for (let number = 0; number < 2 ** local; number++) {
    const node = (device ?? 0) * 2 ** local + number;
    try {
      const lease = await take(others, node, `${key}/${node}`, place, windowMs ?? place.windowMs);
      if (lease !== undefined) return { ...lease, device, local: number };
    } catch (error) {
      // The clock has been ahead, and whoever held this node with it. Another one has not been used up so far.
      if (!(error instanceof MintError) || error.code !== 'MARK_AHEAD') throw error;
      ahead = error;
    }
  }
  throw new MintError(
    'NO_NODE',
    `all ${2 ** local} nodes of this device are taken, or used up ahead of the clock: release one, correct the clock, or take a layout or localBits with room for more`,
    { cause: ahead },
  );
}

/** How many bits count workers. */
function localOf({ facts: { bits, nodeFields } }: Layout, isScope: boolean, given: number | undefined): number {
  if (given !== undefined) return whole('localBits', given, 0, bits.node);
  if (isScope) return bits.node;
  const last = nodeFields[nodeFields.length - 1];
  if (nodeFields.length < 2 || last === undefined) {
    throw invalid('localBits', `is missing: the node of this layout is of one piece, so say how many of its ${bits.node} bits count workers`);
  }
  return last.bits;
}

/** What tells a layout from others, whatever it is called. */
function keyOf({ facts: { width, epochMs, tickMs, bits } }: Layout): string {
  return [width, epochMs, tickMs, bits.time, bits.node, bits.sequence].join('-');
}

function placeOf(directory: string | undefined, scope: WorkerLeaseOptions['scope']): Place {
  if (directory !== undefined) {
    if (typeof directory !== 'string' || directory === '') throw invalid('directory', 'should be the path of a folder');
    if (scope === 'this-browser') throw invalid('scope', "should be 'this-host' where there is a directory");
    const found = modules();
    if (found !== undefined) return thisHost(directory, found);
    throw new MintError(
      'LOCKS_UNAVAILABLE',
      'this runtime has no node:sqlite, whose locks keep processes apart: take Node from 22.13 on, Deno from 2.2 on or a newer Bun; or give each process its node, by createSnowflake()',
    );
  }
  const locks = webLocks();
  if (locks !== undefined && scope !== 'this-host') return thisBrowser(locks);
  if (modules() !== undefined || scope === 'this-host') {
    throw invalid('directory', 'is missing: on a host processes are told apart by locked files in a folder that they share');
  }
  throw new MintError(
    'LOCKS_UNAVAILABLE',
    'there are no Web Locks with IndexedDB here, which keep tabs apart: open the page over HTTPS; or give each worker its node, by createSnowflake(), or make UUIDs of version 7, which need none',
  );
}

async function deviceOf(asked: NonNullable<WorkerLeaseOptions['device']>, place: Place, key: string): Promise<number> {
  if (typeof asked !== 'function') return deviceFrom(asked);
  const kept = await place.once(key, async () => String(deviceFrom(await asked())));
  // An empty text would be device 0.
  return deviceFrom(/^\d{1,15}$/.test(kept) ? Number(kept) : NaN);
}

function deviceFrom(device: unknown): number {
  if (typeof device !== 'number' || !Number.isInteger(device) || device < 0) {
    throw new MintError('INVALID_NODE', 'the device should be a whole number from 0 on');
  }
  return device;
}

type Others = Omit<WorkerLeaseOptions, 'device' | 'scope' | 'localBits' | 'directory' | 'windowMs'> & { readonly layout: LayoutSpec };

/** A generator on a node, if nobody has that. */
async function take(
  options: Others,
  node: number,
  key: string,
  place: Place,
  windowMs: number,
): Promise<(NumberSnowflake & { release(): Promise<void> }) | undefined> {
  let ended: string | undefined;
  let timer: unknown;
  function end(why: string): void {
    ended ??= why;
    clearInterval(timer);
  }
  const held = await place.take(key, () => end('its lock was taken away'));
  if (held === undefined) return undefined;
  try {
    // A mark of the same shape, whichever way its store answers.
    const mark = { store: held.store as MarkStore, key, windowMs };
    const known = {
      ...checked({ ...options, node, mark }),
      alive() {
        if (ended !== undefined) throw new MintError('LEASE_ENDED', `the lease has ended, since ${ended}: take another one`);
      },
    };
    const minter = new Minter(known);
    await minter.prepare();
    // The first one is nobody's: it shows that the node can make them.
    minter.next();
    if (place.answersLater) timer = setInterval(() => ahead(minter), windowMs / 4);
    return {
      ...generator(known, minter),
      release: () => {
        const wasHeld = ended === undefined;
        end('it was released');
        return wasHeld ? held.release() : Promise.resolve();
      },
    };
  } catch (error) {
    end('it did not start');
    await held.release().catch(() => undefined);
    throw error;
  }
}

/** What is wrong then is told to whoever asks for the next id. */
function ahead(minter: Minter): void {
  try {
    minter.keepAhead();
  } catch {
    // As above.
  }
}

declare function setInterval(call: () => void, ms: number): unknown;
declare function clearInterval(timer: unknown): void;
