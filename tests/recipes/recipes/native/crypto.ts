/** Randomness from expo-crypto, for everything. */

// #region all
// crypto.ts
import { getRandomValues } from 'expo-crypto';

globalThis.crypto ??= { getRandomValues } as Crypto;
// #endregion
