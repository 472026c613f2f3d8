//! The power is cut at every single write of a run, on either side of it, and again soon after the next start.

use std::cell::Cell;

use mintid::clock::{ManualClock, Reading};
use mintid::generator::Generator;
use mintid::kept::{Kept, MarkStore, NoPower, PowerCut, ScriptedStore};
use mintid::mark::{DueMark, Mark};
use mintid::options::Options;
use mintid::policy::OnMarkLate;
use mintid::scheme::Scheme;
use mintid::ulid::{self, Step};
use mintid::uuid::{v7, v7_precise};

use crate::board::{CLOCK_AT_START_MS, Log, MOVES_MS, prepared};
use crate::support::cases::HOME_MS;
use crate::support::stream::Stream;

/// A store that notes whether the latest write has lowered the mark.
struct Watched<'a> {
    store: &'a mut ScriptedStore,
    lowered: &'a Cell<bool>,
}

impl MarkStore for Watched<'_> {
    type Error = NoPower;

    fn load(&mut self) -> Result<Option<Mark>, NoPower> {
        self.store.load()
    }

    fn save(&mut self, due: DueMark) -> Result<(), NoPower> {
        let before = self.store.kept();
        let saved = self.store.save(due);
        self.lowered.set(self.store.kept() < before);
        saved
    }
}

/// One run with a store that answers at once, until the power goes or the moves end. Gives the number of saves tried.
fn run<S>(options: Options<S>, stream: &mut Stream, store: &mut ScriptedStore, starts_at_ms: i64, log: &mut Log) -> u32
where
    S: Scheme<Id: Into<u128>> + Copy,
{
    let clock = ManualClock::at_ms(starts_at_ms).with_resolution_ns(1);
    let lowered = Cell::new(false);
    let watched = Watched { store: &mut *store, lowered: &lowered };
    let ids = Generator::with(options, &clock, stream);
    let mut kept = Kept::resume_or_start_new(ids, watched).expect("a good mark");
    let mut now_ms = starts_at_ms;
    for (step, by_ms) in MOVES_MS.into_iter().enumerate() {
        now_ms += by_ms;
        clock.set(Ok(Reading { unix_ms: now_ms, frac: (step as u16) << 7 }));
        for _ in 0..3 {
            let restarts = kept.generator_mut().meter().restarts;
            let minted = kept.generate();
            if kept.store_error().is_some() {
                // The power went within this call, so nobody has seen what came of it.
                log.lowered |= lowered.get();
                return store.saves();
            }
            let restarted = kept.generator_mut().meter().restarts > restarts;
            match minted {
                Ok(id) => log.add(id.into(), restarted, (starts_at_ms, step)),
                Err(cause) => panic!("with power there is an id: {cause}"),
            }
        }
    }
    store.saves()
}

fn cut_the_power_everywhere<S>(options: Options<S>)
where
    S: Scheme<Id: Into<u128>> + Copy,
{
    let uncut = run(options, &mut Stream::random(0), &mut ScriptedStore::new(), HOME_MS, &mut Log::default());
    assert!(uncut >= 8, "a run has writes to cut at");
    let sides = [PowerCut::Before, PowerCut::After];
    let cuts = (0..uncut).flat_map(|save| sides.map(|side| (save, side)));
    let mut seed = 1;
    for (save, side) in cuts {
        for start_ms in CLOCK_AT_START_MS {
            let (mut store, mut log, mut stream) = (ScriptedStore::new(), Log::default(), Stream::random(seed));
            seed += 1_000_000;
            let mut power = |cut: Option<(u32, PowerCut)>, starts_at_ms| {
                store.restore();
                if let Some((save, side)) = cut {
                    store.cut_at(save, side);
                }
                run(options, &mut stream, &mut store, starts_at_ms, &mut log)
            };
            power(Some((save, side)), HOME_MS);
            // Several times in a row, the later ones early: at the first writes after a start, where a mark is lowered.
            for again in [0, 0, 1, 2, save] {
                power(Some((again, side)), HOME_MS + start_ms);
            }
            power(None, HOME_MS + 2 * start_ms);
        }
    }
}

#[test]
fn power_cut_at_any_write_repeats_no_id_and_breaks_no_order() {
    for late in [OnMarkLate::GoOn, OnMarkLate::Refuse] {
        cut_the_power_everywhere(prepared(v7::Options::new(), late));
        cut_the_power_everywhere(prepared(v7::Options::new().counter_bits(12).unwrap(), late));
        cut_the_power_everywhere(prepared(v7_precise::Options::new(), late));
        cut_the_power_everywhere(prepared(ulid::Options::new(), late));
        cut_the_power_everywhere(prepared(ulid::Options::new().step(Step::Random), late));
    }
}
