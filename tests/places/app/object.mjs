// An app of Cloudflare's: a Durable Object that grants, and Workers that hand out what it has granted.

import { createLeasedSnowflake, idObject, spansFrom } from 'mintid/cloudflare';
import { createRanges } from 'mintid/ranges';

import { lines } from './line.mjs';

const LAYOUT = 'twitter';

/** Leases that end soon, so that a test sees it. */
export class Ids extends idObject({
  spans: { last: 1_000_000 },
  leases: { layout: LAYOUT, nodes: 3, ttlMs: 1_000, skewMs: 1_000, leadMs: 200 },
}) {}

let env;
/** A stub is one request's, so that it is got anew each time. */
const object = () => env.IDS.get(env.IDS.idFromName('orders'));

/** How long the object is not asked yet. */
let delayMs = 0;

let numbers;
let snowflakes;

/** One of each for the Worker's life. */
function made(holder) {
  numbers ??= createRanges({
    async reserve(...asked) {
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      return spansFrom(object)(...asked);
    },
    want: 50,
    patienceMs: 500,
  });
  snowflakes ??= createLeasedSnowflake({ layout: LAYOUT, object, holder });
  return { numbers, snowflakes };
}

const QUESTIONS = {
  async numbers({ holder, count, slowMs = 0 }) {
    delayMs = slowMs;
    const ids = made(holder).numbers;
    return Promise.all(Array.from({ length: count }, () => ids.next()));
  },
  async snowflakes({ holder, count }) {
    const ids = made(holder).snowflakes;
    const taken = [];
    while (taken.length < count) taken.push(String(await ids.next({ patienceMs: 5000 })));
    return { taken, lease: ids.lease() };
  },
  /** Others, in the same Worker, as it would be started anew. */
  async another({ holder }) {
    const ids = createLeasedSnowflake({ layout: LAYOUT, object, holder });
    return ids.next().then(
      (id) => ({ id: String(id), lease: ids.lease() }),
      ({ code, cause }) => ({ code, cause: cause?.message }),
    );
  },
  giveBack: ({ holder }) => made(holder).snowflakes.giveBack(),
  async wrong() {
    const answers = [];
    for (const [path, body] of [
      ['spans', '{}'],
      ['spans', 'x'],
      ['spans', '{"want":0}'],
      ['lease', 'x'],
      ['lease', new Uint8Array(80)],
    ]) {
      const response = await object().fetch(`https://mintid/${path}`, { method: 'POST', body });
      answers.push([response.status, (await response.json()).code]);
    }
    return answers;
  },
};

const answered = lines(async ({ ask, ...details }) => ({ outcome: (await QUESTIONS[ask](details)) ?? null }));

export function answer(line, bound) {
  env = bound;
  return answered(line);
}
