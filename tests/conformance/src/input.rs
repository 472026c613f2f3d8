//! The fields of a question, read with an error that names the one that is missing or wrong.

use anyhow::{Context, Result, bail, ensure};
use serde_json::{Map, Value};

/// The most bytes, ids or generators that a case may ask for.
pub const LARGEST: usize = 1 << 16;

/// A JSON object and the readers of its members. `null` is the same as nothing.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a>(pub &'a Map<String, Value>);

impl<'a> Input<'a> {
    /// A member, if it is there.
    pub fn get(self, name: &str) -> Option<&'a Value> {
        self.0.get(name).filter(|value| !value.is_null())
    }

    fn value(self, name: &str) -> Result<&'a Value> {
        self.get(name).with_context(|| format!("the vector lacks `{name}`"))
    }

    /// A text.
    ///
    /// # Errors
    /// Names the member, as all readers here do.
    pub fn text(self, name: &str) -> Result<&'a str> {
        self.value(name)?.as_str().with_context(|| format!("`{name}` should be text"))
    }

    /// A whole number of either sign.
    ///
    /// # Errors
    /// Names the member.
    pub fn integer(self, name: &str) -> Result<i64> {
        integer(self.value(name)?).with_context(|| format!("`{name}`"))
    }

    /// A whole number from 0 on.
    ///
    /// # Errors
    /// Names the member.
    pub fn unsigned(self, name: &str) -> Result<u64> {
        unsigned(self.value(name)?).with_context(|| format!("`{name}`"))
    }

    /// A whole number from 0 to a largest one: what a face is to make so many of fits its memory.
    ///
    /// # Errors
    /// Names the member, and the largest.
    pub fn at_most(self, name: &str, largest: usize) -> Result<usize> {
        let number = usize::try_from(self.unsigned(name)?).ok().filter(|number| *number <= largest);
        number.with_context(|| format!("`{name}` should be at most {largest}"))
    }

    /// A list.
    ///
    /// # Errors
    /// Names the member.
    pub fn list(self, name: &str) -> Result<&'a [Value]> {
        Ok(self.value(name)?.as_array().with_context(|| format!("`{name}` should be a list"))?)
    }

    /// An object.
    ///
    /// # Errors
    /// Names the member.
    pub fn object(self, name: &str) -> Result<Input<'a>> {
        Ok(Input(self.value(name)?.as_object().with_context(|| format!("`{name}` should be an object"))?))
    }

    /// A list of texts.
    ///
    /// # Errors
    /// Names the member.
    pub fn texts(self, name: &str) -> Result<Vec<&'a str>> {
        let texts = self.list(name)?.iter().map(|value| value.as_str().context("should be text"));
        texts.collect::<Result<_>>().with_context(|| format!("`{name}`"))
    }

    /// A list of whole numbers.
    ///
    /// # Errors
    /// Names the member.
    pub fn integers(self, name: &str) -> Result<Vec<i64>> {
        self.list(name)?.iter().map(integer).collect::<Result<_>>().with_context(|| format!("`{name}`"))
    }

    /// Bytes as hex digits.
    ///
    /// # Errors
    /// Names the member.
    pub fn bytes(self, name: &str) -> Result<Vec<u8>> {
        unhex(self.text(name)?).with_context(|| format!("`{name}`"))
    }

    /// Sees to it that there are no members but these: one that is misspelt would go unheard.
    ///
    /// # Errors
    /// Names the first other one.
    pub fn only(self, known: &[&str]) -> Result<()> {
        match self.0.keys().find(|name| !known.contains(&name.as_str())) {
            Some(name) => bail!("`{name}` is not known here; known are `{}`", known.join("`, `")),
            None => Ok(()),
        }
    }
}

/// A whole number that fits the clock's signed milliseconds.
///
/// # Errors
/// Quotes anything else, `5.0` too: a point is a unit mistaken, or a file written through floating point.
pub fn integer(value: &Value) -> Result<i64> {
    value.as_i64().with_context(|| format!("{value} should be a whole number of 64 bits, without a point"))
}

/// A whole number from 0 on.
///
/// # Errors
/// Quotes anything else.
pub fn unsigned(value: &Value) -> Result<u64> {
    value.as_u64().with_context(|| format!("{value} should be a whole number from 0 on, without a point"))
}

/// Small hex digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The bytes of hex digits.
///
/// # Errors
/// Quotes anything else.
pub fn unhex(text: &str) -> Result<Vec<u8>> {
    // Checked apart, since a number may also have a sign.
    let digits = text.bytes().all(|byte| byte.is_ascii_hexdigit());
    ensure!(digits && text.len().is_multiple_of(2), "`{text}` should be pairs of hex digits");
    let pairs = (0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16));
    Ok(pairs.collect::<Result<_, _>>()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_is_wrong_with_a_member_is_said_with_its_name() {
        let value = json!({
            "number": 10_000.0, "below": -1, "odd": "abc", "sign": "+f", "text": 7, "nothing": null,
            "many": 8, "all": u64::MAX,
        });
        let input = Input(value.as_object().unwrap());
        assert_eq!(input.at_most("text", 7).unwrap(), 7);
        let cases = [
            (
                input.unsigned("number").map(drop),
                "`number`: 10000.0 should be a whole number from 0 on, without a point",
            ),
            (
                input.integer("number").map(drop),
                "`number`: 10000.0 should be a whole number of 64 bits, without a point",
            ),
            (input.unsigned("below").map(drop), "`below`: -1 should be a whole number from 0 on, without a point"),
            (input.bytes("odd").map(drop), "`odd`: `abc` should be pairs of hex digits"),
            (input.bytes("sign").map(drop), "`sign`: `+f` should be pairs of hex digits"),
            (input.text("text").map(drop), "`text` should be text"),
            (input.text("nothing").map(drop), "the vector lacks `nothing`"),
            (input.object("text").map(drop), "`text` should be an object"),
            (input.at_most("many", 7).map(drop), "`many` should be at most 7"),
            (input.at_most("all", 7).map(drop), "`all` should be at most 7"),
        ];
        for (read, sentence) in cases {
            assert_eq!(format!("{:#}", read.unwrap_err()), sentence);
        }
    }
}
