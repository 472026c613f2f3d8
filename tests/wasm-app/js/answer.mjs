// What the app is asked, a line of JSON at a time: a check by its name, a trace, or what came of loading it.

import { lines } from '../../places/app/line.mjs';
import { CHECKS } from './checks.mjs';
import { loading, scripted } from './loading.mjs';
import { run } from './trace.mjs';

/** Answers for the bound app and the exports of its module. */
export function answering(app, wasm) {
  const { first, plain, bounded } = loading(app);

  function loaded() {
    // A generator that draws nothing ahead.
    const rules = new app.Rules('hold', 10_000, 'restart', 'borrow', 10_000);
    const ids = app.Ids.v7(20, rules, 0);
    const again = scripted(() => ids.generate());
    return { plain, bounded, first, again };
  }

  return lines(({ check, trace }) => {
    if (trace !== undefined) return { outcome: run(app, trace) };
    if (check === 'loading') return { outcome: loaded() };
    CHECKS[check](app, wasm);
    return { outcome: null };
  });
}
