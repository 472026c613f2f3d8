/**
 * The readings of 128 bits: as a UUID and as a ULID.
 *
 * Every 128 bits can be read as either. The one whose spelling it has is always told; the other where the bits speak
 * for it. The spelling's own comes first, unless the bits speak against it and for the other.
 *
 * @module
 */

import { convert, ulid, uuid } from '../index.js';
import { ulidFields, uuidFields } from './fields.js';
import type { Form } from './spelling.js';
import type { IdReading, IdTime, Spelling, UlidReading, UuidReading } from './types.js';

/** The times that an id of today's may have: all of 2000 to 2099. */
const FROM_MS = 946_684_800_000;
const TO_MS = 4_102_444_800_000;

/** A reading, and whether its bits speak for it. */
interface Candidate<Reading> {
  readonly reading: Reading;
  readonly convincing: boolean;
}

/** What a text of this form may be, and how exactly it is spelled. Throws what `parseLenient` does. */
export function readWide(text: string, form: Form): { spelling: Spelling; readings: IdReading[] } {
  const bytes = (form.kind === 'ulid' ? ulid : uuid).parseLenient(text);
  const asUuid = readUuid(uuid.format(bytes), form.kind === 'uuid');
  const asUlid = readUlid(ulid.format(bytes), form.kind === 'ulid');
  const [own, other] = form.kind === 'ulid' ? [asUlid, asUuid] : [asUuid, asUlid];
  const readings: IdReading[] = [own.reading];
  if (other.convincing) readings[own.convincing ? 'push' : 'unshift'](other.reading);
  return { spelling: spellingOf(text, form, own.reading.text), readings };
}

function spellingOf(text: string, { kind, spelling }: Form, canonical: string): Spelling {
  if (spelling !== 'canonical' || text === canonical) return spelling;
  return kind === 'uuid' || text.toUpperCase() === canonical ? 'case' : 'crockford';
}

function readUuid(text: string, own: boolean): Candidate<UuidReading> {
  const variant = uuid.variant(text);
  const version = uuid.version(text) ?? null;
  const special = text === uuid.NIL ? 'nil' : text === uuid.MAX ? 'max' : null;
  const time = timeOf(uuid.timestamp(text));
  const convincing = version !== null && time?.plausible !== false;
  const fields = special === null ? uuidFields(convert.uuidToHex(text), variant, version) : [];
  const name = version === null ? (special === null ? 'UUID' : `${special} UUID`) : `UUID v${version}`;
  const why = own ? whyUuid(version, special, time) : `the bits of a UUID of version ${version}, spelled as a ULID`;
  return { convincing, reading: { kind: 'uuid', name, text, variant, version, special, time, fields, why } };
}

function whyUuid(version: number | null, special: UuidReading['special'], time: IdTime | null): string {
  if (special !== null) return `the spelling of a UUID, and all bits ${special === 'nil' ? 'zero' : 'one'}`;
  if (version === null) return 'the spelling of a UUID, but no version and variant of RFC 9562';
  const bits = `the spelling of a UUID, and the bits of version ${version}`;
  return time?.plausible === false ? `${bits}, but a time outside 2000 to 2099` : bits;
}

function readUlid(text: string, own: boolean): Candidate<UlidReading> {
  const time = timeOf(ulid.timestamp(text))!;
  const convincing = time.plausible;
  const why = own
    ? `the spelling of a ULID, ${convincing ? 'and a time within' : 'but a time outside'} 2000 to 2099`
    : 'a time within 2000 to 2099 where a ULID has it, spelled as a UUID';
  const fields = ulidFields(convert.ulidToHex(text));
  return { convincing, reading: { kind: 'ulid', name: 'ULID', text, time, fields, why } };
}

function timeOf(unixMs: number | undefined): IdTime | null {
  if (unixMs === undefined) return null;
  const plausible = FROM_MS <= unixMs && unixMs < TO_MS;
  return { unixMs, iso: new Date(unixMs).toISOString(), plausible };
}
