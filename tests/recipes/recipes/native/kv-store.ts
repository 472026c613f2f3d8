/** A mark in the key-value store of expo-sqlite. */

// #region all
import Storage from 'expo-sqlite/kv-store';
import { createUuidv7, type MarkStore } from 'mintid';

const store: MarkStore = {
  getItem: (key) => Storage.getItemSync(key),
  setItem: (key, value) => Storage.setItemSync(key, value),
};
export const newId = createUuidv7({ mark: { store, key: 'shop' } });
// #endregion
