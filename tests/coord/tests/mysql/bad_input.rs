//! What can be wrong with a server, and what is said of it.

use std::num::NonZero;

use anyhow::{Context, Result, ensure};
use mintid::lease::{Answer, Denied, Holder, Lease, Moment, Pool as Nodes, Request, Terms};
use mintid::snowflake::Layout;
use mintid_coord::mysql::{MySql, Options};
use mintid_coord::{Error, Fault, Leases, SetUp, Spans, Which, lend};
use mintid_coord_tests::server::Server;
use mintid_coord_tests::server::mariadb::{MariaDb, address};
use mintid_coord_tests::suite::{fault, name};
use mysql_async::prelude::Queryable;
use mysql_async::{Conn, Opts, OptsBuilder, Pool};

const ONE: NonZero<u32> = NonZero::<u32>::MIN;

async fn admin(server: &Server<MariaDb>) -> Result<Conn> {
    Ok(Conn::from_url(address(server.port())).await?)
}

/// The address for a user who has these rights on the database.
async fn user(server: &Server<MariaDb>, rights: &str) -> Result<String> {
    let mut admin = admin(server).await?;
    admin.query_drop("CREATE OR REPLACE USER clerk@'127.0.0.1' IDENTIFIED BY 'a secret'").await?;
    admin.query_drop(format!("GRANT {rights} ON ids.* TO clerk@'127.0.0.1'")).await?;
    admin.disconnect().await?;
    Ok(format!("mysql://clerk:a%20secret@127.0.0.1:{}/ids", server.port()))
}

/// What an error says, once it is one.
fn text<T: std::fmt::Debug>(done: Result<T, Error>) -> Result<String> {
    Ok(done.err().context("it was granted")?.to_string())
}

#[tokio::test]
async fn who_is_not_let_in_is_told_so() -> Result<()> {
    let (server, engine) = super::ready().await?;
    engine.start_counter(&name("orders"), 1).await?;
    let right = user(&server, "SELECT").await?;
    let wrong = right.replace("secret", "guess");
    let refused = MySql::connect(&wrong, Options::new()).await;
    ensure!(
        text(refused)?
            == "mysql, connecting: it does not let this user in, or do this: check the credentials and the grants"
    );
    let reader = MySql::connect(&right, Options::new()).await?;
    ensure!(fault(reader.reserve(&name("orders"), ONE).await)? == Fault::NotAllowed);
    ensure!(fault(reader.start_counter(&name("others"), 1).await)? == Fault::NotAllowed);
    // Where it is set up, there is nothing left to do, and no right to do it is needed.
    reader.set_up().await?;
    Ok(())
}

#[tokio::test]
async fn the_rights_that_are_documented_are_enough() -> Result<()> {
    let (server, engine) = super::ready().await?;
    let clerk = MySql::connect(&user(&server, "SELECT, INSERT, UPDATE").await?, Options::new()).await?;
    mintid_coord_tests::suite::all(&clerk).await?;
    drop(engine);
    Ok(())
}

#[tokio::test]
async fn a_server_that_is_not_there_and_a_database_that_is_not_are_told_apart() -> Result<()> {
    let server = Server::start(MariaDb::new())?;
    let none = address(server.port()).replace("/ids", "/nobodys");
    ensure!(fault(MySql::connect(&none, Options::new()).await)? == Fault::NoDatabase);
    let unnamed = MySql::connect(&address(server.port()).replace("/ids", ""), Options::new()).await?;
    ensure!(fault(unnamed.reserve(&name("orders"), ONE).await)? == Fault::NoDatabase);
    ensure!(fault(unnamed.set_up().await)? == Fault::NoDatabase);
    let port = mintid_coord_tests::server::free_port()?;
    ensure!(fault(MySql::connect(&address(port), Options::new()).await)? == Fault::Unreachable);
    ensure!(fault(MySql::connect("mysql//nowhere", Options::new()).await)? == Fault::Unreachable);
    Ok(())
}

