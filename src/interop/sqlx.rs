//! SQLx 0.9: ids in columns of type `uuid` (PostgreSQL), `BINARY(16)` (MySQL, MariaDB) and `BLOB` (SQLite). Lossless both
//! ways; the error for a value of another length names that length.
//!
//! SQLx already says, for each of its backends, how the 16 bytes of the `uuid` crate's type are stored. These impls hand on
//! to that, for whichever backend the caller has chosen: the feature brings no driver, runtime, TLS or C library. A ULID's
//! 128 bits are stored in the same columns as they are.
//!
//! PostgreSQL's arrays (`= ANY($1)`) ask for a trait of that one driver. For those, bind a `Vec` of SQLx's own `Uuid`, made
//! with its `from_bytes` of [`Uuid::to_bytes`] or [`Ulid::to_bytes`].

use sqlx::database::Database;
use sqlx::decode::Decode;
use sqlx::encode::{Encode, IsNull};
use sqlx::error::BoxDynError;
use sqlx::types::{Type, Uuid as Stored};

use crate::{Ulid, Uuid};

impl<DB: Database> Type<DB> for Uuid
where
    Stored: Type<DB>,
{
    fn type_info() -> DB::TypeInfo {
        Stored::type_info()
    }

    fn compatible(column: &DB::TypeInfo) -> bool {
        Stored::compatible(column)
    }
}

impl<'q, DB: Database> Encode<'q, DB> for Uuid
where
    Stored: Encode<'q, DB>,
{
    fn encode_by_ref(&self, out: &mut DB::ArgumentBuffer) -> Result<IsNull, BoxDynError> {
        Stored::from_bytes(self.to_bytes()).encode(out)
    }
}

impl<'r, DB: Database> Decode<'r, DB> for Uuid
where
    Stored: Decode<'r, DB>,
{
    fn decode(value: DB::ValueRef<'r>) -> Result<Self, BoxDynError> {
        Stored::decode(value).map(|id| Self::from_bytes(id.into_bytes()))
    }
}

impl<DB: Database> Type<DB> for Ulid
where
    Stored: Type<DB>,
{
    fn type_info() -> DB::TypeInfo {
        Stored::type_info()
    }

    fn compatible(column: &DB::TypeInfo) -> bool {
        Stored::compatible(column)
    }
}

impl<'q, DB: Database> Encode<'q, DB> for Ulid
where
    Stored: Encode<'q, DB>,
{
    fn encode_by_ref(&self, out: &mut DB::ArgumentBuffer) -> Result<IsNull, BoxDynError> {
        Stored::from_bytes(self.to_bytes()).encode(out)
    }
}

impl<'r, DB: Database> Decode<'r, DB> for Ulid
where
    Stored: Decode<'r, DB>,
{
    fn decode(value: DB::ValueRef<'r>) -> Result<Self, BoxDynError> {
        Stored::decode(value).map(|id| Self::from_bytes(id.into_bytes()))
    }
}
