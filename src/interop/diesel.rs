//! Diesel 2.3: ids in `Uuid` columns of PostgreSQL, and in `Binary` columns of every backend (`bytea`, `BINARY(16)`,
//! `BLOB`). Lossless both ways; a value of another length is [`WrongLength`](super::WrongLength).
//!
//! `Binary` is written for any backend that stores bytes, so this feature links none of their C libraries: the caller's
//! own choice of backends decides. A ULID's 128 bits fit a `Uuid` column as they are.

use diesel::backend::Backend;
use diesel::deserialize::{self, FromSql, FromSqlRow};
use diesel::expression::AsExpression;
use diesel::pg::{Pg, PgValue};
use diesel::serialize::{self, Output, ToSql};
use diesel::sql_types::{self, Binary};
use rust_std::vec::Vec;

use super::wrong_length;
use crate::{Ulid, Uuid};

/// Names the columns in which a [`Uuid`] may stand; only the derived code is used.
#[derive(AsExpression, FromSqlRow)]
#[diesel(foreign_derive)]
#[diesel(sql_type = Binary)]
#[diesel(sql_type = sql_types::Uuid)]
#[expect(dead_code, reason = "the derived code is for the field's type")]
struct UuidColumns(Uuid);

/// Names the columns in which a [`Ulid`] may stand; only the derived code is used.
#[derive(AsExpression, FromSqlRow)]
#[diesel(foreign_derive)]
#[diesel(sql_type = Binary)]
#[diesel(sql_type = sql_types::Uuid)]
#[expect(dead_code, reason = "the derived code is for the field's type")]
struct UlidColumns(Ulid);

impl<DB> ToSql<Binary, DB> for Uuid
where
    DB: Backend,
    [u8; 16]: ToSql<Binary, DB>,
{
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, DB>) -> serialize::Result {
        self.as_bytes().to_sql(out)
    }
}

impl<DB> FromSql<Binary, DB> for Uuid
where
    DB: Backend,
    Vec<u8>: FromSql<Binary, DB>,
{
    fn from_sql(value: DB::RawValue<'_>) -> deserialize::Result<Self> {
        // Of the ways to read any backend's bytes, this is the one that needs no `unsafe`.
        Ok(wrong_length::uuid(&Vec::from_sql(value)?)?)
    }
}

impl ToSql<sql_types::Uuid, Pg> for Uuid {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Pg>) -> serialize::Result {
        ToSql::<Binary, Pg>::to_sql(self, out)
    }
}

impl FromSql<sql_types::Uuid, Pg> for Uuid {
    fn from_sql(value: PgValue<'_>) -> deserialize::Result<Self> {
        Ok(wrong_length::uuid(value.as_bytes())?)
    }
}

impl<DB> ToSql<Binary, DB> for Ulid
where
    DB: Backend,
    [u8; 16]: ToSql<Binary, DB>,
{
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, DB>) -> serialize::Result {
        self.as_bytes().to_sql(out)
    }
}

impl<DB> FromSql<Binary, DB> for Ulid
where
    DB: Backend,
    Vec<u8>: FromSql<Binary, DB>,
{
    fn from_sql(value: DB::RawValue<'_>) -> deserialize::Result<Self> {
        Ok(wrong_length::ulid(&Vec::from_sql(value)?)?)
    }
}

impl ToSql<sql_types::Uuid, Pg> for Ulid {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Pg>) -> serialize::Result {
        ToSql::<Binary, Pg>::to_sql(self, out)
    }
}

impl FromSql<sql_types::Uuid, Pg> for Ulid {
    fn from_sql(value: PgValue<'_>) -> deserialize::Result<Self> {
        Ok(wrong_length::ulid(value.as_bytes())?)
    }
}
