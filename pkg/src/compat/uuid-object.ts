/**
 * The class of UUIDs of `mintid/compat/uuidv7`.
 *
 * @module
 */

import { MintError, uuid, uuidv7 } from '../index.js';

/** A UUID, as its 16 bytes. */
export class UUID {
  private constructor(
    /** The bytes, the first one first. */
    readonly bytes: Readonly<Uint8Array>,
  ) {}

  /** A UUID of these bytes, which are not copied. @throws MintError `INVALID_ARGUMENT`, `INVALID_LENGTH`. */
  static ofInner(bytes: Readonly<Uint8Array>): UUID {
    uuid.format(bytes);
    return new UUID(bytes);
  }

  /**
   * A UUID of version 7 with these fields: 48 bits, 12 bits, and 30 and 32 of the last 62.
   *
   * @throws MintError `INVALID_TIME`, `TIME_RANGE`; `INVALID_ARGUMENT` for another field that its number does not fit.
   */
  static fromFieldsV7(unixTsMs: number, randA: number, randBHi: number, randBLo: number): UUID {
    const bytes = uuidv7.parse(uuidv7.min(unixTsMs));
    const view = new DataView(bytes.buffer);
    view.setUint16(6, 0x7000 + fitting('randA', randA, 12));
    view.setUint32(8, 0x8000_0000 + fitting('randBHi', randBHi, 30));
    view.setUint32(12, fitting('randBLo', randBLo, 32));
    return new UUID(bytes);
  }

  /** Reads 36 characters, 32 hex digits, braces or a urn. @throws MintError as `uuid.parseLenient` does. */
  static parse(text: string): UUID {
    return new UUID(uuid.parseLenient(text));
  }

  /** 36 characters, in lower case. */
  toString(): string {
    return uuid.format(this.bytes);
  }

  /** 32 hex digits, in lower case. */
  toHex(): string {
    return this.toString().replace(/-/g, '');
  }

  /** As {@link toString}. */
  toJSON(): string {
    return this.toString();
  }

  /** The variant by the bits that say it; nil and max by their names. */
  getVariant(): 'VAR_0' | 'VAR_10' | 'VAR_110' | 'VAR_RESERVED' | 'NIL' | 'MAX' {
    if (this.isNil()) return 'NIL';
    if (this.isMax()) return 'MAX';
    const bits = this.bytes[8]! >> 4;
    return bits < 8 ? 'VAR_0' : bits < 12 ? 'VAR_10' : bits < 14 ? 'VAR_110' : 'VAR_RESERVED';
  }

  /** The four bits of the version, in the variant of RFC 9562; `undefined` in others. */
  getVersion(): number | undefined {
    return this.getVariant() === 'VAR_10' ? this.bytes[6]! >> 4 : undefined;
  }

  /** Whether all bits are zero. */
  isNil(): boolean {
    return this.bytes.every((byte) => byte === 0);
  }

  /** Whether all bits are one. */
  isMax(): boolean {
    return this.bytes.every((byte) => byte === 255);
  }

  /** The same, with bytes of its own. */
  clone(): UUID {
    return new UUID(this.bytes.slice());
  }

  /** Whether the bytes are the same. */
  equals(other: UUID): boolean {
    return this.compareTo(other) === 0;
  }

  /** -1, 0 or 1, by the first byte that differs. */
  compareTo(other: UUID): number {
    for (let i = 0; i < 16; i++) {
      const difference = this.bytes[i]! - other.bytes[i]!;
      if (difference !== 0) return Math.sign(difference);
    }
    return 0;
  }
}

function fitting(name: string, value: number, bits: number): number {
  if (!Number.isInteger(value) || value < 0 || value >= 2 ** bits) {
    throw new MintError('INVALID_ARGUMENT', `${name} should be a whole number of ${bits} bits`);
  }
  return value;
}
