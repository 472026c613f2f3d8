//! A file of SQLite, shared by the processes of this host.

use std::time::Duration;

use anyhow::{Result, ensure};
use mintid_coord::sqlite::Sqlite;
use mintid_coord::{Fault, SetUp, Tables};
use mintid_coord_tests::hammer::{Crowd, Kind};
use mintid_coord_tests::suite::{self, fault, name};

const HAMMER: &str = env!("CARGO_BIN_EXE_hammer");

#[tokio::test]
async fn nothing_is_granted_before_it_is_set_up() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let engine = Sqlite::open(folder.path().join("ids.db")).await?;
    suite::nothing_is_granted_before_it_is_set_up(&engine).await
}

#[tokio::test]
async fn what_holds_for_every_engine_holds_here() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let engine = Sqlite::open(folder.path().join("ids.db")).await?;
    suite::all(&engine).await
}

#[tokio::test]
async fn its_tables_may_have_other_names() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("ids.db");
    let tables = Tables::new().prefixed("it's \"ours\"; ");
    let engine = Sqlite::open_with(&path, &tables).await?;
    suite::nothing_is_granted_before_it_is_set_up(&engine).await?;
    suite::all(&engine).await?;
    // Nothing is there by the usual names.
    suite::nothing_is_granted_before_it_is_set_up(&Sqlite::open(&path).await?).await
}

#[tokio::test]
async fn a_table_of_somebody_else_is_left_alone() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("ids.db");
    let theirs = rusqlite::Connection::open(&path)?;
    theirs.execute_batch("CREATE TABLE mintid_pools (depth REAL); INSERT INTO mintid_pools VALUES (2.5);")?;
    let refused = fault(Sqlite::open(&path).await?.set_up().await)?;
    ensure!(refused == Fault::Foreign { what: "a table of that name has other columns".into() }, "{refused:?}");
    ensure!(theirs.query_row("SELECT depth FROM mintid_pools", [], |row| row.get::<_, f64>(0))? == 2.5);
    Ok(())
}

#[tokio::test]
async fn a_file_of_somebody_else_is_left_alone() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("notes.txt");
    std::fs::write(&path, "a file that is no database, and long enough to be looked at as one".repeat(20))?;
    let refused = fault(Sqlite::open(&path).await)?;
    ensure!(matches!(refused, Fault::Foreign { .. }), "{refused:?}");
    ensure!(fault(Sqlite::open(folder.path().join("no/such/folder/ids.db")).await)? == Fault::Unreachable);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn eight_processes_get_no_id_twice() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("ids.db");
    let engine = Sqlite::open(&path).await?;
    engine.set_up().await?;
    engine.start_counter(&name("orders"), 1).await?;
    let mut crowd = Crowd::new(HAMMER, &format!("sqlite:{}", path.display()), Kind::Spans, &name("orders"));
    for holder in 0..8 {
        crowd.start(holder, Duration::from_secs(5))?;
    }
    let said = crowd.finish()?;
    let ids = said.distinct_span_ids()?;
    println!("{ids} ids, {} spans, {} failures", said.count("span"), said.count("failed"));
    ensure!(ids > 10_000 && said.count("failed") == 0);
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn eight_processes_share_six_nodes_and_no_tick_of_them() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("ids.db");
    let engine = Sqlite::open(&path).await?;
    engine.set_up().await?;
    engine.start_pool(&name("workers")).await?;
    let mut crowd = Crowd::new(HAMMER, &format!("sqlite:{}", path.display()), Kind::Leases, &name("workers"));
    for holder in 0..8 {
        crowd.start(holder, Duration::from_secs(10))?;
    }
    std::thread::sleep(Duration::from_secs(3));
    crowd.kill(3)?;
    crowd.signal(5, libc::SIGSTOP)?;
    std::thread::sleep(Duration::from_secs(3));
    crowd.start(3, Duration::from_secs(5))?;
    crowd.signal(5, libc::SIGCONT)?;
    let said = crowd.finish()?;
    let ids = said.distinct_snowflakes()?;
    println!("{ids} ids on {} leases, {} failures", said.count("lease"), said.count("failed"));
    for holder in 0..8 {
        println!("{holder}: {}", said.ids_of(holder));
    }
    ensure!(ids > 10_000);
    Ok(())
}
