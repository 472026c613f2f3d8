//! MariaDB, as a real server of this host.

use std::time::Duration;

use anyhow::{Result, ensure};
use mintid_coord::SetUp;
use mintid_coord::mysql::{MySql, Options};
use mintid_coord_tests::proxy::Proxy;
use mintid_coord_tests::server::Server;
use mintid_coord_tests::server::mariadb::{MariaDb, address};
use mintid_coord_tests::suite::{self, name};
use mintid_coord_tests::trials::{self, Trials, no_outage};

mod bad_input;
mod sessions;

const HAMMER: &str = env!("CARGO_BIN_EXE_hammer");

/// A server that was set up.
async fn ready() -> Result<(Server<MariaDb>, MySql)> {
    let server = Server::start(MariaDb::new())?;
    let engine = MySql::connect(&address(server.port()), Options::new()).await?;
    engine.set_up().await?;
    Ok((server, engine))
}

#[tokio::test]
async fn nothing_is_granted_before_it_is_set_up_and_then_it_is_as_every_engine() -> Result<()> {
    let server = Server::start(MariaDb::new())?;
    let engine = MySql::connect(&address(server.port()), Options::new()).await?;
    suite::nothing_is_granted_before_it_is_set_up(&engine).await?;
    suite::all(&engine).await
}

#[tokio::test(flavor = "multi_thread")]
async fn no_id_is_granted_twice_where_a_client_is_killed() -> Result<()> {
    let (server, engine) = ready().await?;
    let trials = Trials { program: HAMMER, address: &address(server.port()), engine: &engine };
    trials.spans_are_distinct(no_outage).await
}

#[tokio::test(flavor = "multi_thread")]
async fn no_id_is_granted_twice_where_the_server_is_killed() -> Result<()> {
    let (mut server, engine) = ready().await?;
    let trials = Trials { program: HAMMER, address: &address(server.port()), engine: &engine };
    trials.spans_are_distinct(|| restart(&mut server)).await
}

#[tokio::test(flavor = "multi_thread")]
async fn no_tick_is_used_twice_where_clients_are_killed_and_stopped() -> Result<()> {
    let (server, engine) = ready().await?;
    let trials = Trials { program: HAMMER, address: &address(server.port()), engine: &engine };
    trials.ticks_are_distinct(no_outage).await
}

#[tokio::test(flavor = "multi_thread")]
async fn no_tick_is_used_twice_where_the_server_is_killed() -> Result<()> {
    let (mut server, engine) = ready().await?;
    let trials = Trials { program: HAMMER, address: &address(server.port()), engine: &engine };
    trials.ticks_are_distinct(|| restart(&mut server)).await
}

#[tokio::test(flavor = "multi_thread")]
async fn holders_that_are_paused_replaced_or_crashing_are_told_apart() -> Result<()> {
    let (server, engine) = ready().await?;
    let trials = Trials { program: HAMMER, address: &address(server.port()), engine: &engine };
    trials.a_paused_holder_finds_itself_fenced().await?;
    trials.a_replaced_holder_is_fenced_out().await?;
    trials.a_crash_loop_keeps_its_node().await
}

#[tokio::test(flavor = "multi_thread")]
async fn every_call_ends_in_any_weather() -> Result<()> {
    let server = Server::start(MariaDb::new())?;
    let proxy = Proxy::before(server.port())?;
    let deadline = Duration::from_millis(500);
    let engine = MySql::connect(&address(proxy.port()), Options::new().deadline(deadline)).await?;
    engine.set_up().await?;
    trials::every_call_ends_in_any_weather(&engine, &proxy, deadline).await
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_repeated_in_bad_weather() -> Result<()> {
    let (server, engine) = ready().await?;
    let proxy = Proxy::before(server.port())?;
    let trials = Trials { program: HAMMER, address: &address(proxy.port()), engine: &engine };
    trials.nothing_is_repeated_in_bad_weather(&proxy).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reservation_is_one_round_trip_and_ids_come_by_the_million() -> Result<()> {
    let (server, engine) = ready().await?;
    let proxy = Proxy::before(server.port())?;
    let behind = MySql::connect(&address(proxy.port()), Options::new().connections(1)).await?;
    trials::a_reservation_is_one_round_trip(&behind, &proxy).await?;

    let speed = name("speed");
    engine.start_counter(&speed, 1).await?;
    let rate = trials::ids_a_second(engine, &speed).await?;
    ensure!(rate > 100_000.0, "{rate:.0} ids a second");
    Ok(())
}

/// Kills the server in the midst of what it does, and starts it on the data that are left.
fn restart(server: &mut Server<MariaDb>) -> Result<()> {
    server.kill()?;
    server.start_again()
}
