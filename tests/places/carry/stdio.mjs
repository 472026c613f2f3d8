// Carries lines from standard input to an app and back, in Node, Deno and Bun: `stdio.mjs URL-OF-APP`.

import { createInterface } from 'node:readline';

const { answer } = await import(process.argv[2]);
for await (const line of createInterface({ input: process.stdin })) process.stdout.write(`${await answer(line)}\n`);
