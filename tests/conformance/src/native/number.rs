//! Numbers as JavaScript writes them, for the cases about what may cross its border.
//!
//! Natively a time is an `i64` or a `u64`, so there is no `NaN` to refuse. These cases are answered by the check that the
//! WASM binding runs on every number, which is plain Rust: [`mintid_wasm::time`].

use anyhow::{Context, Result, bail};
use mintid_wasm::status::Status;
use mintid_wasm::time::unix_ms;
use serde_json::Value;

use super::Input;

/// The last millisecond a JavaScript `Date` can hold, either way from 1970; beyond, its time is `NaN`.
const LAST_DATE: f64 = 8.64e15;

/// A value that JavaScript could hand over as a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Js {
    /// A number, or the time of a `Date`.
    Number(f64),
    /// A `BigInt`.
    BigInt(i128),
    /// Anything else: `undefined`, `null`, text.
    NoNumber,
}

impl Js {
    /// Reads an expression: literals, `a ** b` with something added or not, named constants, `new Date(…)`.
    pub fn of(text: &str) -> Result<Self> {
        let text = text.trim();
        if let Some(inside) = text.strip_prefix("new Date(").and_then(|rest| rest.strip_suffix(')')) {
            let Self::Number(ms) = Self::of(inside)? else { bail!("`{text}` is not understood") };
            return Ok(Self::Number(if ms.abs() <= LAST_DATE { ms.trunc() } else { f64::NAN }));
        }
        if matches!(text, "undefined" | "null" | "true" | "false" | "{}" | "[]") || text.starts_with(['"', '\'']) {
            return Ok(Self::NoNumber);
        }
        if let Some(value) = text.strip_suffix('n').and_then(|digits| digits.parse().ok()) {
            return Ok(Self::BigInt(value));
        }
        number(text).map(Self::Number).with_context(|| format!("`{text}` is not understood as a number"))
    }

    /// The time, as the border takes it, or the name of the error in the vectors.
    pub fn unix_ms(self) -> Result<u64, &'static str> {
        match self {
            Self::Number(ms) => unix_ms(ms).map_err(error_name),
            Self::BigInt(ms) => u64::try_from(ms).ok().filter(|ms| *ms < 1 << 48).ok_or("out_of_range"),
            Self::NoNumber => Err("invalid_time"),
        }
    }
}

fn error_name(status: Status) -> &'static str {
    if status == Status::InvalidTime { "invalid_time" } else { "out_of_range" }
}

fn number(text: &str) -> Option<f64> {
    if let Some((base, power)) = text.split_once("**") {
        let (power, plus) = match power.trim().find(['+', '-']) {
            Some(at) => power.trim().split_at(at),
            None => (power.trim(), "0"),
        };
        let plus = plus.replace(' ', "");
        return Some(number(base.trim())?.powf(number(power.trim())?) + number(&plus)?);
    }
    if let Some(digits) = text.strip_prefix("0x") {
        return u64::from_str_radix(digits, 16).ok().map(|value| value as f64);
    }
    Some(match text {
        "NaN" => f64::NAN,
        "Infinity" | "+Infinity" => f64::INFINITY,
        "-Infinity" => f64::NEG_INFINITY,
        "Number.MAX_SAFE_INTEGER" => 9_007_199_254_740_991.0,
        "Number.MIN_SAFE_INTEGER" => -9_007_199_254_740_991.0,
        "Number.MAX_VALUE" => f64::MAX,
        "Number.MIN_VALUE" => f64::from_bits(1),
        "Number.EPSILON" => f64::EPSILON,
        // Rust also reads `inf` and `nan`, which JavaScript does not.
        digits if digits.starts_with(|first: char| first.is_ascii_digit() || "+-.".contains(first)) => {
            digits.replace('_', "").parse().ok()?
        }
        _ => return None,
    })
}

/// The time a case gives: `ms` as a JSON number, or `js` as an expression. The inner error is an outcome.
pub fn time(body: Input<'_>) -> Result<Result<u64, &'static str>> {
    match (body.get("ms"), body.get("js")) {
        (Some(ms), _) => json_time(ms),
        (None, Some(_)) => Ok(Js::of(body.text("js")?)?.unix_ms()),
        (None, None) => bail!("the vector lacks `ms` or `js`"),
    }
}

fn json_time(ms: &Value) -> Result<Result<u64, &'static str>> {
    Ok(match (ms.as_u64(), ms.as_i64()) {
        (Some(ms), _) => Js::BigInt(ms.into()).unix_ms(),
        (None, Some(ms)) => Js::BigInt(ms.into()).unix_ms(),
        (None, None) => Js::Number(ms.as_f64().context("`ms` should be a number")?).unix_ms(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_mean_what_they_mean_in_javascript() {
        let cases = [
            ("-0", Js::Number(-0.0)),
            ("1469918176385.5", Js::Number(1_469_918_176_385.5)),
            ("2**53", Js::Number(9_007_199_254_740_992.0)),
            ("2 ** 48 - 1", Js::Number(281_474_976_710_655.0)),
            ("1e3", Js::Number(1000.0)),
            ("0xff", Js::Number(255.0)),
            ("Infinity", Js::Number(f64::INFINITY)),
            ("new Date(1469918176385)", Js::Number(1_469_918_176_385.0)),
            ("new Date(-1.5)", Js::Number(-1.0)),
            ("1469918176385n", Js::BigInt(1_469_918_176_385)),
            ("-1n", Js::BigInt(-1)),
            ("undefined", Js::NoNumber),
            ("'1'", Js::NoNumber),
        ];
        for (text, value) in cases {
            assert_eq!(Js::of(text).unwrap(), value, "{text}");
        }
        for text in ["NaN", "new Date(NaN)", "new Date(8640000000000001)"] {
            assert!(matches!(Js::of(text), Ok(Js::Number(ms)) if ms.is_nan()), "{text}");
        }
        for text in ["inf", "process.exit()", ""] {
            assert!(Js::of(text).is_err(), "{text}");
        }
    }
}
