// Making one Snowflake, as a BigInt and as text.

import { Snowflake as OfSapphire } from '@sapphire/snowflake';
import { createSnowflake } from 'mintid/snowflake';
import { createSnowflake as createInPlainJs } from 'mintid/snowflake/portable';
import nodejs from 'nodejs-snowflake';

import { BIGINT, TEXT } from '../race.mjs';

const EPOCH_MS = 1_735_689_600_000;

/** A sequence so wide that no millisecond is ever full: what is timed is the making, and not the wait for the next one. */
const layout = { width: 63, epochMs: EPOCH_MS, parts: { time: 41, node: 2, sequence: 20 } };

const beat = (than) => ({ ours: 'mintid', times: 1, than });

export function snowflake() {
  const ids = createSnowflake({ layout, node: 1 });
  const plain = createInPlainJs({ layout, node: 1 });
  const ofSapphire = new OfSapphire(EPOCH_MS);
  // It waits for the next millisecond itself when one is full, after 4,096 ids.
  const ofNodejs = new nodejs.Snowflake({ custom_epoch: EPOCH_MS, instance_id: 1 });
  const bigint = (name, make, rest) => ({ name, kind: BIGINT, make, ...rest });
  const text = (name, make, rest) => ({ name, kind: TEXT, make, ...rest });
  // It minds neither a full millisecond nor a clock that steps back.
  const repeats = { repeats: true };
  return [
    {
      title: 'Snowflake as a BigInt',
      candidates: [
        bigint('mintid', () => ids.next()),
        bigint('mintid, plain JavaScript', () => plain.next()),
        bigint('@sapphire/snowflake', () => ofSapphire.generate(), repeats),
        bigint('nodejs-snowflake', () => ofNodejs.getUniqueID()),
      ],
      aims: [beat('@sapphire/snowflake'), beat('nodejs-snowflake')],
    },
    {
      title: 'Snowflake as text',
      candidates: [
        text('mintid', () => ids.nextString()),
        text('@sapphire/snowflake', () => ofSapphire.generate().toString(), repeats),
        text('nodejs-snowflake', () => ofNodejs.getUniqueID().toString()),
      ],
      aims: [beat('@sapphire/snowflake'), beat('nodejs-snowflake')],
    },
  ];
}
