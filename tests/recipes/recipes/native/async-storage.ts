/** A mark in AsyncStorage. */

// #region all
import { createAsyncStorage } from '@react-native-async-storage/async-storage';
import { createUuidv7, type AsyncMarkStore } from 'mintid';

export async function openIds(key: string) {
  const storage = createAsyncStorage('ids');
  const found = await storage.getItem(key);
  // One change after the other: each begins with what the one before has left.
  let last = Promise.resolve();
  const store: AsyncMarkStore = {
    getItem: () => found,
    update(key, change) {
      const next = last.then(async () => storage.setItem(key, change(await storage.getItem(key))));
      last = next.catch(() => {});
      return next;
    },
  };
  return createUuidv7({ mark: { store, key } });
}
// #endregion
