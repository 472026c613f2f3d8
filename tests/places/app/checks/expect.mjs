// What checks are made of: they run where no test library does.

/** Shows a value in a sentence. */
function shown(value) {
  if (typeof value === 'bigint') return `${value}n`;
  return JSON.stringify(value) ?? String(value);
}

/** Ends the check unless the condition holds. */
export function ensure(condition, what) {
  if (!condition) throw new Error(what);
}

/** Ends the check unless two values are the same, or have the same members. */
export function same(actual, expected, what) {
  ensure(shown(actual) === shown(expected), `${what}: expected ${shown(expected)} got ${shown(actual)}`);
}

/** The error that a call throws, or `undefined`. Anything but a `MintError` ends the check. */
export function errorOf(call) {
  try {
    call();
  } catch (error) {
    ensure(error?.name === 'MintError' && error instanceof Error, `not a MintError: ${error}`);
    return error;
  }
  return undefined;
}

/** The code of the error that a call throws, or `undefined`. */
export const codeOf = (call) => errorOf(call)?.code;

/** Ends the check unless the ids are in strict order, none like another. */
export function inOrder(ids, what) {
  for (let at = 1; at < ids.length; at++) {
    ensure(ids[at - 1] < ids[at], `${what}: ${ids[at]} came after ${ids[at - 1]}, at ${at}`);
  }
}

/** So many things made one by one. */
export const times = (count, make) => Array.from({ length: count }, () => make());
