//! What holds for every engine, whatever it is made of.

use std::num::NonZero;

use anyhow::{Context, Result, bail, ensure};
use mintid::lease::{Answer, Denied, Grant, Holder, Lease, Moment, Pool, Record, Request, Terms};
use mintid::range::Span;
use mintid::snowflake::Layout;
use mintid_coord::{Error, Fault, Leases, Lent, Name, Operation, Receipt, Returned, SetUp, Spans, Stored, Which, lend};

/// A name that nothing else of a test uses.
pub fn name(text: &str) -> Name {
    Name::new(text).unwrap()
}

/// So many, and more than none.
pub fn many(count: u32) -> NonZero<u32> {
    NonZero::new(count).unwrap()
}

/// The fault of an error.
pub fn fault<T: std::fmt::Debug>(done: Result<T, Error>) -> Result<Fault> {
    match done {
        Ok(done) => bail!("{done:?} was granted"),
        Err(error) => Ok(error.fault().clone()),
    }
}

/// Nothing starts by accident: not the tables, not a counter, not a pool.
pub async fn nothing_is_granted_before_it_is_set_up(engine: &(impl Spans + Leases + SetUp)) -> Result<()> {
    let orders = name("orders");
    for refused in [
        fault(engine.start_counter(&orders, 1).await)?,
        fault(engine.start_pool(&orders).await)?,
        fault(engine.reserve(&orders, many(1)).await)?,
        fault(engine.load(&orders, Which::All).await.map(|_| ()))?,
    ] {
        ensure!(refused == Fault::NotSetUp, "{refused:?}");
    }
    Ok(())
}

/// A counter or a pool that nobody has started is an error, and one that is there stays as it is.
pub async fn what_is_started_stays(engine: &(impl Spans + Leases + SetUp)) -> Result<()> {
    engine.set_up().await?;
    engine.set_up().await?;
    let kept = name("kept");
    ensure!(fault(engine.reserve(&kept, many(1)).await)? == Fault::NoCounter);
    ensure!(fault(engine.load(&kept, Which::All).await.map(|_| ()))? == Fault::NoPool);

    engine.start_counter(&kept, 40).await?;
    ensure!(engine.reserve(&kept, many(2)).await?.span == Span::of_count(40, 2)?);
    engine.start_counter(&kept, 1).await?;
    ensure!(engine.reserve(&kept, many(3)).await?.span == Span::of_count(42, 3)?);

    engine.start_pool(&kept).await?;
    ensure!(engine.load(&kept, Which::All).await?.records.is_empty());
    engine.start_pool(&kept).await?;
    Ok(())
}

/// A counter grants up to 2^63 − 2, and nothing of a span that would go beyond.
pub async fn a_counter_ends_without_going_round(engine: &(impl Spans + SetUp)) -> Result<()> {
    let top = name("top");
    let last = i64::MAX as u64 - 1;
    ensure!(fault(engine.start_counter(&top, last + 1).await)? == Fault::UsedUp);
    engine.start_counter(&top, last - 9).await?;
    ensure!(fault(engine.reserve(&top, many(11)).await)? == Fault::UsedUp);
    ensure!(engine.reserve(&top, many(10)).await?.span == Span::new(last - 9, last)?);
    ensure!(fault(engine.reserve(&top, many(1)).await)? == Fault::UsedUp);
    Ok(())
}

/// Ids come back only from the end, only once, and only with their receipt.
pub async fn ids_are_given_back_once(engine: &(impl Spans + SetUp)) -> Result<()> {
    let back = name("back");
    engine.start_counter(&back, 1).await?;
    let first = engine.reserve(&back, many(10)).await?;
    let second = engine.reserve(&back, many(10)).await?;

    ensure!(engine.give_back(&back, first.span, first.receipt).await? == Returned::Dropped, "others are behind it");
    ensure!(engine.give_back(&back, second.span, first.receipt).await? == Returned::Dropped, "the receipt of another");
    ensure!(engine.give_back(&back, second.span, Receipt::NONE).await? == Returned::Dropped, "no receipt");
    let tail = Span::new(15, 20)?;
    ensure!(engine.give_back(&back, tail, second.receipt).await? == Returned::Taken);
    ensure!(engine.give_back(&back, tail, second.receipt).await? == Returned::Dropped, "a second time");

    let third = engine.reserve(&back, many(6)).await?;
    ensure!(third.span == tail);
    ensure!(engine.give_back(&back, tail, second.receipt).await? == Returned::Dropped, "others have them now");
    ensure!(engine.reserve(&back, many(1)).await?.span == Span::of_count(21, 1)?);
    Ok(())
}

