// An app whose source of randomness comes late: what the import touches, and what the first calls do without it.

import { disarm, touches } from './traps.mjs';
import { createUlid, createUuidv4, createUuidv7, ulid, uuidv4, uuidv7 } from 'mintid';

import { codeOf, inOrder, same, times } from './checks/expect.mjs';
import { lines } from './line.mjs';
import { replaced } from './replace.mjs';

const atImport = touches();
const made = [createUuidv4(), createUuidv7(), createUlid({ step: 'random' })];
const atCreation = touches();

/** Everything that mints. */
const MINTS = [uuidv4, uuidv7, ulid, ...made, () => uuidv7.bytes(), () => uuidv7.many(3), () => ulid.at(5)];

/** No id is made, and the error says what to do. */
function withoutSource() {
  const codes = MINTS.map(codeOf);
  same(new Set(codes).size, 1, `one code for all, not ${codes}`);
  try {
    uuidv7();
    return undefined;
  } catch ({ code, message }) {
    return { code, message };
  }
}

export const answer = lines(() => {
  const restore = replaced('crypto', undefined);
  touches();
  const error = withoutSource();
  const withoutIt = touches();
  restore();
  const ids = times(100, uuidv7);
  const withIt = touches();
  disarm();
  inOrder([...ids, uuidv7()], 'once the source is there');
  return { outcome: { atImport, atCreation, error, atFirst: [...withoutIt, ...withIt] } };
});
