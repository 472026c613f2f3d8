// What every place must do with a good clock, a stopped one and a wrong one.

import {
  convert,
  createUlid,
  createUuidv4,
  createUuidv7,
  isPlausible,
  reseed,
  ulid,
  uuid,
  uuidv4,
  uuidv7,
} from 'mintid';

import { withClock } from './clock.mjs';
import { codeOf, ensure, inOrder, same, times } from './expect.mjs';

const KINDS = [
  {
    name: 'uuidv4',
    mint: uuidv4,
    create: createUuidv4,
    shape: /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
  },
  {
    name: 'uuidv7',
    mint: uuidv7,
    create: createUuidv7,
    shape: /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
  },
  { name: 'ulid', mint: ulid, create: createUlid, shape: /^[0-7][\dA-HJKMNP-TV-Z]{25}$/ },
];

const ORDERED = KINDS.filter(({ mint }) => mint !== uuidv4);

const COUNT = 20_000;

export const MINTING = {
  'each kind is minted, read and written back'() {
    for (const { name, mint, shape } of KINDS) {
      const id = mint();
      ensure(shape.test(id), `${name}: ${id}`);
      ensure(mint.isValid(id), `${name} does not take its own ${id}`);
      same(mint.format(mint.parse(id)), id, name);
      ensure(mint.format(mint.bytes()).length === id.length, `${name}: bytes`);
    }
  },

  'ids are distinct, and in strict order where they sort by time'() {
    for (const { name, mint, create } of KINDS) {
      for (const ids of [times(COUNT, mint), times(COUNT, create())]) {
        same(new Set(ids).size, COUNT, `distinct ${name}`);
        if (mint !== uuidv4) inOrder(ids, name);
      }
    }
  },

  'the time inside is the time it was made'() {
    for (const { name, mint } of ORDERED) {
      const before = Date.now();
      const ms = mint.timestamp(mint());
      // Ids made before may have borrowed from the time to come.
      ensure(ms >= before && ms <= Date.now() + 10_000, `${name}: ${ms} is not ${before}`);
      ensure(isPlausible(mint(), { after: before - 1 }), `${name} is not plausible`);
      ensure(!isPlausible(mint(), { before: before - 1 }), `${name} is plausible before it was made`);
    }
  },

  'order goes on while the clock stands still'() {
    withClock(() => {
      for (const { name, mint, create } of ORDERED) {
        inOrder(times(COUNT, mint), name);
        inOrder(times(COUNT, create()), `a ${name} generator`);
      }
    });
  },

  'order goes on while the clock is 9 s behind, and 11 s behind it starts again, counted'() {
    withClock((clock) => {
      for (const { name, create } of ORDERED) {
        const ids = create();
        const first = times(100, ids);
        clock.ms -= 9000;
        const held = times(100, ids);
        inOrder([...first, ...held], name);
        clock.ms -= 2000;
        const restarted = times(100, ids);
        inOrder(restarted, name);
        ensure(restarted[0] < first[0], `${name} did not start again`);
        same([ids.meter().restarts, ids.meter().minted], [1, 300], name);
        clock.ms += 11_000;
      }
    });
  },

  'many and fill make as many as are asked for, in order with all others'() {
    for (const { name, mint } of KINDS) {
      const [before, list, bytes, after] = [mint(), mint.many(1000), mint.fill(new Uint8Array(1600)), mint()];
      const filled = Array.from({ length: 100 }, (_, at) => mint.format(bytes.slice(16 * at, 16 * at + 16)));
      const all = [before, ...list, ...filled, after];
      same(new Set(all).size, 1102, `distinct ${name}`);
      if (mint !== uuidv4) inOrder(all, name);
      same(mint.many(0), [], name);
    }
  },

  'many is all or nothing, and fill says how far it came'() {
    const now = () => 1_764_417_600_000;
    const options = { now, onFull: 'refuse', counterBits: 12, random: (length) => new Uint8Array(length) };
    const [list, bytes, one] = [createUuidv7(options), createUuidv7(options), createUuidv7(options)];
    const code = codeOf(() => list.many(5000));
    same(code, 'FULL', 'many');
    let filled;
    try {
      bytes.fill(new Uint8Array(5000 * 16));
    } catch (error) {
      filled = error.filled;
    }
    same(filled, times(4096, one).length, 'fill');
    same(codeOf(one), 'FULL', 'one more');
  },

  'order goes on after a snapshot was resumed'() {
    for (const { name, mint, create } of ORDERED) {
      const ids = create();
      const before = times(100, mint);
      const own = times(100, ids);
      reseed();
      inOrder([...before, ...times(100, mint)], name);
      inOrder([...own, ...times(100, ids)], `a ${name} generator`);
    }
  },

  'every conversion comes back'() {
    const [id, text] = [uuidv7(), ulid()];
    same(convert.ulidToUuid(convert.uuidToUlid(id)), id, 'ulid');
    same(convert.hexToUuid(convert.uuidToHex(id)), id, 'hex');
    same(convert.bigIntToUuid(convert.uuidToBigInt(id)), id, 'bigint');
    same(convert.hexToUlid(convert.ulidToHex(text)), text, 'hex of a ulid');
    same(convert.bigIntToUlid(convert.ulidToBigInt(text)), text, 'bigint of a ulid');
    same(uuid.version(id), 7, 'version');
  },
};
