// Carries a line a request, in a Worker.

import { answer } from 'app';

export default {
  async fetch(request) {
    return new Response(await answer(await request.text()));
  },
};
