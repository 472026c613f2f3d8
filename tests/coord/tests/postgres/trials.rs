//! What every engine goes through.

use std::time::Duration;

use anyhow::{Result, bail};
use mintid_coord::SetUp;
use mintid_coord::postgres::{Options, Postgres};
use mintid_coord_tests::proxy::Proxy;
use mintid_coord_tests::server::postgres::address;
use mintid_coord_tests::server::{self, Server};
use mintid_coord_tests::suite::name;
use mintid_coord_tests::trials::{self, Trials};

use super::{HAMMER, options, set_up};

#[tokio::test(flavor = "multi_thread")]
async fn no_id_comes_twice_when_clients_and_the_server_are_killed() -> Result<()> {
    let (mut server, engine) = set_up().await?;
    let trials = Trials { program: HAMMER, address: &address(server.port()), engine: &engine };
    let outage = || {
        server.kill()?;
        server.start_again()
    };
    trials.spans_are_distinct(outage).await
}

#[tokio::test(flavor = "multi_thread")]
async fn no_tick_comes_twice_when_clients_and_the_server_are_killed() -> Result<()> {
    let (mut server, engine) = set_up().await?;
    let trials = Trials { program: HAMMER, address: &address(server.port()), engine: &engine };
    let outage = || {
        server.kill()?;
        server.start_again()
    };
    trials.ticks_are_distinct(outage).await
}

#[tokio::test(flavor = "multi_thread")]
async fn no_tick_comes_twice_when_the_server_hangs() -> Result<()> {
    let (server, engine) = set_up().await?;
    let trials = Trials { program: HAMMER, address: &address(server.port()), engine: &engine };
    let outage = || {
        server.pause()?;
        std::thread::sleep(Duration::from_millis(2_500));
        server.go_on()
    };
    trials.ticks_are_distinct(outage).await
}

#[tokio::test(flavor = "multi_thread")]
async fn who_was_paused_past_a_lease_finds_itself_fenced() -> Result<()> {
    let (server, engine) = set_up().await?;
    let trials = Trials { program: HAMMER, address: &address(server.port()), engine: &engine };
    trials.a_paused_holder_finds_itself_fenced().await
}

#[tokio::test(flavor = "multi_thread")]
async fn who_was_replaced_is_fenced_out() -> Result<()> {
    let (server, engine) = set_up().await?;
    let trials = Trials { program: HAMMER, address: &address(server.port()), engine: &engine };
    trials.a_replaced_holder_is_fenced_out().await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_crash_loop_keeps_its_node() -> Result<()> {
    let (server, engine) = set_up().await?;
    let trials = Trials { program: HAMMER, address: &address(server.port()), engine: &engine };
    trials.a_crash_loop_keeps_its_node().await
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_hangs_or_repeats_in_any_weather() -> Result<()> {
    let (server, engine) = set_up().await?;
    let proxy = Proxy::before(server.port())?;
    let address = address(proxy.port());
    let trials = Trials { program: HAMMER, address: &address, engine: &engine };
    trials.nothing_is_repeated_in_bad_weather(&proxy).await?;
    let deadline = Duration::from_millis(500);
    let engine = Postgres::connect(&address, Options::new().deadline(deadline)).await?;
    trials::every_call_ends_in_any_weather(&engine, &proxy, deadline).await
}

#[tokio::test]
async fn a_reservation_is_one_round_trip() -> Result<()> {
    let (server, _) = set_up().await?;
    let proxy = Proxy::before(server.port())?;
    let engine = Postgres::connect(&address(proxy.port()), options()).await?;
    trials::a_reservation_is_one_round_trip(&engine, &proxy).await
}

#[tokio::test(flavor = "multi_thread")]
async fn ids_come_fast() -> Result<()> {
    let server = Server::start_in_memory(server::postgres::Postgres::new())?;
    let engine = Postgres::connect(&address(server.port()), options()).await?;
    engine.set_up().await?;
    engine.start_counter(&name("fast"), 1).await?;
    // A machine that tests something else at the same moment is given another chance.
    let mut best = 0.0_f64;
    for _ in 0..4 {
        best = best.max(trials::ids_a_second(engine.clone(), &name("fast")).await?);
        if best >= 1e6 {
            return Ok(());
        }
    }
    bail!("{best:.0} ids a second are the most")
}
