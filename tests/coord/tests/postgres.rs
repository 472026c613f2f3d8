//! PostgreSQL.

use std::time::Duration;

use anyhow::Result;
use mintid_coord::SetUp;
use mintid_coord::postgres::{Options, Postgres};
use mintid_coord_tests::proxy::Proxy;
use mintid_coord_tests::server::Server;
use mintid_coord_tests::server::postgres::{self, address};
use mintid_coord_tests::suite::{self, name};
use mintid_coord_tests::trials::{self, Trials};

const HAMMER: &str = env!("CARGO_BIN_EXE_hammer");

async fn started() -> Result<(Server<postgres::Postgres>, Postgres)> {
    let server = Server::start(postgres::Postgres::new())?;
    let engine = Postgres::connect(&address(server.port()), Options::new()).await?;
    Ok((server, engine))
}

#[tokio::test]
async fn what_holds_for_every_engine_holds_here() -> Result<()> {
    let (_server, engine) = started().await?;
    suite::nothing_is_granted_before_it_is_set_up(&engine).await?;
    suite::all(&engine).await
}

#[tokio::test(flavor = "multi_thread")]
async fn no_id_comes_twice_when_clients_and_the_server_are_killed() -> Result<()> {
    let (mut server, engine) = started().await?;
    engine.set_up().await?;
    let address = address(server.port());
    let trials = Trials { program: HAMMER, address: &address, engine: &engine };
    trials
        .spans_are_distinct(|| {
            server.kill()?;
            server.start_again()
        })
        .await
}

#[tokio::test(flavor = "multi_thread")]
async fn no_tick_comes_twice_when_clients_and_the_server_are_killed() -> Result<()> {
    let (mut server, engine) = started().await?;
    engine.set_up().await?;
    let address = address(server.port());
    let trials = Trials { program: HAMMER, address: &address, engine: &engine };
    trials
        .ticks_are_distinct(|| {
            server.kill()?;
            server.start_again()
        })
        .await
}

#[tokio::test(flavor = "multi_thread")]
async fn who_holds_a_lease_no_more_finds_out() -> Result<()> {
    let (server, engine) = started().await?;
    engine.set_up().await?;
    let address = address(server.port());
    let trials = Trials { program: HAMMER, address: &address, engine: &engine };
    trials.a_paused_holder_finds_itself_fenced().await?;
    trials.a_replaced_holder_is_fenced_out().await?;
    trials.a_crash_loop_keeps_its_node().await
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_hangs_or_repeats_in_any_weather() -> Result<()> {
    let (server, _) = started().await?;
    let proxy = Proxy::before(server.port())?;
    let address = address(proxy.port());
    let deadline = Duration::from_millis(500);
    let engine = Postgres::connect(&address, Options::new().deadline(deadline)).await?;
    engine.set_up().await?;
    trials::a_reservation_is_one_round_trip(&engine, &proxy).await?;
    trials::every_call_ends_in_any_weather(&engine, &proxy, deadline).await?;
    let trials = Trials { program: HAMMER, address: &address, engine: &engine };
    trials.nothing_is_repeated_in_bad_weather(&proxy).await
}

#[tokio::test(flavor = "multi_thread")]
async fn ids_come_fast() -> Result<()> {
    let (_server, engine) = started().await?;
    engine.set_up().await?;
    engine.start_counter(&name("fast"), 1).await?;
    trials::ids_a_second(engine, &name("fast")).await.map(drop)
}
