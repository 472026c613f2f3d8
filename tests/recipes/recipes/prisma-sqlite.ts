/** Prisma on SQLite: ids as text, and as 16 bytes. */

// #region use
import { uuidv7 } from 'mintid';

import type { PrismaClient } from './generated/sqlite/client.js';

export function place(prisma: PrismaClient, title: string) {
  return prisma.order.create({ data: { id: uuidv7(), title } });
}

/** Many at once, in the order of the titles. */
export function placeAll(prisma: PrismaClient, titles: string[]) {
  const ids = uuidv7.many(titles.length);
  return prisma.order.createMany({ data: titles.map((title, at) => ({ id: ids[at]!, title })) });
}

export function placedBetween(prisma: PrismaClient, from: Date, to: Date) {
  return prisma.order.findMany({
    where: { id: { gte: uuidv7.min(from), lt: uuidv7.min(to) } },
    orderBy: { id: 'asc' },
  });
}
// #endregion

// #region binary
export function pack(prisma: PrismaClient, title: string) {
  return prisma.parcel.create({ data: { id: uuidv7.bytes(), title } });
}

export async function parcelOf(prisma: PrismaClient, id: string) {
  return prisma.parcel.findUnique({ where: { id: uuidv7.parse(id) } });
}
// #endregion
