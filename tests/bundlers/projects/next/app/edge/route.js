// A route handler on the edge runtime.

import { sentinel } from '../../sentinel.mjs';

export const runtime = 'edge';

export const GET = () => Response.json(sentinel());