#[tokio::test]
async fn a_table_of_somebody_else_is_left_alone() -> Result<()> {
    let server = Server::start(MariaDb::new())?;
    let mut admin = admin(&server).await?;
    let engine = MySql::connect(&address(server.port()), Options::new()).await?;
    for (theirs, gone) in [
        ("CREATE TABLE mintid_pools (depth DOUBLE)", "DROP TABLE mintid_pools"),
        ("CREATE TABLE mintid_pools (name VARCHAR(64) COLLATE utf8mb4_bin)", "DROP TABLE mintid_pools"),
        ("CREATE VIEW mintid_pools AS SELECT 2.5 AS depth", "DROP VIEW mintid_pools"),
        ("CREATE VIEW mintid_leases AS SELECT 'a' AS pool, 1 AS node, 'b' AS record", "DROP VIEW mintid_leases"),
    ] {
        admin.query_drop(theirs).await?;
        let refused = fault(engine.set_up().await)?;
        ensure!(matches!(refused, Fault::Foreign { .. }), "{theirs}: {refused:?}");
        let tables: Vec<String> = admin.query("SHOW TABLES").await?;
        ensure!(tables.len() == 1, "{tables:?} are there");
        admin.query_drop(gone).await?;
    }
    admin.query_drop("CREATE TABLE mintid_counters (depth DOUBLE)").await?;
    let refused = fault(engine.reserve(&name("orders"), ONE).await)?;
    ensure!(matches!(refused, Fault::Foreign { .. }), "{refused:?}");
    admin.disconnect().await?;
    Ok(())
}

#[tokio::test]
async fn a_table_that_keeps_no_transactions_or_no_case_is_refused() -> Result<()> {
    let (server, engine) = super::ready().await?;
    let mut admin = admin(&server).await?;
    admin.query_drop("ALTER TABLE mintid_counters ENGINE = MyISAM").await?;
    let refused = text(engine.set_up().await)?;
    ensure!(
        refused.ends_with("the storage engine of the table mintid_counters is MyISAM, and InnoDB is needed: change it"),
        "{refused}"
    );
    admin.query_drop("ALTER TABLE mintid_counters ENGINE = InnoDB").await?;
    engine.set_up().await?;
    admin.query_drop("ALTER TABLE mintid_leases CONVERT TO CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci").await?;
    let refused = text(engine.set_up().await)?;
    ensure!(refused.contains("the collation of mintid_leases.pool is utf8mb4_general_ci"), "{refused}");
    admin.disconnect().await?;
    Ok(())
}

#[tokio::test]
async fn a_row_that_was_tampered_with_grants_nothing() -> Result<()> {
    let (server, engine) = super::ready().await?;
    let mut admin = admin(&server).await?;
    let orders = name("orders");
    engine.start_counter(&orders, 1).await?;
    engine.start_pool(&orders).await?;
    admin.query_drop("SET check_constraint_checks = OFF").await?;
    admin.query_drop("UPDATE mintid_counters SET next = -5").await?;
    let refused = fault(engine.reserve(&orders, ONE).await)?;
    ensure!(refused == Fault::Foreign { what: "the counter stands at -5".into() }, "{refused:?}");
    admin.query_drop("INSERT INTO mintid_leases VALUES ('orders', 3, 'no record')").await?;
    let refused = fault(engine.load(&orders, Which::All).await.map(|_| ()))?;
    ensure!(matches!(refused, Fault::Record { node: 3, .. }), "{refused:?}");
    admin.disconnect().await?;
    Ok(())
}

#[tokio::test]
async fn a_server_that_is_only_read_from_grants_nothing() -> Result<()> {
    let (server, engine) = super::ready().await?;
    let orders = name("orders");
    engine.start_counter(&orders, 1).await?;
    let clerk = MySql::connect(&user(&server, "SELECT, INSERT, UPDATE, CREATE").await?, Options::new()).await?;
    let mut admin = admin(&server).await?;
    admin.query_drop("SET GLOBAL read_only = 1").await?;
    let refused = text(clerk.reserve(&orders, ONE).await)?;
    ensure!(
        refused.ends_with("it can only be read from: give the address of the server that is written to"),
        "{refused}"
    );
    ensure!(fault(clerk.start_counter(&name("others"), 1).await)? == Fault::ReadOnly);
    admin.query_drop("SET GLOBAL read_only = 0").await?;
    ensure!(clerk.reserve(&orders, ONE).await?.span.first() == 1);
    let opts = OptsBuilder::from_opts(Opts::from_url(&address(server.port()))?);
    let reader = Pool::new(opts.init(vec!["SET SESSION TRANSACTION READ ONLY"]));
    let reader = MySql::with_pool(reader, Options::new()).await?;
    ensure!(fault(reader.reserve(&orders, ONE).await)? == Fault::ReadOnly);
    admin.disconnect().await?;
    Ok(())
}

