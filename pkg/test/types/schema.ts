// The schemas are what the interface's own package says a schema is, and their text is inferred.

import type { StandardSchemaV1 } from '@standard-schema/spec';
import * as ids from 'mintid/schema';

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

export const schemas: StandardSchemaV1<string, string>[] = [ids.uuid, ids.uuidv4, ids.uuidv7, ids.ulid];
export const input: Same<StandardSchemaV1.InferInput<typeof ids.uuidv7>, string> = true;
export const output: Same<StandardSchemaV1.InferOutput<typeof ids.ulid>, string> = true;
// @ts-expect-error it is no number
export const none: Same<StandardSchemaV1.InferOutput<typeof ids.ulid>, number> = true;
