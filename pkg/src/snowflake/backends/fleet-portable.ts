/**
 * The back end of `mintid/cloudflare`: the module for Snowflakes with the functions for leases, as plain JavaScript.
 *
 * @module
 */

import { instantiate as plain } from '../../gen/fleet-plain.js';
import type { Exports } from '../core.js';
import type { Instance } from './instance.js';

/** Makes the core. */
export function instantiate(): Instance {
  return { backend: 'js', exports: plain() as Exports };
}
