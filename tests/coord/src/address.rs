//! Engines by address, for processes that are told theirs on the command line.

use std::num::NonZero;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use mintid_coord::mysql::{self, MySql, Tickets};
use mintid_coord::postgres::{self, Postgres, Sequence};
use mintid_coord::redis::{self, Redis};
use mintid_coord::sqlite::Sqlite;
use mintid_coord::{Error, Leases, SetUp, Spans};

/// Something to do with any engine.
pub trait Task {
    fn run(self, engine: impl Spans + Leases + SetUp) -> impl Future<Output = Result<()>>;

    /// The same with one that keeps no leases.
    fn run_without_leases(self, engine: impl Spans + SetUp) -> impl Future<Output = Result<()>>;
}

/// Does it with the engine at this address, `scheme:rest`.
pub async fn at(address: &str, task: impl Task) -> Result<()> {
    let (scheme, rest) = address.split_once(':').with_context(|| format!("{address} has no scheme"))?;
    match scheme {
        "mysql" => task.run(patiently(|| MySql::connect(address, mysql::Options::new())).await?).await,
        "tickets" => {
            let (odd, even) = rest.split_once(',').with_context(|| format!("{rest} is not two addresses"))?;
            let tickets = patiently(|| Tickets::connect(odd, even, mysql::Options::new())).await?;
            task.run_without_leases(tickets).await
        }
        "postgres" => task.run(patiently(|| Postgres::connect(address, postgres::Options::new())).await?).await,
        "postgres-sequence" => {
            let address = format!("postgres:{rest}");
            let postgres = patiently(|| Postgres::connect(&address, postgres::Options::new())).await?;
            task.run(Sequence::new(postgres, NonZero::<u32>::MIN)).await
        }
        "redis" => task.run(patiently(|| Redis::connect(address, redis::Options::new())).await?).await,
        "sqlite" => task.run(patiently(|| Sqlite::open(rest)).await?).await,
        _ => bail!("no engine is called {scheme}"),
    }
}

/// Connects, again and again where the server is not to be reached: it may be about to start.
async fn patiently<T>(mut connect: impl AsyncFnMut() -> Result<T, Error>) -> Result<T, Error> {
    let until = Instant::now() + Duration::from_secs(20);
    loop {
        match connect().await {
            Err(_) if Instant::now() < until => tokio::time::sleep(Duration::from_millis(50)).await,
            done => return done,
        }
    }
}
