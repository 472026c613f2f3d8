// One line of JSON in, one line out: how every app answers, whatever carries the lines.

/** An integer of 2^53 and beyond stands as text in an object, and is a BigInt here until somebody needs a number. */
const integerIn = (_, value) => (typeof value?.integer === 'string' ? BigInt(value.integer) : value);
const integerOut = (_, value) =>
  Number.isInteger(value) && !Number.isSafeInteger(value) ? { integer: String(BigInt(value)) } : value;

const failed = (error) => ({ failed: String(error?.message ?? error) });

/** An app that answers each item by `reply`, at once or by a promise; whatever that throws is a line as well. */
export function lines(reply) {
  const written = (said) => JSON.stringify(said, integerOut);
  return (line) => {
    try {
      const said = reply(JSON.parse(line, integerIn));
      if (typeof said?.then !== 'function') return written(said);
      return said.then(written, (error) => written(failed(error)));
    } catch (error) {
      return written(failed(error));
    }
  };
}
