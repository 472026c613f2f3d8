// What every place must do with ranges: ids of spans, one request at a time, and answers that are none.

import { createRanges } from 'mintid/ranges';

import { codeOf, ensure, inOrder, same, times } from './expect.mjs';

/** A coordinator that counts up. */
function counter() {
  let next = 1;
  return (want) => {
    const first = next;
    next += want;
    return { first, count: want };
  };
}

const code = (promise) => promise.then(() => undefined, (error) => error.code);

export const RANGES = {
  'ids of granted spans come in order and at once, and are asked for in time'() {
    const ids = createRanges({ reserve: counter(), want: 500 });
    same(ids.tryNext(), undefined, 'before anything is granted');
    return ids.ready().then(() => {
      inOrder(times(500, ids.tryNext), 'ids');
      return ids.next().then((id) => ensure(id > 500, `${id} came next`));
    });
  },

  'an id of 64 bits is a BigInt, and is what was granted'() {
    const ids = createRanges({ reserve: () => ({ first: '9223372036854775806', count: 2 }), ceiling: 'i64' });
    return ids.nextString().then((text) => {
      same([text, String(ids.tryNext())], ['9223372036854775806', '9223372036854775807'], 'ids');
    });
  },

  'an answer that is none ends with its code, and the ids go on'() {
    const answers = [null, { first: 5, last: 1 }, { first: -1, count: 1 }, { first: 1, count: 1 }];
    const reserve = () => answers.shift();
    const ids = createRanges({ reserve, backoff: { firstMs: 0, longestMs: 0 } });
    const refused = () => code(ids.next()).then((said) => same(said, 'SPAN_INVALID', 'the answer'));
    return refused()
      .then(refused)
      .then(refused)
      .then(() => ids.next())
      .then((id) => same(id, 1, 'the id'));
  },

  'tabs that share a store have no id twice, and at the end what is left goes back'() {
    let kept = null;
    const store = {
      update(_, change) {
        kept = change(kept);
        return Promise.resolve();
      },
    };
    const options = { reserve: counter(), store, key: 'orders', want: 300 };
    const tabs = [createRanges(options), createRanges(options)];
    const taken = [];
    const take = (left) =>
      left === 0 ? undefined : tabs[left % 2].next().then((id) => taken.push(id)).then(() => take(left - 1));
    return take(400)
      .then(() => same(new Set(taken).size, 400, 'distinct ids'))
      .then(() => tabs[0].giveBack())
      .then((spans) => {
        ensure(spans.every(({ first, last }) => first <= last && !taken.includes(first)), JSON.stringify(spans));
        same(codeOf(tabs[0].tryNext), 'CLOSED', 'after the end');
      });
  },
};
