//! The command line.

mod engine;
mod pool;
mod tasks;

use std::error::Error;
use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Parser, Subcommand};
use mintid_coord::Name;

use engine::with_engine;
use pool::PoolWords;

/// Worker-id leases and id ranges from the database that is there already.
#[derive(Parser)]
#[command(name = "mintid-coord", version, about, after_help = engine::ADDRESSES)]
pub struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Print the script that makes the tables of an engine of SQL
    Schema {
        /// Which engine
        engine: String,
        /// The schema, or database of MariaDB and MySQL, that the tables are in
        #[arg(long)]
        schema: Option<String>,
        /// What their names begin with
        #[arg(long, default_value = "mintid_")]
        prefix: String,
    },
    /// Make what an engine needs; what is there stays as it is
    SetUp {
        /// The engine's address
        #[arg(env = "MINTID_ENGINE", hide_env_values = true)]
        engine: String,
    },
    /// Start a counter; one that is there stays as it is
    StartCounter {
        /// The engine's address
        #[arg(env = "MINTID_ENGINE", hide_env_values = true)]
        engine: String,
        /// The counter's name
        #[arg(long)]
        name: Name,
        /// The first id. Where ids of its kind were granted before, by whatever means, above all of them
        #[arg(long)]
        first: u64,
    },
    /// Start a pool of nodes; one that is there stays as it is
    StartPool {
        /// The engine's address
        #[arg(env = "MINTID_ENGINE", hide_env_values = true)]
        engine: String,
        /// The pool's name
        #[arg(long)]
        name: Name,
    },
    /// Print who has which node of a pool
    Nodes {
        /// The engine's address
        #[arg(env = "MINTID_ENGINE", hide_env_values = true)]
        engine: String,
        /// The pool's name
        #[arg(long)]
        name: Name,
    },
    /// Grant spans and lend nodes over HTTP
    Serve(Serve),
}

/// What `serve` is told.
#[derive(clap::Args)]
pub struct Serve {
    /// The engine's address
    #[arg(env = "MINTID_ENGINE", hide_env_values = true)]
    engine: String,
    /// Where to listen. There is no TLS: stand behind a proxy that has it
    #[arg(long, default_value = "127.0.0.1:8085")]
    listen: SocketAddr,
    /// A file with a bearer token a line, of 24 bytes at least; those lines that begin with # are comments
    #[arg(long, env = "MINTID_TOKENS")]
    tokens: PathBuf,
    /// A counter to grant spans of; may be given several times
    #[arg(long = "counter", value_name = "NAME")]
    counters: Vec<Name>,
    /// A pool to lend nodes of, such as `workers=twitter` or `workers=js53,nodes=8,ttl_ms=60000`; may be given several times
    #[arg(long = "pool", value_name = "NAME=LAYOUT[,…]")]
    pools: Vec<PoolWords>,
    /// How many ids are granted at once at most
    #[arg(long, default_value_t = 1_000_000)]
    largest_span: u32,
    /// How many ids the service reserves at once for itself: what a crash may lose
    #[arg(long, default_value_t = 100_000)]
    block: u32,
    /// An origin whose pages may ask, such as `https://shop.example`; may be given several times
    #[arg(long = "origin", value_name = "ORIGIN")]
    origins: Vec<String>,
}

/// Does what the command line says.
pub async fn run(arguments: Arguments) -> Result<(), Box<dyn Error>> {
    match arguments.task {
        Task::Schema { engine, schema, prefix } => engine::print_schema(&engine, schema, prefix),
        Task::SetUp { engine } => with_engine(&engine, tasks::SetUpAll).await,
        Task::StartCounter { engine, name, first } => with_engine(&engine, tasks::StartCounter { name, first }).await,
        Task::StartPool { engine, name } => with_engine(&engine, tasks::StartPool { name }).await,
        Task::Nodes { engine, name } => with_engine(&engine, tasks::Nodes { name }).await,
        Task::Serve(serve) => {
            let engine = serve.engine.clone();
            with_engine(&engine, tasks::Serving::new(serve)?).await
        }
    }
}
