//! What a program's own pool may be set to, and what comes of it.

use std::num::NonZero;

use anyhow::{Context, Result, ensure};
use mintid::lease::{Pool as Nodes, Terms};
use mintid::snowflake::Layout;
use mintid_coord::mysql::{MySql, Options, schema};
use mintid_coord::{Fault, Leases, SetUp, Spans, Stored, Tables, Which};
use mintid_coord_tests::server::Server;
use mintid_coord_tests::server::mariadb::{MariaDb, address};
use mintid_coord_tests::suite::{self, fault, name};
use mysql_async::prelude::Queryable;
use mysql_async::{Conn, Opts, OptsBuilder, Pool};

const TEN: NonZero<u32> = NonZero::new(10).unwrap();

/// A pool whose connections begin with these statements.
fn pool(port: u16, first: &[&str]) -> Result<Pool> {
    let opts = OptsBuilder::from_opts(Opts::from_url(&address(port))?).prefer_socket(false).init(first.to_vec());
    Ok(Pool::new(opts))
}

#[tokio::test]
async fn its_tables_may_have_other_names_and_be_in_another_database() -> Result<()> {
    let server = Server::start(MariaDb::new())?;
    let mut admin = Conn::from_url(address(server.port())).await?;
    admin.query_drop("CREATE DATABASE `it's ``theirs```").await?;
    let tables = Tables::new().in_schema("it's `theirs`").prefixed("`ours`\"; ");
    let engine = MySql::connect(&address(server.port()), Options::new().tables(tables)).await?;
    suite::nothing_is_granted_before_it_is_set_up(&engine).await?;
    suite::all(&engine).await?;
    // Nothing is there by the usual names.
    let usual = MySql::connect(&address(server.port()), Options::new()).await?;
    suite::nothing_is_granted_before_it_is_set_up(&usual).await?;
    admin.disconnect().await?;
    Ok(())
}

#[tokio::test]
async fn every_mode_and_time_zone_and_way_to_count_rows_will_do() -> Result<()> {
    let server = Server::start(MariaDb::new())?;
    let strict = "SET SESSION sql_mode = 'ANSI,TRADITIONAL,NO_BACKSLASH_ESCAPES,NO_UNSIGNED_SUBTRACTION'";
    let lax = "SET SESSION sql_mode = ''";
    let settings: [&[&str]; 4] = [
        &[strict, "SET time_zone = '+05:30'"],
        &[lax, "SET time_zone = '-11:00'"],
        &["SET SESSION TRANSACTION ISOLATION LEVEL SERIALIZABLE"],
        &["SET NAMES latin1", "SET SESSION TRANSACTION ISOLATION LEVEL READ UNCOMMITTED"],
    ];
    for (turn, first) in settings.into_iter().enumerate() {
        let options = Options::new().tables(Tables::new().prefixed(format!("turn{turn}_")));
        let engine = MySql::with_pool(pool(server.port(), first)?, options).await?;
        suite::all(&engine).await.with_context(|| format!("{first:?}"))?;
    }
    let opts = OptsBuilder::from_opts(Opts::from_url(&address(server.port()))?).client_found_rows(true);
    let engine = MySql::with_pool(Pool::new(opts), Options::new()).await?;
    suite::all(&engine).await
}

#[tokio::test]
async fn a_record_that_stays_the_same_is_stored_while_it_is_there() -> Result<()> {
    let server = Server::start(MariaDb::new())?;
    for counts_what_it_finds in [false, true] {
        let opts = OptsBuilder::from_opts(Opts::from_url(&address(server.port()))?);
        let pool = Pool::new(opts.client_found_rows(counts_what_it_finds));
        let options = Options::new().tables(Tables::new().prefixed(format!("{counts_what_it_finds}_")));
        let engine = MySql::with_pool(pool, options).await?;
        engine.set_up().await?;
        let workers = name("workers");
        engine.start_pool(&workers).await?;
        let record = Nodes::new(&Layout::TWITTER, Terms::DEFAULT).record(7).context("no such node")?;
        ensure!(engine.store(&workers, &record, None).await? == Stored::Yes);
        let kept = engine.load(&workers, Which::Node(7)).await?.records.pop().context("it is not there")?;
        ensure!(engine.store(&workers, &record, Some(&kept.version)).await? == Stored::Yes);
        let other = record.with_terms(Terms::new(7, 7, 7)?);
        ensure!(engine.store(&workers, &other, Some(&kept.version)).await? == Stored::Yes);
        ensure!(engine.store(&workers, &record, Some(&kept.version)).await? == Stored::Changed);
    }
    Ok(())
}

