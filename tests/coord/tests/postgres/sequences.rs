//! Spans by its own sequences.

use std::collections::BTreeSet;
use std::num::NonZero;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use mintid::range::Span;
use mintid_coord::postgres::{Postgres, Sequence};
use mintid_coord::{Fault, Receipt, Returned, SetUp, Spans, Tables};
use mintid_coord_tests::proxy::Proxy;
use mintid_coord_tests::server::postgres::{address, address_of, somebody_else};
use mintid_coord_tests::suite::{fault, many, name};
use mintid_coord_tests::trials::{self, Trials};

use super::{HAMMER, Running, options, started};

async fn sequences(span: u32) -> Result<(Running, Sequence)> {
    let (server, engine) = started().await?;
    Ok((server, Sequence::new(engine, many(span))))
}

#[tokio::test]
async fn one_value_is_one_span() -> Result<()> {
    let (_server, sequence) = sequences(50).await?;
    let orders = name("orders");
    ensure!(fault(sequence.reserve(&orders, many(1)).await)? == Fault::NoCounter);
    sequence.start_counter(&orders, 7).await?;
    ensure!(sequence.reserve(&orders, many(1)).await?.span == Span::of_count(7, 50)?);
    // What is there stays as it is.
    sequence.start_counter(&orders, 1).await?;
    let other_size = Sequence::new(sequence.postgres().clone(), many(9));
    other_size.start_counter(&orders, 1).await?;
    let second = other_size.reserve(&orders, many(1_000)).await?;
    ensure!(second.span == Span::of_count(57, 50)? && second.receipt == Receipt::NONE);
    ensure!(sequence.give_back(&orders, second.span, second.receipt).await? == Returned::Dropped);
    ensure!(sequence.reserve(&orders, many(1)).await?.span.first() == 107);
    Ok(())
}

#[tokio::test]
async fn a_sequence_ends_without_going_round() -> Result<()> {
    let (_server, sequence) = sequences(10).await?;
    let last = i64::MAX as u64 - 1;
    let top = name("top");
    ensure!(fault(sequence.start_counter(&top, last - 8).await)? == Fault::UsedUp);
    sequence.start_counter(&top, last - 19).await?;
    ensure!(sequence.reserve(&top, many(1)).await?.span == Span::new(last - 19, last - 10)?);
    ensure!(sequence.reserve(&top, many(1)).await?.span == Span::new(last - 9, last)?);
    ensure!(fault(sequence.reserve(&top, many(1)).await)? == Fault::UsedUp);
    ensure!(fault(sequence.reserve(&top, many(1)).await)? == Fault::UsedUp);
    Ok(())
}

#[tokio::test]
async fn a_changed_increment_is_found_out_before_anything_is_granted() -> Result<()> {
    let (server, sequence) = sequences(1_000).await?;
    let other = somebody_else(server.port()).await?;
    let orders = name("orders");
    sequence.start_counter(&orders, 1).await?;
    let before = sequence.reserve(&orders, many(1)).await?.span;
    for (change, expected) in [("INCREMENT BY 10", "an increment of 10"), ("INCREMENT BY 1000 CYCLE", "and cycles")] {
        other.batch_execute(&format!("ALTER SEQUENCE mintid_ids_orders {change}")).await?;
        // One that knows nothing of how it was.
        let sequence = Sequence::new(Postgres::connect(&address(server.port()), options()).await?, many(10));
        let error = sequence.reserve(&orders, many(1)).await.err().context("ids were reserved")?;
        ensure!(matches!(error.fault(), Fault::Foreign { .. }), "{error}");
        let text = error.to_string();
        ensure!(text.starts_with("postgres-sequence, reserving ids of orders: ") && text.contains(expected), "{text}");
    }
    other.batch_execute("ALTER SEQUENCE mintid_ids_orders NO CYCLE").await?;
    ensure!(sequence.reserve(&orders, many(1)).await?.span.first() > before.last());
    Ok(())
}

#[tokio::test]
async fn a_sequence_of_somebody_else_is_left_alone() -> Result<()> {
    let (server, sequence) = sequences(10).await?;
    let other = somebody_else(server.port()).await?;
    let orders = name("orders");
    for kind in ["SEQUENCE mintid_ids_orders", "TABLE mintid_ids_orders (last_value bigint)"] {
        other.batch_execute(&format!("CREATE {kind}")).await?;
        for refused in [
            fault(sequence.start_counter(&orders, 1).await)?,
            fault(sequence.reserve(&orders, many(1)).await)?,
            fault(sequence.reserve(&orders, many(1)).await)?,
        ] {
            ensure!(matches!(refused, Fault::Foreign { .. }), "{refused:?}");
        }
        if kind.starts_with("SEQUENCE") {
            let value: i64 = other.query_one("SELECT nextval('mintid_ids_orders')", &[]).await?.get(0);
            ensure!(value == 1, "somebody took values before {value}");
        }
        let kind = kind.split(' ').next().context("no kind")?;
        other.batch_execute(&format!("DROP {kind} mintid_ids_orders")).await?;
    }
    // Two names that begin alike would be one.
    let long = name(&"x".repeat(64));
    ensure!(matches!(fault(sequence.start_counter(&long, 1).await)?, Fault::Foreign { .. }));
    let tables = Tables::new().prefixed("p".repeat(60));
    let engine = Postgres::connect(&address(server.port()), options().tables(tables)).await?;
    let sequence = Sequence::new(engine, many(10));
    ensure!(matches!(fault(sequence.reserve(&orders, many(1)).await)?, Fault::Foreign { .. }));
    Ok(())
}

