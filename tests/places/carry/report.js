// Tells the server what goes wrong on a page: a script that does not load, or an error that nobody caught.

function report(event) {
  const what = event.reason ?? event.error ?? event.target?.src ?? event.message ?? event.type;
  fetch(`/failed${location.search}`, { method: 'POST', body: `${what}` });
}

addEventListener('error', report, true);
addEventListener('unhandledrejection', report);
