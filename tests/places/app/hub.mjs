// The first page of a browser: it opens the others, each a tab that knows nothing of its opener.

import { lines } from './line.mjs';

export const answer = lines(({ open: url }) => {
  window.open(url, '_blank', 'noopener');
  return { outcome: url };
});
