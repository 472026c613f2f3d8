//! Statements in one round trip each, over a pool of connections, and nothing left behind in them.

use std::time::{Duration, Instant};

use deadpool_postgres::{Object, Pool, PoolError};
use tokio::time::sleep;
use tokio_postgres::Row;
use tokio_postgres::types::{FromSql, ToSql, Type};

use super::fault;
use crate::deadline::within;
use crate::jitter::jitter;
use crate::{Error, Fault, Name, Operation};

/// How often a statement is tried that was undone each time, if there is time for it.
const TRIES: u32 = 64;

/// Those who were undone at the same time do not all come again at the same time: up to half a millisecond at first, and up to 16
/// when it has been in vain for a while.
fn pause_after(turn: u32) -> Duration {
    Duration::from_micros((u64::from(jitter()) << turn.min(5)) >> 7)
}

/// A value, and its type.
pub(super) type Value<'a> = (&'a (dyn ToSql + Sync), Type);

/// What is asked for, for errors.
#[derive(Clone, Copy)]
pub(super) struct Call<'a> {
    pub engine: &'static str,
    pub operation: Operation,
    pub on: Option<&'a Name>,
}

impl Call<'_> {
    pub fn failed(&self, fault: Fault) -> Error {
        self.about(Error::new(self.engine, self.operation, fault))
    }

    /// Whether it does no harm to have done it twice: of a reservation whose answer was lost, the ids are lost, and no more.
    const fn may_be_repeated(&self) -> bool {
        matches!(self.operation, Operation::Reserve | Operation::Load)
    }

    fn about(&self, error: Error) -> Error {
        match self.on {
            Some(name) => error.on(name),
            None => error,
        }
    }
}

#[derive(Clone)]
pub(super) struct Session {
    pool: Pool,
    deadline: Duration,
}

impl Session {
    pub const fn new(pool: Pool, deadline: Duration) -> Self {
        Self { pool, deadline }
    }

    /// The rows of a statement with its values: it is parsed, bound and executed in one message, as a transaction of its own,
    /// and has no name that would outlive it.
    pub async fn rows(&self, call: &Call<'_>, statement: &str, values: &[Value<'_>]) -> Result<Vec<Row>, Error> {
        self.with(call, Work::Statement(statement, values)).await
    }

    /// Statements without values, as one transaction.
    pub async fn script(&self, call: &Call<'_>, script: &str) -> Result<(), Error> {
        self.with(call, Work::Script(script)).await.map(drop)
    }

    async fn with(&self, call: &Call<'_>, work: Work<'_>) -> Result<Vec<Row>, Error> {
        let since = Instant::now();
        let failed = |fault: Fault| call.failed(fault);
        let elapsed_ms = || u64::try_from(since.elapsed().as_millis()).unwrap_or(u64::MAX);
        let trying = async {
            let mut turn = 1;
            loop {
                let client = Borrowed::from(&self.pool)
                    .await
                    .map_err(|error| failed(fault::of_pool(&error, elapsed_ms())).because(error))?;
                let Some(inner) = &client.0 else { return Err(failed(Fault::Other)) };
                match work.on(inner).await {
                    Ok(rows) => {
                        client.put_back();
                        return Ok(rows);
                    }
                    Err(error) => {
                        let is_undone = fault::is_undone(&error);
                        let is_lost = !fault::leaves_the_connection(&error);
                        if is_lost {
                            self.forget_idle();
                        } else {
                            client.put_back();
                        }
                        // One that was idle when the server was started again looks as good as any.
                        if !(is_undone && turn < TRIES || is_lost && turn == 1 && call.may_be_repeated()) {
                            return Err(failed(fault::of(&error, elapsed_ms())).because(error));
                        }
                        if is_undone {
                            sleep(pause_after(turn)).await;
                        }
                    }
                }
                turn += 1;
            }
        };
        within(self.deadline, call.engine, call.operation, trying).await.map_err(|error| {
            if matches!(error.fault(), Fault::TimedOut { .. }) {
                self.forget_idle();
            }
            call.about(error)
        })
    }

    /// Where one connection has led nowhere, the others may too, and each would take as long to find out.
    fn forget_idle(&self) {
        self.pool.retain(|_, _| false);
    }
}

/// What a connection is borrowed for.
#[derive(Clone, Copy)]
enum Work<'a> {
    Statement(&'a str, &'a [Value<'a>]),
    Script(&'a str),
}

impl Work<'_> {
    async fn on(self, client: &tokio_postgres::Client) -> Result<Vec<Row>, tokio_postgres::Error> {
        match self {
            Self::Statement(statement, values) => client.query_typed(statement, values).await,
            Self::Script(script) => client.batch_execute(script).await.map(|()| Vec::new()),
        }
    }
}

/// A column of a row that an answer has.
pub(super) fn column<'a, T: FromSql<'a>>(call: &Call<'_>, row: &'a Row, at: usize) -> Result<T, Error> {
    row.try_get(at).map_err(|error| call.failed(fault::of(&error, 0)).because(error))
}

/// A connection that goes back to the pool only if it is left as it was found: one that is dropped in the midst of something may
/// still have an answer to come, or lead nowhere.
struct Borrowed(Option<Object>);

impl Borrowed {
    async fn from(pool: &Pool) -> Result<Self, PoolError> {
        pool.get().await.map(|client| Self(Some(client)))
    }

    fn put_back(mut self) {
        self.0.take();
    }
}

impl Drop for Borrowed {
    fn drop(&mut self) {
        if let Some(client) = self.0.take() {
            drop(Object::take(client));
        }
    }
}
