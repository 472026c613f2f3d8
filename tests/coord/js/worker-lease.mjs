// `bun worker-lease.mjs URL TOKEN FOLDER`: a process whose device's number comes from the service.

import { createWorkerLease } from '../../../pkg/dist/snowflake.js';

const [url, token, directory] = process.argv.slice(2);

const askForDevice = async () => {
  const response = await fetch(`${url}/v1/spans/devices`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{"count":1}',
  });
  if (!response.ok) throw new Error(await response.text());
  return Number((await response.json()).first);
};

const ids = await createWorkerLease({ layout: 'twitter', device: askForDevice, directory });
const id = await ids.nextAsync({ patienceMs: 10_000 });
console.log(JSON.stringify(ids.decompose(id).fields));
await ids.release();
