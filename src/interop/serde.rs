//! serde: text in formats for people, exactly 16 bytes in formats for machines. Lossless both ways, without allocation.
//!
//! The bytes are written as one byte string, which costs 16 bytes and the format's length prefix. As a sequence of 16
//! numbers a self-describing format would tag each of them: CBOR then takes up to 33 bytes in place of 17.
//!
//! Reading asks the format for what would have been written: text, parsed strictly, or bytes, borrowed or owned. Where the
//! format then holds something else that it can tell, text, bytes or a sequence of 16 numbers, that is taken too; many
//! formats refuse instead. One visitor takes them all, because serde's own buffering (untagged and flattened types) forgets
//! whether the format was one for people.

mod snowflake;

use core::fmt;
use core::marker::PhantomData;

use serde_core::de::{Deserialize, Deserializer, Error, IgnoredAny, SeqAccess, Visitor};
use serde_core::ser::{Serialize, Serializer};

use crate::text::ParseError;
use crate::{Ulid, Uuid};

/// What the visitor has to know of a kind of id.
trait Id: From<[u8; 16]> {
    const NAME: &'static str;
    const EXPECTED: &'static str;

    fn parse(text: &str) -> Result<Self, ParseError>;
}

impl Id for Uuid {
    const NAME: &'static str = "UUID";
    const EXPECTED: &'static str = "a UUID, as hyphenated text or as 16 bytes";

    fn parse(text: &str) -> Result<Self, ParseError> {
        Self::parse(text)
    }
}

impl Id for Ulid {
    const NAME: &'static str = "ULID";
    const EXPECTED: &'static str = "a ULID, as 26 symbols or as 16 bytes";

    fn parse(text: &str) -> Result<Self, ParseError> {
        Self::parse(text)
    }
}

struct IdVisitor<I>(PhantomData<I>);

impl<'de, I: Id> Visitor<'de> for IdVisitor<I> {
    type Value = I;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(I::EXPECTED)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<I, E> {
        I::parse(text).map_err(|error| E::custom(format_args!("not a {}: {error}", I::NAME)))
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<I, E> {
        match <[u8; 16]>::try_from(bytes) {
            Ok(bytes) => Ok(I::from(bytes)),
            Err(_) => Err(E::invalid_length(bytes.len(), &self)),
        }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut numbers: A) -> Result<I, A::Error> {
        let mut bytes = [0; 16];
        for (at, byte) in bytes.iter_mut().enumerate() {
            *byte = numbers.next_element()?.ok_or_else(|| A::Error::invalid_length(at, &self))?;
        }
        match numbers.next_element::<IgnoredAny>()? {
            None => Ok(I::from(bytes)),
            Some(_) => Err(A::Error::invalid_length(bytes.len() + 1, &self)),
        }
    }
}

fn read<'de, I: Id, D: Deserializer<'de>>(format: D) -> Result<I, D::Error> {
    let visitor = IdVisitor(PhantomData);
    if format.is_human_readable() { format.deserialize_str(visitor) } else { format.deserialize_bytes(visitor) }
}

impl Serialize for Uuid {
    fn serialize<S: Serializer>(&self, format: S) -> Result<S::Ok, S::Error> {
        if format.is_human_readable() {
            format.serialize_str(self.encode_str(&mut [0; Self::TEXT_LEN]))
        } else {
            format.serialize_bytes(self.as_bytes())
        }
    }
}

impl<'de> Deserialize<'de> for Uuid {
    fn deserialize<D: Deserializer<'de>>(format: D) -> Result<Self, D::Error> {
        read(format)
    }
}

impl Serialize for Ulid {
    fn serialize<S: Serializer>(&self, format: S) -> Result<S::Ok, S::Error> {
        if format.is_human_readable() {
            format.serialize_str(self.encode_str(&mut [0; Self::TEXT_LEN]))
        } else {
            format.serialize_bytes(self.as_bytes())
        }
    }
}

impl<'de> Deserialize<'de> for Ulid {
    fn deserialize<D: Deserializer<'de>>(format: D) -> Result<Self, D::Error> {
        read(format)
    }
}
