// An app that uses the package's further entries: they stand on one core, and their ids are in one order.

import { ulid, uuidv4, uuidv7 } from 'mintid';
import { monotonicFactory, ulid as compatUlid } from 'mintid/compat/ulid';
import { parse, stringify, v4, v7, validate } from 'mintid/compat/uuid';
import { V7Generator, uuidv7obj } from 'mintid/compat/uuidv7';
import { inspect } from 'mintid/inspect';
import * as schemas from 'mintid/schema';
import { manualClock, seeded, withDeterministicIds } from 'mintid/testing';

import { ensure, inOrder, same, times } from './checks/expect.mjs';
import { lines } from './line.mjs';

/** The same ids in every place. */
export const deterministic = () =>
  withDeterministicIds(({ clock }) => {
    const first = [uuidv7(), ulid(), uuidv4()];
    clock.advance(1000);
    return [...first, uuidv7(), ulid(), ...uuidv7.many(3)];
  });

function replacements() {
  inOrder(times(300, () => [uuidv7(), v7(), uuidv7obj().toString()]).flat(), 'v7 through three entries');
  inOrder(times(300, () => [ulid(), compatUlid()]).flat(), 'ulid through two entries');
  inOrder(times(100, monotonicFactory()), 'a factory');
  const generator = new V7Generator();
  inOrder(
    times(100, () => generator.generate().toString()),
    'a generator',
  );
  const id = v4();
  ensure(validate(id), id);
  same(stringify(parse(id)), id, 'v4');
}

function readers() {
  const { readings, fault } = inspect(uuidv7());
  same([readings[0].name, fault], ['UUID v7', null], 'inspect');
  same(inspect('x').fault.code, 'INVALID_LENGTH', 'inspect');
  const [post, ...others] = inspect('1541815603606036480', { before: 1_764_417_600_000 }).readings;
  same([post.layout, post.time.unixMs, others.length], ['twitter', 1_656_432_460_105, 5], 'a number');
  same(
    post.fields.map(({ name, decimal }) => `${name} ${decimal}`),
    ['time 367597485448', 'datacenter 11', 'worker 26', 'sequence 0'],
    'its fields',
  );
  for (const [name, id] of Object.entries({ uuidv4: uuidv4(), uuidv7: uuidv7(), ulid: ulid() })) {
    const { validate: check } = schemas[name]['~standard'];
    same(check(id).value, id, name);
    ensure(check(`${id}0`).issues.length > 0, `${name} takes what is none`);
  }
}

function doubles() {
  const clock = manualClock(5);
  clock.advance(2);
  same([clock(), seeded(1)(16).length], [7, 16], 'doubles');
}

export const answer = lines(() => {
  replacements();
  readers();
  doubles();
  return { outcome: deterministic() };
});