#[tokio::test]
async fn names_that_differ_in_case_are_two() -> Result<()> {
    let (_server, engine) = super::ready().await?;
    let (lower, upper) = (name("orders"), name("Orders"));
    engine.start_counter(&lower, 1).await?;
    ensure!(fault(engine.reserve(&upper, TEN).await)? == Fault::NoCounter);
    engine.start_counter(&upper, 500).await?;
    ensure!(engine.reserve(&upper, TEN).await?.span.first() == 500);
    ensure!(engine.reserve(&lower, TEN).await?.span.first() == 1);
    Ok(())
}

#[tokio::test]
async fn what_somebody_else_could_take_back_is_not_granted() -> Result<()> {
    let (server, engine) = super::ready().await?;
    let orders = name("orders");
    engine.start_counter(&orders, 1).await?;
    engine.start_pool(&orders).await?;
    let expected = Fault::Setting { what: "autocommit of the connection is off".into(), needed: "on".into() };
    let uncommitted = pool(server.port(), &["SET autocommit = 0"])?;
    ensure!(fault(MySql::with_pool(uncommitted, Options::new()).await)? == expected);

    // The next connections of one that was let in.
    let mut admin = Conn::from_url(address(server.port())).await?;
    admin.query_drop("SET GLOBAL autocommit = 0").await?;
    let record = Nodes::new(&Layout::TWITTER, Terms::DEFAULT).record(7).context("no such node")?;
    let others: Vec<u64> = admin
        .query("SELECT id FROM information_schema.processlist WHERE id <> CONNECTION_ID() AND user = 'root'")
        .await?;
    for other in others {
        // That of the pool above may be gone by now. What counts is what is refused after it.
        let _ = admin.query_drop(format!("KILL {other}")).await;
    }
    tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    for _ in 0..3 {
        for refused in [
            fault(engine.reserve(&orders, TEN).await)?,
            fault(engine.start_counter(&name("others"), 1).await)?,
            fault(engine.load(&orders, Which::All).await.map(|_| ()))?,
            fault(engine.store(&orders, &record, None).await)?,
        ] {
            ensure!(refused == expected, "{refused:?}");
        }
    }
    admin.query_drop("SET GLOBAL autocommit = 1").await?;
    admin.disconnect().await?;
    // No lock is left behind, and no change.
    let again = MySql::connect(&address(server.port()), Options::new()).await?;
    ensure!(again.load(&orders, Which::All).await?.records.is_empty());
    ensure!(again.reserve(&orders, TEN).await?.span.first() == 1);
    ensure!(fault(again.reserve(&name("others"), TEN).await)? == Fault::NoCounter);
    ensure!(again.store(&orders, &record, None).await? == Stored::Yes);
    Ok(())
}

#[tokio::test]
async fn a_grant_is_never_made_of_what_the_session_remembers() -> Result<()> {
    let server = Server::start(MariaDb::new())?;
    let engine = MySql::with_pool(pool(server.port(), &["DO LAST_INSERT_ID(77)"])?, Options::new()).await?;
    engine.set_up().await?;
    ensure!(fault(engine.reserve(&name("nothing"), TEN).await)? == Fault::NoCounter);
    let used_up = name("used-up");
    engine.start_counter(&used_up, i64::MAX as u64 - 5).await?;
    ensure!(fault(engine.reserve(&used_up, TEN).await)? == Fault::UsedUp);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn many_tasks_share_a_few_connections() -> Result<()> {
    let (server, engine) = super::ready().await?;
    let orders = name("orders");
    engine.start_counter(&orders, 1).await?;
    let tasks: Vec<_> = (0..64)
        .map(|_| {
            let (engine, orders) = (engine.clone(), orders.clone());
            tokio::spawn(async move {
                let mut spans = Vec::new();
                for _ in 0..20 {
                    spans.push(engine.reserve(&orders, TEN).await?.span.first());
                }
                Ok::<_, mintid_coord::Error>(spans)
            })
        })
        .collect();
    let mut firsts = std::collections::BTreeSet::new();
    for task in tasks {
        firsts.extend(task.await??);
    }
    ensure!(firsts.len() == 64 * 20 && firsts.last() == Some(&(64 * 20 * 10 - 9)), "{} spans", firsts.len());
    let mut admin = Conn::from_url(address(server.port())).await?;
    let connections: Vec<u64> =
        admin.query("SELECT COUNT(*) FROM information_schema.processlist WHERE user = 'root'").await?;
    ensure!(connections[0] <= 5, "there are {connections:?} connections");
    admin.disconnect().await?;
    Ok(())
}

#[tokio::test]
async fn the_script_makes_what_set_up_makes() -> Result<()> {
    let server = Server::start(MariaDb::new())?;
    let mut admin = Conn::from_url(address(server.port())).await?;
    admin.query_drop(schema(&Tables::new())).await?;
    admin.disconnect().await?;
    let engine = MySql::connect(&address(server.port()), Options::new()).await?;
    engine.start_counter(&name("orders"), 1).await?;
    engine.set_up().await?;
    ensure!(engine.reserve(&name("orders"), TEN).await?.span.first() == 1);
    Ok(())
}
