//! What is done with an engine.

use std::error::Error;
use std::fs;

use metrics_exporter_prometheus::PrometheusBuilder;
use mintid_coord::service::{Options, Service, Tokens, serve};
use mintid_coord::{Leases, Name, SetUp, Spans, Which};
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};

use super::Serve;
use super::engine::Task;

type Outcome = Result<(), Box<dyn Error>>;

pub struct SetUpAll;

impl Task for SetUpAll {
    async fn run(self, engine: impl Spans + Leases + SetUp) -> Outcome {
        Ok(engine.set_up().await?)
    }
}

pub struct StartCounter {
    pub name: Name,
    pub first: u64,
}

impl Task for StartCounter {
    async fn run(self, engine: impl Spans + Leases + SetUp) -> Outcome {
        Ok(engine.start_counter(&self.name, self.first).await?)
    }
}

pub struct StartPool {
    pub name: Name,
}

impl Task for StartPool {
    async fn run(self, engine: impl Spans + Leases + SetUp) -> Outcome {
        Ok(engine.start_pool(&self.name).await?)
    }
}

pub struct Nodes {
    pub name: Name,
}

impl Task for Nodes {
    async fn run(self, engine: impl Spans + Leases + SetUp) -> Outcome {
        let loaded = engine.load(&self.name, Which::All).await?;
        println!("{:>8} {:>8} {:>12} {:>15}  holder", "node", "fence", "lent for ms", "next from ms");
        for kept in &loaded.records {
            let record = &kept.record;
            let holder = record.holder().map(|holder| mintid::Uuid::from_u128(holder.to_u128()).to_string());
            println!(
                "{:>8} {:>8} {:>12} {:>15}  {}",
                record.node(),
                record.fence(),
                record.lent_for_ms(loaded.server_unix_ms),
                record.next_floor_ms(),
                holder.unwrap_or_default()
            );
        }
        Ok(())
    }
}

/// The service, with what it was told.
pub struct Serving {
    listen: std::net::SocketAddr,
    options: Options,
}

impl Serving {
    /// Reads the tokens, and looks whether what is to be granted makes sense.
    pub fn new(serve: Serve) -> Result<Self, Box<dyn Error>> {
        let path = serve.tokens.display();
        let text = fs::read_to_string(&serve.tokens)
            .map_err(|error| format!("the tokens in {path} cannot be read: {error}"))?;
        let mut options = Options::new(Tokens::of_lines(&text).map_err(|error| format!("{path}: {error}"))?);
        if serve.counters.is_empty() && serve.pools.is_empty() {
            return Err("there is nothing to grant: name a counter with `--counter`, or a pool with `--pool`".into());
        }
        options.counters = serve.counters;
        options.pools = serve.pools.into_iter().map(|words| (words.name, words.pool)).collect();
        options.largest_span = serve.largest_span;
        options.block = serve.block;
        options.origins = serve.origins;
        Ok(Self { listen: serve.listen, options })
    }
}

impl Task for Serving {
    async fn run(self, engine: impl Spans + Leases + SetUp) -> Outcome {
        // What is missing is told now, and not to the first caller.
        for pool in self.options.pools.keys() {
            engine.load(pool, Which::Node(0)).await?;
        }
        let recorder = PrometheusBuilder::new().build_recorder();
        let metrics = recorder.handle();
        metrics::set_global_recorder(recorder)?;
        let listener = TcpListener::bind(self.listen)
            .await
            .map_err(|error| format!("cannot listen on {}: {error}", self.listen))?;
        let (mut terminated, mut interrupted) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
        let service = Service::new(engine, self.options, Some(metrics));
        println!("listening on {}", listener.local_addr()?);
        let end = async move {
            tokio::select! {
                _ = terminated.recv() => {}
                _ = interrupted.recv() => {}
            }
        };
        Ok(serve(listener, service, end).await?)
    }
}
