// Carries a line a request, in an edge function.

import { answer } from 'app';

addEventListener('fetch', (event) => {
  const answered = async () => new Response(await answer(await event.request.text()));
  event.respondWith(answered());
});
