//! Generators on the injected clock and source.

use ferroid::generator::{BasicMonoUlidGenerator, Poll};
use mintid::{PreciseV7Generator, UlidGenerator, V7Generator, ulid as ours};
use uuid::{ContextV7, Timestamp};

use super::inputs::{SplitMix, Stepping};
use crate::contest::{Contest, Fate, OneByOne, Slice};
use crate::race::{Aim, Effort, Role};

/// What a single owner may cost at a busy server's pace.
const NS: f64 = 3.0;

pub fn run<const PER_MS: u64>(pace: &str, effort: &Effort) {
    let aims: &[Aim] = if PER_MS > 1 { &[Aim::Ns(NS)] } else { &[] };

    let title = format!("UUID v7, {pace}");
    v7::<PER_MS, OneByOne>().run(&title, aims, effort);
    v7::<PER_MS, Slice>().run(&title, aims, effort);

    let title = format!("ULID +1, {pace}");
    ulid_plus_one::<PER_MS, OneByOne>().run(&title, aims, effort);
    ulid_plus_one::<PER_MS, Slice>().run(&title, aims, effort);

    let title = format!("ULID by random steps (no peer has them), {pace}");
    ulid_random_step::<PER_MS, OneByOne>().run(&title, aims, effort);
    ulid_random_step::<PER_MS, Slice>().run(&title, aims, effort);

    let title = format!("UUID v7 by method 3 (no peer takes clock and source for it), {pace}");
    precise_v7::<PER_MS, OneByOne>().run(&title, &[], effort);
    precise_v7::<PER_MS, Slice>().run(&title, &[], effort);
}

fn v7<const PER_MS: u64, F: Fate>() -> Contest<F> {
    let mut contest = Contest::new();
    contest.enter("mintid", Role::Ours, mintid::Uuid::NIL, || {
        let mut ids = V7Generator::new(Stepping::<PER_MS, F>::new(), SplitMix::<F>::new());
        move || ids.generate().ok()
    });
    contest.enter("uuid7", Role::Peer, uuid7::Uuid::NIL, || {
        let (source, clock) = (SplitMix::<F>::new(), Stepping::<PER_MS, F>::new());
        let mut ids = uuid7::V7Generator::with_rand_and_time_sources(source, clock);
        move || ids.generate_or_abort()
    });
    // It takes the time, in its own units, but no source: its cipher is in the figure.
    contest.enter("uuid, with its own source", Role::Extra, uuid::Uuid::nil(), || {
        let (clock, context) = (Stepping::<PER_MS, F>::new(), ContextV7::new());
        move || {
            let ms = clock.ms();
            let time = Timestamp::from_unix(&context, ms / 1_000, (ms % 1_000) as u32 * 1_000_000);
            Some(uuid::Uuid::new_v7(time))
        }
    });
    parts::<PER_MS, F>(&mut contest);
    contest
}

fn ulid_plus_one<const PER_MS: u64, F: Fate>() -> Contest<F> {
    let mut contest = Contest::new();
    contest.enter("mintid", Role::Ours, mintid::Ulid::NIL, || {
        let mut ids = UlidGenerator::new(Stepping::<PER_MS, F>::new(), SplitMix::<F>::new());
        move || ids.generate().ok()
    });
    contest.enter("ferroid", Role::Peer, ferroid::id::ULID::from_raw(0), || {
        let ids =
            BasicMonoUlidGenerator::<ferroid::id::ULID, _, _>::new(Stepping::<PER_MS, F>::new(), SplitMix::<F>::new());
        move || match ids.poll_id() {
            Poll::Ready { id } => Some(id),
            Poll::Pending { .. } => None,
        }
    });
    contest.enter("ulid", Role::Peer, ulid::Ulid::nil(), || {
        let (clock, mut source, mut ids) = (Stepping::<PER_MS, F>::new(), SplitMix::<F>::new(), ulid::Generator::new());
        move || ids.generate_from_datetime_with_source(clock.system_time(), &mut source).ok()
    });
    contest.enter("rusty_ulid", Role::Peer, rusty_ulid::Ulid::from(0), || {
        let (clock, mut source) = (Stepping::<PER_MS, F>::new(), SplitMix::<F>::new());
        let mut previous = rusty_ulid::Ulid::from(0);
        move || {
            let next = rusty_ulid::Ulid::next_strictly_monotonic_from_timestamp_with_rng;
            previous = next(previous, clock.ms(), &mut source)?;
            Some(previous)
        }
    });
    parts::<PER_MS, F>(&mut contest);
    contest
}

fn ulid_random_step<const PER_MS: u64, F: Fate>() -> Contest<F> {
    let mut contest = Contest::new();
    contest.enter("mintid", Role::Ours, mintid::Ulid::NIL, || {
        let options = ours::Options::new().step(ours::Step::Random);
        let mut ids = UlidGenerator::with(options, Stepping::<PER_MS, F>::new(), SplitMix::<F>::new());
        move || ids.generate().ok()
    });
    parts::<PER_MS, F>(&mut contest);
    contest
}

fn precise_v7<const PER_MS: u64, F: Fate>() -> Contest<F> {
    let mut contest = Contest::new();
    contest.enter("mintid", Role::Ours, mintid::Uuid::NIL, || {
        let mut ids = PreciseV7Generator::new(Stepping::<PER_MS, F>::new(), SplitMix::<F>::new());
        move || ids.generate().ok()
    });
    parts::<PER_MS, F>(&mut contest);
    contest
}

/// What of a figure is the clock's and the source's.
fn parts<const PER_MS: u64, F: Fate>(contest: &mut Contest<F>) {
    contest.enter("the stepping clock alone", Role::Part, 0, || {
        let clock = Stepping::<PER_MS, F>::new();
        move || Some(clock.ms())
    });
    contest.enter("one word of the source alone", Role::Part, 0, || {
        let source = SplitMix::<F>::new();
        move || Some(source.word())
    });
}
