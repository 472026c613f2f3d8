// A trace of tests/vectors, with the clock and the source of JavaScript following its script.

import { stream, withClock, withRandom } from './stand-in.mjs';

/** 2^32 - 1 and above stand for no bound. */
const saturated = (ms) => Math.min(ms ?? 0, 0xffff_ffff);

function generator(app, { scheme, options, on_behind: behind, on_full: full, window_ms: window, mark_ms: mark }) {
  const rules = new app.Rules(
    behind.kind,
    saturated(behind.up_to_ms),
    behind.beyond ?? '',
    full.kind,
    saturated(full.up_to_ms),
  );
  const windowMs = saturated(window);
  const ids =
    scheme === 'v7'
      ? app.Ids.v7(options.counter_bits ?? 20, rules, windowMs)
      : app.Ids.ulid(options.step ?? 'one', rules, windowMs);
  rules.free();
  if (mark !== undefined) ids.start_from(mark);
  return ids;
}

/** What each call gave. */
export function run(app, trace) {
  const ids = generator(app, trace);
  const bytes = Uint8Array.from(trace.stream_hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const outcomes = withRandom(stream(bytes), () =>
    trace.readings_ms.map((now) =>
      withClock(
        () => now,
        () => ids.generate(),
      ),
    ),
  );
  ids.free();
  return outcomes;
}
