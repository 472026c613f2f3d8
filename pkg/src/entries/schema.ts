/**
 * `mintid/schema`: the ids as schemas that validators, forms, routers and ORMs take, by the Standard Schema interface.
 *
 * ```ts
 * import * as ids from 'mintid/schema';
 *
 * const procedure = publicProcedure.input(ids.uuidv7).query(({ input }) => load(input));
 * ```
 *
 * What comes out is the canonical text, a UUID in lower case and a ULID in upper case, whatever case went in: the same
 * id is then the same text, in a map as in a database. Other spellings are refused.
 *
 * @module
 */

import {
  type Codec,
  MintError,
  type MintErrorCode,
  ulid as ulids,
  uuid as uuids,
  uuidv4 as v4s,
  uuidv7 as v7s,
} from '../index.js';

/** A schema of text in and text out, as Standard Schema 1 has it. */
export interface IdSchema {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: 'mintid';
    /** Never throws for what is not an id. */
    readonly validate: (value: unknown) => IdResult;
    /** There for the types alone. */
    readonly types?: { readonly input: string; readonly output: string } | undefined;
  };
}

/** The id's canonical text, or what is wrong. */
export type IdResult =
  { readonly value: string; readonly issues?: undefined } | { readonly issues: readonly IdIssue[] };

/** What is wrong with a value. */
export interface IdIssue {
  readonly message: string;
  /** As in a `MintError`. */
  readonly code: MintErrorCode;
  /** As in a `MintError`. */
  readonly position: number | undefined;
}

/** What a value can be refused for; any other error says that the package cannot run here. */
const REFUSALS: readonly MintErrorCode[] = [
  'INVALID_ARGUMENT',
  'INVALID_LENGTH',
  'INVALID_CHARACTER',
  'OVERFLOW',
  'WRONG_VERSION',
];

function schemaOf({ parse, format }: Codec): IdSchema {
  const validate = (value: unknown): IdResult => {
    try {
      return { value: format(parse(value as string)) };
    } catch (error) {
      if (!(error instanceof MintError) || !REFUSALS.includes(error.code)) throw error;
      const { message, code, position } = error;
      return { issues: [{ message, code, position }] };
    }
  };
  return { '~standard': { version: 1, vendor: 'mintid', validate } };
}

/** A UUID of any version and variant. */
export const uuid: IdSchema = /* @__PURE__ */ schemaOf(uuids);

/** A UUID of version 4. */
export const uuidv4: IdSchema = /* @__PURE__ */ schemaOf(v4s);

/** A UUID of version 7. */
export const uuidv7: IdSchema = /* @__PURE__ */ schemaOf(v7s);

/** A ULID. */
export const ulid: IdSchema = /* @__PURE__ */ schemaOf(ulids);
