//! How fast it is, and what a span costs on the way.

use anyhow::{Context, Result, ensure};
use mintid_coord::redis::{Options, Redis};
use mintid_coord::{SetUp, Spans};
use mintid_coord_tests::server::{Server, redis as server};
use mintid_coord_tests::suite::name;
use mintid_coord_tests::trials;

#[tokio::test]
async fn a_span_is_one_command_and_one_answer() -> Result<()> {
    let (server, engine) = super::ready().await?;
    let orders = name("orders");
    engine.start_counter(&orders, 1).await?;
    ensure!(server.say("CONFIG RESETSTAT")? == "+OK");
    for _ in 0..100 {
        engine.reserve(&orders, 1_000.try_into()?).await?;
    }
    let stats = server.info("commandstats")?;
    let calls = |command: &str| -> Option<u32> {
        let line = stats.lines().find(|line| line.starts_with(&format!("cmdstat_{command}:")))?;
        line.split("calls=").nth(1)?.split(',').next()?.parse().ok()
    };
    ensure!(calls("eval").context("nothing was run")? == 100, "{stats}");
    // What else is counted is what the script calls itself.
    for line in stats.lines().filter_map(|line| line.strip_prefix("cmdstat_")) {
        let is_known = ["eval", "hget", "hincrby", "hset", "config", "info"].iter().any(|name| line.starts_with(name));
        ensure!(is_known, "{line}");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn ids_come_fast() -> Result<()> {
    // With `always` each span waits for the disk, so that it says as much of the disk as of anything else.
    for appendfsync in ["always", "everysec"] {
        let server = Server::start(server::Redis::new().with("appendfsync", appendfsync))?;
        let engine = Redis::connect(&server.address(), Options::new()).await?;
        engine.start_counter(&name("fast"), 1).await?;
        print!("appendfsync {appendfsync}: ");
        let rate = trials::ids_a_second(engine, &name("fast")).await?;
        ensure!(appendfsync == "always" || rate > 1_000_000.0, "only {rate:.0}");
    }
    Ok(())
}
