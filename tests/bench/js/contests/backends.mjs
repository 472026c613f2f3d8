// WebAssembly beside the same core as plain JavaScript: the package's two back ends in one process.

import * as wasm from 'mintid';
import * as js from 'mintid-js';

import { BYTES, TEXT, TEXTS, YES_OR_NO } from '../race.mjs';
import { uuids } from '../samples.mjs';

/** How much longer plain JavaScript may take. */
const MOST = 1.5;
const BATCH = 1000;

const made = (title, kind, of, per) => ({ title, kind, of, per });
const read = (title, kind, of, expected) => ({
  title,
  kind,
  of,
  inputs: uuids.texts,
  expected: (text) => expected(uuids.byText.get(text)),
});

const OPERATIONS = [
  made(
    'uuidv7()',
    TEXT,
    ({ uuidv7 }) =>
      () =>
        uuidv7(),
  ),
  made(
    'ulid()',
    TEXT,
    ({ ulid }) =>
      () =>
        ulid(),
  ),
  made(
    'uuidv4()',
    TEXT,
    ({ uuidv4 }) =>
      () =>
        uuidv4(),
  ),
  made(
    `uuidv7.many(${BATCH})`,
    TEXTS,
    ({ uuidv7 }) =>
      () =>
        uuidv7.many(BATCH),
    BATCH,
  ),
  read(
    'uuid.parse(text)',
    BYTES,
    ({ uuid }) =>
      (text) =>
        uuid.parse(text),
    ({ bytes }) => bytes,
  ),
  read(
    'uuid.isValid(text)',
    YES_OR_NO,
    ({ uuid }) =>
      (text) =>
        uuid.isValid(text),
    () => true,
  ),
];

export function backends() {
  if (wasm.backend() !== 'wasm' || js.backend() !== 'js') {
    throw new Error(`the back ends to compare are \`wasm\` and \`js\`, not ${wasm.backend()} and ${js.backend()}`);
  }
  return OPERATIONS.map(({ title, kind, of, per, inputs, expected }) => ({
    title: `${title}, by back end`,
    candidates: [
      { name: 'wasm', kind, per, make: of(wasm) },
      { name: 'js', kind, per, make: of(js) },
    ],
    inputs,
    expected,
    aims: [{ ours: 'js', times: 1 / MOST, than: 'wasm' }],
  }));
}
