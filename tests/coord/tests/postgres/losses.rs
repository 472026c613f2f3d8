//! What a server that is killed can lose, and that nothing that was granted is among it.

use anyhow::{Context, Result, ensure};
use mintid::lease::{Pool, Terms};
use mintid::snowflake::Layout;
use mintid_coord::postgres::{Postgres, Sequence};
use mintid_coord::{Fault, Leases, SetUp, Spans, Stored, Which};
use mintid_coord_tests::server;
use mintid_coord_tests::server::postgres::{address, somebody_else};
use mintid_coord_tests::suite::{many, name};

use super::{options, started_with};

/// One that leaves what was confirmed in memory for a long while.
fn lazy() -> server::postgres::Postgres {
    server::postgres::Postgres::new().with("synchronous_commit", "off").with("wal_writer_delay", "10s")
}

#[tokio::test]
async fn what_was_granted_outlives_a_crash_where_others_do_not_wait_for_the_disk() -> Result<()> {
    let (mut server, engine) = started_with(lazy()).await?;
    engine.set_up().await?;
    let (orders, workers) = (name("orders"), name("workers"));
    engine.start_counter(&orders, 1).await?;
    engine.start_pool(&workers).await?;
    let other = somebody_else(server.port()).await?;
    other.batch_execute("CREATE TABLE naive (next bigint); INSERT INTO naive VALUES (1); CHECKPOINT").await?;

    let span = engine.reserve(&orders, many(10)).await?.span;
    let record = Pool::new(&Layout::TWITTER, Terms::DEFAULT).record(3).context("no such node")?;
    ensure!(engine.store(&workers, &record, None).await? == Stored::Yes);
    let naive = "UPDATE naive SET next = next + 10 RETURNING next - 10";
    let before: i64 = other.query_one(naive, &[]).await?.get(0);
    server.kill()?;
    server.start_again()?;

    let other = somebody_else(server.port()).await?;
    let after: i64 = other.query_one(naive, &[]).await?.get(0);
    ensure!(after == before, "the server did not lose what it can lose: {before}, then {after}");
    let next = engine.reserve(&orders, many(10)).await?.span;
    ensure!(next.first() > span.last(), "{next:?} after {span:?}");
    let kept = engine.load(&workers, Which::All).await?.records;
    ensure!(kept.len() == 1 && kept[0].record == record, "{kept:?}");
    Ok(())
}

/// A value that a transaction has taken makes room for 31 more that nobody writes down: while it is not committed, a crash forgets
/// those too, though others have them.
#[tokio::test]
async fn values_of_a_sequence_outlive_a_crash_behind_somebody_who_has_not_committed() -> Result<()> {
    let (mut server, engine) = started_with(server::postgres::Postgres::new().with("wal_writer_delay", "10s")).await?;
    let sequence = Sequence::new(engine, many(10));
    sequence.set_up().await?;
    let orders = name("orders");
    sequence.start_counter(&orders, 1).await?;
    let (slow, other) = (somebody_else(server.port()).await?, somebody_else(server.port()).await?);
    other.batch_execute("CREATE SEQUENCE naive; CHECKPOINT").await?;
    slow.batch_execute("BEGIN; SELECT nextval('naive'), nextval('mintid_ids_orders')").await?;
    let naive = "SELECT nextval('naive')";
    let before: i64 = other.query_one(naive, &[]).await?.get(0);
    server.kill()?;
    server.start_again()?;
    let other = somebody_else(server.port()).await?;
    let again: Vec<i64> = other
        .query("SELECT nextval('naive') FROM generate_series(1, 2)", &[])
        .await?
        .iter()
        .map(|row| row.get(0))
        .collect();
    ensure!(again.contains(&before), "the server did not lose what it can lose: {before}, then {again:?}");

    let slow = somebody_else(server.port()).await?;
    other.batch_execute("CHECKPOINT").await?;
    slow.batch_execute("BEGIN; SELECT nextval('mintid_ids_orders')").await?;
    let span = sequence.reserve(&orders, many(1)).await?.span;
    server.kill()?;
    server.start_again()?;
    for _ in 0..40 {
        let next = sequence.reserve(&orders, many(1)).await?.span;
        ensure!(next.first() > span.last(), "{next:?} after {span:?}");
    }
    Ok(())
}

#[tokio::test]
async fn a_server_that_writes_nothing_to_the_disk_is_refused_unless_that_is_accepted() -> Result<()> {
    let kind = server::postgres::Postgres::new().with("fsync", "off").with("full_page_writes", "off");
    let (server, engine) = started_with(kind).await?;
    let error = engine.set_up().await.err().context("it was set up")?;
    ensure!(matches!(error.fault(), Fault::Forgetful { .. }), "{error}");
    ensure!(error.to_string().contains("fsync and full_page_writes"), "{error}");
    let engine = Postgres::connect(&address(server.port()), options().accept_loss()).await?;
    engine.set_up().await?;
    Ok(())
}
