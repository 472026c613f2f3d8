/** Prisma on Postgres. */

// #region use
import { uuidv7 } from 'mintid';

import type { PrismaClient } from './generated/postgres/client.js';

export function place(prisma: PrismaClient, title: string) {
  return prisma.order.create({ data: { id: uuidv7(), title } });
}
// #endregion
