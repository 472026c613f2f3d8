//! Redis and Valkey: a server that holds its keys in memory.
//!
//! A counter is a hash with the next id in it, and a pool is a hash with a record for each node. Each is one key, and each step is one
//! script on that key, which nothing comes between: `HINCRBY` for ids, after a look whether the counter is there at all; a comparison and
//! an `HSET` for records. A server that was emptied says that the counter is not there; it does not count from 1 again.
//!
//! | key | field | value |
//! |---|---|---|
//! | `mintid:counter:orders` | `next` | the next id |
//! | | `receipt` | that of the newest reservation, or 0 |
//! | `mintid:pool:workers` | `pool` | 1 |
//! | | the node | its record, as [`Record::to_bytes`] writes it |
//!
//! Its clock is the server's, by `TIME`.
//!
//! # What it can lose
//!
//! Redis answers before what it confirms is safe, unless it is told otherwise; and what is lost is granted again.
//!
//! - **A crash or a power cut** takes what is not on the disk. `appendonly yes` with `appendfsync always` keeps everything that was
//!   confirmed; `everysec` loses about a second at a power cut, and a server without a log all that came after its last snapshot.
//! - **Memory that is short** takes keys where `maxmemory-policy` is one of `allkeys-…`. The counter is not there then, and is to be
//!   started above every id that it granted.
//! - **A failover** takes what the replica that is promoted had not heard of: replication is asynchronous, whatever is on the disk of
//!   the server that is gone. [`Options::wait_for_replicas`] grants only what so many replicas have confirmed. With all of them that
//!   closes it: each that can be promoted has heard of it, and a server that is cut off from one of them grants nothing. With fewer
//!   it makes it rare: the one that has heard most may be out of reach, and a server that was only cut off from those who decide goes
//!   on with the replicas that still follow it.
//! - **Somebody who deletes keys** takes what was in them.
//!
//! What is left is closed by a floor that is kept elsewhere. After a loss, delete the counter and start it above the highest id that
//! the application has in its tables; and lend the nodes by a pool that [starts](mintid::lease::Pool::starting_at_ms) above all ids
//! made on them.
//!
//! [`set_up`](crate::SetUp::set_up) reads `INFO` and `CONFIG`, and fails with [`Forgetful`](crate::Fault::Forgetful) where they say that
//! the server can lose what it has confirmed, unless the options [accept](Options::accept_loss) that; [`Redis::risks`] tells it without
//! judging. A user who may not read them is not told.
//!
//! # What a user has to be allowed
//!
//! ```text
//! ACL SETUSER ids on >secret ~mintid:* +ping +eval +wait +time +exists +hexists +hget +hmget +hgetall +hset +hsetnx +hincrby
//! ```
//!
//! and `+info +config|get` for the checks of `set_up`.
//!
//! # Clusters, Sentinel, TLS
//!
//! A cluster is asked through the connection to the server that has the key; on another one the call fails with
//! [`Elsewhere`](crate::Fault::Elsewhere). [`Redis::with_connector`] takes whatever finds the right server, and asks it again after each failure, as
//! Sentinel wants it. TLS is a feature of the crate [`redis`](::redis), which a program turns on itself.
//!
//! ```no_run
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! use mintid_coord::redis::{Options, Redis};
//! use mintid_coord::{Name, RangeIds, SetUp};
//!
//! let engine = Redis::connect("redis://ids:secret@127.0.0.1:6379/", Options::new()).await?;
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
use redis::aio::MultiplexedConnection;
use redis::{Client, RedisResult, Value};

use super::counting::{Tail, first_id};
use crate::{
    Engine, Error, Fault, Leases, Loaded, Name, Operation, Receipt, Reserved, Returned, SetUp, Spans, Stored, Which,
};

mod check;
mod connection;
mod fault;
mod options;
mod scripts;

pub use check::Risk;
use connection::{Connection, failure};
pub use options::Options;

const NAME: &str = "redis";

/// A server of Redis or Valkey.
#[derive(Clone)]
pub struct Redis {
    connection: Arc<Connection>,
}

impl fmt::Debug for Redis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Redis").field("options", &self.connection.options).finish_non_exhaustive()
    }
}

