// The places that npm brings, or that are here already, and where WebAssembly may run.

import { everywhere, worker } from './support.mjs';

for (const name of ['node', 'deno', 'bun']) everywhere(name);
worker('workerd');
