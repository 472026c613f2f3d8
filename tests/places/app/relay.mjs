// Hands each line to the service worker named in the page's address, and its answer back.

const failed = (error) => JSON.stringify({ failed: String(error) });

async function registered() {
  const url = new URL(location.href).searchParams.get('service');
  const registration = await navigator.serviceWorker.register(url, { type: 'module' });
  const worker = registration.installing ?? registration.waiting ?? registration.active;
  while (worker.state !== 'activated') {
    await new Promise((resolve) => worker.addEventListener('statechange', resolve, { once: true }));
    if (worker.state === 'redundant') throw new Error('the service worker cannot be installed');
  }
  return worker;
}

let service;

async function relayed(line) {
  service ??= registered();
  const worker = await service;
  const { port1, port2 } = new MessageChannel();
  const answered = new Promise((resolve) => (port1.onmessage = ({ data }) => resolve(data)));
  worker.postMessage(line, [port2]);
  return answered;
}

/** As it stands: the worker has made a line of it already. */
export const answer = (line) => relayed(line).catch(failed);
