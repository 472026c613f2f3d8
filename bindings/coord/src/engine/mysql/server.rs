//! A server, asked by one statement at a time.

use std::time::Duration;

use mysql_async::consts::StatusFlags;
use mysql_async::prelude::{FromRow, Queryable};
use mysql_async::{Conn, Opts, OptsBuilder, Params, Pool, PoolConstraints, PoolOpts};

use super::Options;
use super::fault::{DEADLOCK, code_of, failed};
use super::version;
use crate::deadline::within;
use crate::{Error, Fault, Name, Operation};

/// How often a statement is sent that was undone because of a deadlock.
const TRIES: u32 = 8;

/// How long a connection beyond the first is kept that nobody uses.
const IDLE: Duration = Duration::from_secs(60);

/// A server, by a pool of connections. No state of a session's is changed, since the pool may be the program's.
#[derive(Debug, Clone)]
pub(super) struct Server {
    pool: Pool,
    engine: &'static str,
    deadline: Duration,
}

/// What came of a statement that changes something.
#[derive(Debug, Clone, Copy)]
pub(super) struct Done {
    pub rows: u64,
    /// Of this statement, where `rows` is not 0.
    pub last_id: u64,
}

impl Server {
    pub fn new(pool: Pool, engine: &'static str, options: &Options) -> Self {
        Self { pool, engine, deadline: options.deadline }
    }

    /// Of the address alone: nothing is asked yet.
    pub fn at(address: &str, engine: &'static str, options: &Options) -> Result<Self, Error> {
        let opts = Opts::from_url(address).map_err(|error| failed(engine, Operation::Connect, error.into()))?;
        let kept = PoolConstraints::new(1, options.connections).unwrap_or_default();
        let pool = PoolOpts::new().with_constraints(kept).with_inactive_connection_ttl(IDLE);
        // By default the driver would change over to the server's socket, past whatever listens at the address.
        let opts = OptsBuilder::from_opts(opts).prefer_socket(false).pool_opts(pool);
        Ok(Self::new(Pool::new(opts), engine, options))
    }

    /// What comes of it within the deadline.
    pub async fn in_time<T>(
        &self,
        operation: Operation,
        name: Option<&Name>,
        work: impl Future<Output = Result<T, Error>>,
    ) -> Result<T, Error> {
        let done = within(self.deadline, self.engine, operation, work).await;
        done.map_err(|error| if let Some(name) = name { error.on(name) } else { error })
    }

    pub const fn failed(&self, operation: Operation, fault: Fault) -> Error {
        Error::new(self.engine, operation, fault)
    }

    async fn connection(&self, operation: Operation) -> Result<Conn, Error> {
        self.pool.get_conn().await.map_err(|error| failed(self.engine, operation, error))
    }

    /// Refuses a connection whose statements are part of a transaction of whoever made the pool: it may be undone.
    ///
    /// Any other one goes back to the pool as it is, with its statements prepared: nothing was changed in its session. Where this
    /// is not come to, the pool resets it.
    fn is_apart(&self, operation: Operation, connection: &mut Conn) -> Result<(), Error> {
        let status = connection.last_ok_packet().map_or(StatusFlags::empty(), |answer| answer.status_flags());
        if status.contains(StatusFlags::SERVER_STATUS_AUTOCOMMIT)
            && !status.contains(StatusFlags::SERVER_STATUS_IN_TRANS)
        {
            connection.reset_connection(false);
            return Ok(());
        }
        let what = "autocommit of the connection is off".into();
        Err(self.failed(operation, Fault::Setting { what, needed: "on".into() }))
    }

    /// Does a statement that changes something, and sees to it that the change is kept.
    pub async fn exec(&self, operation: Operation, statement: &str, values: impl Into<Params>) -> Result<Done, Error> {
        let values = values.into();
        let mut tries = 1;
        loop {
            match self.exec_once(operation, statement, values.clone()).await {
                // It was undone as a whole, for certain.
                Err(error) if code_of(&error) == Some(DEADLOCK) && tries < TRIES => tries += 1,
                done => return done,
            }
        }
    }

    async fn exec_once(&self, operation: Operation, statement: &str, values: Params) -> Result<Done, Error> {
        let mut connection = self.connection(operation).await?;
        let sent = connection.exec_drop(statement, values).await;
        sent.map_err(|error| failed(self.engine, operation, error))?;
        if let Err(refused) = self.is_apart(operation, &mut connection) {
            // The end of the connection undoes it.
            let _ = connection.disconnect().await;
            return Err(refused);
        }
        let last_id = connection.last_insert_id().unwrap_or(0);
        Ok(Done { rows: connection.affected_rows(), last_id })
    }

    /// The rows that a statement finds.
    pub async fn rows<T: FromRow + Send + 'static>(
        &self,
        operation: Operation,
        statement: &str,
        values: impl Into<Params>,
    ) -> Result<Vec<T>, Error> {
        let mut connection = self.connection(operation).await?;
        let found = connection.exec(statement, values.into()).await;
        let found = found.map_err(|error| failed(self.engine, operation, error))?;
        self.is_apart(operation, &mut connection)?;
        Ok(found)
    }

    /// Sees whether its version will do.
    pub async fn is_new_enough(&self, operation: Operation) -> Result<(), Error> {
        let found: Vec<String> = self.rows(operation, "SELECT VERSION()", ()).await?;
        match found.into_iter().next() {
            Some(found) if !version::is_new_enough(&found) => {
                Err(self.failed(operation, Fault::TooOld { found, needed: version::NEEDED }))
            }
            _ => Ok(()),
        }
    }

    /// Sees whether what it has confirmed is on its disk.
    pub async fn keeps_what_it_confirms(&self, operation: Operation) -> Result<(), Error> {
        let found: Vec<u8> = self.rows(operation, "SELECT @@GLOBAL.innodb_flush_log_at_trx_commit", ()).await?;
        match found.first() {
            Some(how @ (0 | 2)) => {
                let what = format!("as innodb_flush_log_at_trx_commit is {how} in place of 1");
                Err(self.failed(operation, Fault::Forgetful { what }))
            }
            _ => Ok(()),
        }
    }
}
