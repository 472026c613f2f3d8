// An app with two copies of the package in it, as dependencies of dependencies come: they make ids in one order.

import * as one from 'mintid';

import other from '../node_modules/mintid/dist/portable.cjs';
import { ensure, inOrder, same } from './checks/expect.mjs';
import { lines } from './line.mjs';

export const answer = lines(() => {
  ensure(one.uuidv7 !== other.uuidv7, 'there is only one copy');
  const backend = one.backend();
  same(other.backend(), backend, 'one core');
  for (const name of ['uuidv7', 'ulid']) {
    const ids = Array.from({ length: 20_000 }, (_, at) => (at % 3 === 0 ? other : one)[name]());
    inOrder(ids, name);
    inOrder([...other[name].many(100), ...one[name].many(100)], `many ${name}`);
  }
  return { outcome: backend };
});
