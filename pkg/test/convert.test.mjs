// From one spelling of 128 bits to another.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { convert, ulid, uuid, uuidv7 } from '../dist/index.js';
import { codeOf } from './support.mjs';

/** One value in every spelling. */
const TABLE = [
  ['00000000000000000000000000', '00000000-0000-0000-0000-000000000000', 0n],
  ['00000000000000000000000001', '00000000-0000-0000-0000-000000000001', 1n],
  ['7ZZZZZZZZZZZZZZZZZZZZZZZZZ', 'ffffffff-ffff-ffff-ffff-ffffffffffff', 2n ** 128n - 1n],
  ['01FWHE4YDGFK1SHH6W1G60EECF', '017f22e2-79b0-7cc3-98c4-dc0c0c07398f', 0x017f22e279b07cc398c4dc0c0c07398fn],
];

test('every conversion says the same 128 bits', () => {
  for (const [asUlid, asUuid, number] of TABLE) {
    const hex = asUuid.replaceAll('-', '');
    const answers = {
      ulidToUuid: [asUlid, asUuid],
      uuidToUlid: [asUuid, asUlid],
      ulidToHex: [asUlid, hex],
      uuidToHex: [asUuid, hex],
      hexToUlid: [hex.toUpperCase(), asUlid],
      hexToUuid: [hex, asUuid],
      ulidToBigInt: [asUlid, number],
      uuidToBigInt: [asUuid, number],
      bigIntToUlid: [number, asUlid],
      bigIntToUuid: [number, asUuid],
    };
    for (const [name, [from, to]] of Object.entries(answers)) assert.equal(convert[name](from), to, name);
  }
});

test('only the conversion that says so loses bits, and it keeps the time', () => {
  const names = Object.keys(convert);
  assert.deepEqual(names.filter((name) => name.endsWith('Lossy')), ['ulidToUuidv7Lossy']);
  const first = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
  const turned = convert.ulidToUuidv7Lossy(first);
  assert.equal(uuidv7.timestamp(turned), ulid.timestamp(first));
  const lost = Array.from({ length: 128 }, (_, bit) => convert.bigIntToUlid(convert.ulidToBigInt(first) ^ (1n << BigInt(bit))))
    .map((other, bit) => (convert.ulidToUuidv7Lossy(other) === turned ? bit : undefined))
    .filter((bit) => bit !== undefined);
  assert.deepEqual(lost, [62, 63, 76, 77, 78, 79], 'the bits of variant and version');
});

test('what is not of the kind asked for is refused with its place', () => {
  const cases = [
    [() => convert.hexToUuid('0'.repeat(31)), 'INVALID_LENGTH'],
    [() => convert.hexToUuid('0'.repeat(33)), 'INVALID_LENGTH'],
    [() => convert.hexToUuid(uuid.NIL), 'INVALID_LENGTH'],
    [() => convert.hexToUlid(`${'0'.repeat(31)}g`), 'INVALID_CHARACTER'],
    [() => convert.hexToUlid(`${'0'.repeat(30)}é0`), 'INVALID_LENGTH'],
    [() => convert.hexToUlid(7), 'INVALID_ARGUMENT'],
    [() => convert.ulidToHex(uuid.NIL), 'INVALID_LENGTH'],
    [() => convert.uuidToBigInt('x'), 'INVALID_LENGTH'],
    [() => convert.bigIntToUlid(-1n), 'OVERFLOW'],
    [() => convert.bigIntToUuid(2n ** 128n), 'OVERFLOW'],
    [() => convert.bigIntToUuid(10n ** 1000n), 'OVERFLOW'],
    [() => convert.bigIntToUuid(5), 'INVALID_ARGUMENT'],
    [() => convert.bigIntToUuid('5'), 'INVALID_ARGUMENT'],
  ];
  for (const [call, code] of cases) assert.equal(codeOf(call), code, String(call));
});
