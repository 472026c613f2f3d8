//! PostgreSQL: rows of a table, or its sequences.
//!
//! ```no_run
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use mintid_coord::postgres::{Options, Postgres};
//! use mintid_coord::{Name, RangeIds, SetUp};
//!
//! let orders = Name::new("orders")?;
//! let engine = Postgres::connect("postgres://app:secret@db.example:5432/shop", Options::new()).await?;
//! engine.set_up().await?;
//! engine.start_counter(&orders, 1).await?; // once; a counter that is there stays as it is
//! let numbers = RangeIds::start(engine, orders, Default::default());
//! let id = numbers.next().await?;
//! # Ok(())
//! # }
//! ```
//!
//! # Which of the two
//!
//! | | [`Postgres`] | [`Sequence`] |
//! |---|---|---|
//! | a counter is | a row | a sequence with `INCREMENT BY` n |
//! | its atomic step | `UPDATE … RETURNING`, under the row's lock | `nextval` |
//! | who comes at the same time | waits for the one before to be on the disk | waits for nobody |
//! | a span has | as many ids as are asked for | always n |
//! | ids that are left | can be given back | are lost |
//! | a crash of the server loses | nothing | up to 32 spans that nobody was told of |
//!
//! Leases are rows for both. Their time is the server's, `clock_timestamp()`: the clocks of the clients decide nothing. Where that
//! clock steps, leases may end early or be had anew, each time [above](mintid::lease) all ticks that were granted.
//!
//! # Blocks of `nextval`
//!
//! Many programs take n values with `SELECT nextval('s') FROM generate_series(1, n)`, keep the first, and count on from there.
//! That repeats ids: a sequence is not locked for as long as a statement runs, so that the values of two statements that run at
//! the same time are mixed, and each one's block holds values of the other. One `nextval` of a sequence whose increment is n takes n ids
//! that nobody else gets, which is what [`Sequence`] does. The increment is part of that: where it is lowered, the next value
//! lies inside of a span that was granted before. So each sequence has a comment that says what it was started with, and its
//! increment is compared with that at each reservation, under the lock that the value has taken.
//!
//! # What it can lose
//!
//! What is confirmed is on the disk, whatever the server's defaults are:
//!
//! - **`synchronous_commit = off`** loses what was confirmed when the server crashes, and would grant it again. Each statement
//!   that grants sets it to `on` for its own transaction, where it is off; the other settings stay.
//! - **A value of a sequence** is not on the disk by itself: the server writes down 32 of them at once, and it is who took the first
//!   of these that has this written. Until they have committed, a crash forgets what the others took. So each reservation
//!   writes a word of its own into the log behind that, and waits for it.
//! - **A replica that takes over** lacks what had not reached it. Either let commits wait for it (`synchronous_standby_names`, with
//!   `synchronous_commit` at `on` or above), or start new counters and pools above all that was granted before it goes on.
//! - **A backup that is played back** grants again what was granted since it was made: the same holds for it.
//! - `fsync` and `full_page_writes` have to be on, as they are unless somebody turns them off. Nothing can make up for them, so
//!   [`set_up`](crate::SetUp::set_up) fails with [`Forgetful`](Fault::Forgetful), unless the [options](Options::accept_loss) accept that.
//!
//! # Connections
//!
//! [`connect`](Postgres::connect) makes a small pool without TLS; [`with_pool`](Postgres::with_pool) takes one that the program has.
//! Nothing is kept in a session: each call is one statement and one transaction, sent as one message with its types, and no
//! statement is prepared under a name. So it works behind PgBouncer in transaction mode, in any version and without
//! `max_prepared_statements`; the price is that the server parses each statement anew. With several hosts in the address,
//! `target_session_attrs=read-write` finds the one that is written to.
//!
//! A connection that has led nowhere is closed, and those that were idle with it. A reservation and a load are then
//! tried once more; a store is not, since whether it was carried out is not known. What others have undone, under stricter levels of
//! isolation than the default, is tried again.
//!
//! # Rights
//!
//! Who runs [`schema`] makes tables, and needs `CREATE` on their schema; [`set_up`](crate::SetUp::set_up) needs that only where a
//! table is missing. Who grants needs
//!
//! ```sql
//! GRANT SELECT, INSERT, UPDATE ON mintid_counters, mintid_pools, mintid_leases TO app;
//! GRANT USAGE ON SEQUENCE mintid_ids_orders TO app; -- for a `Sequence`
//! ```
//!
//! Version 10 or newer is needed, which is looked at when it connects.

use std::fmt;
use std::num::NonZero;
use std::sync::Arc;

use deadpool_postgres::{Manager, ManagerConfig, Pool, RecyclingMethod};
use mintid::lease::Record;
use mintid::range::Span;
use tokio_postgres::types::Type;
use tokio_postgres::{Config, NoTls};

use crate::{
    Engine, Error, Fault, Leases, Loaded, Name, Operation, Receipt, Reserved, Returned, SetUp, Spans, Stored, Which,
};

use super::counting::{Tail, first_id, nodes, reserved};

mod fault;
mod options;
mod sequence;
mod session;
mod statements;

