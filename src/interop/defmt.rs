//! defmt: ids, and everything a generator may answer, in the logs of a microcontroller.
//!
//! Ids print as their text. A UUID goes over the wire as its 16 bytes, which the host turns into text, so no digits are
//! made on the chip; a ULID goes as its 26 symbols, since defmt has no base 32. Everything else prints as its `Debug` does,
//! with the words in the host's symbol table and only the numbers on the wire. Nothing allocates or panics.

mod causes;
mod policy;
mod range;
mod snowflake;

use defmt::{Format, Formatter, write};

use crate::FieldError;
use crate::text::{ParseError, ParseErrorKind};
use crate::uuid::v7::WidthError;
use crate::{Ulid, Uuid};

impl Format for Uuid {
    fn format(&self, f: Formatter<'_>) {
        let id = self.to_u128();
        write!(
            f,
            "{=u32:08x}-{=u16:04x}-{=u16:04x}-{=u16:04x}-{=u16:04x}{=u32:08x}",
            (id >> 96) as u32,
            (id >> 80) as u16,
            (id >> 64) as u16,
            (id >> 48) as u16,
            (id >> 32) as u16,
            id as u32
        );
    }
}

impl Format for Ulid {
    fn format(&self, f: Formatter<'_>) {
        write!(f, "{=str}", self.encode_str(&mut [0; Self::TEXT_LEN]));
    }
}

impl Format for ParseError {
    fn format(&self, f: Formatter<'_>) {
        write!(f, "ParseError {{ kind: {}, at: {=usize} }}", self.kind(), self.at());
    }
}

impl Format for ParseErrorKind {
    fn format(&self, f: Formatter<'_>) {
        match self {
            Self::Length => write!(f, "Length"),
            Self::Character => write!(f, "Character"),
            Self::Overflow => write!(f, "Overflow"),
        }
    }
}

impl Format for FieldError {
    fn format(&self, f: Formatter<'_>) {
        write!(f, "FieldError {{ name: {=str:?}, bits: {=u32} }}", self.name(), self.bits());
    }
}

impl Format for WidthError {
    fn format(&self, f: Formatter<'_>) {
        write!(f, "WidthError {{ bits: {=u8} }}", self.bits());
    }
}
