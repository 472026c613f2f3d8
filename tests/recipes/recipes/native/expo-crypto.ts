/** Randomness from expo-crypto, for one generator. */

// #region own
import { getRandomValues } from 'expo-crypto';
import { createUuidv7 } from 'mintid';

export const newId = createUuidv7({ random: (length) => getRandomValues(new Uint8Array(length)) });
// #endregion
