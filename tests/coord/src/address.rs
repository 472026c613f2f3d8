//! Engines by address, for processes that are told theirs on the command line.

use anyhow::{Context, Result, bail};
use mintid_coord::sqlite::Sqlite;
use mintid_coord::{Leases, SetUp, Spans};

/// Something to do with any engine.
pub trait Task {
    fn run(self, engine: impl Spans + Leases + SetUp) -> impl Future<Output = Result<()>>;
}

/// Does it with the engine at this address, `scheme:rest`.
pub async fn at(address: &str, task: impl Task) -> Result<()> {
    let (scheme, rest) = address.split_once(':').with_context(|| format!("{address} has no scheme"))?;
    match scheme {
        "sqlite" => task.run(Sqlite::open(rest).await?).await,
        _ => bail!("no engine is called {scheme}"),
    }
}