/// A record is stored over what was loaded, and over nothing else.
pub async fn a_record_is_stored_if_unchanged(engine: &(impl Leases + SetUp)) -> Result<()> {
    let pool = name("stored");
    engine.start_pool(&pool).await?;
    let nodes = Pool::new(&Layout::TWITTER, Terms::DEFAULT);
    let record = |node: u64| nodes.record(node).context("no such node");
    let changed = |record: Record| record.with_terms(Terms::new(7, 7, 7).unwrap());

    ensure!(engine.store(&pool, &record(7)?, None).await? == Stored::Yes);
    ensure!(engine.store(&pool, &changed(record(7)?), None).await? == Stored::Changed, "there is one");
    ensure!(engine.store(&pool, &record(2)?, None).await? == Stored::Yes);

    let loaded = engine.load(&pool, Which::All).await?;
    let nodes: Vec<_> = loaded.records.iter().map(|kept| kept.record.node()).collect();
    ensure!(nodes == [2, 7], "{nodes:?} are not in order");
    let old = engine.load(&pool, Which::Node(7)).await?;
    let [kept] = &old.records[..] else { bail!("{old:?} is not one record") };
    ensure!(kept.record == record(7)?);

    ensure!(engine.store(&pool, &changed(record(7)?), Some(&kept.version)).await? == Stored::Yes);
    ensure!(engine.store(&pool, &record(7)?, Some(&kept.version)).await? == Stored::Changed, "it is another now");
    let third = record(7)?.with_terms(Terms::new(9, 9, 9)?);
    ensure!(engine.store(&pool, &third, Some(&kept.version)).await? == Stored::Changed, "it is another now");
    let new = engine.load(&pool, Which::Node(7)).await?;
    ensure!(new.records.len() == 1 && new.records[0].record == changed(record(7)?));
    ensure!(engine.load(&pool, Which::Node(8)).await?.records.is_empty());

    let here_ms = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH)?.as_millis() as u64;
    ensure!(new.server_unix_ms.abs_diff(here_ms) < 2_000, "its clock, on this host, says {}", new.server_unix_ms);
    Ok(())
}

/// Nodes are lent, renewed, fenced, given back, and named when there are none.
pub async fn nodes_are_lent(engine: &(impl Leases + SetUp)) -> Result<()> {
    let lent = name("lent");
    engine.start_pool(&lent).await?;
    let pool = Pool::new(&Layout::TWITTER, Terms::new(60_000, 1_000, 1_000)?).up_to_node(1);
    let mut first = Client::new(1);
    let mut second = Client::new(2);
    let mut third = Client::new(3);

    let one = first.granted(engine, &lent, &pool).await?;
    let two = second.granted(engine, &lent, &pool).await?;
    ensure!((one.node, one.fence, two.node, two.fence) == (0, 1, 1, 1), "{one:?}, {two:?}");
    match third.ask(engine, &lent, &pool).await?.answer {
        Answer::Denied(Denied::Exhausted { nodes: 2, .. }) => {}
        other => bail!("{other:?}"),
    }

    // The first one again, as after a restart: its own node, and none of the ticks it had.
    let again = Client::new(1).granted(engine, &lent, &pool).await?;
    ensure!(again.node == 0 && again.fence == 2 && again.floor_tick == one.ceiling_tick, "{again:?} after {one:?}");
    // Who still holds it under the old fence is told.
    first.wait(30_000);
    match first.ask(engine, &lent, &pool).await?.answer {
        Answer::Denied(Denied::Superseded { fence: 2 }) => {}
        other => bail!("{other:?}"),
    }
    // Renewed in time, it is the same node, and more of its ticks.
    second.wait(30_000);
    let more = second.granted(engine, &lent, &pool).await?;
    ensure!((more.node, more.fence, more.floor_tick) == (1, 1, two.floor_tick), "{more:?}");
    ensure!(more.ceiling_tick >= two.ceiling_tick);
    // Given back, it is the next one's at once.
    second.lease.give_back(Some(two.floor_tick));
    ensure!(second.ask(engine, &lent, &pool).await?.answer == Answer::GivenBack { node: 1, fence: 1 });
    let other = third.granted(engine, &lent, &pool).await;
    let other = match other {
        Ok(grant) => grant,
        Err(_) => {
            third.wait(60_000);
            third.granted(engine, &lent, &pool).await?
        }
    };
    ensure!((other.node, other.fence, other.floor_tick) == (1, 2, two.floor_tick + 1), "{other:?}");
    Ok(())
}

/// A lease of somebody's, by clocks that are set by hand.
struct Client {
    lease: Lease,
    now: Moment,
}

impl Client {
    fn new(holder: u128) -> Self {
        let lease = Lease::new(Holder::from_u128(holder), &Layout::TWITTER, mintid::lease::Options::new());
        Self { lease, now: Moment { monotonic_ms: 0, unix_ms: 1_800_000_000_000 } }
    }

    fn wait(&mut self, ms: u32) {
        self.now.monotonic_ms += u64::from(ms);
        self.now.unix_ms += i64::from(ms);
    }

    async fn ask(&mut self, engine: &impl Leases, name: &Name, pool: &Pool) -> Result<Lent> {
        let request: Request = self.lease.request_due(self.now, 1 << 39).context("nothing is due")?;
        let lent = lend(engine, name, pool, &request).await?;
        self.lease.answered(request.ticket(), lent.answer, self.now.monotonic_ms, 0)?;
        Ok(lent)
    }

    async fn granted(&mut self, engine: &impl Leases, name: &Name, pool: &Pool) -> Result<Grant> {
        match self.ask(engine, name, pool).await?.answer {
            Answer::Granted(grant) => Ok(grant),
            other => bail!("{other:?}"),
        }
    }
}

/// Errors name the engine, the operation and what it was about, and say what to do next.
pub async fn errors_tell_what_to_do(engine: &impl Spans) -> Result<()> {
    let error = engine.reserve(&name("nobody-started-it"), many(1)).await.err().context("ids were reserved")?;
    ensure!(error.operation() == Operation::Reserve && error.fault() == &Fault::NoCounter);
    let text = error.to_string();
    ensure!(text.contains("reserving ids of nobody-started-it") && text.contains("start it"), "{text}");
    Ok(())
}

/// All of it, in order. The engine is empty at the start.
pub async fn all(engine: &(impl Spans + Leases + SetUp)) -> Result<()> {
    what_is_started_stays(engine).await?;
    a_counter_ends_without_going_round(engine).await?;
    ids_are_given_back_once(engine).await?;
    a_record_is_stored_if_unchanged(engine).await?;
    nodes_are_lent(engine).await?;
    errors_tell_what_to_do(engine).await
}
