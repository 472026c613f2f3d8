//! Redis, with its log on the disk, and with replicas.

use anyhow::{Result, ensure};
use mintid_coord::SetUp;
use mintid_coord::redis::{Options, Redis};
use mintid_coord_tests::server::{Server, redis as server};
use mintid_coord_tests::suite::{self, name};

mod bad_input;
mod crowd;
mod elsewhere;
mod replicas;
mod speed;

/// A server as it should be, and an engine on it.
async fn ready() -> Result<(Server<server::Redis>, Redis)> {
    let server = Server::start(server::Redis::new())?;
    let engine = Redis::connect(&server.address(), Options::new()).await?;
    engine.set_up().await?;
    Ok((server, engine))
}

#[tokio::test]
async fn what_holds_for_every_engine_holds_here() -> Result<()> {
    let (_server, engine) = ready().await?;
    suite::all(&engine).await
}

#[tokio::test]
async fn its_keys_may_begin_with_something_else() -> Result<()> {
    let (server, engine) = ready().await?;
    let theirs = Redis::connect(&server.address(), Options::new().prefix("it's {ours} *")).await?;
    suite::all(&theirs).await?;
    // Nothing is there by the usual names: the same holds again from the start.
    suite::all(&engine).await
}

#[tokio::test]
async fn a_user_needs_no_more_than_the_page_says() -> Result<()> {
    let (server, _) = ready().await?;
    let page = include_str!("../../../../bindings/coord/src/engine/redis.rs");
    let line = page.lines().find_map(|line| line.strip_prefix("//! ACL SETUSER ids")).expect("the page has a user");
    ensure!(server.say(&format!("ACL SETUSER ids{line}"))? == "+OK");
    let address = format!("redis://ids:secret@127.0.0.1:{}", server.port());
    // The checks of `set_up` are not allowed, and pass.
    suite::all(&Redis::connect(&address, Options::new()).await?).await
}

#[tokio::test]
async fn a_client_of_the_programs_own_will_do() -> Result<()> {
    let (server, _) = ready().await?;
    // RESP 3, and another database.
    let address = format!("{}/3?protocol=resp3", server.address());
    let engine = Redis::with_client(redis::Client::open(address)?, Options::new());
    suite::all(&engine).await?;

    let client = redis::Client::open(server.address())?;
    let connect = move || {
        let client = client.clone();
        async move { client.get_multiplexed_async_connection().await }
    };
    suite::all(&Redis::with_connector(connect, Options::new())).await
}

#[tokio::test]
async fn what_was_confirmed_outlives_a_kill() -> Result<()> {
    let (mut server, engine) = ready().await?;
    let orders = name("orders");
    engine.start_counter(&orders, 1).await?;
    let mut next = 1;
    for round in 1..=3 {
        for _ in 0..50 {
            let reserved = mintid_coord::Spans::reserve(&engine, &orders, 7.try_into()?).await?;
            ensure!(reserved.span.first() == next, "in round {round} {:?} came, not {next}", reserved.span);
            next += 7;
        }
        server.kill()?;
        server.start_again()?;
        // The connection is lost: one call tells so at most, and the next one connects.
        if let Err(error) = engine.start_counter(&orders, 1).await {
            ensure!(*error.fault() == mintid_coord::Fault::Unreachable, "{error}");
        }
    }
    Ok(())
}