impl Engine for Redis {
    const NAME: &'static str = NAME;
}

impl Redis {
    /// Connects to an address of the form `redis://[user[:password]@]host[:port][/database]`.
    ///
    /// # Errors
    ///
    /// [`Error`] for an address that is none, a server that cannot be reached, and one that does not let this user in.
    pub async fn connect(address: &str, options: Options) -> Result<Self, Error> {
        let client = Client::open(address).map_err(|error| failure(Operation::Connect, error))?;
        let engine = Self::with_client(client, options);
        engine.connection.ask(Operation::Connect, redis::cmd("PING")).await?;
        Ok(engine)
    }

    /// By a client of the driver's own, with its certificates and credentials. It connects at the first call.
    #[must_use]
    pub fn with_client(client: Client, options: Options) -> Self {
        Self { connection: Arc::new(Connection::of_client(client, options)) }
    }

    /// By connections of whatever kind, to the server that is written to. One is made at the first call, and another one after each
    /// that has failed. Set their response timeout to none or to more than the deadline of a call.
    #[must_use]
    pub fn with_connector<F, R>(connect: F, options: Options) -> Self
    where
        F: Fn() -> R + Send + Sync + 'static,
        R: Future<Output = RedisResult<MultiplexedConnection>> + Send + 'static,
    {
        Self { connection: Arc::new(Connection::new(connect, options)) }
    }

    /// How the server can lose what it has confirmed, as far as it lets this user know.
    ///
    /// # Errors
    ///
    /// [`Error`], also where it will not do at all: it is too old, a replica, loading its data, or has fewer replicas than are waited for.
    pub async fn risks(&self) -> Result<Vec<Risk>, Error> {
        check::risks(&self.connection).await
    }

    fn counter(&self, name: &Name) -> String {
        format!("{}counter:{name}", self.connection.options.prefix)
    }

    fn pool(&self, name: &Name) -> String {
        format!("{}pool:{name}", self.connection.options.prefix)
    }
}

/// What is wrong with a key that is there, and is not this crate's.
fn foreign(key: &str) -> Fault {
    Fault::Foreign { what: format!("the key {key} holds something else") }
}

/// An answer that no script gives.
fn unexpected(answer: &Value) -> String {
    format!("the answer is {answer:?}")
}

impl SetUp for Redis {
    /// Looks whether the server will do: there is nothing to make.
    async fn set_up(&self) -> Result<(), Error> {
        let risks = self.risks().await?;
        if risks.is_empty() || self.connection.options.may_lose {
            return Ok(());
        }
        let what: Vec<_> = risks.iter().map(Risk::to_string).collect();
        Err(Error::new(NAME, Operation::SetUp, Fault::Forgetful { what: what.join(", ") }))
    }

    async fn start_counter(&self, counter: &Name, first: u64) -> Result<(), Error> {
        let failed = |fault| Error::new(NAME, Operation::SetUp, fault).on(counter);
        first_id(first).map_err(failed)?;
        let (key, first) = (self.counter(counter), first.to_string());
        let started = self.connection.run(Operation::SetUp, scripts::START_COUNTER, &key, &[first.as_bytes()]).await;
        match started.map_err(|error| error.on(counter))? {
            scripts::DONE => Ok(()),
            _ => Err(failed(foreign(&key))),
        }
    }

    async fn start_pool(&self, pool: &Name) -> Result<(), Error> {
        let key = self.pool(pool);
        let started = self.connection.run(Operation::SetUp, scripts::START_POOL, &key, &[]).await;
        match started.map_err(|error| error.on(pool))? {
            scripts::DONE => Ok(()),
            _ => Err(Error::new(NAME, Operation::SetUp, foreign(&key)).on(pool)),
        }
    }
}

