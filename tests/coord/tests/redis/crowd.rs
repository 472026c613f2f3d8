//! Crowds of processes, killed clients and a killed server, and a network that misbehaves.

use std::num::NonZero;
use std::time::Duration;

use anyhow::{Result, ensure};
use mintid_coord::SetUp;
use mintid_coord::redis::{Options, Redis};
use mintid_coord_tests::proxy::Proxy;
use mintid_coord_tests::server::{Server, redis as server};
use mintid_coord_tests::trials::{self, Trials};

const HAMMER: &str = env!("CARGO_BIN_EXE_hammer");

#[tokio::test(flavor = "multi_thread")]
async fn no_id_comes_twice_when_clients_and_the_server_are_killed() -> Result<()> {
    let (mut server, engine) = super::ready().await?;
    let trials = Trials { program: HAMMER, address: &server.address(), engine: &engine };
    trials.spans_are_distinct(|| killed(&mut server)).await
}

#[tokio::test(flavor = "multi_thread")]
async fn no_tick_comes_twice_when_clients_and_the_server_are_killed() -> Result<()> {
    let (mut server, engine) = super::ready().await?;
    let trials = Trials { program: HAMMER, address: &server.address(), engine: &engine };
    trials.ticks_are_distinct(|| killed(&mut server)).await
}

/// A kill, and a start on what is on the disk.
fn killed(server: &mut Server<server::Redis>) -> Result<()> {
    server.kill()?;
    server.start_again()
}

#[tokio::test(flavor = "multi_thread")]
async fn who_holds_a_lease_no_more_finds_out() -> Result<()> {
    let (server, engine) = super::ready().await?;
    let trials = Trials { program: HAMMER, address: &server.address(), engine: &engine };
    trials.a_paused_holder_finds_itself_fenced().await?;
    trials.a_replaced_holder_is_fenced_out().await?;
    trials.a_crash_loop_keeps_its_node().await
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_hangs_or_repeats_in_any_weather() -> Result<()> {
    let server = Server::start(server::Redis::new())?;
    let proxy = Proxy::before(server.port())?;
    let address = server::address(proxy.port());
    let deadline = Duration::from_millis(500);
    let engine = Redis::connect(&address, Options::new().deadline(deadline)).await?;
    engine.set_up().await?;
    trials::a_reservation_is_one_round_trip(&engine, &proxy).await?;
    trials::every_call_ends_in_any_weather(&engine, &proxy, deadline).await?;
    let trials = Trials { program: HAMMER, address: &address, engine: &engine };
    trials.nothing_is_repeated_in_bad_weather(&proxy).await
}

#[tokio::test(flavor = "multi_thread")]
async fn what_replicas_have_to_confirm_is_one_round_trip_too() -> Result<()> {
    let pair = super::replicas::Pair::start()?;
    let proxy = Proxy::before(pair.first.port())?;
    let deadline = Duration::from_millis(500);
    let options = Options::new().wait_for_replicas(NonZero::<u32>::MIN, Duration::from_millis(300));
    let engine = Redis::connect(&server::address(proxy.port()), options.deadline(deadline)).await?;
    engine.set_up().await?;
    trials::a_reservation_is_one_round_trip(&engine, &proxy).await?;
    trials::every_call_ends_in_any_weather(&engine, &proxy, deadline).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_hangs_is_given_up_by_the_deadline() -> Result<()> {
    let (server, _) = super::ready().await?;
    let deadline = Duration::from_millis(300);
    let engine = Redis::connect(&server.address(), Options::new().deadline(deadline)).await?;
    engine.start_counter(&mintid_coord_tests::suite::name("orders"), 1).await?;
    server.pause()?;
    let since = std::time::Instant::now();
    // Those who come together wait together, not one after the other: neither for an answer nor for a connection.
    for _ in 0..2 {
        let asked: Vec<_> = (0..20).map(|_| tokio::spawn(reserved(engine.clone()))).collect();
        for one in asked {
            let error = one.await?.expect_err("the server hangs");
            ensure!(*error.fault() == mintid_coord::Fault::TimedOut { after_ms: 300 }, "{error:?}");
        }
    }
    ensure!(since.elapsed() < 2 * deadline + Duration::from_millis(700), "it took {:?}", since.elapsed());
    server.go_on()?;
    // What was asked for while it hung may have been reserved, and is lost; nothing that comes now was.
    let first = reserved(engine.clone()).await?;
    let second = reserved(engine).await?;
    ensure!(first.last() < second.first(), "{first:?}, {second:?}");
    Ok(())
}

async fn reserved(engine: Redis) -> Result<mintid::range::Span, mintid_coord::Error> {
    let orders = mintid_coord_tests::suite::name("orders");
    Ok(mintid_coord::Spans::reserve(&engine, &orders, NonZero::<u32>::MIN).await?.span)
}
