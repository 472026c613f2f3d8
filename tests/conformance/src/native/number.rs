//! Numbers that cross JavaScript's border as a time.
//!
//! Natively a time is an `i64` or a `u64`, so there is no `NaN` to refuse. These cases are answered by the check that the
//! WASM binding runs on every number, which is plain Rust: [`mintid_wasm::time`].

use anyhow::{Context, Result, bail};
use mintid_wasm::status::Status;
use mintid_wasm::time::unix_ms;
use serde_json::Value;

use super::expression::Js;
use crate::input::Input;

impl Js {
    /// The time, as the border takes it, or the name of the error in the vectors.
    pub fn unix_ms(self) -> Result<u64, &'static str> {
        match self {
            Self::Number(ms) => unix_ms(ms).map_err(error_name),
            Self::NoNumber => Err("invalid_time"),
        }
    }
}

fn error_name(status: Status) -> &'static str {
    if status == Status::InvalidTime { "invalid_time" } else { "out_of_range" }
}

/// The time a case gives: `ms` as a JSON number, or `js` as an expression. The inner error is an outcome.
pub fn time(body: Input<'_>) -> Result<Result<u64, &'static str>> {
    match (body.get("ms"), body.get("js")) {
        (Some(ms), _) => json_time(ms),
        (None, Some(_)) => Ok(Js::of(body.text("js")?).unix_ms()),
        (None, None) => bail!("the vector lacks `ms` or `js`"),
    }
}

fn json_time(ms: &Value) -> Result<Result<u64, &'static str>> {
    Ok(match ms.as_u64() {
        Some(ms) if ms < 1 << 48 => Ok(ms),
        _ => Js::Number(ms.as_f64().context("`ms` should be a number")?).unix_ms(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_time_in_json_keeps_every_bit_and_one_out_of_range_is_told() {
        let cases = [
            (json!((1u64 << 48) - 1), Ok((1 << 48) - 1)),
            (json!(1000.0), Ok(1000)),
            (json!(-0.0), Ok(0)),
            (json!(1u64 << 48), Err("out_of_range")),
            (json!(u64::MAX), Err("out_of_range")),
            (json!(i64::MIN), Err("out_of_range")),
            (json!(1e300), Err("out_of_range")),
            (json!(0.5), Err("invalid_time")),
        ];
        for (ms, time) in cases {
            assert_eq!(json_time(&ms).unwrap(), time, "{ms}");
        }
        assert!(json_time(&json!("5")).is_err());
    }

    #[test]
    fn a_big_integer_is_refused_as_the_package_does() {
        for text in ["5n", "-1n", "281474976710656n"] {
            assert_eq!(Js::of(text).unix_ms(), Err("invalid_time"), "{text}");
        }
    }
}
