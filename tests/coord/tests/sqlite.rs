//! A file of SQLite, shared by the processes of this host.

use anyhow::{Result, ensure};
use mintid_coord::sqlite::Sqlite;
use mintid_coord::{Fault, SetUp, Tables};
use mintid_coord_tests::suite::{self, fault, name};
use mintid_coord_tests::trials::{self, Trials, no_outage};

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
async fn no_id_comes_twice_among_eight_processes() -> Result<()> {
    let file = File::set_up().await?;
    file.trials().spans_are_distinct(no_outage).await
}

#[tokio::test(flavor = "multi_thread")]
async fn no_tick_comes_twice_among_eight_processes_on_six_nodes() -> Result<()> {
    let file = File::set_up().await?;
    file.trials().ticks_are_distinct(no_outage).await
}

#[tokio::test(flavor = "multi_thread")]
async fn who_was_paused_past_a_lease_finds_itself_fenced() -> Result<()> {
    let file = File::set_up().await?;
    file.trials().a_paused_holder_finds_itself_fenced().await
}

#[tokio::test(flavor = "multi_thread")]
async fn who_was_replaced_is_fenced_out() -> Result<()> {
    let file = File::set_up().await?;
    file.trials().a_replaced_holder_is_fenced_out().await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_crash_loop_keeps_its_node() -> Result<()> {
    let file = File::set_up().await?;
    file.trials().a_crash_loop_keeps_its_node().await
}

#[tokio::test(flavor = "multi_thread")]
async fn ids_come_fast() -> Result<()> {
    let file = File::set_up().await?;
    file.engine.start_counter(&name("fast"), 1).await?;
    trials::ids_a_second(file.engine, &name("fast")).await.map(drop)
}

/// A file that is set up, and gone after the test.
struct File {
    _folder: tempfile::TempDir,
    address: String,
    engine: Sqlite,
}

impl File {
    async fn set_up() -> Result<Self> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("ids.db");
        let engine = Sqlite::open(&path).await?;
        engine.set_up().await?;
        Ok(Self { _folder: folder, address: format!("sqlite:{}", path.display()), engine })
    }

    fn trials(&self) -> Trials<'_, Sqlite> {
        Trials { program: HAMMER, address: &self.address, engine: &self.engine }
    }
}
