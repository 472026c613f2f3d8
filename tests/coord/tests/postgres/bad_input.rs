//! What can be wrong with a server, and what it is called: nothing is granted then.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};

use anyhow::{Context, Result, ensure};
use mintid::lease::{Pool, Terms};
use mintid::snowflake::Layout;
use mintid_coord::postgres::Postgres;
use mintid_coord::{Engine, Fault, Leases, Operation, SetUp, Spans, Which};
use mintid_coord_tests::server::postgres::{PASSWORD, address, address_of, somebody_else};
use mintid_coord_tests::server::{self, Server};
use mintid_coord_tests::suite::{fault, many, name};

use super::{options, set_up, started};

/// The fault of connecting to this address.
async fn refused(address: &str) -> Result<Fault> {
    let error = Postgres::connect(address, options()).await.err().context("it was let in")?;
    ensure!(error.engine() == Postgres::NAME && error.operation() == Operation::Connect, "{error}");
    Ok(error.fault().clone())
}

/// That everything that would grant or start something has this fault.
async fn all_are_refused(engine: &(impl Spans + Leases + SetUp), expected: &Fault) -> Result<()> {
    let orders = name("orders");
    let record = Pool::new(&Layout::TWITTER, Terms::DEFAULT).record(0).context("no such node")?;
    for found in [
        fault(engine.reserve(&orders, many(10)).await)?,
        fault(engine.load(&orders, Which::All).await.map(drop))?,
        fault(engine.store(&orders, &record, None).await)?,
        fault(engine.start_counter(&name("others"), 1).await)?,
        fault(engine.start_pool(&name("others")).await)?,
    ] {
        ensure!(found == *expected, "{found:?} in place of {expected:?}");
    }
    Ok(())
}

#[tokio::test]
async fn who_is_not_let_in_is_told_so() -> Result<()> {
    let (server, _) = started().await?;
    let port = server.port();
    ensure!(refused(&address_of("postgres", "wrong", port)).await? == Fault::NotAllowed);
    ensure!(refused(&address_of("nobody", "wrong", port)).await? == Fault::NotAllowed);
    ensure!(refused(&format!("postgres://postgres@127.0.0.1:{port}/postgres")).await? == Fault::NotAllowed);
    ensure!(refused(&format!("{}_of_others", address(port))).await? == Fault::Unreachable);
    ensure!(refused(&address(server::free_port()?)).await? == Fault::Unreachable);
    ensure!(refused("not an address").await? == Fault::Unreachable);
    Ok(())
}

#[tokio::test]
async fn who_has_no_rights_is_told_so() -> Result<()> {
    let (server, _) = set_up().await?;
    let owner = somebody_else(server.port()).await?;
    owner.batch_execute("CREATE ROLE app LOGIN PASSWORD 'no rights'").await?;
    let engine = Postgres::connect(&address_of("app", "no rights", server.port()), options()).await?;
    all_are_refused(&engine, &Fault::NotAllowed).await?;
    owner.batch_execute("DROP TABLE mintid_counters, mintid_pools, mintid_leases").await?;
    all_are_refused(&engine, &Fault::NotSetUp).await?;
    ensure!(fault(engine.set_up().await)? == Fault::NotAllowed, "it has no right to make tables");
    Ok(())
}

#[tokio::test]
async fn what_is_somebody_elses_is_left_alone() -> Result<()> {
    let (server, engine) = started().await?;
    let other = somebody_else(server.port()).await?;
    let cases = [
        ("CREATE TABLE mintid_pools (depth real); INSERT INTO mintid_pools VALUES (2.5)", "(depth real)"),
        ("CREATE TABLE mintid_pools (name text PRIMARY KEY, depth real)", "name text key, depth real"),
        ("CREATE TABLE mintid_pools (name text)", "(name text)"),
        ("CREATE TABLE mintid_pools (name varchar(9) PRIMARY KEY)", "character varying"),
        ("CREATE UNLOGGED TABLE mintid_pools (name text PRIMARY KEY)", "does not outlive a crash"),
        ("CREATE VIEW mintid_pools AS SELECT 'workers'::text AS name", "(name text)"),
        ("CREATE SEQUENCE mintid_pools", "last_value"),
    ];
    for (theirs, expected) in cases {
        other.batch_execute(theirs).await?;
        let error = engine.set_up().await.err().with_context(|| format!("{theirs} was taken for ours"))?;
        let text = error.to_string();
        ensure!(matches!(error.fault(), Fault::Foreign { .. }) && text.contains(expected), "{text}");
        ensure!(text.contains("mintid_pools") && text.contains("choose other names"), "{text}");
        let kind = theirs.split(' ').find(|word| ["TABLE", "VIEW", "SEQUENCE"].contains(word)).context("no kind")?;
        // Nothing else was made beside it.
        ensure!(fault(engine.start_counter(&name("orders"), 1).await)? == Fault::NotSetUp);
        other.batch_execute(&format!("DROP {kind} mintid_pools")).await?;
    }
    Ok(())
}

