//! SQLite: a file, for the processes of one host.
//!
//! No server is needed, and none of what a network brings. Every process that opens the file takes part; what is confirmed is on the
//! disk. The file has to be on a local disk, since locks over a network are as good as its file system; and a copy of it is a second
//! coordinator, which grants what the first one grants.
//!
//! Its clock is that of the host.

use std::fmt;
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use mintid::clock::{Clock, SystemClock};
use mintid::lease::Record;
use mintid::range::Span;
use rusqlite::{Connection, ErrorCode, OptionalExtension, params};

use crate::deadline::within;
use crate::{
    Engine, Error, Fault, Leases, Loaded, Name, Operation, Receipt, Reserved, Returned, SetUp, Spans, Stored, Tables,
    Which,
};

use super::counting::{Tail, first_id, nodes, reserved};

mod statements;

use statements::Statements;
pub use statements::schema;

/// How long a call may take, waiting for other processes included.
const PATIENCE: Duration = Duration::from_secs(5);

/// A file of SQLite.
#[derive(Clone)]
pub struct Sqlite {
    connection: Arc<Mutex<Connection>>,
    statements: Arc<Statements>,
}

impl fmt::Debug for Sqlite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sqlite").finish_non_exhaustive()
    }
}

impl Engine for Sqlite {
    const NAME: &'static str = "sqlite";
}

impl Sqlite {
    /// Opens the file, and makes it where it is not there.
    ///
    /// # Errors
    ///
    /// [`Error`] for a file that cannot be opened, or that is something else.
    pub async fn open(path: impl Into<PathBuf>) -> Result<Self, Error> {
        Self::open_with(path, &Tables::new()).await
    }

    /// The same with other names of its tables.
    ///
    /// # Errors
    ///
    /// As [`open`](Self::open).
    pub async fn open_with(path: impl Into<PathBuf>, tables: &Tables) -> Result<Self, Error> {
        let path = path.into();
        let opened = tokio::task::spawn_blocking(move || {
            let connection = Connection::open(path)?;
            connection.busy_timeout(PATIENCE)?;
            // The first reads the file: here it turns out whether it is one of SQLite's.
            connection.pragma_update(None, "journal_mode", "WAL")?;
            // What is confirmed outlives a power cut.
            connection.pragma_update(None, "synchronous", "FULL")?;
            Ok(connection)
        });
        let connection = joined(Operation::Connect, opened.await)?;
        Ok(Self { connection: Arc::new(Mutex::new(connection)), statements: Arc::new(Statements::new(tables)) })
    }

    /// Does something with the connection, on a thread that may wait.
    async fn with<T: Send + 'static>(
        &self,
        operation: Operation,
        work: impl FnOnce(&mut Connection, &Statements) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, Error> {
        let (connection, statements) = (Arc::clone(&self.connection), Arc::clone(&self.statements));
        let task = tokio::task::spawn_blocking(move || {
            work(&mut connection.lock().unwrap_or_else(PoisonError::into_inner), &statements)
        });
        within(2 * PATIENCE, Self::NAME, operation, async { joined(operation, task.await) }).await
    }
}

fn joined<T>(operation: Operation, done: Result<rusqlite::Result<T>, tokio::task::JoinError>) -> Result<T, Error> {
    match done {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(error)) => Err(Error::new(Sqlite::NAME, operation, fault_of(&error)).because(error)),
        Err(stopped) => Err(Error::new(Sqlite::NAME, operation, Fault::Other).because(stopped)),
    }
}

/// What an error of SQLite's means here.
fn fault_of(error: &rusqlite::Error) -> Fault {
    let message = error.to_string();
    match error.sqlite_error_code() {
        _ if message.contains("no such table") => Fault::NotSetUp,
        _ if message.contains("no such column") || message.contains("has no column") => {
            Fault::Foreign { what: "a table of that name has other columns".into() }
        }
        Some(ErrorCode::NotADatabase) => Fault::Foreign { what: "the file is not one of SQLite's".into() },
        Some(ErrorCode::CannotOpen) => Fault::Unreachable,
        Some(ErrorCode::PermissionDenied | ErrorCode::AuthorizationForStatementDenied) => Fault::NotAllowed,
        Some(ErrorCode::ReadOnly) => Fault::ReadOnly,
        Some(ErrorCode::DiskFull) => Fault::Full,
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            Fault::TimedOut { after_ms: PATIENCE.as_millis() as u64 }
        }
        _ if matches!(error, rusqlite::Error::InvalidColumnType(..)) => {
            Fault::Foreign { what: "a table of that name holds something else".into() }
        }
        _ => Fault::Other,
    }
}

impl SetUp for Sqlite {
    async fn set_up(&self) -> Result<(), Error> {
        self.with(Operation::SetUp, |connection, statements| connection.execute_batch(&statements.schema)).await?;
        // Tables of these names that were there already have to be the ones that are meant.
        self.with(Operation::SetUp, |connection, statements| {
            statements.checks.iter().try_for_each(|check| connection.prepare(check).map(drop))
        })
        .await
    }

