// What every place must do with Snowflakes: by its own clock, by a stopped one, and by a wrong one.

import { createSnowflake, snowflakeLayout } from 'mintid/snowflake';

import { withClock } from './clock.mjs';
import { codeOf, ensure, errorOf, inOrder, same, times } from './expect.mjs';

const NODE = { layout: 'twitter', node: { datacenter: 3, worker: 9 } };

export const SNOWFLAKE = {
  'a Snowflake is minted, read, taken apart and written back'() {
    const ids = createSnowflake(NODE);
    const before = Date.now();
    const id = ids.next();
    const { timestamp, fields, sequence } = ids.decompose(id);
    ensure(before <= timestamp && timestamp <= Date.now(), `made at ${timestamp}`);
    same(fields, NODE.node, 'the node');
    same(ids.compose({ time: timestamp, node: fields, sequence }), id, 'composed');
    for (const spelling of ['decimal', 'base32', 'hex']) {
      same(ids.parse(ids.format(id, spelling), spelling), id, spelling);
    }
    const small = createSnowflake({ layout: 'js53', node: 1, now: () => 1_764_417_600_000 });
    same(small.nextNumber(), 117_669_888_000_128, 'a number');
  },

  'Snowflakes are distinct and in strict order, with full ticks slept over'() {
    const parts = { time: 41, datacenter: 8, worker: 8, sequence: 6 };
    const ids = createSnowflake({ ...NODE, layout: { width: 63, epochMs: 1_735_689_600_000, parts } });
    // Where nothing can sleep there is nothing to see.
    if (typeof setTimeout !== 'function') return undefined;
    const made = [];
    function more(id) {
      made.push(id);
      return made.length === 500 ? inOrder(made, 'Snowflakes') : ids.nextAsync().then(more);
    }
    return ids.nextAsync().then(more);
  },

  'on a stopped clock the call after a full tick ends by an error'() {
    withClock((clock) => {
      const ids = createSnowflake(NODE);
      same(new Set([...ids.many(4000), ...times(96, ids.next)]).size, 4096, 'a full tick');
      same(codeOf(ids.next), 'WAIT', 'full');
      clock.ms++;
      same(ids.decompose(ids.next()).sequence, 0, 'the next tick');
    });
  },

  'a clock that steps back gives no Snowflake, and the next one is none of those before'() {
    withClock((clock) => {
      const ids = createSnowflake(NODE);
      const first = ids.next();
      clock.ms -= 60_000;
      same(codeOf(ids.next), 'BEHIND', 'a minute back');
      clock.ms += 60_000;
      same(ids.next(), first + BigInt(1), 'back again');
    });
  },

  'a clock before 1970 is told how far it is before the epoch'() {
    for (const epochMs of [0, 1_735_689_600_000]) {
      for (const now of [-1, -86_400_001, -(2 ** 32), -(2 ** 48)]) {
        const layout = { width: 63, epochMs, tickMs: 10, parts: { time: 39, node: 16, sequence: 8 } };
        const ids = createSnowflake({ layout, node: 0, now: () => now });
        same(errorOf(ids.next).distanceMs, epochMs - now, `the clock at ${now}`);
      }
    }
  },

  'a node or a layout that does not fit is refused'() {
    same(codeOf(() => createSnowflake({ layout: 'twitter' })), 'INVALID_NODE', 'none');
    same(codeOf(() => createSnowflake({ layout: 'twitter', node: 1024 })), 'NODE_RANGE', 'too large');
    same(codeOf(() => createSnowflake({ layout: 'twitter', node: BigInt(1) })), 'INVALID_NODE', 'a BigInt');
    same(codeOf(() => snowflakeLayout({ like: 'twitter', epochMs: 1_288_834_974 })), 'EPOCH_IN_SECONDS', 'seconds');
    same(codeOf(() => snowflakeLayout('twitter').parse('-1')), 'INVALID_CHARACTER', 'a sign');
  },
};
