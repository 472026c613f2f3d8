//! MariaDB and MySQL: rows of a table, or two ticket servers as Flickr had them.
//!
//! [`MySql`] keeps counters and leases in three tables of InnoDB, and each step is one statement in one round trip:
//!
//! - **Ids** are reserved by `UPDATE … SET next = LAST_INSERT_ID(next + n)`. It locks the row, and what it was set to comes back with
//!   the answer of the statement, as neither server has a `RETURNING` for it. An answer that tells of no changed row is never
//!   taken for a grant, whatever the session remembers.
//! - **A record** is stored by an `INSERT`, where a second one is an error, or by an `UPDATE … WHERE record = …`, whose count of rows
//!   tells whether it was still there.
//!
//! Its clock is the server's, in UTC, whatever the time zones are.
//!
//! [`Tickets`] has ids from the `AUTO_INCREMENT` of two servers, the odd ones from one and the even ones from the other.
//!
//! # What it can lose
//!
//! What is lost is granted again.
//!
//! - **A crash or a power cut** takes nothing with `innodb_flush_log_at_trx_commit = 1`, the default. With 2 a power cut takes about a
//!   second, with 0 a crash of the server does. [`set_up`](crate::SetUp::set_up) fails with [`Forgetful`](crate::Fault::Forgetful) there,
//!   unless the options [accept](Options::accept_loss) that.
//! - **A failover** takes what the replica that is promoted had not heard of: replication is asynchronous. Semi-synchronous replication,
//!   or a cluster that certifies what it commits, closes that. Otherwise start the counters above the highest ids in use after
//!   it, and lend the nodes by a pool that [starts](mintid::lease::Pool::starting_at_ms) above all ids made on them.
//! - **A backup** that is restored is a past state: the same is to be done.
//!
//! # What a user has to be allowed
//!
//! `SELECT`, `INSERT` and `UPDATE` on the three tables. Where `set_up` is to make them, `CREATE` too; where they are there, it only
//! looks at them. Without a user that may make tables, [`schema`] is the script for whoever may.
//!
//! # Versions, modes, TLS
//!
//! MariaDB 10.2.4 or MySQL 8.0, and newer. It is tested with MariaDB 10.11; the statements are those that MySQL documents too, and were
//! not run there. Every `sql_mode` will do, and every isolation level; with `autocommit` off the connection is refused, because
//! somebody else's rollback could take back what was granted.
//!
//! [`MySql::connect`] does without TLS. [`MySql::with_pool`] takes a pool of [`mysql_async`] with whatever it has: certificates, other
//! ways to log in, a socket. A pool belongs to the runtime that it was first used in.
//!
//! ```no_run
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! use mintid_coord::mysql::{MySql, Options};
//! use mintid_coord::{Name, RangeIds, SetUp};
//!
//! let engine = MySql::connect("mysql://ids:secret@127.0.0.1:3306/shop", Options::new()).await?;
//! let orders = Name::new("orders")?;
//! engine.set_up().await?;
//! engine.start_counter(&orders, 1).await?; // once; a counter that is there stays as it is
//!
//! let numbers = RangeIds::start(engine, orders, Default::default());
//! println!("{}", numbers.next().await?);
//! # Ok(())
//! # }
//! ```

use std::fmt;
use std::num::NonZero;
use std::sync::Arc;

use mintid::lease::Record;
use mintid::range::Span;
use mysql_async::Pool;

use crate::{
    Engine, Error, Fault, Leases, Loaded, Name, Operation, Receipt, Reserved, Returned, SetUp, Spans, Stored, Which,
};

use super::counting::{Tail, first_id, nodes, reserved};

mod fault;
mod options;
mod server;
mod shape;
mod statements;
pub mod tickets;
mod version;

use fault::{DUPLICATE, code_of};
pub use options::Options;
use server::Server;
use statements::Statements;
pub use statements::schema;
pub use tickets::Tickets;

