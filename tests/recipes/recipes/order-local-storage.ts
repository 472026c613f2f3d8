/** Order that survives a reload, with `localStorage`. */

// #region all
import { createUuidv7 } from 'mintid';

export const newId = createUuidv7({ mark: { store: localStorage, key: 'shop' } });
// #endregion
