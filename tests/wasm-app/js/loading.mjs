// What is done while the script is loaded, before anything else: the app has drawn nothing yet, and a Worker has no
// clock.

import { stream, withClock, withRandom } from './stand-in.mjs';

/** The id, or the sentence of the error. */
export function said(make) {
  try {
    return make();
  } catch (error) {
    return error.message;
  }
}

/** Uses up what the app has drawn ahead, so that its next id asks the source. */
export function drain(app) {
  const dry = () => {
    throw new Error('drained');
  };
  withRandom(dry, () => {
    // A v4 takes 16 bytes and a v7 in the same millisecond 7: what is left for one need not be for the other.
    for (const make of [app.v4, app.v7]) while (said(make) !== said(make));
  });
}

/** A script of readings that step to and fro, and bytes enough. */
const READINGS = Array.from(
  { length: 3_000 },
  (_, n) => 1_764_417_600_000 + Math.floor(n / 9) - (n % 11 === 0 ? 40 : 0),
);
const BYTES = Uint8Array.from({ length: 40_000 }, (_, n) => n * 167 + (n >> 8) * 91 + 13);

/** The ids of the script. */
export function scripted(make) {
  return withRandom(stream(BYTES), () => READINGS.map((now) => withClock(() => now, make)));
}

/** The ids of the script while nothing is drawn ahead, and what comes of ids without a stand-in. */
export function loading(app) {
  const first = scripted(app.v7);
  drain(app);
  const ids = app.Ids.v7(20, new app.Rules('refuse', 0, '', 'refuse', 0), 0);
  ids.not_before(946_684_800_000);
  return { first, plain: said(app.v7), bounded: ids.generate() };
}