/// Tables of MariaDB or MySQL.
#[derive(Clone)]
pub struct MySql {
    server: Server,
    statements: Arc<Statements>,
    options: Arc<Options>,
}

impl fmt::Debug for MySql {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MySql").field("options", &self.options).finish_non_exhaustive()
    }
}

impl Engine for MySql {
    const NAME: &'static str = "mysql";
}

impl MySql {
    /// Connects without TLS to the server at this address, `mysql://user:password@host:port/database`.
    ///
    /// # Errors
    ///
    /// [`Error`] where nobody answers, or lets one in, or is new enough.
    pub async fn connect(address: &str, options: Options) -> Result<Self, Error> {
        Self::with_server(Server::at(address, Self::NAME, &options)?, options).await
    }

    /// Over a pool that the program has, with its TLS and credentials.
    ///
    /// # Errors
    ///
    /// As [`connect`](Self::connect).
    pub async fn with_pool(pool: Pool, options: Options) -> Result<Self, Error> {
        Self::with_server(Server::new(pool, Self::NAME, &options), options).await
    }

    async fn with_server(server: Server, options: Options) -> Result<Self, Error> {
        server.in_time(Operation::Connect, None, server.is_new_enough(Operation::Connect)).await?;
        let statements = Arc::new(Statements::new(&options.tables));
        Ok(Self { server, statements, options: Arc::new(options) })
    }

    /// Inserts what is kept where it is there already.
    async fn start(&self, name: &Name, statement: &str, values: impl Into<mysql_async::Params>) -> Result<(), Error> {
        let started = self.server.exec(Operation::SetUp, statement, values);
        match self.server.in_time(Operation::SetUp, Some(name), started).await {
            Err(error) if code_of(&error) != Some(DUPLICATE) => Err(error),
            _ => Ok(()),
        }
    }

    fn failed(operation: Operation, name: &Name, fault: Fault) -> Error {
        Error::new(Self::NAME, operation, fault).on(name)
    }
}

impl SetUp for MySql {
    /// Makes the tables that are not there; where they all are, it needs no right to.
    async fn set_up(&self) -> Result<(), Error> {
        let (server, tables, operation) = (&self.server, &self.options.tables, Operation::SetUp);
        if !self.options.may_lose {
            server.in_time(operation, None, server.keeps_what_it_confirms(operation)).await?;
        }
        // All of them are looked at before any is made.
        let mut missing = Vec::new();
        for ((table, shape), script) in self.statements.tables() {
            if !server.in_time(operation, None, shape::look(server, tables, table, shape)).await? {
                missing.push((table, shape, script));
            }
        }
        for (table, shape, script) in missing {
            server.in_time(operation, None, server.exec(operation, script, ())).await?;
            // A server without InnoDB may have taken another engine without a word.
            if !server.in_time(operation, None, shape::look(server, tables, table, shape)).await? {
                return Err(server.failed(operation, Fault::NotSetUp));
            }
        }
        Ok(())
    }

    async fn start_counter(&self, counter: &Name, first: u64) -> Result<(), Error> {
        let first = first_id(first).map_err(|fault| Self::failed(Operation::SetUp, counter, fault))?;
        self.start(counter, &self.statements.start_counter, (counter.as_str(), first)).await
    }

    async fn start_pool(&self, pool: &Name) -> Result<(), Error> {
        self.start(pool, &self.statements.start_pool, (pool.as_str(),)).await
    }
}

