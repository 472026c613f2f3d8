// A page made on the server, with a part that lives in the browser.

import { sentinel } from '../sentinel.mjs';
import { Client } from './client.js';

export const dynamic = 'force-dynamic';

export default function Page() {
  return <Client server={sentinel()} />;
}
