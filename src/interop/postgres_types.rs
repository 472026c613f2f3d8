//! `postgres-types`, which `postgres` and `tokio-postgres` share: ids in columns of type `uuid` and `bytea`. Lossless both
//! ways; a value of another length is [`WrongLength`](super::WrongLength).
//!
//! A ULID's 128 bits fit a `uuid` column as they are: PostgreSQL does not look at version or variant.

use bytes::BytesMut;
use postgres_types::{FromSql, IsNull, ToSql, Type, WrongType};
use rust_std::boxed::Box;
use rust_std::error::Error;

use super::wrong_length;
use crate::{Ulid, Uuid};

/// A failure in the form that the traits ask for.
type BoxError = Box<dyn Error + Sync + Send>;

fn accepts(column: &Type) -> bool {
    matches!(*column, Type::UUID | Type::BYTEA)
}

/// Writes the bytes, into a column that takes them only. The crate's macro for that check expects a crate with `std` under
/// its own name; this is what it does.
fn write<T>(bytes: &[u8; 16], column: &Type, out: &mut BytesMut) -> Result<IsNull, BoxError> {
    if !accepts(column) {
        return Err(Box::new(WrongType::new::<T>(column.clone())));
    }
    out.extend_from_slice(bytes);
    Ok(IsNull::No)
}

impl ToSql for Uuid {
    fn to_sql(&self, column: &Type, out: &mut BytesMut) -> Result<IsNull, BoxError> {
        write::<Self>(self.as_bytes(), column, out)
    }

    fn accepts(column: &Type) -> bool {
        accepts(column)
    }

    fn to_sql_checked(&self, column: &Type, out: &mut BytesMut) -> Result<IsNull, BoxError> {
        self.to_sql(column, out)
    }
}

impl<'a> FromSql<'a> for Uuid {
    fn from_sql(_: &Type, raw: &'a [u8]) -> Result<Self, BoxError> {
        Ok(wrong_length::uuid(raw)?)
    }

    fn accepts(column: &Type) -> bool {
        accepts(column)
    }
}

impl ToSql for Ulid {
    fn to_sql(&self, column: &Type, out: &mut BytesMut) -> Result<IsNull, BoxError> {
        write::<Self>(self.as_bytes(), column, out)
    }

    fn accepts(column: &Type) -> bool {
        accepts(column)
    }

    fn to_sql_checked(&self, column: &Type, out: &mut BytesMut) -> Result<IsNull, BoxError> {
        self.to_sql(column, out)
    }
}

impl<'a> FromSql<'a> for Ulid {
    fn from_sql(_: &Type, raw: &'a [u8]) -> Result<Self, BoxError> {
        Ok(wrong_length::ulid(raw)?)
    }

    fn accepts(column: &Type) -> bool {
        accepts(column)
    }
}
