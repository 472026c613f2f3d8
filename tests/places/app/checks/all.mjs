// Every check that runs in every place, by its sentence; and questions about the place itself.

import { backend } from 'mintid';

import { BAD_INPUT } from './bad-input.mjs';
import { MINTING } from './minting.mjs';
import { RANGES } from './ranges.mjs';
import { SNOWFLAKE } from './snowflake.mjs';

/** Checks, which throw where something is wrong. */
export const CHECKS = { ...MINTING, ...SNOWFLAKE, ...RANGES, ...BAD_INPUT };

/** Questions, to which the test knows the answer. */
const QUESTIONS = {
  backend: () => backend(),
  /** What an insecure page has to do without. */
  context: () => ({ secure: globalThis.isSecureContext, randomUUID: typeof globalThis.crypto.randomUUID }),
};

/** Runs a check, or answers a question. */
export function check({ check: name, ...details }) {
  const run = CHECKS[name] ?? QUESTIONS[name];
  if (run === undefined) return { unknown: true };
  const outcome = run(details);
  if (typeof outcome?.then !== 'function') return { outcome: outcome ?? null };
  return outcome.then((value) => ({ outcome: value ?? null }));
}
