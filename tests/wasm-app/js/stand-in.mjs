// A clock and a source in the place of JavaScript's own, for as long as something runs.

/** Runs something with another `Date.now`. */
export function withClock(now, act) {
  return withOwn(Date, 'now', now, act);
}

/** Runs something with another `crypto.getRandomValues`. */
export function withRandom(getRandomValues, act) {
  return withOwn(globalThis, 'crypto', { getRandomValues }, act);
}

/** Runs something with a property replaced, `undefined` included, and puts it back. */
export function withOwn(object, name, value, act) {
  const before = Object.getOwnPropertyDescriptor(object, name);
  Object.defineProperty(object, name, { value, configurable: true, writable: true });
  try {
    return act();
  } finally {
    if (before === undefined) delete object[name];
    else Object.defineProperty(object, name, before);
  }
}

/** A source that gives these bytes in order; where fewer are left than are asked for, it throws and gives none. */
export function stream(bytes) {
  let at = 0;
  return (array) => {
    if (at + array.length > bytes.length) throw new Error('the stream is at its end');
    array.set(bytes.subarray(at, (at += array.length)));
    return array;
  };
}
