//! Snowflakes of Twitter's layout, from 1970 on, which is what the peers' stepping time means.
//!
//! One owner, and a generator that threads could share, each on a clock that steps after so many readings, since an id's cost
//! is another in a new tick. Then the system's clock, where no generator can make more than 4,096 ids a millisecond.

mod clock;

use std::time::{Duration, Instant};

use ferroid::generator::{AtomicSnowflakeGenerator, BasicSnowflakeGenerator, Poll};
use ferroid::id::SnowflakeTwitterId;
use mintid::clock::SystemClock;
use mintid::entropy::ThreadEntropy;
use mintid::snowflake::{Layout, Options};
use mintid::{SharedSnowflake, Snowflake, SnowflakeGenerator};

use crate::contest::{CALLS, Contest, Fate, OneByOne, Slice};
use crate::generate::inputs::Stepping;
use crate::race::{Aim, Effort, Role};
use clock::SharedStepping;

/// What an id may cost its only owner, and one that is shared.
const OWNED_NS: f64 = 2.0;
const SHARED_NS: f64 = 6.0;
/// What a layout of 4,096 ids a millisecond is to deliver of them.
const FULL: f64 = 4_096.0 * 0.99;
const PATIENCE: Duration = Duration::from_secs(1);

pub fn run(effort: &Effort) {
    owned::<8, OneByOne>("8 ids a ms", effort);
    owned::<8, Slice>("8 ids a ms", effort);
    owned::<1, OneByOne>("a new ms at every id", effort);
    shared::<1000, OneByOne>("1,000 ids a ms", effort);
    shared::<8, OneByOne>("8 ids a ms", effort);
    shared::<1, OneByOne>("a new ms at every id", effort);
    full();
}

fn options() -> Option<Options> {
    Options::new(Layout::TWITTER.with_epoch_ms(0).ok()?, 1).ok()
}

fn owned<const PER_MS: u64, F: Fate>(pace: &str, effort: &Effort) {
    let mut contest = Contest::<F>::new();
    contest.enter("mintid", Role::Ours, Snowflake::MIN, || {
        let mut ids = options().map(|options| SnowflakeGenerator::new(options, Stepping::<PER_MS, F>::new()));
        move || ids.as_mut()?.generate().ok()
    });
    contest.enter("ferroid, basic", Role::Peer, SnowflakeTwitterId::from_raw(0), || {
        let ids = BasicSnowflakeGenerator::<SnowflakeTwitterId, _>::new(1, Stepping::<PER_MS, F>::new());
        move || ready(ids.poll_id())
    });
    contest.enter("the stepping clock alone", Role::Part, 0, || {
        let clock = Stepping::<PER_MS, F>::new();
        move || Some(clock.ms())
    });
    contest.run(&format!("Snowflake, one owner, {pace}"), &[Aim::Ns(OWNED_NS)], effort);
}

fn shared<const PER_MS: u64, F: Fate>(pace: &str, effort: &Effort) {
    let mut contest = Contest::<F>::new();
    contest.enter("mintid", Role::Ours, Snowflake::MIN, || {
        let clock = SharedStepping::<PER_MS, 0>;
        let ids = options().map(|options| SharedSnowflake::with_entropy(options, clock, ThreadEntropy));
        move || ids.as_ref()?.generate().ok()
    });
    contest.enter("ferroid, atomic", Role::Peer, SnowflakeTwitterId::from_raw(0), || {
        let ids = AtomicSnowflakeGenerator::<SnowflakeTwitterId, _>::new(1, SharedStepping::<PER_MS, 1>);
        move || ready(ids.poll_id())
    });
    contest.enter("the stepping clock alone", Role::Part, 0, || || Some(SharedStepping::<PER_MS, 2>.ms()));
    let aims = [Aim::Ns(SHARED_NS), Aim::OfBestPeer(1.05)];
    contest.run(&format!("Snowflake, shared, one thread, {pace}"), &aims, effort);
}

fn ready(poll: Poll<SnowflakeTwitterId>) -> Option<SnowflakeTwitterId> {
    match poll {
        Poll::Ready { id } => Some(id),
        Poll::Pending { .. } => None,
    }
}

/// How many a millisecond there are where a full tick is waited out, over half a second each; 4,096 is what the layout holds.
fn full() {
    println!("Snowflake, the system's clock, waiting where a tick is full (aim: {FULL} ids a ms at least)");
    if let Ok(options) = Options::new(Layout::TWITTER, 1) {
        let mut ids = SnowflakeGenerator::new(options, SystemClock);
        rate("mintid, one owner", || ids.generate_blocking(PATIENCE).ok());
        let ids = SharedSnowflake::of(options);
        rate("mintid, shared", || ids.generate_blocking(PATIENCE).ok());
    }
    // The default of its builder: 41 bits of milliseconds, 5 and 5 of node, 12 of sequence.
    if let Ok(ids) = snowflake_me::Snowflake::builder().machine_id(&|| Ok(1)).data_center_id(&|| Ok(1)).finalize() {
        rate("snowflake_me", || ids.next_id().ok());
    }
    println!();
}

fn rate<Id>(name: &str, mut generate: impl FnMut() -> Option<Id>) {
    let start = Instant::now();
    let mut made = 0_u64;
    while start.elapsed() < Duration::from_millis(500) {
        made += (0..CALLS).filter(|_| generate().is_some()).count() as u64;
    }
    let per_ms = made as f64 / start.elapsed().as_secs_f64() / 1_000.0;
    println!("  {name:<30} {per_ms:8.1} ids a ms   {}", if per_ms >= FULL { "reached" } else { "MISSED" });
}
