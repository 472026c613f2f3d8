/**
 * The readings of 128 bits, as a UUID and as a ULID: which of them there are, and which comes first, is the core's to say.
 *
 * @module
 */

import { convert, ulid, uuid } from '../index.js';
import type { Core } from './core.js';
import { ulidFields, uuidFields } from './fields.js';
import { type Plausible, timeOf } from './time.js';
import type { IdTime, UlidReading, UuidReading } from './types.js';

/** The reading that the core has told last, a UUID; `own` where that is its spelling. */
export function readUuid(core: Core, own: boolean, plausible: Plausible): UuidReading {
  const text = uuid.format(core.bytes);
  const variant = uuid.variant(text);
  const version = uuid.version(text) ?? null;
  const special = text === uuid.NIL ? 'nil' : text === uuid.MAX ? 'max' : null;
  const time = timeOf(core);
  const fields = special === null ? uuidFields(convert.uuidToHex(text), variant, version) : [];
  const name = version === null ? (special === null ? 'UUID' : `${special} UUID`) : `UUID v${version}`;
  const why = own ? whyUuid(version, special, time, plausible) : `the bits of a UUID of version ${version}, spelled as a ULID`;
  return { kind: 'uuid', name, text, variant, version, special, time, fields, why };
}

function whyUuid(version: number | null, special: UuidReading['special'], time: IdTime | null, { outside }: Plausible): string {
  if (special !== null) return `the spelling of a UUID, and all bits ${special === 'nil' ? 'zero' : 'one'}`;
  if (version === null) return 'the spelling of a UUID, but no version and variant of RFC 9562';
  const bits = `the spelling of a UUID, and the bits of version ${version}`;
  return time?.plausible === false ? `${bits}, but a time ${outside}` : bits;
}

/** The same, a ULID. */
export function readUlid(core: Core, own: boolean, { within, outside }: Plausible): UlidReading {
  const text = ulid.format(core.bytes);
  const time = timeOf(core);
  const spelled = `the spelling of a ULID, ${time?.plausible === true ? `and a time ${within}` : `but a time ${outside}`}`;
  const why = own ? spelled : `a time ${within} where a ULID has it, spelled as a UUID`;
  const fields = ulidFields(convert.ulidToHex(text));
  return { kind: 'ulid', name: 'ULID', text, time, fields, why };
}
