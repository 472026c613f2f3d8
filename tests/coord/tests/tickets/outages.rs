//! Servers that are down, slow, killed, or have lost what they had.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use mintid_coord::mysql::{Options, Tickets};
use mintid_coord::{Fault, SetUp, Spans};
use mintid_coord_tests::hammer::{Crowd, Kind, time};
use mintid_coord_tests::proxy::{Proxy, Weather};
use mintid_coord_tests::server::Server;
use mintid_coord_tests::server::mariadb::{MariaDb, address};
use mintid_coord_tests::suite::{fault, name};
use mysql_async::Conn;
use mysql_async::prelude::Queryable;

use super::{MANY, Pair, draw, next};

const HAMMER: &str = env!("CARGO_BIN_EXE_hammer");
const DEADLINE: Duration = Duration::from_millis(500);
/// How much later a call may end on a machine that has other things to do.
const SLACK: Duration = Duration::from_millis(700);
/// Longer than a server that failed comes second.
const LATER: Duration = Duration::from_millis(1_200);

#[tokio::test(flavor = "multi_thread")]
async fn where_one_server_is_down_the_other_one_has_the_tickets() -> Result<()> {
    let (mut pair, tickets) = Pair::ready(Options::new().deadline(DEADLINE)).await?;
    let mut seen = HashSet::new();
    draw(&tickets, 10, &mut seen).await?;
    pair.odd.kill()?;
    ensure!(draw(&tickets, 10, &mut seen).await?.iter().all(|ticket| ticket % 2 == 0));
    // A program that starts now does without it too, and so does a counter that is there.
    let late = pair.connect(Options::new().deadline(DEADLINE)).await?;
    late.set_up().await?;
    late.start_counter(&name("photos"), 1).await?;
    ensure!(draw(&late, 10, &mut seen).await?.iter().all(|ticket| ticket % 2 == 0));
    // A new one has to begin on both.
    ensure!(fault(late.start_counter(&name("videos"), 1).await)? == Fault::Unreachable);

    pair.even.kill()?;
    let since = Instant::now();
    let refused = tickets.reserve(&name("photos"), MANY).await.err().context("there was a ticket")?;
    ensure!(since.elapsed() < 2 * DEADLINE + SLACK);
    let source = std::error::Error::source(&refused).context("it has no source")?.to_string();
    ensure!(refused.to_string().starts_with("tickets, reserving ids of photos: it cannot be reached"), "{refused}");
    ensure!(source.starts_with("neither of the two did: "), "{source}");
    ensure!(fault(pair.connect(Options::new().deadline(DEADLINE)).await)? == Fault::Unreachable);

    pair.odd.start_again()?;
    ensure!(draw(&tickets, 10, &mut seen).await?.iter().all(|ticket| ticket % 2 == 1));
    pair.even.start_again()?;
    tokio::time::sleep(LATER).await;
    let both = draw(&tickets, 10, &mut seen).await?;
    ensure!(both.iter().filter(|ticket| *ticket % 2 == 1).count() == 5, "{both:?}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn where_one_server_is_slow_it_is_waited_for_once_in_a_while() -> Result<()> {
    let (pair, _) = Pair::ready(Options::new()).await?;
    let proxy = Proxy::before(pair.odd.port())?;
    let options = Options::new().deadline(DEADLINE);
    let tickets = Tickets::connect(&address(proxy.port()), &address(pair.even.port()), options).await?;
    let mut seen = HashSet::new();
    draw(&tickets, 4, &mut seen).await?;
    for weather in [Weather::Lost, Weather::Slow(Duration::from_secs(30)), Weather::CutAtTheAnswer, Weather::Closed] {
        proxy.set(weather);
        let (since, mut waited) = (Instant::now(), 0);
        while since.elapsed() < Duration::from_secs(3) {
            let one = Instant::now();
            ensure!(draw(&tickets, 1, &mut seen).await?[0] % 2 == 0, "{weather:?} let a ticket through");
            ensure!(one.elapsed() < DEADLINE + SLACK, "{weather:?}: {:?}", one.elapsed());
            waited += usize::from(one.elapsed() > DEADLINE / 2);
        }
        ensure!(waited <= 3, "{weather:?}: {waited} calls have waited");
        proxy.set(Weather::Fair);
        tokio::time::sleep(LATER).await;
        let until = Instant::now() + Duration::from_secs(5);
        while draw(&tickets, 1, &mut seen).await?[0].is_multiple_of(2) {
            ensure!(Instant::now() < until, "after {weather:?} it has no tickets");
        }
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn in_any_weather_each_call_ends_and_no_ticket_comes_twice() -> Result<()> {
    let (pair, _) = Pair::ready(Options::new()).await?;
    let proxies = [Proxy::before(pair.odd.port())?, Proxy::before(pair.even.port())?];
    let options = Options::new().deadline(DEADLINE);
    let tickets = Tickets::connect(&address(proxies[0].port()), &address(proxies[1].port()), options).await?;
    let mut seen = HashSet::new();
    for weather in [
        Weather::Lost,
        Weather::Slow(Duration::from_secs(30)),
        Weather::CutAtTheAnswer,
        Weather::CutAtTheRequest,
        Weather::Closed,
    ] {
        proxies.iter().for_each(|proxy| proxy.set(weather));
        for _ in 0..2 {
            let since = Instant::now();
            let refused = tickets.reserve(&name("photos"), MANY).await.err().context("there was a ticket")?;
            ensure!(since.elapsed() < 2 * DEADLINE + SLACK, "{weather:?}: {:?}", since.elapsed());
            ensure!(matches!(refused.fault(), Fault::Unreachable | Fault::TimedOut { .. }), "{weather:?}: {refused}");
        }
        proxies.iter().for_each(|proxy| proxy.set(Weather::Fair));
        let until = Instant::now() + 4 * DEADLINE;
        while draw(&tickets, 1, &mut seen).await.is_err() {
            ensure!(Instant::now() < until, "after {weather:?} it does not work again");
        }
        draw(&tickets, 10, &mut seen).await?;
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn eight_processes_get_no_ticket_twice_while_either_server_is_killed() -> Result<()> {
    let (mut pair, _tickets) = Pair::ready(Options::new()).await?;
    let [odd, even] = pair.addresses();
    let mut crowd = Crowd::new(HAMMER, &format!("tickets:{odd},{even}"), Kind::Spans, &name("photos"));
    let part = time() / 6;
    for holder in 0..8 {
        crowd.start(holder, 6 * part)?;
    }
    std::thread::sleep(part);
    crowd.kill(3)?;
    pair.odd.kill()?;
    std::thread::sleep(part);
    pair.odd.start_again()?;
    std::thread::sleep(part);
    pair.even.kill()?;
    std::thread::sleep(part);
    pair.even.start_again()?;
    crowd.start(3, part)?;
    let said = crowd.finish()?;
    let ids = said.distinct_span_ids()?;
    println!("{ids} tickets, {} failures", said.count("failed"));
    ensure!(ids > 1_000, "{ids} tickets are too few to tell");
    Ok(())
}

#[tokio::test]
async fn numbers_outlive_a_crash_before_and_after_the_first_ticket() -> Result<()> {
    let (mut pair, tickets) = Pair::ready(Options::new()).await?;
    let late = name("late");
    tickets.start_counter(&late, 5_000).await?;
    let mut seen = HashSet::new();
    for _ in 0..3 {
        restart(&mut pair.odd)?;
        restart(&mut pair.even)?;
        for _ in 0..4 {
            let ticket = tickets.reserve(&late, MANY).await?.span.first();
            ensure!(ticket >= 5_000 && seen.insert(ticket), "{ticket} came twice, or is too low");
        }
        draw(&tickets, 4, &mut HashSet::new()).await?;
    }
    Ok(())
}

fn restart(server: &mut Server<MariaDb>) -> Result<()> {
    server.kill()?;
    server.start_again()
}

#[tokio::test]
async fn a_counter_that_one_server_has_lost_is_started_only_above_the_others() -> Result<()> {
    let (pair, tickets) = Pair::ready(Options::new()).await?;
    let mut seen = HashSet::new();
    draw(&tickets, 10, &mut seen).await?;
    let mut admin = Conn::from_url(address(pair.odd.port())).await?;
    admin.query_drop("DROP TABLE mintid_tickets_photos").await?;
    // It does not begin again by itself.
    ensure!(draw(&tickets, 10, &mut seen).await?.iter().all(|ticket| ticket % 2 == 0));
    let refused = tickets.start_counter(&name("photos"), 1).await.err().context("it was started")?;
    ensure!(refused.fault() == &Fault::NoCounter, "{refused}");
    ensure!(refused.to_string().contains("start it above every id it granted"), "{refused}");
    tickets.start_counter(&name("photos"), 1_000).await?;
    tokio::time::sleep(LATER).await;
    let both = draw(&tickets, 10, &mut seen).await?;
    ensure!(both.iter().any(|ticket| ticket % 2 == 1 && *ticket > 1_000), "{both:?}");
    admin.disconnect().await?;
    ensure!(next(&tickets).await? > 10);
    Ok(())
}
