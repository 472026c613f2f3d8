//! JavaScript's spellings of a time, as far as the vectors go: a small grammar, so that nothing is evaluated.
//!
//! ```text
//!  value    text in quotes · new Date(sum, text in quotes or undefined) · sum · anything else, which is no number
//!  sum      product, then + or - and another, any number of times
//!  product  signed, then * or / and another, any number of times
//!  signed   - or + and a signed · primary · primary ** signed
//!  primary  a literal · NaN · Infinity · Number.… · a sum in parentheses
//! ```
//!
//! `tests/places/app/vectors/expression.mjs` reads the same for the npm package.

/// A value that JavaScript could hand over as a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Js {
    /// A number, or the time of a `Date`.
    Number(f64),
    /// Anything else: `undefined`, text, an object, a `BigInt`.
    NoNumber,
}

/// The last millisecond a JavaScript `Date` can hold, either way from 1970; beyond, its time is `NaN`.
const LAST_DATE: f64 = 8.64e15;

impl Js {
    /// Reads an expression.
    pub fn of(text: &str) -> Self {
        let text = text.trim();
        if let Some(inside) = text.strip_prefix("new Date(").and_then(|rest| rest.strip_suffix(')')) {
            return date(inside.trim()).map_or(Self::NoNumber, Self::Number);
        }
        whole_sum(text).map_or(Self::NoNumber, Self::Number)
    }
}

/// The time of a `Date` made of this.
fn date(inside: &str) -> Option<f64> {
    if let Some(text) = quoted(inside) {
        return Some(instant(text).unwrap_or(f64::NAN));
    }
    let ms = if inside == "undefined" { f64::NAN } else { whole_sum(inside)? };
    Some(if ms.abs() <= LAST_DATE { ms.trunc() } else { f64::NAN })
}

fn quoted(text: &str) -> Option<&str> {
    ['"', '\''].into_iter().find_map(|quote| text.strip_prefix(quote)?.strip_suffix(quote))
}

/// `2016-07-30T22:36:16.385Z`: the form that every engine reads alike. One without a zone is local time, and no vector's.
fn instant(text: &str) -> Option<f64> {
    let (date, time) = text.strip_suffix('Z')?.split_once('T')?;
    let field = |text: &str, width: usize, from: i64, to: i64| {
        let digits = text.len() == width && text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse().ok().filter(|value: &i64| digits && (from..=to).contains(value))
    };
    let mut date = date.splitn(3, '-');
    let year = field(date.next()?, 4, 0, 9999)?;
    let month = field(date.next()?, 2, 1, 12)?;
    let first = days_from_1970(year, month, 1);
    let day = field(date.next()?, 2, 1, days_from_1970(year + month / 12, month % 12 + 1, 1) - first)?;
    let (time, ms) = time.split_once('.').unwrap_or((time, "000"));
    let mut time = time.splitn(3, ':');
    let hour = field(time.next()?, 2, 0, 23)?;
    let minute = field(time.next()?, 2, 0, 59)?;
    let second = field(time.next()?, 2, 0, 59)?;
    let minutes = ((first + day - 1) * 24 + hour) * 60 + minute;
    Some(((minutes * 60 + second) * 1000 + field(ms, 3, 0, 999)?) as f64)
}

/// Days of the Gregorian calendar, in years that begin in March, so that the leap day is the last.
fn days_from_1970(year: i64, month: i64, day: i64) -> i64 {
    let year = year - i64::from(month <= 2);
    let months = (month + 9) % 12;
    let leap_days = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    365 * year + leap_days + (153 * months + 2) / 5 + day - 1 - 719_468
}

/// A sum that is all there is.
fn whole_sum(text: &str) -> Option<f64> {
    let mut reader = Reader(text);
    let value = reader.sum()?;
    reader.0.trim_start().is_empty().then_some(value)
}

/// What is still to be read.
struct Reader<'a>(&'a str);

impl<'a> Reader<'a> {
    fn takes(&mut self, token: &str) -> bool {
        let rest = self.0.trim_start().strip_prefix(token);
        self.0 = rest.unwrap_or(self.0);
        rest.is_some()
    }

    fn sum(&mut self) -> Option<f64> {
        let mut value = self.product()?;
        loop {
            if self.takes("+") {
                value += self.product()?;
            } else if self.takes("-") {
                value -= self.product()?;
            } else {
                return Some(value);
            }
        }
    }

    fn product(&mut self) -> Option<f64> {
        let mut value = self.signed()?;
        loop {
            if self.takes("*") {
                value *= self.signed()?;
            } else if self.takes("/") {
                value /= self.signed()?;
            } else {
                return Some(value);
            }
        }
    }

    fn signed(&mut self) -> Option<f64> {
        if self.takes("-") {
            return Some(-self.signed()?);
        }
        if self.takes("+") {
            return self.signed();
        }
        let base = self.primary()?;
        if self.takes("**") { Some(base.powf(self.signed()?)) } else { Some(base) }
    }

    fn primary(&mut self) -> Option<f64> {
        if self.takes("(") {
            let value = self.sum()?;
            return self.takes(")").then_some(value);
        }
        let word = self.word();
        constant(word).or_else(|| literal(word))
    }

