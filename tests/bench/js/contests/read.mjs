// Reading and writing ids: parse, format, isValid, timestamp, and what each reader does not check.

import id128 from 'id128';
import { ulid, uuid, uuidv7 } from 'mintid';
import { decodeTime, isValid as isValidOfUlid } from 'ulid';
import { decodeTime as decodeTimeOfUlidx, isValid as isValidOfUlidx } from 'ulidx';
import { ulid as ulidOfUniku } from 'uniku/ulid';
import { uuidv7 as v7OfUniku } from 'uniku/uuid/v7';
import { parse as parseOfUuid, stringify as stringifyOfUuid, validate } from 'uuid';
import { UUID } from 'uuidv7';

import { BYTES, NUMBER, TEXT, YES_OR_NO } from '../race.mjs';
import { NAME } from '../runtime.mjs';
import { ulids, unchecked, uuids } from '../samples.mjs';

/** A contest of readers of text, each beside what it does not check. */
function reading(title, kind, samples, expected, readers, aim) {
  const candidates = Object.entries(readers).map(([name, make]) => {
    return { name, kind, make, lacks: unchecked(make, samples) };
  });
  const remark = ({ lacks }) => (lacks.length > 0 ? `unchecked: ${lacks.join(', ')}` : '');
  const of = (text) => expected(samples.byText.get(text));
  return { title, candidates, inputs: samples.texts, expected: of, remark, aims: aim ? aim(candidates) : [] };
}

/** So many times as fast as each that checks all that ours checks. */
const thanAsStrict =
  (times) =>
  ([ours, ...others]) => {
    const asStrict = others.filter(({ lacks }) => lacks.every((check) => ours.lacks.includes(check)));
    return asStrict.map(({ name }) => ({ ours: ours.name, times, than: name }));
  };
const than =
  (name, times) =>
  ([ours]) => [{ ours: ours.name, times, than: name }];
const inNode = (aim) => (NAME === 'node' ? aim : undefined);

const PARSE = 1.2;
const VALID = 0.6;

const bytesOf = ({ bytes }) => bytes;
const msOf = ({ ms }) => ms;

export function parse() {
  const uuidPeers = {
    uniku: (text) => v7OfUniku.toBytes(text),
    uuidv7: (text) => UUID.parse(text).bytes,
    uuid: (text) => parseOfUuid(text),
  };
  const ulidReaders = {
    mintid: (text) => ulid.parse(text),
    uniku: (text) => ulidOfUniku.toBytes(text),
    id128: (text) => id128.Ulid.fromCanonical(text).bytes,
  };
  const aim = inNode(thanAsStrict(PARSE));
  return [
    reading('parse, UUID', BYTES, uuids, bytesOf, { mintid: (text) => uuid.parse(text), ...uuidPeers }, aim),
    reading(
      'parse, UUID of version 7',
      BYTES,
      uuids,
      bytesOf,
      { mintid: (text) => uuidv7.parse(text), ...uuidPeers },
      aim,
    ),
    reading('parse, ULID', BYTES, ulids, bytesOf, ulidReaders, aim),
  ];
}

export function isValid() {
  const yes = () => true;
  const uuidReaders = {
    mintid: (text) => uuidv7.isValid(text),
    uniku: (text) => v7OfUniku.isValid(text),
    uuid: (text) => validate(text),
  };
  const ulidReaders = {
    mintid: (text) => ulid.isValid(text),
    uniku: (text) => ulidOfUniku.isValid(text),
    ulid: (text) => isValidOfUlid(text),
    ulidx: (text) => isValidOfUlidx(text),
    id128: (text) => id128.Ulid.isCanonical(text),
  };
  const aim = inNode(than('uniku', VALID));
  return [
    reading('isValid, UUID of version 7', YES_OR_NO, uuids, yes, uuidReaders, aim),
    reading('isValid, ULID', YES_OR_NO, ulids, yes, ulidReaders, aim),
  ];
}

export function timestamp() {
  return [
    reading('timestamp, UUID of version 7', NUMBER, uuids, msOf, {
      mintid: (text) => uuidv7.timestamp(text),
      uniku: (text) => v7OfUniku.timestamp(text),
    }),
    reading('timestamp, ULID', NUMBER, ulids, msOf, {
      mintid: (text) => ulid.timestamp(text),
      uniku: (text) => ulidOfUniku.timestamp(text),
      ulid: (text) => decodeTime(text),
      ulidx: (text) => decodeTimeOfUlidx(text),
      id128: (text) => id128.Ulid.fromCanonical(text).time.getTime(),
    }),
  ];
}

export function format() {
  const writing = (title, samples, writers) => ({
    title,
    candidates: Object.entries(writers).map(([name, make]) => ({ name, kind: TEXT, make })),
    inputs: samples.ids.map(bytesOf),
    expected: (bytes) => samples.ids.find((id) => id.bytes === bytes).text,
  });
  return [
    writing('format, UUID', uuids, {
      mintid: (bytes) => uuid.format(bytes),
      uniku: (bytes) => v7OfUniku.fromBytes(bytes),
      uuidv7: (bytes) => UUID.ofInner(bytes).toString(),
      uuid: (bytes) => stringifyOfUuid(bytes),
    }),
    writing('format, ULID', ulids, {
      mintid: (bytes) => ulid.format(bytes),
      uniku: (bytes) => ulidOfUniku.fromBytes(bytes),
      id128: (bytes) => id128.Ulid.construct(bytes).toCanonical(),
    }),
  ];
}
