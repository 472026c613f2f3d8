// Has Prisma generate its clients, which are files of TypeScript below recipes/generated/.
//
// Prisma's command fetches an engine before it does anything. Generating does not run that engine, and the clients reach their
// databases through adapters, so it is told that the engine is there already.

import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const HERE = fileURLToPath(new URL('.', import.meta.url));

const env = {
  ...process.env,
  PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
  PRISMA_HIDE_UPDATE_MESSAGE: '1',
  CHECKPOINT_DISABLE: '1',
};

for (const schema of ['sqlite', 'postgres']) {
  const args = ['node_modules/prisma/build/index.js', 'generate', '--schema', `prisma/${schema}.prisma`];
  execFileSync(process.execPath, args, { cwd: HERE, env, stdio: ['ignore', 'ignore', 'inherit'] });
}
