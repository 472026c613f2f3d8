// Making one id: v7, ULID and v4 as text, and as bytes.

import id128 from 'id128';
import { ulid, uuidv4, uuidv7 } from 'mintid';
import { nanoid } from 'nanoid';
import { monotonicFactory, ulid as ulidOfUlid } from 'ulid';
import { monotonicFactory as factoryOfUlidx } from 'ulidx';
import { ulid as ulidOfUniku } from 'uniku/ulid';
import { uuidv4 as v4OfUniku } from 'uniku/uuid/v4';
import { uuidv7 as v7OfUniku } from 'uniku/uuid/v7';
import { v4 as v4OfUuid, v7 as v7OfUuid } from 'uuid';
import { uuidv4 as v4OfUuidv7, uuidv7 as v7OfUuidv7, uuidv7obj } from 'uuidv7';

import { BYTES, TEXT } from '../race.mjs';
import { NAME } from '../runtime.mjs';

/** What a runtime has itself, where it has it: shown beside the packages. */
const { crypto } = globalThis;
const OF_BUN = globalThis.Bun?.randomUUIDv7;
const NATIVE_V4 = { name: 'crypto.randomUUID (v4)', kind: TEXT, make: () => crypto.randomUUID() };
const NATIVE_V7 = [
  {
    name: 'crypto.randomUUIDv7',
    kind: TEXT,
    make: 'randomUUIDv7' in crypto ? () => crypto.randomUUIDv7() : undefined,
  },
  { name: 'Bun.randomUUIDv7', kind: TEXT, make: OF_BUN && (() => OF_BUN()) },
];

const text = (name, make) => ({ name, kind: TEXT, make });
const bytes = (name, make) => ({ name, kind: BYTES, make });
const beat = (than, times) => ({ ours: 'mintid', times, than });

/** In Node some peers have an aim of their own. Elsewhere every package is to be behind. */
const aims = (inNode, packages) => (NAME === 'node' ? inNode : packages.map(({ name }) => beat(name, 1)));

export function v7() {
  const packages = [
    text('uniku', () => v7OfUniku()),
    text('uuidv7', () => v7OfUuidv7()),
    text('uuid', () => v7OfUuid()),
  ];
  return {
    title: 'UUID v7 as text',
    candidates: [text('mintid', () => uuidv7()), ...packages, NATIVE_V4, ...NATIVE_V7],
    aims: aims([beat('uniku', 2.5), beat('uuidv7', 4.5), beat('uuid', 15), beat(NATIVE_V4.name, 1.3)], packages),
  };
}

export function ulids() {
  const [ofUlid, ofUlidx] = [monotonicFactory(), factoryOfUlidx()];
  const packages = [
    text('uniku', () => ulidOfUniku()),
    text('ulid, its factory', () => ofUlid()),
    text('ulid, without order', () => ulidOfUlid()),
    text('ulidx, its factory', () => ofUlidx()),
    text('id128, without order', () => id128.Ulid.generate().toCanonical()),
    text('id128, monotonic', () => id128.UlidMonotonic.generate().toCanonical()),
  ];
  return {
    title: 'ULID as text',
    candidates: [text('mintid', () => ulid()), ...packages],
    aims: aims([beat('uniku', 1.8), beat('ulid, its factory', 3)], packages),
  };
}

/** Without aims: where the engine makes a v4 itself, a peer has only to call it. */
export function v4() {
  return {
    title: 'UUID v4 as text, and as many random characters of nanoid',
    candidates: [
      text('mintid', () => uuidv4()),
      text('uniku', () => v4OfUniku()),
      text('uuidv7', () => v4OfUuidv7()),
      text('uuid', () => v4OfUuid()),
      text('id128', () => id128.Uuid4.generate().toCanonical()),
      text('nanoid (21 characters)', () => nanoid()),
      NATIVE_V4,
    ],
  };
}

export function asBytes() {
  return {
    title: 'UUID v7 and ULID as bytes',
    candidates: [
      bytes('mintid v7', () => uuidv7.bytes()),
      bytes('uniku v7', () => v7OfUniku(undefined, new Uint8Array(16))),
      bytes('uuidv7', () => uuidv7obj().bytes),
      bytes('uuid v7', () => v7OfUuid(undefined, new Uint8Array(16))),
      bytes('mintid ULID', () => ulid.bytes()),
      bytes('uniku ULID', () => ulidOfUniku(undefined, new Uint8Array(16))),
      bytes('id128 ULID, monotonic', () => id128.UlidMonotonic.generate().bytes),
    ],
  };
}
