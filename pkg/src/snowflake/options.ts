/**
 * What a Snowflake generator is made with, and the numbers that the core knows it by.
 *
 * @module
 */

import { bound, full, invalid, marks, object, ofType, oneOf, only } from '../checks.js';
import type { MarkOptions } from '../options.js';
import type { Config } from './core.js';
import { Layout, forMinting } from './layout.js';
import type { SnowflakeOptions } from './types.js';

/** The names of {@link SnowflakeOptions}. */
const KNOWN = [
  'layout',
  'node',
  'now',
  'sinceBoot',
  'random',
  'sequence',
  'onBehind',
  'onFull',
  'onUnset',
  'after',
  'mark',
];

/** Options that were checked. */
export interface Checked extends Pick<SnowflakeOptions, 'now' | 'sinceBoot' | 'random' | 'after'> {
  readonly layout: Layout;
  readonly node: number;
  readonly config: Config;
  readonly mark: MarkOptions | undefined;
  /** Throws where the node is no longer this generator's. */
  readonly alive?: (() => void) | undefined;
}

/** Checks options and turns them into numbers. */
export function checked(given: SnowflakeOptions): Checked {
  // A copy, which inherits nothing: later changes to the caller's object would not be checked, and what somebody put on
  // `Object.prototype` is no option.
  const options = Object.assign(Object.create(null), object(given)) as SnowflakeOptions;
  only('', options, KNOWN);
  const { now, sinceBoot, random, sequence = 'zero', onBehind = { wait: 10 }, onFull = 'wait', onUnset = 'refuse', after } = options;
  ofType('now', now, 'function');
  ofType('sinceBoot', sinceBoot, 'function');
  ofType('random', random, 'function');
  forMinting(options.layout);
  const layout = new Layout(options.layout);
  const node = layout.nodeOf(options.node);
  const start = oneOf('sequence', sequence, ['zero', 'random', 'continue']);
  const unset = oneOf('onUnset', onUnset, ['refuse', 'runFromMark']);
  const mark = markOf(options.mark);
  const [window] = marks(mark);
  const config: Config = [node, start, ...behind(onBehind), ...full(onFull), unset, window];
  return { now, sinceBoot, random, after, layout, node, config, mark };
}

/** A mark that is not saved in time always refuses: there is no `onLate` to choose. */
function markOf(mark: SnowflakeOptions['mark']): MarkOptions | undefined {
  if (mark === undefined) return undefined;
  only('mark.', Object(mark) as object, ['store', 'key', 'windowMs']);
  return { ...mark, onLate: 'refuse' };
}

function behind(onBehind: NonNullable<SnowflakeOptions['onBehind']>): [number, number] {
  if (onBehind === 'refuse') return [0, 0];
  if (typeof onBehind === 'object' && onBehind !== null) {
    if ('wait' in onBehind) {
      only('onBehind.', onBehind, ['wait']);
      return [1, bound('onBehind.wait', onBehind.wait)];
    }
    if ('hold' in onBehind) {
      only('onBehind.', onBehind, ['hold']);
      return [2, bound('onBehind.hold', onBehind.hold)];
    }
  }
  throw invalid('onBehind', "should be 'refuse', { wait } or { hold }");
}