impl Spans for MySql {
    async fn reserve(&self, counter: &Name, count: NonZero<u32>) -> Result<Reserved, Error> {
        let operation = Operation::Reserve;
        let failed = |fault| Self::failed(operation, counter, fault);
        let receipt = Receipt::random().map_err(|error| failed(Fault::Other).because(error))?;
        let stands_at = |next: i128| failed(Fault::Foreign { what: format!("the counter stands at {next}") });
        let work = async {
            let values = (count.get(), receipt.to_u64(), counter.as_str(), count.get());
            let done = self.server.exec(operation, &self.statements.reserve, values).await?;
            if done.rows == 1 {
                let next = i64::try_from(done.last_id).map_err(|_| stands_at(done.last_id.into()))?;
                let span = reserved(next.saturating_sub(count.get().into()), count).map_err(failed)?;
                return Ok(Reserved { span, receipt });
            }
            let found: Vec<i64> =
                self.server.rows(operation, &self.statements.find_counter, (counter.as_str(),)).await?;
            Err(match found.first() {
                None => failed(Fault::NoCounter),
                Some(0..) => failed(Fault::UsedUp),
                Some(&next) => stands_at(next.into()),
            })
        };
        self.server.in_time(operation, Some(counter), work).await
    }

    async fn give_back(&self, counter: &Name, left: Span, receipt: Receipt) -> Result<Returned, Error> {
        let Some(Tail { first, behind, receipt }) = Tail::of(left, receipt) else { return Ok(Returned::Dropped) };
        let values = (first, counter.as_str(), behind, receipt);
        let lowered = self.server.exec(Operation::GiveBack, &self.statements.give_back, values);
        let lowered = self.server.in_time(Operation::GiveBack, Some(counter), lowered).await?;
        // It changes what it finds, so that both ways to count rows are the same.
        Ok(if lowered.rows == 1 { Returned::Taken } else { Returned::Dropped })
    }
}

impl Leases for MySql {
    type Version = [u8; Record::BYTES];

    async fn load(&self, pool: &Name, which: Which) -> Result<Loaded<Self::Version>, Error> {
        let failed = |fault| Self::failed(Operation::Load, pool, fault);
        let (low, high) = nodes(which);
        let rows = self.server.rows(Operation::Load, &self.statements.load, (low, high, pool.as_str()));
        let rows: Vec<(i64, Option<i64>, Option<Vec<u8>>)> =
            self.server.in_time(Operation::Load, Some(pool), rows).await?;
        // A pool without records is a row without one.
        let (now_ms, ..) = *rows.first().ok_or_else(|| failed(Fault::NoPool))?;
        let mut records = Vec::with_capacity(rows.len());
        for (_, node, bytes) in rows {
            let (Some(node), Some(bytes)) = (node, bytes) else { continue };
            let node = u64::try_from(node).unwrap_or(u64::MAX);
            records.push(crate::leases::kept(node, &bytes).map_err(failed)?);
        }
        Ok(Loaded { server_unix_ms: u64::try_from(now_ms).map_err(|_| failed(Fault::Clock))?, records })
    }

    async fn store(&self, pool: &Name, record: &Record, over: Option<&Self::Version>) -> Result<Stored, Error> {
        let (operation, node, new) = (Operation::Store, record.node(), record.to_bytes());
        let work = async {
            let stored = match over {
                None => self.server.exec(operation, &self.statements.insert, (pool.as_str(), node, &new[..])).await,
                // Nothing would change, and a server may count only what does.
                Some(old) if *old == new => {
                    let kept = self.load(pool, Which::Node(node)).await?;
                    let is_there = kept.records.first().is_some_and(|kept| kept.version == new);
                    return Ok(if is_there { Stored::Yes } else { Stored::Changed });
                }
                Some(old) => {
                    let values = (&new[..], pool.as_str(), node, &old[..]);
                    self.server.exec(operation, &self.statements.replace, values).await
                }
            };
            match stored {
                Ok(done) => Ok(if done.rows == 1 { Stored::Yes } else { Stored::Changed }),
                // Somebody else's insertion was first.
                Err(error) if code_of(&error) == Some(DUPLICATE) => Ok(Stored::Changed),
                Err(error) => Err(error),
            }
        };
        self.server.in_time(operation, Some(pool), work).await
    }
}
