//! The native face: the crate `mintid` itself.
//!
//! Every answer is computed by the core. What this module adds is the vocabulary of the vectors: names of errors, hex, and
//! the fields of an outcome.

use anyhow::Result;

use crate::face::{Answer, Answering};
use crate::input::Input;
use crate::script::Script;
use crate::vector::{Form, Item};

mod calls;
pub(crate) mod cases;
mod convert;
mod expression;
mod monotonic;
pub(crate) mod number;
mod range;
pub(crate) mod snowflake;
mod sort;
mod text;
mod time;

/// The crate `mintid` on this machine.
#[derive(Debug, Default)]
pub struct Native;

impl Answering for Native {
    fn answer(&mut self, item: &Item) -> Result<Answer> {
        if item.form == Form::Case {
            return cases::case(Input(&item.body));
        }
        match Script::of(item)? {
            Some(script) => calls::answer(&script, item.form).map(Answer::Outcome),
            None => Ok(Answer::SchemeNotBuilt),
        }
    }
}
