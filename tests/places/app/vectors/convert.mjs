// Operations from one kind of id to another.

import { convert, uuid, uuidv7 } from 'mintid';

import { hex } from './common.mjs';
import { uuidOf } from './text.mjs';

export const CONVERT = {
  u128_be({ uuid: text }) {
    const id = convert.bigIntToUuid(convert.uuidToBigInt(uuidOf(text)));
    return { bytes_hex: hex(uuid.parse(id)) };
  },
  ulid_to_uuid({ ulid: text }) {
    const id = convert.ulidToUuid(text);
    const [round_trip, uuid_variant] = [convert.uuidToUlid(id) === text.toUpperCase(), uuid.variant(id)];
    return { uuid: id, uuid_variant, round_trip, is_valid_v7: uuidv7.isValid(id) };
  },
  ulid_to_uuidv7_lossy({ ulid: text }) {
    const id = convert.ulidToUuidv7Lossy(text);
    const back = convert.uuidToUlid(id);
    return { uuid: id, reversible: back === text.toUpperCase(), ulid_back: back };
  },
  ulid_to_uuidv7_lossy_collision({ ulids }) {
    const ids = ulids.map((text) => convert.ulidToUuidv7Lossy(text));
    return { same_uuid: ids.every((id) => id === ids[0]), uuid: ids[0] };
  },
  uuid_to_uint_decimal: ({ uuid: text }) => ({ decimal: String(convert.uuidToBigInt(uuidOf(text))) }),
  uuid_to_ulid({ uuid: text }) {
    const from = uuidOf(text);
    const id = convert.uuidToUlid(from);
    return { ulid: id, round_trip: convert.ulidToUuid(id) === from };
  },
};
