// The types of `mintid/inspect`: readings are told apart by `kind`, and what cannot be asked for.

import {
  type IdReading,
  type InspectOptions,
  type Inspection,
  type NumberField,
  type NumberSpelling,
  type Spelling,
  backend,
  inspect,
} from 'mintid/inspect';
import { type LayoutName, type SnowflakeLayout, snowflakeLayout } from 'mintid/snowflake';

export const text: Inspection = inspect('1541815603606036480');
export const number: Inspection = inspect(5);
export const large: Inspection = inspect(BigInt(5), { before: Date.now() });
export const early: Inspection = inspect('5', { before: new Date() });
export const several: Inspection[] = ['5', '6'].map(inspect);
export const options: InspectOptions = {};
export const spelling: Spelling | null = text.spelling;
export const nearest: 'uuid' | 'ulid' | 'integer' | undefined = text.fault?.nearest;
export const runs: 'wasm' | 'js' = backend();

export function fieldsOf(reading: IdReading): readonly NumberField[] {
  // Its layout is one that `mintid/snowflake` takes.
  return reading.kind === 'snowflake' ? reading.fields : [];
}
export const layoutOf = (name: LayoutName): SnowflakeLayout => snowflakeLayout(name);

export function told(reading: IdReading): string {
  switch (reading.kind) {
    case 'uuid':
      return reading.variant;
    case 'ulid':
      return reading.name;
    case 'snowflake':
      return both(reading.layout, reading.spelling);
    case 'time':
      return reading.unit;
    case 'integer':
      return reading.text;
  }
}
const both = (layout: LayoutName, spelling: NumberSpelling) => layout + spelling;

// @ts-expect-error bytes are no text
inspect(new Uint8Array(16));
// @ts-expect-error a time is no text
inspect('5', { before: '2025' });
// @ts-expect-error there is no such option
inspect('5', { after: 5 });