#[tokio::test]
async fn tables_that_were_changed_since_are_found_out() -> Result<()> {
    let (server, engine) = set_up().await?;
    let other = somebody_else(server.port()).await?;
    let orders = name("orders");
    engine.start_pool(&orders).await?;
    engine.start_counter(&orders, 1).await?;
    other.batch_execute("ALTER TABLE mintid_counters RENAME next TO following").await?;
    ensure!(matches!(fault(engine.reserve(&orders, many(1)).await)?, Fault::Foreign { .. }));
    // Without its key, a table would take a second record of a node.
    other.batch_execute("ALTER TABLE mintid_leases DROP CONSTRAINT mintid_leases_pkey").await?;
    let record = Pool::new(&Layout::TWITTER, Terms::DEFAULT).record(0).context("no such node")?;
    ensure!(matches!(fault(engine.store(&orders, &record, None).await)?, Fault::Foreign { .. }));
    other.batch_execute("INSERT INTO mintid_leases VALUES ('orders', 7, 'no record')").await?;
    ensure!(matches!(fault(engine.load(&orders, Which::All).await.map(drop))?, Fault::Record { node: 7, .. }));
    other.batch_execute("ALTER TABLE mintid_leases ALTER record TYPE text USING 'text'").await?;
    ensure!(matches!(fault(engine.load(&orders, Which::All).await.map(drop))?, Fault::Foreign { .. }));
    Ok(())
}

#[tokio::test]
async fn who_may_only_read_is_told_so() -> Result<()> {
    let (server, engine) = set_up().await?;
    engine.start_counter(&name("orders"), 1).await?;
    engine.start_pool(&name("orders")).await?;
    let other = somebody_else(server.port()).await?;
    other.batch_execute("ALTER ROLE postgres SET default_transaction_read_only = on").await?;
    let engine = Postgres::connect(&address(server.port()), options()).await?;
    all_are_refused(&engine, &Fault::ReadOnly).await
}

#[tokio::test]
async fn a_replica_grants_nothing() -> Result<()> {
    let (server, engine) = set_up().await?;
    engine.start_counter(&name("orders"), 1).await?;
    engine.start_pool(&name("orders")).await?;
    let replica = Server::start(server::postgres::Postgres::replica_of(server.port()))?;
    let engine = Postgres::connect(&address(replica.port()), options()).await?;
    all_are_refused(&engine, &Fault::ReadOnly).await?;
    // An address of both leads to the one that is written to.
    let (first, second) = (replica.port(), server.port());
    let both = format!(
        "host=127.0.0.1,127.0.0.1 port={first},{second} user=postgres password='{PASSWORD}' target_session_attrs=read-write"
    );
    let engine = Postgres::connect(&both, options()).await?;
    ensure!(engine.reserve(&name("orders"), many(10)).await?.span.first() == 1);
    Ok(())
}

#[tokio::test]
async fn a_full_disk_is_told() -> Result<()> {
    let (server, engine) = set_up().await?;
    engine.start_counter(&name("orders"), 1).await?;
    let other = somebody_else(server.port()).await?;
    other
        .batch_execute(
            "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql
                 AS $$ BEGIN RAISE SQLSTATE '53100' USING MESSAGE = 'could not extend file'; END $$;
             CREATE TRIGGER full_disk BEFORE UPDATE ON mintid_counters EXECUTE FUNCTION full_disk();",
        )
        .await?;
    let error = engine.reserve(&name("orders"), many(10)).await.err().context("ids were reserved")?;
    ensure!(error.fault() == &Fault::Full && error.to_string().contains("make room"), "{error}");
    other.batch_execute("DROP TRIGGER full_disk ON mintid_counters").await?;
    ensure!(engine.reserve(&name("orders"), many(10)).await?.span.first() == 1);
    Ok(())
}

#[tokio::test]
async fn a_server_with_too_many_clients_is_told() -> Result<()> {
    let kind = server::postgres::Postgres::new().with("max_connections", "5").with("max_wal_senders", "0");
    let server = Server::start(kind)?;
    let owner = somebody_else(server.port()).await?;
    owner.batch_execute("CREATE ROLE app LOGIN PASSWORD 'one of many'").await?;
    let address = address_of("app", "one of many", server.port());
    // Three of the five are kept for the owner.
    let _first = Postgres::connect(&address, options()).await?;
    let _second = Postgres::connect(&address, options()).await;
    ensure!(refused(&address).await? == Fault::Crowded);
    Ok(())
}

/// There is no server that old to be had: a proxy says so of one that is not.
#[tokio::test]
async fn a_server_that_is_too_old_is_told_so() -> Result<()> {
    let (server, _) = started().await?;
    let client = somebody_else(server.port()).await?;
    let is: String = client.query_one("SELECT current_setting('server_version_num')", &[]).await?.get(0);
    let number = is.parse::<i32>()?.to_be_bytes();
    let old = replacing(server.port(), number, 90_624_i32.to_be_bytes())?;
    let error = Postgres::connect(&address(old), options()).await.err().context("it is let through")?;
    ensure!(matches!(error.fault(), Fault::TooOld { needed: "10", .. }), "{error}");
    ensure!(error.to_string().contains("update it"), "{error}");
    Ok(())
}

/// A proxy that writes other bytes in place of these in every answer.
fn replacing(server: u16, these: [u8; 4], others: [u8; 4]) -> Result<u16> {
    let listener = TcpListener::bind(("127.0.0.1", 0))?;
    let port = listener.local_addr()?.port();
    std::thread::spawn(move || {
        for client in listener.incoming().flatten() {
            let Ok(server) = TcpStream::connect(("127.0.0.1", server)) else { return };
            let (Ok(mut from), Ok(mut to)) = (server.try_clone(), client.try_clone()) else { return };
            let (mut requests, mut there) = (client, server);
            std::thread::spawn(move || std::io::copy(&mut requests, &mut there));
            std::thread::spawn(move || {
                let mut piece = [0; 16 * 1024];
                while let Ok(length @ 1..) = from.read(&mut piece) {
                    let bytes = &mut piece[..length];
                    if let Some(at) = bytes.windows(4).position(|window| window == these) {
                        bytes[at..at + 4].copy_from_slice(&others);
                    }
                    if to.write_all(bytes).is_err() {
                        return;
                    }
                }
            });
        }
    });
    Ok(port)
}
