/**
 * What `inspect` answers: plain objects of strings, numbers and nulls, which JSON carries whole.
 *
 * @module
 */

/** What a text may be. */
export interface Inspection {
  /** The text, as it was given. */
  readonly text: string;
  /** How it is spelled; `null` for text that is no id. */
  readonly spelling: Spelling | null;
  /** What it may be, the likeliest first; none for text that is no id. */
  readonly readings: readonly IdReading[];
  /** What keeps it from being an id; `null` for an id. */
  readonly fault: IdFault | null;
}

/**
 * How an id is spelled: as it is written by default, in another letter case, as 32 hex digits, in braces, behind
 * `urn:uuid:`, or as a ULID with i and l for 1, o for 0.
 */
export type Spelling = 'canonical' | 'case' | 'hex' | 'braces' | 'urn' | 'crockford';

/** One way to read an id, told apart by `kind`. */
export type IdReading = UuidReading | UlidReading;

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

interface ReadingBase {
  /** What to call it: `UUID v7`, `ULID`. */
  readonly name: string;
  /** The id as this kind is written by default. */
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
  /** Whether it is from 2000 on and before 2100. */
  readonly plausible: boolean;
}

/** A field of an id. */
export interface IdField {
  /** Its name in RFC 9562, or in the ULID's specification. */
  readonly name: string;
  /** Where it starts, in bits, counted from the id's first. */
  readonly from: number;
  /** How many bits it has. */
  readonly bits: number;
  /** Its value in hex digits, the highest first. */
  readonly hex: string;
}

/** Why text is no id. */
export interface IdFault {
  /** What it is nearest to. */
  readonly nearest: 'uuid' | 'ulid';
  /** What is wrong, as `parseLenient` of that kind tells it. */
  readonly code: 'INVALID_LENGTH' | 'INVALID_CHARACTER' | 'OVERFLOW';
  /** Where the text first departs from that kind, counted from 0. */
  readonly position: number;
  /** The same in words. */
  readonly message: string;
}
