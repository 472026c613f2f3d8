// What the replacements export fits where what they replace did.

import * as uuid from 'mintid/compat/uuid';
import * as uuidv7 from 'mintid/compat/uuidv7';
import type * as uuidPeer from 'uuid';
import type * as uuidv7Peer from 'uuidv7';

export const functions: Pick<
  typeof uuidPeer,
  'v4' | 'v7' | 'parse' | 'stringify' | 'validate' | 'version' | 'NIL' | 'MAX'
> = uuid;
export const more: Pick<typeof uuidv7Peer, 'uuidv4' | 'uuidv7' | 'uuidv4obj' | 'uuidv7obj'> = uuidv7;

type Generator = Omit<uuidv7Peer.V7Generator, 'generateOrResetCore' | 'generateOrAbortCore'>;
export const generator: Generator = new uuidv7.V7Generator({ nextUint32: () => 0 });

class Sub extends Uint8Array {}
export const sub: Sub = uuid.v7({ msecs: 0 }, new Sub(16), 0);
export const text: string = uuid.v4();
// @ts-expect-error an array comes back where one is given
export const none: string = uuid.v4(undefined, new Sub(16));
