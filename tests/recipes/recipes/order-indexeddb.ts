/** Order that survives a reload, with IndexedDB: in workers too. */

// #region all
import { createUuidv7 } from 'mintid';
import { openMarkStore } from 'mintid/indexeddb';

const store = await openMarkStore();
export const newId = createUuidv7({ mark: { store, key: 'shop' } });
// #endregion
