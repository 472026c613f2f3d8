// Carries a line a request, in a Worker that is bound to a Durable Object of the app's.

import { answer } from 'app';

export { Ids } from 'app';

export default {
  async fetch(request, env) {
    return new Response(await answer(await request.text(), env));
  },
};
