//! The native face: the crate `mintid` itself.
//!
//! Every answer is computed by the core. What this module adds is the vocabulary of the vectors: names of errors, hex, and
//! the fields of an outcome.

use anyhow::{Context, Result, bail};
use serde_json::{Map, Value};

use crate::face::{Answer, Answering};
use crate::vector::{Form, Item};

mod calls;
mod cases;
mod convert;
mod monotonic;
mod number;
mod policy;
mod sort;
mod text;
mod time;

/// The crate `mintid` on this machine.
#[derive(Debug, Default)]
pub struct Native;

impl Answering for Native {
    fn answer(&mut self, item: &Item) -> Result<Answer> {
        let body = Input(&item.body);
        match item.form {
            Form::Trace => calls::trace(body),
            Form::Burst => calls::burst(body),
            Form::Case => cases::case(body),
        }
    }
}

/// The fields of a question, read with an error that names the one that is missing.
#[derive(Clone, Copy)]
struct Input<'a>(&'a Map<String, Value>);

impl<'a> Input<'a> {
    fn get(self, name: &str) -> Option<&'a Value> {
        self.0.get(name).filter(|value| !value.is_null())
    }

    fn value(self, name: &str) -> Result<&'a Value> {
        self.get(name).with_context(|| format!("the vector lacks `{name}`"))
    }

    fn text(self, name: &str) -> Result<&'a str> {
        self.value(name)?.as_str().with_context(|| format!("`{name}` should be text"))
    }

    fn integer(self, name: &str) -> Result<i64> {
        integer(self.value(name)?).with_context(|| format!("`{name}`"))
    }

    fn unsigned(self, name: &str) -> Result<u64> {
        self.value(name)?.as_u64().with_context(|| format!("`{name}` should be a number from 0 on"))
    }

    fn list(self, name: &str) -> Result<&'a [Value]> {
        Ok(self.value(name)?.as_array().with_context(|| format!("`{name}` should be a list"))?)
    }

    fn object(self, name: &str) -> Result<Input<'a>> {
        Ok(Input(self.value(name)?.as_object().with_context(|| format!("`{name}` should be an object"))?))
    }

    fn texts(self, name: &str) -> Result<Vec<&'a str>> {
        let texts = self.list(name)?.iter().map(|value| value.as_str().context("should be text"));
        texts.collect::<Result<_>>().with_context(|| format!("`{name}`"))
    }

    fn integers(self, name: &str) -> Result<Vec<i64>> {
        self.list(name)?.iter().map(integer).collect::<Result<_>>().with_context(|| format!("`{name}`"))
    }

    fn bytes(self, name: &str) -> Result<Vec<u8>> {
        unhex(self.text(name)?).with_context(|| format!("`{name}`"))
    }
}

/// A whole number that fits the clock's signed milliseconds.
fn integer(value: &Value) -> Result<i64> {
    value.as_i64().with_context(|| format!("{value} should be a whole number below 2^63"))
}

/// Small hex digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The bytes of hex digits.
fn unhex(text: &str) -> Result<Vec<u8>> {
    if !text.len().is_multiple_of(2) || !text.is_ascii() {
        bail!("`{text}` should be pairs of hex digits");
    }
    let pairs = (0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16));
    pairs.collect::<Result<_, _>>().with_context(|| format!("`{text}` should be pairs of hex digits"))
}
