// The schemas, by themselves and in a library that takes such schemas: @t3-oss/env-core, which brings no other along.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createEnv } from '@t3-oss/env-core';

import * as schemas from '../dist/schema.js';

const V4 = '919108f7-52d1-4320-9bac-f847db4148a8';
const V7 = '017f22e2-79b0-7cc3-98c4-dc0c0c07398f';
const NCS = 'b46a70e0-dea8-11ed-0000-000000000000';
const ULID = '01ARYZ6S41TSV4RRFFQ69G5FAV';

const validate = (name, value) => schemas[name]['~standard'].validate(value);

test('each schema takes its kind in either letter case and hands out the canonical text', () => {
  const cases = { uuid: [V4, V7, NCS], uuidv4: [V4], uuidv7: [V7], ulid: [ULID] };
  for (const [name, ids] of Object.entries(cases)) {
    for (const id of ids) {
      for (const text of [id, id.toUpperCase(), id.toLowerCase()])
        assert.deepEqual(validate(name, text), { value: id });
    }
  }
});

test('what is not its kind is one issue that says what is wrong and where', () => {
  const cases = [
    ['uuidv7', V4, 'WRONG_VERSION', undefined],
    ['uuidv4', V7, 'WRONG_VERSION', undefined],
    ['uuidv4', NCS, 'WRONG_VERSION', undefined],
    ['uuid', ULID, 'INVALID_LENGTH', 26],
    ['uuid', `{${V7}}`, 'INVALID_LENGTH', 36],
    ['uuid', `${V7.slice(0, 35)}g`, 'INVALID_CHARACTER', 35],
    ['ulid', V7, 'INVALID_LENGTH', 26],
    ['ulid', 'oLARYZ6S4iTSV4RRFFQ69G5FAV', 'INVALID_CHARACTER', 0],
    ['ulid', '80000000000000000000000000', 'OVERFLOW', 0],
    ['ulid', undefined, 'INVALID_ARGUMENT', undefined],
    ['uuid', 7, 'INVALID_ARGUMENT', undefined],
    ['uuidv7', { toString: () => V7 }, 'INVALID_ARGUMENT', undefined],
  ];
  for (const [name, value, code, position] of cases) {
    const { issues, ...rest } = validate(name, value);
    assert.deepEqual(rest, {});
    assert.equal(issues.length, 1);
    assert.deepEqual([issues[0].code, issues[0].position], [code, position], `${name} ${value}`);
    assert.match(issues[0].message, /^[a-z]/i);
  }
});

test('the properties are those of version 1 of the interface', () => {
  for (const { '~standard': standard } of Object.values(schemas)) {
    assert.deepEqual([standard.version, standard.vendor, typeof standard.validate], [1, 'mintid', 'function']);
  }
});

test('a library that takes such schemas parses with them and reports their issues', () => {
  const server = { TENANT: schemas.uuidv7, REGION: schemas.ulid };
  const env = createEnv({ server, runtimeEnv: { TENANT: V7.toUpperCase(), REGION: ULID } });
  assert.deepEqual([env.TENANT, env.REGION], [V7, ULID]);

  let reported;
  const onValidationError = (issues) => {
    reported = issues;
    throw new Error('refused');
  };
  assert.throws(() => createEnv({ server, runtimeEnv: { TENANT: V4, REGION: ULID }, onValidationError }), /refused/);
  assert.deepEqual(
    reported.map(({ path, code }) => [path, code]),
    [[['TENANT'], 'WRONG_VERSION']],
  );
});
