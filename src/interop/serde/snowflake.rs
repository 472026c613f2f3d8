//! Snowflakes: decimal text for people, since numbers above 2^53 lose digits in JavaScript; a `u64` for machines.

use core::fmt;

use serde_core::de::{Deserialize, Deserializer, Error, Visitor};
use serde_core::ser::{Serialize, Serializer};

use crate::Snowflake;

struct SnowflakeVisitor;

impl Visitor<'_> for SnowflakeVisitor {
    type Value = Snowflake;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a Snowflake, as decimal text or as an integer without a sign")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Snowflake, E> {
        Snowflake::parse(text).map_err(|error| E::custom(format_args!("not a Snowflake: {error}")))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Snowflake, E> {
        Ok(Snowflake::from_u64(value))
    }
}

impl Serialize for Snowflake {
    fn serialize<S: Serializer>(&self, format: S) -> Result<S::Ok, S::Error> {
        if format.is_human_readable() {
            format.serialize_str(self.encode_str(&mut [0; Self::TEXT_LEN_MAX]))
        } else {
            format.serialize_u64(self.to_u64())
        }
    }
}

impl<'de> Deserialize<'de> for Snowflake {
    fn deserialize<D: Deserializer<'de>>(format: D) -> Result<Self, D::Error> {
        if format.is_human_readable() {
            format.deserialize_str(SnowflakeVisitor)
        } else {
            format.deserialize_u64(SnowflakeVisitor)
        }
    }
}
