//! What an error of PostgreSQL's means here.

use std::error::Error as StdError;

use deadpool_postgres::PoolError;
use tokio_postgres::Error;
use tokio_postgres::error::{DbError, Severity, SqlState};

use crate::Fault;

/// What an error of the server or of the way to it means.
pub(super) fn of(error: &Error, after_ms: u64) -> Fault {
    let Some(said) = error.as_db_error() else { return of_no_answer(error) };
    let code = said.code();
    if *code == SqlState::CANNOT_CONNECT_NOW {
        return Fault::Busy;
    }
    match code.code().get(..2) {
        // By class: connections, credentials, and servers that shut down or start.
        Some("08" | "57") if *code != SqlState::QUERY_CANCELED => return Fault::Unreachable,
        Some("28") => return Fault::NotAllowed,
        Some("40") => return Fault::Contended,
        _ => {}
    }
    match *code {
        SqlState::INSUFFICIENT_PRIVILEGE => Fault::NotAllowed,
        SqlState::UNDEFINED_TABLE | SqlState::INVALID_SCHEMA_NAME => Fault::NotSetUp,
        // No database of that name.
        SqlState::INVALID_CATALOG_NAME => Fault::Unreachable,
        SqlState::READ_ONLY_SQL_TRANSACTION => Fault::ReadOnly,
        SqlState::DISK_FULL => Fault::Full,
        SqlState::TOO_MANY_CONNECTIONS => Fault::Crowded,
        SqlState::SEQUENCE_GENERATOR_LIMIT_EXCEEDED => Fault::UsedUp,
        // By somebody who sees to it that no statement takes long; what it did is undone.
        SqlState::QUERY_CANCELED | SqlState::LOCK_NOT_AVAILABLE => Fault::TimedOut { after_ms },
        SqlState::UNDEFINED_COLUMN => Fault::Foreign { what: "a table of that name has other columns".into() },
        SqlState::DATATYPE_MISMATCH
        | SqlState::UNDEFINED_FUNCTION
        | SqlState::CANNOT_COERCE
        | SqlState::INVALID_COLUMN_REFERENCE
        | SqlState::NOT_NULL_VIOLATION
        | SqlState::CHECK_VIOLATION => Fault::Foreign { what: "a table of that name has other columns or keys".into() },
        SqlState::WRONG_OBJECT_TYPE => Fault::Foreign { what: "something else has that name".into() },
        _ => Fault::Other,
    }
}

/// What the driver says itself has no code: its kinds are told apart by their texts.
fn of_no_answer(error: &Error) -> Fault {
    let cause = error.source().map(ToString::to_string).unwrap_or_default();
    match error.to_string().as_str() {
        "authentication error" => Fault::NotAllowed,
        "invalid configuration" if cause.contains("password") => Fault::NotAllowed,
        "connection closed"
        | "error communicating with the server"
        | "error connecting to server"
        | "timeout waiting for server"
        | "invalid connection string"
        | "invalid configuration" => Fault::Unreachable,
        text if text.starts_with("error deserializing column") => {
            Fault::Foreign { what: "a table of that name holds something else".into() }
        }
        _ => Fault::Other,
    }
}

/// What it means that no connection is to be had.
pub(super) fn of_pool(error: &PoolError, after_ms: u64) -> Fault {
    match error {
        PoolError::Backend(error) => of(error, after_ms),
        PoolError::Timeout(_) => Fault::TimedOut { after_ms },
        _ => Fault::Other,
    }
}

/// Whether a statement was undone because another one was faster, so that it may be tried again.
pub(super) fn is_undone(error: &Error) -> bool {
    let undone = [&SqlState::T_R_SERIALIZATION_FAILURE, &SqlState::T_R_DEADLOCK_DETECTED];
    error.code().is_some_and(|code| undone.contains(&code))
}

/// Whether something of the same name was made at the same moment, or before.
pub(super) fn is_there_already(error: &crate::Error) -> bool {
    let there = [&SqlState::DUPLICATE_TABLE, &SqlState::UNIQUE_VIOLATION, &SqlState::DUPLICATE_OBJECT];
    let said = error.source().and_then(|source| source.downcast_ref::<Error>()).and_then(Error::code);
    said.is_some_and(|code| there.contains(&code))
}

/// Whether the connection is still good after this.
pub(super) fn leaves_the_connection(error: &Error) -> bool {
    let severity = error.as_db_error().map(DbError::parsed_severity);
    severity.is_some_and(|severity| severity == Some(Severity::Error))
}
