// Carries lines as messages, in a service worker: it lives from event to event, and cannot ask for itself.

import { answer } from 'app';

addEventListener('install', () => skipWaiting());
addEventListener('message', (event) => {
  const answered = async () => event.ports[0].postMessage(await answer(event.data));
  event.waitUntil(answered());
});
