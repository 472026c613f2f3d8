//! Behind PgBouncer, where each transaction may have another connection.

use anyhow::{Result, ensure};
use mintid_coord::postgres::{Postgres, Sequence};
use mintid_coord::{SetUp, Spans};
use mintid_coord_tests::server::Server;
use mintid_coord_tests::server::pgbouncer::PgBouncer;
use mintid_coord_tests::server::postgres::address;
use mintid_coord_tests::suite::{self, many, name};

use super::{options, started};

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_left_in_a_connection_that_others_have_next() -> Result<()> {
    let (server, _) = started().await?;
    let pooler = Server::start(PgBouncer { server: server.port() })?;
    let engine = Postgres::connect(&address(pooler.port()), options()).await?;
    suite::nothing_is_granted_before_it_is_set_up(&engine).await?;
    suite::all(&engine).await?;

    // All of them share the one connection that there is.
    let orders = name("shared");
    engine.start_counter(&orders, 1).await?;
    let sequence = Sequence::new(engine, many(10));
    sequence.start_counter(&orders, 1).await?;
    let mut tasks = tokio::task::JoinSet::new();
    for _ in 0..4 {
        let engine = Postgres::connect(&address(pooler.port()), options()).await?;
        let orders = orders.clone();
        tasks.spawn(async move {
            let sequence = Sequence::new(engine.clone(), many(10));
            let (mut rows, mut values) = (Vec::new(), Vec::new());
            for _ in 0..50 {
                rows.push(engine.reserve(&orders, many(10)).await?.span.first());
                values.push(sequence.reserve(&orders, many(10)).await?.span.first());
            }
            Ok::<_, mintid_coord::Error>((rows, values))
        });
    }
    let (mut rows, mut values) = (Vec::new(), Vec::new());
    while let Some(done) = tasks.join_next().await {
        let (some, others) = done??;
        rows.extend(some);
        values.extend(others);
    }
    for mut firsts in [rows, values] {
        firsts.sort_unstable();
        ensure!(firsts.iter().enumerate().all(|(at, first)| *first == 1 + 10 * at as u64), "{firsts:?}");
    }
    Ok(())
}