pub use options::Options;
pub use sequence::Sequence;
use session::{Call, Session, column};
use statements::Statements;
pub use statements::schema;

/// The oldest server that has all that is asked of it, as a number and as a text.
const OLDEST: (i32, &str) = (100_000, "10");

/// How often tables are made that somebody else makes at the same moment.
const TRIES: u32 = 3;

/// Counters and leases in tables of PostgreSQL. See the [module](self).
#[derive(Clone)]
pub struct Postgres {
    session: Session,
    statements: Arc<Statements>,
    options: Arc<Options>,
}

impl fmt::Debug for Postgres {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Postgres").field("options", &self.options).finish_non_exhaustive()
    }
}

impl Engine for Postgres {
    const NAME: &'static str = "postgres";
}

impl Postgres {
    /// Connects without TLS to the server at this address, `postgresql://user:password@host:port/database` or
    /// `host=… user=…`.
    ///
    /// # Errors
    ///
    /// [`Error`] where the server cannot be reached, does not let one in, or is [too old](Fault::TooOld).
    pub async fn connect(address: &str, options: Options) -> Result<Self, Error> {
        let failed = |fault| Error::new(Self::NAME, Operation::Connect, fault);
        let mut config: Config = address.parse().map_err(|error| failed(Fault::Unreachable).because(error))?;
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(options.deadline);
        }
        if config.get_tcp_user_timeout().is_none() {
            // A server that is gone without a word is noticed.
            config.tcp_user_timeout(options.deadline);
        }
        let recycling = ManagerConfig { recycling_method: RecyclingMethod::Fast };
        let manager = Manager::from_config(config, NoTls, recycling);
        let pool = Pool::builder(manager).max_size(options.connections).build();
        Self::with_pool(pool.map_err(|error| failed(Fault::Other).because(error))?, options).await
    }

    /// Over a pool that the program has, with its TLS and credentials.
    ///
    /// Let it recycle connections by [`RecyclingMethod::Fast`]: all others cost round trips.
    ///
    /// # Errors
    ///
    /// As [`connect`](Self::connect).
    pub async fn with_pool(pool: Pool, options: Options) -> Result<Self, Error> {
        let session = Session::new(pool, options.deadline);
        let call = Call { engine: Self::NAME, operation: Operation::Connect, on: None };
        let rows = session.rows(&call, statements::VERSION, &[]).await?;
        let row = rows.first().ok_or_else(|| call.failed(Fault::Other))?;
        if column::<i32>(&call, row, 0)? < OLDEST.0 {
            let found = column(&call, row, 1)?;
            return Err(call.failed(Fault::TooOld { found, needed: OLDEST.1 }));
        }
        let statements = Arc::new(Statements::new(&options.tables));
        Ok(Self { session, statements, options: Arc::new(options) })
    }

    fn call<'a>(operation: Operation, on: &'a Name) -> Call<'a> {
        Call { engine: Self::NAME, operation, on: Some(on) }
    }

    /// Refuses a server that can lose what it has confirmed, unless that is accepted.
    async fn is_reliable(&self, call: &Call<'_>) -> Result<(), Error> {
        if self.options.may_lose {
            return Ok(());
        }
        let rows = self.session.rows(call, statements::OFF, &[]).await?;
        let off = rows.iter().map(|row| column::<&str>(call, row, 0)).collect::<Result<Vec<_>, _>>()?;
        match off[..] {
            [] => Ok(()),
            _ => Err(call.failed(Fault::Forgetful { what: format!("with {} off", off.join(" and ")) })),
        }
    }

    /// Whether the tables are there, and the ones that are meant.
    async fn is_set_up(&self, call: &Call<'_>) -> Result<bool, Error> {
        let [counters, pools, leases] = &self.statements.tables;
        let names = [(counters as _, Type::TEXT), (pools as _, Type::TEXT), (leases as _, Type::TEXT)];
        let rows = self.session.rows(call, statements::LOOK, &names).await?;
        let mut are_all_there = true;
        for ((row, expected), name) in rows.iter().zip(statements::LOOKS).zip(&self.statements.tables) {
            let persistence: Option<String> = column(call, row, 0)?;
            let found: Option<String> = column(call, row, 1)?;
            let what = match (persistence.as_deref(), found.as_deref()) {
                (None, _) => {
                    are_all_there = false;
                    continue;
                }
                (Some("p"), Some(found)) if found == expected => continue,
                (Some("p"), found) => format!("{name} has ({}) in place of ({expected})", found.unwrap_or_default()),
                (Some(_), _) => format!("{name} does not outlive a crash: it is unlogged or temporary"),
            };
            return Err(call.failed(Fault::Foreign { what }));
        }
        Ok(are_all_there)
    }
}

impl SetUp for Postgres {
    /// Makes the tables that are not there; where they all are, it needs no right to.
    async fn set_up(&self) -> Result<(), Error> {
        let call = Call { engine: Self::NAME, operation: Operation::SetUp, on: None };
        self.is_reliable(&call).await?;
        for _ in 0..TRIES {
            if self.is_set_up(&call).await? {
                return Ok(());
            }
            match self.session.script(&call, &self.statements.schema).await {
                // Others make the same tables at this moment: it is looked again.
                Err(error) if !fault::is_there_already(&error) => return Err(error),
                _ => {}
            }
        }
        match self.is_set_up(&call).await? {
            true => Ok(()),
            false => Err(call.failed(Fault::NotSetUp)),
        }
    }

