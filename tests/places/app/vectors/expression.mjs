// JavaScript's spellings of a time, as far as the vectors go: a small grammar, so that nothing is evaluated. It is
// written out in tests/conformance/src/native/expression.rs, which reads the same for the native face.

/** What may not follow a name or a number. */
const END = String.raw`(?![\w.$])`;
const NAMES = String.raw`NaN|Infinity|Number\.(?:NaN|(?:POSITIVE|NEGATIVE)_INFINITY|(?:MAX|MIN)_(?:SAFE_INTEGER|VALUE)|EPSILON)`;
const DIGITS = String.raw`\d+(?:_\d+)*`;
const DECIMAL = String.raw`(?:(?:0|[1-9]\d*(?:_\d+)*)(?:\.(?:${DIGITS})?)?|\.${DIGITS})(?:[eE][+-]?\d+(?:_\d+)*)?`;
const HEX = String.raw`0[xX][\da-fA-F]+(?:_[\da-fA-F]+)*`;
const OCTAL = String.raw`0[oO][0-7]+(?:_[0-7]+)*`;
const BINARY = String.raw`0[bB][01]+(?:_[01]+)*`;

const SPACE = /\s*/y;
const CONSTANT = new RegExp(`(?:${NAMES})${END}`, 'y');
const LITERAL = new RegExp(`(?:${HEX}|${OCTAL}|${BINARY}|${DECIMAL})${END}`, 'y');
const QUOTED = /^(?:"[^]*"|'[^]*')$/;
const INSTANT = /^\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{3})?Z$/;

/** Thrown for what the grammar does not have. No class, which Hermes lacks. */
const NO_NUMBER = {};

/** A sum that is all there is, or an exception. */
function wholeSum(text) {
  let at = 0;

  function matched(pattern) {
    SPACE.lastIndex = at;
    SPACE.test(text);
    pattern.lastIndex = SPACE.lastIndex;
    const found = pattern.exec(text);
    if (found) at = pattern.lastIndex;
    return found?.[0];
  }

  function sum() {
    let value = product();
    for (let sign; (sign = matched(/[+-]/y));) value += sign === '+' ? product() : -product();
    return value;
  }

  function product() {
    let value = signed();
    for (let sign; (sign = matched(/[*/]/y));) value = sign === '*' ? value * signed() : value / signed();
    return value;
  }

  function signed() {
    if (matched(/-/y)) return -signed();
    if (matched(/\+/y)) return signed();
    const base = primary();
    return matched(/\*\*/y) ? base ** signed() : base;
  }

  function primary() {
    if (matched(/\(/y)) {
      const value = sum();
      if (!matched(/\)/y)) throw NO_NUMBER;
      return value;
    }
    const constant = matched(CONSTANT);
    if (constant) return constant.startsWith('Number.') ? Number[constant.slice(7)] : Number(constant);
    const literal = matched(LITERAL);
    if (literal === undefined) throw NO_NUMBER;
    return Number(literal.replaceAll('_', ''));
  }

  const value = sum();
  if (text.slice(at).trim() !== '') throw NO_NUMBER;
  return value;
}

function dateOf(inside) {
  if (inside === 'undefined') return new Date(NaN);
  if (!QUOTED.test(inside)) return new Date(wholeSum(inside));
  const text = inside.slice(1, -1);
  const date = new Date(INSTANT.test(text) ? text : NaN);
  // V8 takes the 30th of February for the 1st of March.
  return date.getUTCDate() === Number(text.slice(8, 10)) ? date : new Date(NaN);
}

/** The value of an expression. What the grammar does not have stands for something that is no number. */
export function valueOf(expression) {
  const text = expression.trim();
  const words = { undefined, null: null, true: true, false: false, '[]': [], 'Symbol()': Symbol() };
  if (Object.hasOwn(words, text)) return words[text];
  if (QUOTED.test(text)) return text.slice(1, -1);
  if (/^-?\d+n$/.test(text)) return BigInt(text.slice(0, -1));
  try {
    const date = /^new Date\(([^]*)\)$/.exec(text);
    return date ? dateOf(date[1].trim()) : wholeSum(text);
  } catch (error) {
    if (error === NO_NUMBER) return {};
    throw error;
  }
}
