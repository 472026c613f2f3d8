//! One owner with the system's clock and a seeded cryptographic source, beside the bare clock reading.

use std::time::SystemTime;

use mintid::clock::SystemClock;
use mintid::entropy::ThreadEntropy;
use mintid::{PreciseV7Generator, Ulid, UlidGenerator, Uuid, V7Generator, ulid as ours};

use crate::contest::{Contest, Fate, OneByOne, Slice};
use crate::race::{Aim, Effort, Role};

/// What a single owner may cost beyond the clock reading.
const CLOCK_PLUS_NS: f64 = 8.0;

pub fn run(effort: &Effort) {
    let aims = [Aim::ClockPlus(CLOCK_PLUS_NS)];
    one_owner::<OneByOne>().run("One owner, end to end", &aims, effort);
    one_owner::<Slice>().run("One owner, end to end", &aims, effort);
}

fn one_owner<F: Fate>() -> Contest<F> {
    let mut contest = Contest::new();
    contest.enter("mintid v7", Role::Ours, Uuid::NIL, || {
        let mut ids = V7Generator::new(SystemClock, ThreadEntropy);
        move || ids.generate().ok()
    });
    contest.enter("mintid v7, method 3", Role::Ours, Uuid::NIL, || {
        let mut ids = PreciseV7Generator::new(SystemClock, ThreadEntropy);
        move || ids.generate().ok()
    });
    contest.enter("mintid ULID, +1", Role::Ours, Ulid::NIL, || {
        let mut ids = UlidGenerator::new(SystemClock, ThreadEntropy);
        move || ids.generate().ok()
    });
    contest.enter("mintid ULID, random step", Role::Ours, Ulid::NIL, || {
        let options = ours::Options::new().step(ours::Step::Random);
        let mut ids = UlidGenerator::with(options, SystemClock, ThreadEntropy);
        move || ids.generate().ok()
    });
    contest.enter("SystemTime::now", Role::Part, SystemTime::UNIX_EPOCH, || || Some(SystemTime::now()));
    contest
}