    async fn start_counter(&self, counter: &Name, first: u64) -> Result<(), Error> {
        let first = first_id(first).map_err(|fault| Error::new(Self::NAME, Operation::SetUp, fault).on(counter))?;
        let name = counter.clone();
        let started = self.with(Operation::SetUp, move |connection, statements| {
            connection.execute(&statements.start_counter, params![name.as_str(), first])
        });
        started.await.map(drop).map_err(|error| error.on(counter))
    }

    async fn start_pool(&self, pool: &Name) -> Result<(), Error> {
        let name = pool.clone();
        let started = self.with(Operation::SetUp, move |connection, statements| {
            connection.execute(&statements.start_pool, params![name.as_str()])
        });
        started.await.map(drop).map_err(|error| error.on(pool))
    }
}

impl Spans for Sqlite {
    async fn reserve(&self, counter: &Name, count: NonZero<u32>) -> Result<Reserved, Error> {
        let failed = |fault| Error::new(Self::NAME, Operation::Reserve, fault).on(counter);
        let receipt = Receipt::random().map_err(|error| failed(Fault::Other).because(error))?;
        let name = counter.clone();
        let found = self.with(Operation::Reserve, move |connection, statements| {
            let mut take = connection.prepare_cached(&statements.reserve)?;
            let first = take.query_row(params![name.as_str(), count.get(), receipt.to_u64() as i64], |row| row.get(0));
            if let Some(first) = first.optional()? {
                return Ok(Ok(first));
            }
            let mut look = connection.prepare_cached(&statements.find_counter)?;
            Ok(Err(if look.exists(params![name.as_str()])? { Fault::UsedUp } else { Fault::NoCounter }))
        });
        let first: i64 = found.await.map_err(|error| error.on(counter))?.map_err(failed)?;
        Ok(Reserved { span: reserved(first, count).map_err(failed)?, receipt })
    }

    async fn give_back(&self, counter: &Name, left: Span, receipt: Receipt) -> Result<Returned, Error> {
        let Some(Tail { first, behind, receipt }) = Tail::of(left, receipt) else { return Ok(Returned::Dropped) };
        let name = counter.clone();
        let lowered = self.with(Operation::GiveBack, move |connection, statements| {
            connection.execute(&statements.give_back, params![name.as_str(), first, behind, receipt])
        });
        let lowered = lowered.await.map_err(|error| error.on(counter))?;
        Ok(if lowered == 1 { Returned::Taken } else { Returned::Dropped })
    }
}

impl Leases for Sqlite {
    type Version = [u8; Record::BYTES];

    async fn load(&self, pool: &Name, which: Which) -> Result<Loaded<Self::Version>, Error> {
        let failed = |fault| Error::new(Self::NAME, Operation::Load, fault).on(pool);
        let name = pool.clone();
        let rows = self.with(Operation::Load, move |connection, statements| {
            let mut look = connection.prepare_cached(&statements.find_pool)?;
            if !look.exists(params![name.as_str()])? {
                return Ok(None);
            }
            let (low, high) = nodes(which);
            let mut select = connection.prepare_cached(&statements.load)?;
            let rows = select.query_map(params![name.as_str(), low, high], |row| {
                let record: Vec<u8> = row.get(1)?;
                Ok((row.get::<_, i64>(0)?, record))
            })?;
            rows.collect::<rusqlite::Result<Vec<_>>>().map(Some)
        });
        let rows = rows.await.map_err(|error| error.on(pool))?.ok_or_else(|| failed(Fault::NoPool))?;
        let mut records = Vec::with_capacity(rows.len());
        for (node, bytes) in rows {
            let node = u64::try_from(node).unwrap_or(u64::MAX);
            records.push(crate::leases::kept(node, &bytes).map_err(failed)?);
        }
        Ok(Loaded { server_unix_ms: unix_ms().ok_or_else(|| failed(Fault::Clock))?, records })
    }

    async fn store(&self, pool: &Name, record: &Record, over: Option<&Self::Version>) -> Result<Stored, Error> {
        let (name, node, new, old) = (pool.clone(), record.node() as i64, record.to_bytes(), over.copied());
        let stored = self.with(Operation::Store, move |connection, statements| match old {
            None => connection.prepare_cached(&statements.insert)?.execute(params![name.as_str(), node, new]),
            Some(old) => {
                connection.prepare_cached(&statements.replace)?.execute(params![name.as_str(), node, new, old])
            }
        });
        let stored = stored.await.map_err(|error| error.on(pool))?;
        Ok(if stored == 1 { Stored::Yes } else { Stored::Changed })
    }
}

fn unix_ms() -> Option<u64> {
    u64::try_from(SystemClock.read().ok()?.unix_ms).ok()
}
