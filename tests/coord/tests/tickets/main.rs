//! Two ticket servers of MariaDB's on this host, one for odd ids and one for even ones.

use std::collections::HashSet;
use std::num::NonZero;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use mintid_coord::mysql::{Options, Tickets};
use mintid_coord::{Fault, RangeIds, Receipt, Returned, SetUp, Spans};
use mintid_coord_tests::server::Server;
use mintid_coord_tests::server::mariadb::{MariaDb, address};
use mintid_coord_tests::suite::{fault, name};

mod outages;
mod settings;

/// What is asked for at a time. One is granted.
const MANY: NonZero<u32> = NonZero::new(1_000).unwrap();

/// The two servers, with the options they are started with.
struct Pair {
    odd: Server<MariaDb>,
    even: Server<MariaDb>,
    kinds: [MariaDb; 2],
}

impl Pair {
    fn start() -> Result<Self> {
        let kinds = [MariaDb::tickets(1), MariaDb::tickets(2)];
        Ok(Self { odd: Server::start(kinds[0].clone())?, even: Server::start(kinds[1].clone())?, kinds })
    }

    fn addresses(&self) -> [String; 2] {
        [address(self.odd.port()), address(self.even.port())]
    }

    async fn connect(&self, options: Options) -> Result<Tickets, mintid_coord::Error> {
        let [odd, even] = self.addresses();
        Tickets::connect(&odd, &even, options).await
    }

    /// Both, with the counter `photos` from 1 on.
    async fn ready(options: Options) -> Result<(Self, Tickets)> {
        let pair = Self::start()?;
        let tickets = pair.connect(options).await?;
        tickets.set_up().await?;
        tickets.start_counter(&name("photos"), 1).await?;
        Ok((pair, tickets))
    }
}

/// The next ticket of `photos`.
async fn next(tickets: &Tickets) -> Result<u64> {
    let reserved = tickets.reserve(&name("photos"), MANY).await?;
    ensure!(reserved.span.count() == 1, "{:?} is more than one ticket", reserved.span);
    Ok(reserved.span.first())
}

/// So many tickets, none of them one that was seen before.
async fn draw(tickets: &Tickets, count: usize, seen: &mut HashSet<u64>) -> Result<Vec<u64>> {
    let mut drawn = Vec::new();
    for _ in 0..count {
        let ticket = next(tickets).await?;
        ensure!(seen.insert(ticket), "{ticket} came twice");
        drawn.push(ticket);
    }
    Ok(drawn)
}

#[tokio::test]
async fn tickets_come_from_both_servers_in_turn() -> Result<()> {
    let pair = Pair::start()?;
    let tickets = pair.connect(Options::new()).await?;
    tickets.set_up().await?;
    ensure!(fault(next_of(&tickets, "photos").await)? == Fault::NoCounter);
    tickets.start_counter(&name("photos"), 1).await?;
    let mut seen = HashSet::new();
    let mut drawn = draw(&tickets, 6, &mut seen).await?;
    ensure!(drawn.windows(2).all(|pair| pair[0] % 2 != pair[1] % 2), "{drawn:?} are not in turn");
    drawn.sort_unstable();
    ensure!(drawn == [1, 2, 3, 4, 5, 6], "{drawn:?}");
    // What is there stays, and each counter is for itself.
    tickets.set_up().await?;
    tickets.start_counter(&name("photos"), 5_000).await?;
    draw(&tickets, 10, &mut seen).await?;
    ensure!(seen.iter().max() == Some(&16));
    ensure!(fault(next_of(&tickets, "Photos").await)? == Fault::NoCounter);
    tickets.start_counter(&name("Photos"), 1_000).await?;
    ensure!(next_of(&tickets, "Photos").await?.span.first() == 1_001);

    let last = tickets.reserve(&name("photos"), MANY).await?;
    ensure!(last.receipt == Receipt::NONE);
    ensure!(tickets.give_back(&name("photos"), last.span, last.receipt).await? == Returned::Dropped);
    ensure!(fault(tickets.start_pool(&name("workers")).await)? == Fault::NoLeases);
    Ok(())
}

#[tokio::test]
async fn a_counter_ends_without_going_round() -> Result<()> {
    let (_pair, tickets) = Pair::ready(Options::new()).await?;
    let top = name("top");
    let last = i64::MAX as u64 - 1;
    ensure!(fault(tickets.start_counter(&top, last + 1).await)? == Fault::UsedUp);
    tickets.start_counter(&top, last - 1).await?;
    let mut seen = HashSet::new();
    for _ in 0..2 {
        let ticket = next_of(&tickets, "top").await?.span.first();
        ensure!(seen.insert(ticket) && (last - 1..=last).contains(&ticket), "{ticket}");
    }
    for _ in 0..4 {
        ensure!(fault(next_of(&tickets, "top").await)? == Fault::UsedUp);
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_range_hands_out_the_tickets_of_both() -> Result<()> {
    let (_pair, tickets) = Pair::ready(Options::new()).await?;
    let ids = RangeIds::start(tickets, name("photos"), Default::default());
    let (mut seen, since) = (HashSet::new(), Instant::now());
    while since.elapsed() < Duration::from_secs(2) {
        let id = ids.next().await?;
        ensure!(seen.insert(id), "{id} came twice");
    }
    println!("{:.0} tickets a second", seen.len() as f64 / since.elapsed().as_secs_f64());
    ensure!(seen.len() > 100);
    ensure!(ids.give_back().await? == 0);
    Ok(())
}

async fn next_of(tickets: &Tickets, counter: &str) -> Result<mintid_coord::Reserved, mintid_coord::Error> {
    tickets.reserve(&name(counter), MANY).await
}