#[tokio::test]
async fn a_user_with_few_rights_can_use_a_sequence() -> Result<()> {
    let (server, sequence) = sequences(10).await?;
    let orders = name("orders");
    sequence.start_counter(&orders, 1).await?;
    let owner = somebody_else(server.port()).await?;
    owner.batch_execute("CREATE ROLE app LOGIN PASSWORD 'few rights'").await?;
    let engine = Postgres::connect(&address_of("app", "few rights", server.port()), options()).await?;
    let theirs = Sequence::new(engine, many(10));
    ensure!(fault(theirs.reserve(&orders, many(1)).await)? == Fault::NotAllowed);
    owner.batch_execute("GRANT USAGE ON SEQUENCE mintid_ids_orders TO app").await?;
    ensure!(theirs.reserve(&orders, many(1)).await?.span == Span::of_count(1, 10)?);
    ensure!(fault(theirs.start_counter(&name("others"), 1).await)? == Fault::NotAllowed);
    Ok(())
}

#[tokio::test]
async fn a_reservation_is_one_round_trip() -> Result<()> {
    let (server, _) = started().await?;
    let proxy = Proxy::before(server.port())?;
    let engine = Postgres::connect(&address(proxy.port()), options()).await?;
    trials::a_reservation_is_one_round_trip(&Sequence::new(engine, many(10)), &proxy).await
}

#[tokio::test(flavor = "multi_thread")]
async fn no_id_comes_twice_when_clients_and_the_server_are_killed() -> Result<()> {
    let (mut server, sequence) = sequences(100).await?;
    let address = address(server.port()).replacen("postgres", "postgres-sequence", 1);
    let trials = Trials { program: HAMMER, address: &address, engine: &sequence };
    let outage = || {
        server.kill()?;
        server.start_again()
    };
    trials.spans_are_distinct(outage).await
}

/// How many values are taken at a time by those who take them for a block.
const BLOCK: i64 = 100;

/// What many programs do: n values of a sequence in one statement, of which they keep the first, and go on from there.
async fn assumed_block(client: &tokio_postgres::Client) -> Result<(i64, i64)> {
    let rows = client.query("SELECT nextval('blocks') FROM generate_series(1, $1)", &[&(BLOCK as i32)]).await?;
    let first: i64 = rows.first().context("no value")?.get(0);
    Ok((first, first + BLOCK - 1))
}

/// Values of a sequence that one statement takes are not behind each other where another one takes some at the same time.
#[tokio::test(flavor = "multi_thread")]
async fn blocks_of_values_that_are_assumed_to_be_behind_each_other_repeat_ids_and_ours_do_not() -> Result<()> {
    let (server, sequence) = sequences(BLOCK as u32).await?;
    let orders = name("orders");
    sequence.start_counter(&orders, 1).await?;
    somebody_else(server.port()).await?.batch_execute("CREATE SEQUENCE blocks").await?;
    let until = Instant::now() + Duration::from_secs(30);
    let (mut assumed, mut ours) = (BTreeSet::new(), BTreeSet::new());
    let clients = (somebody_else(server.port()).await?, somebody_else(server.port()).await?);
    loop {
        let (one, other) = tokio::try_join!(assumed_block(&clients.0), assumed_block(&clients.1))?;
        assumed.extend([one, other]);
        let reserve = async || sequence.reserve(&orders, NonZero::<u32>::MIN).await;
        let (one, other) = tokio::try_join!(reserve(), reserve())?;
        ours.extend([one, other].map(|reserved| (reserved.span.first() as i64, reserved.span.last() as i64)));
        if repeated(&assumed) > 0 && ours.len() > 100 {
            break;
        }
        if Instant::now() > until {
            bail!("of {} blocks none came between those of another", assumed.len());
        }
    }
    println!(
        "of {} blocks, {} repeat ids of another; of our {}, {}",
        assumed.len(),
        repeated(&assumed),
        ours.len(),
        repeated(&ours)
    );
    ensure!(repeated(&ours) == 0);
    Ok(())
}

/// How many of these blocks begin within the one before.
fn repeated(blocks: &BTreeSet<(i64, i64)>) -> usize {
    blocks.iter().zip(blocks.iter().skip(1)).filter(|((_, last), (first, _))| first <= last).count()
}
