// As ../compat.ts, apart since the types of ulid need those of Node.

import * as ours from 'mintid/compat/ulid';
import type * as peer from 'ulid';

type Names = 'ulid' | 'monotonicFactory' | 'decodeTime' | 'encodeTime' | 'isValid';
export const functions: Pick<typeof peer, Names> = ours;
export const factory: peer.ULIDFactory = ours.monotonicFactory() satisfies ours.ULIDFactory;
export const prng: peer.PRNG = Math.random satisfies ours.PRNG;
