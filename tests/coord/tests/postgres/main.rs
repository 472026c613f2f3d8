//! PostgreSQL, which runs here for the time of a test.

mod bad_input;
mod clock;
mod losses;
mod pooling;
mod sequences;
mod trials;

use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use mintid_coord::postgres::{Options, Postgres, schema};
use mintid_coord::{Fault, Leases, SetUp, Spans, Tables, Which};
use mintid_coord_tests::server::postgres::{address, address_of, somebody_else};
use mintid_coord_tests::server::{self, Server};
use mintid_coord_tests::suite::{self, fault, many, name};

/// The path of `hammer`.
const HAMMER: &str = env!("CARGO_BIN_EXE_hammer");

type Running = Server<server::postgres::Postgres>;

/// For what takes its time on a machine that tests much at once.
fn options() -> Options {
    Options::new().deadline(Duration::from_secs(20))
}

/// A server without anything in it, and the engine.
async fn started() -> Result<(Running, Postgres)> {
    started_with(server::postgres::Postgres::new()).await
}

async fn started_with(kind: server::postgres::Postgres) -> Result<(Running, Postgres)> {
    let server = Server::start(kind)?;
    let engine = Postgres::connect(&address(server.port()), options()).await?;
    Ok((server, engine))
}

/// The same, with the tables made.
async fn set_up() -> Result<(Running, Postgres)> {
    let (server, engine) = started().await?;
    engine.set_up().await?;
    Ok((server, engine))
}

#[tokio::test]
async fn what_holds_for_every_engine_holds_here() -> Result<()> {
    let (_server, engine) = started().await?;
    suite::nothing_is_granted_before_it_is_set_up(&engine).await?;
    suite::all(&engine).await
}

#[tokio::test]
async fn its_tables_may_have_other_names_and_another_schema() -> Result<()> {
    let (server, usual) = started().await?;
    somebody_else(server.port()).await?.batch_execute(r#"CREATE SCHEMA "it's ""ours"" "; "#).await?;
    let tables = Tables::new().in_schema("it's \"ours\" ").prefixed("a';b\" ");
    let engine = Postgres::connect(&address(server.port()), options().tables(tables)).await?;
    suite::nothing_is_granted_before_it_is_set_up(&engine).await?;
    suite::all(&engine).await?;
    // Nothing is there by the usual names.
    suite::nothing_is_granted_before_it_is_set_up(&usual).await?;
    let nowhere = Tables::new().in_schema("nowhere");
    let engine = Postgres::connect(&address(server.port()), options().tables(nowhere)).await?;
    suite::nothing_is_granted_before_it_is_set_up(&engine).await?;
    ensure!(fault(engine.set_up().await)? == Fault::NotSetUp);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn many_may_set_it_up_at_once() -> Result<()> {
    let (server, _) = started().await?;
    let mut tasks = tokio::task::JoinSet::new();
    for first in 1..=8 {
        let engine = Postgres::connect(&address(server.port()), options()).await?;
        tasks.spawn(async move {
            engine.set_up().await?;
            engine.start_counter(&name("orders"), first).await?;
            engine.start_pool(&name("workers")).await?;
            engine.reserve(&name("orders"), many(100)).await
        });
    }
    let mut firsts = Vec::new();
    while let Some(done) = tasks.join_next().await {
        firsts.push(done??.span.first());
    }
    firsts.sort_unstable();
    ensure!(firsts.windows(2).all(|pair| pair[0] + 100 == pair[1]), "{firsts:?}");
    Ok(())
}

#[tokio::test]
async fn a_user_with_few_rights_can_use_what_the_script_has_made() -> Result<()> {
    let (server, _) = started().await?;
    let owner = somebody_else(server.port()).await?;
    owner.batch_execute(&schema(&Tables::new())).await?;
    owner
        .batch_execute(
            "CREATE ROLE app LOGIN PASSWORD 'few rights';
             GRANT SELECT, INSERT, UPDATE ON mintid_counters, mintid_pools, mintid_leases TO app;",
        )
        .await?;
    let engine = Postgres::connect(&address_of("app", "few rights", server.port()), options()).await?;
    suite::all(&engine).await
}

#[tokio::test]
async fn a_lock_of_somebody_else_is_waited_for_until_the_deadline() -> Result<()> {
    let (server, _) = set_up().await?;
    let options = Options::new().deadline(Duration::from_millis(300)).connections(1);
    let engine = Postgres::connect(&address(server.port()), options).await?;
    let orders = name("orders");
    engine.start_counter(&orders, 1).await?;
    let other = somebody_else(server.port()).await?;
    other.batch_execute("BEGIN; SELECT * FROM mintid_counters FOR UPDATE;").await?;
    let since = Instant::now();
    let error = engine.reserve(&orders, many(10)).await.err().context("it went through a lock")?;
    ensure!(error.fault() == &Fault::TimedOut { after_ms: 300 }, "{error}");
    ensure!(since.elapsed().as_millis() < 1_000, "{:?}", since.elapsed());
    ensure!(error.to_string().starts_with("postgres, reserving ids of orders: "), "{error}");
    other.batch_execute("ROLLBACK").await?;
    // Whether the first one came to something after all is not known: its ids are not granted again.
    let span = engine.reserve(&orders, many(10)).await?.span;
    ensure!(span.first() == 1 || span.first() == 11, "{span:?}");
    Ok(())
}

/// The connections that were idle meanwhile are of no use any more, and are not known to be.
#[tokio::test]
async fn after_a_restart_of_the_server_the_next_call_works() -> Result<()> {
    let (mut server, engine) = set_up().await?;
    let orders = name("orders");
    engine.start_counter(&orders, 1).await?;
    engine.start_pool(&orders).await?;
    for _ in 0..3 {
        let reserve = async || engine.reserve(&orders, many(10)).await;
        tokio::try_join!(reserve(), reserve(), reserve())?;
        server.kill()?;
        server.start_again()?;
        engine.load(&orders, Which::All).await?;
    }
    server.kill()?;
    server.start_again()?;
    ensure!(engine.reserve(&orders, many(10)).await?.span.first() == 91);
    Ok(())
}

/// Under `serializable` the server undoes what came second; it is tried again.
#[tokio::test(flavor = "multi_thread")]
async fn strict_isolation_undoes_nothing_that_was_granted() -> Result<()> {
    let (server, _) = set_up().await?;
    let other = somebody_else(server.port()).await?;
    other.batch_execute("ALTER ROLE postgres SET default_transaction_isolation = 'serializable'").await?;
    let engine = Postgres::connect(&address(server.port()), options()).await?;
    let orders = name("orders");
    engine.start_counter(&orders, 1).await?;
    let mut tasks = tokio::task::JoinSet::new();
    for _ in 0..4 {
        let engine = engine.clone();
        tasks.spawn(async move {
            let mut firsts = Vec::new();
            for _ in 0..50 {
                firsts.push(engine.reserve(&name("orders"), many(10)).await?.span.first());
            }
            Ok::<_, mintid_coord::Error>(firsts)
        });
    }
    let mut firsts = Vec::new();
    while let Some(done) = tasks.join_next().await {
        firsts.extend(done??);
    }
    firsts.sort_unstable();
    ensure!(firsts.iter().enumerate().all(|(at, first)| *first == 1 + 10 * at as u64), "{firsts:?}");
    suite::nodes_are_lent(&engine).await
}
