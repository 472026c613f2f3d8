//! A server whose clock steps.

use anyhow::{Context, Result, bail, ensure};
use mintid::lease::{Answer, Denied, Grant, Holder, Lease, Moment, Pool, Terms};
use mintid::snowflake::Layout;
use mintid_coord::postgres::Postgres;
use mintid_coord::{Fault, Leases, SetUp, Which, lend};
use mintid_coord_tests::server::postgres::{address, somebody_else};
use mintid_coord_tests::suite::{fault, name};

use super::{options, set_up};

/// What a user of the server's has in place of its clock, which they can set by a table.
const CLOCK: &str = "
CREATE SCHEMA clock;
CREATE TABLE clock.ahead (by interval); INSERT INTO clock.ahead VALUES ('0');
CREATE FUNCTION clock.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
    AS 'SELECT pg_catalog.clock_timestamp() + by FROM clock.ahead';
ALTER ROLE postgres SET search_path = clock, pg_catalog, public";

/// One node, lent for a minute.
fn pool() -> Pool {
    Pool::new(&Layout::TWITTER, Terms::new(60_000, 1_000, 1_000).unwrap()).up_to_node(0)
}

/// Asks for a node as somebody who has just been started.
async fn ask(engine: &Postgres, holder: u128, tick: u64) -> Result<Answer> {
    let mut lease = Lease::new(Holder::from_u128(holder), &Layout::TWITTER, mintid::lease::Options::new());
    let now = Moment { monotonic_ms: 0, unix_ms: 1_800_000_000_000 };
    let request = lease.request_due(now, tick).context("nothing is due")?;
    Ok(lend(engine, &name("workers"), &pool(), &request).await?.answer)
}

async fn granted(engine: &Postgres, holder: u128) -> Result<Grant> {
    match ask(engine, holder, 1 << 40).await? {
        Answer::Granted(grant) => Ok(grant),
        other => bail!("{other:?}"),
    }
}

#[tokio::test]
async fn no_tick_is_granted_twice_when_its_clock_steps_back() -> Result<()> {
    let (server, _) = set_up().await?;
    let other = somebody_else(server.port()).await?;
    other.batch_execute(CLOCK).await?;
    let engine = Postgres::connect(&address(server.port()), options()).await?;
    engine.start_pool(&name("workers")).await?;
    let set = async |by: &str| other.batch_execute(&format!("UPDATE clock.ahead SET by = '{by}'")).await;

    let before = granted(&engine, 1).await?;
    set("1 hour").await?;
    // The first lease is long over by this clock.
    let ahead = granted(&engine, 2).await?;
    ensure!(ahead.floor_tick >= before.ceiling_tick, "{ahead:?} after {before:?}");
    set("0").await?;
    // What it noted by a clock that was ahead is no reason to wait: the node is free, from above all that was granted.
    let back = granted(&engine, 3).await?;
    ensure!(back.fence > ahead.fence && back.floor_tick >= ahead.ceiling_tick, "{back:?} after {ahead:?}");
    match ask(&engine, 4, 1 << 40).await? {
        Answer::Denied(Denied::Exhausted { nodes: 1, .. }) => {}
        other => bail!("{other:?}"),
    }
    set("-1 hour").await?;
    let behind = granted(&engine, 3).await?;
    ensure!(behind.fence > back.fence && behind.floor_tick >= back.ceiling_tick, "{behind:?} after {back:?}");

    set("-100 years").await?;
    ensure!(fault(engine.load(&name("workers"), Which::All).await.map(drop))? == Fault::Clock);
    let refused = ask(&engine, 3, 1 << 40).await;
    ensure!(refused.is_err(), "{refused:?}");
    Ok(())
}
