/** A mark in MMKV. */

// #region all
import { createUuidv7, type MarkStore } from 'mintid';
import { createMMKV } from 'react-native-mmkv';

const storage = createMMKV();
const store: MarkStore = {
  getItem: (key) => storage.getString(key) ?? null,
  setItem: (key, value) => storage.set(key, value),
};
export const newId = createUuidv7({ mark: { store, key: 'shop' } });
// #endregion