impl Spans for Redis {
    async fn reserve(&self, counter: &Name, count: NonZero<u32>) -> Result<Reserved, Error> {
        let failed = |fault| Error::new(NAME, Operation::Reserve, fault).on(counter);
        let receipt = Receipt::random().map_err(|error| failed(Fault::Other).because(error))?;
        let (key, count) = (self.counter(counter), u64::from(count.get()));
        let values = [count.to_string(), receipt.to_u64().to_string()];
        let values = values.each_ref().map(String::as_bytes);
        let reserved = self.connection.run(Operation::Reserve, scripts::RESERVE, &key, &values).await;
        match reserved.map_err(|error| error.on(counter))? {
            Value::BulkString(first) => {
                let first = std::str::from_utf8(&first).ok().and_then(|first| first.parse().ok());
                let span = first.and_then(|first| Span::of_count(first, count).ok());
                let span = span.ok_or_else(|| failed(foreign(&key)))?;
                Ok(Reserved { span, receipt })
            }
            Value::Int(0) => Err(failed(Fault::NoCounter)),
            Value::Int(1) => Err(failed(foreign(&key))),
            other => Err(failed(Fault::Other).because(unexpected(&other))),
        }
    }

    async fn give_back(&self, counter: &Name, left: Span, receipt: Receipt) -> Result<Returned, Error> {
        let Some(Tail { first, behind, receipt }) = Tail::of(left, receipt) else { return Ok(Returned::Dropped) };
        let values = [first, behind, receipt].map(|number| number.to_string());
        let values = values.each_ref().map(String::as_bytes);
        let key = self.counter(counter);
        let lowered = self.connection.run(Operation::GiveBack, scripts::GIVE_BACK, &key, &values).await;
        match lowered.map_err(|error| error.on(counter))? {
            scripts::DONE => Ok(Returned::Taken),
            _ => Ok(Returned::Dropped),
        }
    }
}

impl Leases for Redis {
    type Version = [u8; Record::BYTES];

    async fn load(&self, pool: &Name, which: Which) -> Result<Loaded<Self::Version>, Error> {
        let failed = |fault| Error::new(NAME, Operation::Load, fault).on(pool);
        let (key, node) = (self.pool(pool), node_of(which));
        let answer = self.connection.run(Operation::Load, scripts::LOAD, &key, &[node.as_bytes()]).await;
        let answer = answer.map_err(|error| error.on(pool))?;
        match answer {
            Value::Int(0) => return Err(failed(Fault::NoPool)),
            Value::Int(_) => return Err(failed(foreign(&key))),
            _ => {}
        }
        let parts = redis::from_redis_value::<(u64, u64, Vec<(Vec<u8>, Vec<u8>)>)>(answer);
        let (seconds, microseconds, fields) = parts.map_err(|error| failed(Fault::Other).because(error))?;
        let server_unix_ms = seconds.checked_mul(1_000).and_then(|ms| ms.checked_add(microseconds / 1_000));
        let server_unix_ms = server_unix_ms.ok_or_else(|| failed(Fault::Clock))?;
        let mut records = Vec::with_capacity(fields.len());
        for (field, bytes) in fields.iter().filter(|(field, _)| field != b"pool") {
            let node = std::str::from_utf8(field).ok().and_then(|field| field.parse().ok());
            let node = node.ok_or_else(|| failed(foreign(&key)))?;
            records.push(crate::leases::kept(node, bytes).map_err(failed)?);
        }
        // A hash has no order.
        records.sort_unstable_by_key(|kept| kept.record.node());
        Ok(Loaded { server_unix_ms, records })
    }

    async fn store(&self, pool: &Name, record: &Record, over: Option<&Self::Version>) -> Result<Stored, Error> {
        let failed = |fault| Error::new(NAME, Operation::Store, fault).on(pool);
        let (key, node, new) = (self.pool(pool), record.node().to_string(), record.to_bytes());
        let old = over.map_or(&[][..], |old| old);
        let stored = self.connection.run(Operation::Store, scripts::STORE, &key, &[node.as_bytes(), &new, old]).await;
        match stored.map_err(|error| error.on(pool))? {
            scripts::DONE => Ok(Stored::Yes),
            Value::Int(0) => Ok(Stored::Changed),
            Value::Int(-1) => Err(failed(Fault::NoPool)),
            Value::Int(_) => Err(failed(foreign(&key))),
            other => Err(failed(Fault::Other).because(unexpected(&other))),
        }
    }
}

/// The field of a node; of all, none.
fn node_of(which: Which) -> String {
    match which {
        Which::All => String::new(),
        Which::Node(node) => node.to_string(),
    }
}
