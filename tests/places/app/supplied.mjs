// An app that supplies the compiled core itself, to the entry that would run plain JavaScript.

import { backend, ulid, use, uuidv7 } from 'mintid/portable';

import { codeOf, inOrder, same, times } from './checks/expect.mjs';
import { lines } from './line.mjs';

async function supplied({ url }) {
  const module = await WebAssembly.compileStreaming(fetch(url));
  same(
    codeOf(() => use(new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0)))),
    'INVALID_ARGUMENT',
    'another module',
  );
  use(module);
  inOrder(times(1000, uuidv7), 'uuidv7');
  inOrder(times(1000, ulid), 'ulid');
  same(
    codeOf(() => use(module)),
    undefined,
    'the same again',
  );
  const other = await WebAssembly.compileStreaming(fetch(url));
  same(
    codeOf(() => use(other)),
    'TOO_LATE',
    'another one later',
  );
  return { outcome: backend() };
}

export const answer = lines(supplied);