    /// Letters, digits, points and underscores, and the sign of a decimal exponent.
    fn word(&mut self) -> &'a str {
        let text = self.0.trim_start();
        let decimal = text.starts_with(|first: char| first.is_ascii_digit() || first == '.')
            && !matches!(text.as_bytes().get(1), Some(b'x' | b'X'));
        let mut before = ' ';
        let end = text.find(|next: char| {
            let in_exponent = decimal && "eE".contains(before) && "+-".contains(next);
            before = next;
            !(next.is_alphanumeric() || "._$".contains(next) || in_exponent)
        });
        let (word, rest) = text.split_at(end.unwrap_or(text.len()));
        self.0 = rest;
        word
    }
}

fn constant(word: &str) -> Option<f64> {
    Some(match word {
        "NaN" | "Number.NaN" => f64::NAN,
        "Infinity" | "Number.POSITIVE_INFINITY" => f64::INFINITY,
        "Number.NEGATIVE_INFINITY" => f64::NEG_INFINITY,
        "Number.MAX_SAFE_INTEGER" => 9_007_199_254_740_991.0,
        "Number.MIN_SAFE_INTEGER" => -9_007_199_254_740_991.0,
        "Number.MAX_VALUE" => f64::MAX,
        "Number.MIN_VALUE" => f64::from_bits(1),
        "Number.EPSILON" => f64::EPSILON,
        _ => return None,
    })
}

/// A number as JavaScript writes it. Underscores stand between digits.
fn literal(word: &str) -> Option<f64> {
    let digit_at =
        |at: Option<usize>| at.and_then(|at| word.as_bytes().get(at)).is_some_and(|byte| byte.is_ascii_hexdigit());
    if word.match_indices('_').any(|(at, _)| !digit_at(at.checked_sub(1)) || !digit_at(at.checked_add(1))) {
        return None;
    }
    let plain = word.replace('_', "");
    let radix = match plain.as_bytes() {
        [b'0', b'x' | b'X', ..] => 16,
        [b'0', b'o' | b'O', ..] => 8,
        [b'0', b'b' | b'B', ..] => 2,
        // An old octal, which strict JavaScript refuses.
        [b'0', b'0'..=b'9', ..] => return None,
        // Rust also reads `inf` and `nan`, which JavaScript does not.
        [b'0'..=b'9' | b'.', ..] => return plain.parse().ok(),
        _ => return None,
    };
    // Beyond 2^53 the last bit may be another than JavaScript's; those are out of every time's range.
    let digits = plain.get(2..).filter(|digits| !digits.is_empty())?;
    digits.chars().try_fold(0.0, |value, digit| Some(value * f64::from(radix) + f64::from(digit.to_digit(radix)?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_mean_what_they_mean_in_javascript() {
        let cases = [
            ("-0", -0.0),
            ("1469918176385.5", 1_469_918_176_385.5),
            ("2**53", 9_007_199_254_740_992.0),
            ("2 ** 48 - 1", 281_474_976_710_655.0),
            ("2**48-0.5", 281_474_976_710_655.5),
            ("2**-1", 0.5),
            ("-2**3**2", -512.0),
            ("1e3", 1000.0),
            ("1E-3 + .5e1", 5.001),
            ("1_000", 1000.0),
            ("0xff", 255.0),
            ("0X1_F - 0b101 * 0O17 / 5.", 16.0),
            ("(1 + 2) * 60_000", 180_000.0),
            ("-Infinity", f64::NEG_INFINITY),
            ("1/0", f64::INFINITY),
            ("-Number.MAX_VALUE", f64::MIN),
            ("Number.MAX_SAFE_INTEGER", 9_007_199_254_740_991.0),
            ("Number.MIN_VALUE", 5e-324),
            ("new Date(1469918176385)", 1_469_918_176_385.0),
            ("new Date(-1.5)", -1.0),
            ("new Date(2**47)", 140_737_488_355_328.0),
            ("new Date(\"2016-07-30T22:36:16.385Z\")", 1_469_918_176_385.0),
            ("new Date('1970-01-01T00:00:00Z')", 0.0),
            ("new Date('2000-02-29T00:00:00Z')", 951_782_400_000.0),
            ("new Date('2000-12-31T23:59:59.999Z')", 978_307_199_999.0),
            ("new Date('2000-03-01T00:00:00Z')", 951_868_800_000.0),
        ];
        for (text, value) in cases {
            assert_eq!(Js::of(text), Js::Number(value), "{text}");
        }
        let not_a_number = [
            "NaN",
            "-NaN",
            "0/0",
            "new Date(NaN)",
            "new Date(undefined)",
            "new Date('x')",
            "new Date(8640000000000001)",
        ];
        for text in not_a_number {
            assert!(matches!(Js::of(text), Js::Number(ms) if ms.is_nan()), "{text}");
        }
    }

    #[test]
    fn whatever_is_no_expression_of_the_grammar_is_no_number() {
        let others = [
            "undefined",
            "null",
            "true",
            "'1'",
            "\"5\"",
            "[]",
            "[5]",
            "{}",
            "() => 5",
            "Symbol()",
            "5n",
            "-1n",
            "0x10n",
            "2n**48n",
            "BigInt(5)",
            "new Number(5)",
            "inf",
            "nan",
            "infinity",
            "process.exit()",
            "",
            "1_",
            "_1",
            "1__0",
            "0x",
            "0b2",
            "010",
            "1e",
            "1.2.3",
            "5px",
            "1 2",
            "(1",
            "2**",
            "new Date()",
            "é",
        ];
        for text in others {
            assert_eq!(Js::of(text), Js::NoNumber, "{text}");
        }
    }
}
