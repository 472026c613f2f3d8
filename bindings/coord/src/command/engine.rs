//! Engines by address.

// Without an engine there is nothing to be done with one.
#![cfg_attr(
    not(any(feature = "mysql", feature = "postgres", feature = "redis", feature = "sqlite")),
    allow(dead_code, unused_variables)
)]

use std::error::Error;

use mintid_coord::{Leases, SetUp, Spans};

/// The addresses, for the help.
pub const ADDRESSES: &str = "\
Addresses of engines, as far as they are compiled in:
  mysql://USER:PASSWORD@HOST:PORT/DATABASE
  postgres://USER:PASSWORD@HOST:PORT/DATABASE
  redis://[USER:PASSWORD@]HOST[:PORT][/DATABASE]
  sqlite:FILE

An address can be given in the environment variable MINTID_ENGINE, which keeps a password out of the list of processes.";

/// Something to do with any engine.
pub trait Task {
    fn run(self, engine: impl Spans + Leases + SetUp) -> impl Future<Output = Result<(), Box<dyn Error>>>;
}

/// Does it with the engine at this address.
pub async fn with_engine(address: &str, task: impl Task) -> Result<(), Box<dyn Error>> {
    match address.split_once(':') {
        #[cfg(feature = "mysql")]
        Some(("mysql", _)) => {
            use mintid_coord::mysql::{MySql, Options};
            task.run(MySql::connect(address, Options::new()).await?).await
        }
        #[cfg(feature = "postgres")]
        Some(("postgres" | "postgresql", _)) => {
            use mintid_coord::postgres::{Options, Postgres};
            task.run(Postgres::connect(address, Options::new()).await?).await
        }
        #[cfg(feature = "redis")]
        Some(("redis", _)) => {
            use mintid_coord::redis::{Options, Redis};
            task.run(Redis::connect(address, Options::new()).await?).await
        }
        #[cfg(feature = "sqlite")]
        Some(("sqlite", file)) => task.run(mintid_coord::sqlite::Sqlite::open(file).await?).await,
        _ => Err(unknown(address)),
    }
}

fn unknown(address: &str) -> Box<dyn Error> {
    // An address may have a password in it.
    let scheme = address.split_once(':').map_or("", |(scheme, _)| scheme);
    format!(
        "no engine has addresses that begin with {scheme:?}: see `mintid-coord help` for those that are compiled in"
    )
    .into()
}

/// Prints the script that makes an engine's tables.
pub fn print_schema(engine: &str, schema: Option<String>, prefix: String) -> Result<(), Box<dyn Error>> {
    let tables = mintid_coord::Tables::new().prefixed(prefix);
    let tables = match schema {
        Some(schema) => tables.in_schema(schema),
        None => tables,
    };
    match script_of(engine, &tables) {
        Some(script) => {
            print!("{script}");
            Ok(())
        }
        None => Err(format!("no engine of SQL is called {engine:?} here").into()),
    }
}

#[cfg_attr(not(any(feature = "mysql", feature = "postgres", feature = "sqlite")), expect(unused_variables))]
fn script_of(engine: &str, tables: &mintid_coord::Tables) -> Option<String> {
    match engine {
        #[cfg(feature = "mysql")]
        "mysql" => Some(mintid_coord::mysql::schema(tables)),
        #[cfg(feature = "postgres")]
        "postgres" => Some(mintid_coord::postgres::schema(tables)),
        #[cfg(feature = "sqlite")]
        "sqlite" => Some(mintid_coord::sqlite::schema(tables)),
        _ => None,
    }
}
