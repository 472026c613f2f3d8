// Operations on times: ids for a time, their bounds, and what JavaScript may give for one.

import { isPlausible, ulid, uuidv7 } from 'mintid';

import { attempt, timeOf } from './common.mjs';
import { valueOf } from './expression.mjs';
import { randomOf, uuidOf } from './text.mjs';

const timeError = (error) => ({ error: { INVALID_TIME: 'invalid_time', TIME_RANGE: 'out_of_range' }[error.code] });

/** The time of a case, `ms` as a number or `js` as an expression. */
function given({ ms, js }) {
  if (ms === undefined || ms === null) {
    if (typeof js !== 'string') throw new Error('the vector lacks `ms` or `js`');
    return valueOf(js);
  }
  const number = timeOf(ms);
  if (typeof number !== 'number') throw new Error('`ms` should be a number');
  return number;
}

/** The part of a ULID that holds its time. */
const timeText = (time) => ulid.min(time).slice(0, 10);

export const TIME = {
  accept_forms({ js }) {
    // A form that the package does not take has nothing to agree with.
    const taken = js.map(valueOf).filter((time) =>
      attempt(
        () => ulid.min(time),
        () => false,
      ),
    );
    const texts = taken.map(timeText);
    return { text_all: texts.every((text) => text === texts[0]) ? (texts[0] ?? null) : null, texts };
  },
  clock_plausible({ ms, floor_ms: after, ceiling_ms: before }) {
    return { plausible: ms.map((time) => isPlausible(ulid.min(time), { after, before })) };
  },
  dst_check: ({ utc_ms }) => ({ ulid_time: utc_ms.map((ms) => timeText(timeOf(ms))) }),
  js_number_to_u48: ({ js }) =>
    attempt(
      () => ({ ok: true, value: uuidv7.timestamp(uuidv7.min(valueOf(js))) }),
      (error) => ({ ok: false, ...timeError(error) }),
    ),
  time_bounds(input) {
    const ms = given(input);
    const bounds = () => ({
      uuidv7_min: uuidv7.min(ms),
      uuidv7_max: uuidv7.max(ms),
      ulid_min: ulid.min(ms),
      ulid_max: ulid.max(ms),
    });
    return attempt(bounds, timeError);
  },
  ulid_decode_time: ({ text }) => ({ ms: ulid.timestamp(text) }),
  ulid_encode_time(input) {
    return attempt(() => {
      const text = ulid.min(given(input));
      return { text: text.slice(0, 10), same_as_ms: ulid.timestamp(text) };
    }, timeError);
  },
  uuidv7_decode({ uuid: text }) {
    const id = uuidOf(text);
    return uuidv7.isValid(id) ? { ms: uuidv7.timestamp(id), ...randomOf(id) } : { error: 'not_v7' };
  },
  uuidv7_from_ms(input) {
    return attempt(() => {
      const id = uuidv7.at(given(input));
      return { uuid: id, ms: uuidv7.timestamp(id), same_as_ms: uuidv7.timestamp(id) };
    }, timeError);
  },
};