#[tokio::test]
async fn a_server_that_is_too_old_or_forgets_is_refused() -> Result<()> {
    let kind = MariaDb::new();
    kind.set(&["--version=10.1.48-MariaDB"]);
    let mut server = Server::start(kind.clone())?;
    let refused = text(MySql::connect(&address(server.port()), Options::new()).await)?;
    ensure!(refused.contains("its version is 10.1.48-MariaDB") && refused.contains("10.2.4"), "{refused}");
    server.kill()?;
    kind.set(&["--innodb-flush-log-at-trx-commit=2"]);
    server.start_again()?;
    let engine = MySql::connect(&address(server.port()), Options::new()).await?;
    let refused = text(engine.set_up().await)?;
    ensure!(refused.contains("it can lose what it has confirmed, as innodb_flush_log_at_trx_commit is 2"), "{refused}");
    MySql::connect(&address(server.port()), Options::new().accept_loss()).await?.set_up().await?;
    Ok(())
}

#[tokio::test]
async fn a_server_that_takes_no_more_connections_says_so() -> Result<()> {
    let kind = MariaDb::new();
    kind.set(&["--max-connections=10"]);
    let server = Server::start(kind)?;
    let address = user(&server, "ALL").await?;
    let mut others = Vec::new();
    while let Ok(other) = Conn::from_url(&address).await {
        ensure!(others.len() < 20, "there is no end of connections");
        others.push(other);
    }
    let refused = text(MySql::connect(&address, Options::new()).await)?;
    ensure!(refused.contains("it takes no more clients"), "{refused}");
    others.pop().context("there was none")?.disconnect().await?;
    // The server may still be counting it.
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    MySql::connect(&address, Options::new()).await?;
    Ok(())
}

#[tokio::test]
async fn a_server_without_room_grants_nothing_and_says_so() -> Result<()> {
    let kind = MariaDb::new();
    kind.set(&["--innodb-file-per-table=0", "--innodb-data-file-path=ibdata1:12M"]);
    let server = Server::start(kind)?;
    let engine = MySql::connect(&address(server.port()), Options::new()).await?;
    engine.set_up().await?;
    let mut admin = admin(&server).await?;
    admin.query_drop("CREATE TABLE theirs (text LONGBLOB) ENGINE = InnoDB").await?;
    for size in [1_000_000, 30_000, 10_000, 1_000] {
        let fill = format!("INSERT INTO theirs VALUES (REPEAT('x', {size}))");
        while admin.query_drop(&fill).await.is_ok() {}
    }
    let mut refused = None;
    for number in 0..2_000 {
        if let Err(error) = engine.start_counter(&name(&format!("{:030}-{number}", 0)), 1).await {
            refused = Some(error);
            break;
        }
    }
    let refused = refused.context("there was room for all")?;
    ensure!(refused.fault() == &Fault::Full, "{refused}: {:?}", std::error::Error::source(&refused));
    admin.disconnect().await?;
    Ok(())
}

#[tokio::test]
async fn a_clock_that_steps_back_lends_no_tick_twice() -> Result<()> {
    let (server, engine) = super::ready().await?;
    let workers = name("workers");
    engine.start_pool(&workers).await?;
    let nodes = Nodes::new(&Layout::TWITTER, Terms::new(60_000, 1_000, 1_000)?).up_to_node(0);
    let first = lend(&engine, &workers, &nodes, &asking(1)?).await?;
    let Answer::Granted(mut last) = first.answer else { anyhow::bail!("{first:?}") };
    let now_s = engine.load(&workers, Which::All).await?.server_unix_ms / 1_000;
    for (holder, offset_s) in [(2, -30_i64), (3, -86_400), (4, 600), (5, 0)] {
        let at = now_s.saturating_add_signed(offset_s);
        let opts = OptsBuilder::from_opts(Opts::from_url(&address(server.port()))?);
        let pool = Pool::new(opts.init(vec![format!("SET timestamp = {at}")]));
        let stepped = MySql::with_pool(pool, Options::new()).await?;
        ensure!(stepped.load(&workers, Which::All).await?.server_unix_ms / 1_000 == at);
        match lend(&stepped, &workers, &nodes, &asking(holder)?).await?.answer {
            Answer::Denied(Denied::Exhausted { nodes: 1, .. }) => println!("{offset_s} s: it is not lent"),
            Answer::Granted(grant) => {
                ensure!(grant.floor_tick >= last.ceiling_tick, "{grant:?} after {last:?} at {offset_s} s");
                println!("{offset_s} s: it is lent, above all ticks that were");
                last = grant;
            }
            other => anyhow::bail!("{other:?}"),
        }
    }
    Ok(())
}

fn asking(holder: u128) -> Result<Request> {
    let mut lease = Lease::new(Holder::from_u128(holder), &Layout::TWITTER, mintid::lease::Options::new());
    let now = Moment { monotonic_ms: 0, unix_ms: 1_800_000_000_000 };
    lease.request_due(now, 1 << 39).context("nothing is due")
}
