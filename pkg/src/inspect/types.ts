/**
 * What `inspect` answers: plain objects of strings, numbers and nulls, which JSON carries whole.
 *
 * @module
 */

import type { LayoutName } from '../snowflake/types.js';

/** What is known besides the text. */
export interface InspectOptions {
  /** Times from this one on are not plausible: with `Date.now()`, those in the future. Without it those from 2100 on. */
  readonly before?: number | Date | undefined;
}

/** What a text may be. */
export interface Inspection {
  /** The text, as it was given; of a number or a BigInt its digits. */
  readonly text: string;
  /** How it is spelled, of several the first; `null` for text that is no id. */
  readonly spelling: Spelling | null;
  /** What it may be, the likeliest first; none for text that is no id. */
  readonly readings: readonly IdReading[];
  /** What keeps it from being an id; `null` for an id. */
  readonly fault: IdFault | null;
}

/**
 * How an id is spelled. 128 bits: as they are written by default, in another letter case, as 32 hex digits, in braces, behind
 * `urn:uuid:`, or as a ULID with i and l for 1, o for 0. A number: in one of its own spellings.
 */
export type Spelling = 'canonical' | 'case' | 'hex' | 'braces' | 'urn' | 'crockford' | NumberSpelling;

/**
 * How a number is spelled: in decimal digits; behind a minus, as a signed column has a number whose bit 63 is set; in hex
 * digits, 16 or up to so many behind `0x`; or in 13 symbols of Crockford's Base32.
 */
export type NumberSpelling = 'decimal' | 'signed' | 'hex' | 'base32';

/** One way to read an id, told apart by `kind`. */
export type IdReading = UuidReading | UlidReading | SnowflakeReading | TimeReading | IntegerReading;

/** An id read as a UUID. */
export interface UuidReading extends ReadingBase {
  readonly kind: 'uuid';
  /** RFC 9562 section 4.1. */
  readonly variant: 'ncs' | 'rfc' | 'microsoft' | 'future';
  /** 1 to 8; `null` outside the variant of RFC 9562, and for versions that it does not define. */
  readonly version: number | null;
  /** All zeros, or all ones. */
  readonly special: 'nil' | 'max' | null;
}

/** An id read as a ULID. */
export interface UlidReading extends ReadingBase {
  readonly kind: 'ulid';
}

/** A number read as a Snowflake of a layout that has a name. */
export interface SnowflakeReading extends NumberReading {
  readonly kind: 'snowflake';
  /** The layout, as `snowflakeLayout()` of `mintid/snowflake` takes it. */
  readonly layout: LayoutName;
  /** Time, pieces of the node, and sequence, where they stand among 64 bits. */
  readonly fields: readonly NumberField[];
}

/** A number read as a point in time. */
export interface TimeReading extends NumberReading {
  readonly kind: 'time';
  /** What is counted, since 1970. */
  readonly unit: 'seconds' | 'milliseconds' | 'microseconds' | 'nanoseconds';
}

/** A number that says nothing: of a range, a sequence, a table's key. */
export interface IntegerReading extends NumberReading {
  readonly kind: 'integer';
}

interface NumberReading extends ReadingBase {
  /** How the number is spelled, for this reading: digits may be hex digits too. */
  readonly spelling: NumberSpelling;
}

interface ReadingBase {
  /** What to call it: `UUID v7`, `ULID`, `Snowflake of twitter`. */
  readonly name: string;
  /** The id as this kind is written by default; a number in decimal digits, without a sign. */
  readonly text: string;
  /** When it says it was made; `null` where it says nothing. */
  readonly time: IdTime | null;
  /** Its bits from the first to the last. What has no name in its specification is left out. */
  readonly fields: readonly IdField[];
  /** What speaks for this reading, and against it. */
  readonly why: string;
}

/** A time in an id. */
export interface IdTime {
  /** Unix milliseconds, rounded down; below 0 in v1 and v6 before 1970. */
  readonly unixMs: number;
  /** The same as ISO 8601, in UTC. */
  readonly iso: string;
  /** Whether it is from 2000 on and before 2100, or before what `before` says. */
  readonly plausible: boolean;
}

/** A field of an id. */
export interface IdField {
  /** Its name in RFC 9562, in the ULID's specification, or in the layout. */
  readonly name: string;
  /** Where it starts, in bits, counted from the id's first. */
  readonly from: number;
  /** How many bits it has. */
  readonly bits: number;
  /** Its value in hex digits, the highest first. */
  readonly hex: string;
}

/** A field of a number. */
export interface NumberField extends IdField {
  /** Its value in decimal digits. */
  readonly decimal: string;
}

/** Why text is no id. */
export interface IdFault {
  /** What it is nearest to. */
  readonly nearest: 'uuid' | 'ulid' | 'integer';
  /** What is wrong; of 128 bits as `parseLenient` of that kind tells it. */
  readonly code: 'INVALID_LENGTH' | 'INVALID_CHARACTER' | 'OVERFLOW';
  /** Where the text first departs from that kind, counted from 0. */
  readonly position: number;
  /** The same in words. */
  readonly message: string;
}
