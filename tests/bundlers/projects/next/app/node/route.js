// A route handler in Node.

import { sentinel } from '../../sentinel.mjs';

export const dynamic = 'force-dynamic';

export const GET = () => Response.json(sentinel());
