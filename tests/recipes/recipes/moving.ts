/** The one-line replacements of other packages. */

// #region uuid
import { MAX, NIL, parse, stringify, v4, v7, validate, version } from 'mintid/compat/uuid';
// #endregion

// #region ulid
import { decodeTime, encodeTime, isValid, monotonicFactory, ulid } from 'mintid/compat/ulid';
// #endregion

// #region uuidv7
import { UUID, V7Generator, uuidv4, uuidv4obj, uuidv7, uuidv7obj } from 'mintid/compat/uuidv7';
// #endregion

/** By the name of the package that each stands in for. */
export const REPLACEMENTS = {
  uuid: { MAX, NIL, parse, stringify, v4, v7, validate, version },
  ulid: { decodeTime, encodeTime, isValid, monotonicFactory, ulid },
  uuidv7: { UUID, V7Generator, uuidv4, uuidv4obj, uuidv7, uuidv7obj },
};