    async fn start_counter(&self, counter: &Name, first: u64) -> Result<(), Error> {
        let call = Self::call(Operation::SetUp, counter);
        let first = first_id(first).map_err(|fault| call.failed(fault))?;
        let values = [(&counter.as_str() as _, Type::TEXT), (&first as _, Type::INT8)];
        self.session.rows(&call, &self.statements.start_counter, &values).await.map(drop)
    }

    async fn start_pool(&self, pool: &Name) -> Result<(), Error> {
        let call = Self::call(Operation::SetUp, pool);
        self.session.rows(&call, &self.statements.start_pool, &[(&pool.as_str() as _, Type::TEXT)]).await.map(drop)
    }
}

impl Spans for Postgres {
    async fn reserve(&self, counter: &Name, count: NonZero<u32>) -> Result<Reserved, Error> {
        let call = Self::call(Operation::Reserve, counter);
        let receipt = Receipt::random().map_err(|error| call.failed(Fault::Other).because(error))?;
        let (name, number) = (counter.as_str(), receipt.to_u64() as i64);
        let values = [(&name as _, Type::TEXT), (&i64::from(count.get()) as _, Type::INT8), (&number as _, Type::INT8)];
        let rows = self.session.rows(&call, &self.statements.reserve, &values).await?;
        let Some(row) = rows.first() else {
            let found = self.session.rows(&call, &self.statements.find_counter, &[(&name as _, Type::TEXT)]).await?;
            return Err(call.failed(if found.is_empty() { Fault::NoCounter } else { Fault::UsedUp }));
        };
        let first: i64 = column(&call, row, 0)?;
        Ok(Reserved { span: reserved(first, count).map_err(|fault| call.failed(fault))?, receipt })
    }

    async fn give_back(&self, counter: &Name, left: Span, receipt: Receipt) -> Result<Returned, Error> {
        let Some(Tail { first, behind, receipt }) = Tail::of(left, receipt) else { return Ok(Returned::Dropped) };
        let call = Self::call(Operation::GiveBack, counter);
        let (name, number) = (counter.as_str(), Type::INT8);
        let numbers = [&first, &behind, &receipt].map(|value| (value as _, number.clone()));
        let [first, behind, receipt] = numbers;
        let values = [(&name as _, Type::TEXT), first, behind, receipt];
        let lowered = self.session.rows(&call, &self.statements.give_back, &values).await?;
        Ok(if lowered.len() == 1 { Returned::Taken } else { Returned::Dropped })
    }
}

impl Leases for Postgres {
    type Version = [u8; Record::BYTES];

    async fn load(&self, pool: &Name, which: Which) -> Result<Loaded<Self::Version>, Error> {
        let call = Self::call(Operation::Load, pool);
        let (low, high) = nodes(which);
        let values = [(&pool.as_str() as _, Type::TEXT), (&low as _, Type::INT8), (&high as _, Type::INT8)];
        let rows = self.session.rows(&call, &self.statements.load, &values).await?;
        let head = rows.first().ok_or_else(|| call.failed(Fault::NoPool))?;
        let server_unix_ms = u64::try_from(column::<i64>(&call, head, 0)?).map_err(|_| call.failed(Fault::Clock))?;
        // A replica may be behind: what it says of a lease is worth nothing.
        if column(&call, head, 1)? {
            return Err(call.failed(Fault::ReadOnly));
        }
        let mut records = Vec::with_capacity(rows.len());
        for row in &rows {
            // A pool without records is a row with none.
            let Some(node) = column::<Option<i64>>(&call, row, 2)? else { continue };
            let node = u64::try_from(node).unwrap_or(u64::MAX);
            let bytes: &[u8] = column(&call, row, 3)?;
            records.push(crate::leases::kept(node, bytes).map_err(|fault| call.failed(fault))?);
        }
        Ok(Loaded { server_unix_ms, records })
    }

    async fn store(&self, pool: &Name, record: &Record, over: Option<&Self::Version>) -> Result<Stored, Error> {
        let call = Self::call(Operation::Store, pool);
        let Ok(node) = i64::try_from(record.node()) else {
            return Err(call.failed(Fault::Other).because("a node above 2^63 − 1 cannot be kept"));
        };
        let (name, new) = (pool.as_str(), record.to_bytes());
        let new = &new[..];
        let mut values = vec![(&name as _, Type::TEXT), (&node as _, Type::INT8), (&new as _, Type::BYTEA)];
        let old = over.map(|old| &old[..]);
        let statement = match &old {
            None => &self.statements.insert,
            Some(old) => {
                values.push((old as _, Type::BYTEA));
                &self.statements.replace
            }
        };
        let stored = self.session.rows(&call, statement, &values).await?;
        Ok(if stored.len() == 1 { Stored::Yes } else { Stored::Changed })
    }
}
