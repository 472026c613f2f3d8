// Every public name of `mintid`, used as its types say. What must be refused is marked as an error that has to be
// there.

import {
  type AnyUuid,
  type AsyncMarkStore,
  type Backend,
  type Batch,
  type Branded,
  type Bytes,
  type Codec,
  type Convert,
  type MarkOptions,
  type MarkStore,
  type Meter,
  type Mint,
  MintError,
  type MintErrorCode,
  type Options,
  type Random,
  type TimeOrdered,
  type TimeWindow,
  type UlidOptions,
  type Uuidv4,
  type Uuidv4Options,
  type Uuidv7Options,
  backend,
  convert,
  createUlid,
  createUuidv4,
  createUuidv7,
  isPlausible,
  reseed,
  ulid,
  use,
  uuid,
  uuidv4,
  uuidv7,
} from 'mintid';

// Minting and reading.
const v4: Uuidv4 = uuidv4;
const ordered: readonly TimeOrdered[] = [uuidv7, ulid];
const mint: Mint = uuidv7;
const codec: Codec = uuid;
const batch: Batch = ulid;
const any: AnyUuid = uuid;
const id: string = v4();
const ids: string[] = batch.many(3);
const bytes: Bytes = mint.bytes();
const typed: Uint8Array = codec.parse(id);
const filled: Uint8Array = batch.fill(new Uint8Array(32));
const text: string = codec.format(codec.parse(id)) + codec.format(codec.parseLenient(id));
const times: number[] = ordered.map((kind) => kind.timestamp(kind.at(0) || kind.min(new Date(0)) || kind.max(0)));
const version: number | undefined = any.version(any.NIL);
const variant: 'ncs' | 'rfc' | 'microsoft' | 'future' = any.variant(any.MAX);
const moment: number | undefined = any.timestamp(id);
const meter: Meter = uuidv7.meter();
const minted: number = meter.minted + meter.late;
// @ts-expect-error: ids of random bits have no time
uuidv4.timestamp(id);
// @ts-expect-error: ids are texts
const wrong: number = uuidv7();
// @ts-expect-error: a time is a number or a `Date`
ulid.at('2026-01-01');

// Ids that the checker tells apart, for those who want that.
type OrderId = Branded<'OrderId'>;
type UserId = Branded<'UserId'>;
const orderId = createUuidv7<OrderId>();
const userId: Uuidv4<UserId> = createUuidv4<UserId>();
const orders: OrderId[] = [orderId(), orderId.at(0), orderId.min(0), orderId.format(bytes), ...orderId.many(2)];
const plain: string = createUlid<OrderId>()();
// @ts-expect-error: a user is no order
const mixed: OrderId = userId();
// @ts-expect-error: nor is any text
const unchecked: OrderId = id;
const checked: OrderId | undefined = orderId.isValid(id) ? id : undefined;
const unbranded: number = ulid.isValid(id) ? 0 : id.length;

// Conversions.
const conversions: Convert = convert;
const converted: string = conversions.ulidToUuid(conversions.uuidToUlid(id)) + conversions.ulidToUuidv7Lossy(id);
const hex: string = conversions.hexToUuid(conversions.uuidToHex(id)) + conversions.hexToUlid(conversions.ulidToHex(id));
const big: bigint = conversions.ulidToBigInt(conversions.bigIntToUlid(1n)) + conversions.uuidToBigInt(id);
const fromBig: string = conversions.bigIntToUuid(big);
// @ts-expect-error: a number is not precise enough
conversions.bigIntToUlid(1);

// Generators of one's own.
const random: Random = (length) => new Uint8Array(length);
const store: MarkStore = { getItem: () => null, setItem: () => {} };
const asynchronous: AsyncMarkStore = { getItem: () => null, update: async () => {} };
const marks: MarkOptions[] = [
  { store, key: 'a' },
  { store: asynchronous, key: 'b', windowMs: 5000, onLate: 'refuse' },
];
const options: Options = {
  now: Date.now,
  sinceBoot: () => 0,
  random,
  onBehind: { hold: 10_000, beyond: 'restart' },
  onFull: { borrow: 1000 },
  onUnset: 'runFromMark',
  after: id,
  ...(marks[0] && { mark: marks[0] }),
};
const forV4: Uuidv4Options = { random };
const forV7: Uuidv7Options = { ...options, counterBits: 12 };
const forUlid: UlidOptions = { ...options, step: 'random', now: () => null, onBehind: { wait: 5 }, onFull: 'wait' };
const own: readonly Mint[] = [createUuidv4(forV4), createUuidv7(forV7), createUlid(forUlid), createUuidv7()];
const absent: Mint = createUuidv7({ random: undefined });
// @ts-expect-error: an option that another kind has
createUlid({ counterBits: 12 });
// @ts-expect-error: a policy that does not exist
createUuidv7({ onBehind: 'ignore' });

// The rest.
const running: Backend = backend();
const window: TimeWindow = { after: new Date(0), before: 1 };
const plausible: boolean = isPlausible(id, window) && isPlausible(null, { after: 0 });
use({});
reseed();
try {
  uuidv7.parse('');
} catch (error) {
  if (error instanceof MintError) {
    const code: MintErrorCode = error.code;
    const detail: readonly (number | undefined)[] = [error.position, error.distanceMs, error.filled];
    const cause: unknown = error.cause;
    // @ts-expect-error: a code that does not exist
    if (error.code === 'NONE') throw cause;
    // @ts-expect-error: nobody changes an error
    error.code = code;
    console.log(detail);
  }
}

declare const console: { log(...values: unknown[]): void };
console.log(
  id,
  ids,
  bytes,
  typed,
  filled,
  text,
  times,
  version,
  variant,
  moment,
  minted,
  wrong,
  orders,
  plain,
  mixed,
  unchecked,
  checked,
  unbranded,
  converted,
  hex,
  fromBig,
);
console.log(own, absent, running, plausible);
