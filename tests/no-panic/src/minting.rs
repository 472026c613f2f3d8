//! The generators with every policy, marks and stores; and the timeline, the clocks and the sources by themselves.

use mintid::cause::Refusal;
use mintid::clock::{Bounded, Clock, ClockError, ManualClock, OffsetClock, Reading, ScriptedClock};
use mintid::entropy::{Bytes, Entropy, FromFn, Pool};
use mintid::generator::Generator;
use mintid::kept::{Kept, MarkStore, PowerCut, ScriptedStore};
use mintid::options::Options;
use mintid::policy::{Beyond, OnBehind, OnFull, OnMarkLate, OnUnset, Policy};
use mintid::timeline::{Room, Scale, Step, Timeline};

use mintid::scheme::{ChosenGenerator, Scheme};
use mintid::uuid::v7;
use mintid::uuid::v7_precise;
use mintid::{Cause, Meter, PreciseV7Generator, UlidGenerator, V4Generator, V7Generator, ulid};

use crate::world::{Anything, Failure, bytes, double, flag, keep, mark, quad, reading, with_text, word};

// The limits of the footprint hold on 32 bits too; the clock and the source take no memory here.
const _: () = assert!(size_of::<V7Generator<Anything, Anything>>() <= 160);
const _: () = assert!(size_of::<PreciseV7Generator<Anything, Anything>>() <= 160);
const _: () = assert!(size_of::<UlidGenerator<Anything, Anything>>() <= 160);

fn policy() -> Policy {
    let up_to_ms = word();
    Policy {
        on_behind: match word() {
            0 => OnBehind::Refuse,
            1 => OnBehind::Wait { up_to_ms },
            2 => OnBehind::Hold { up_to_ms, beyond: Beyond::Refuse },
            _ => OnBehind::Hold { up_to_ms, beyond: Beyond::Restart },
        },
        on_full: match word() {
            0 => OnFull::Refuse,
            1 => OnFull::Wait,
            _ => OnFull::Borrow { up_to_ms: word() },
        },
        on_unset: if flag() { OnUnset::Refuse } else { OnUnset::RunFromMark },
        on_mark_late: if flag() { OnMarkLate::Refuse } else { OnMarkLate::GoOn },
    }
}

fn options<S: Copy>(options: Options<S>) -> Options<S> {
    let Policy { on_behind, on_full, on_unset, on_mark_late } = policy();
    let options = options.on_behind(on_behind).on_full(on_full).on_unset(on_unset).on_mark_late(on_mark_late);
    options.mark_window_ms(word())
}

pub fn random() {
    let mut ids = V4Generator::new(Anything);
    keep((ids.generate().is_ok(), ids.fill(&mut [mintid::Uuid::NIL; 3]).map_err(|stopped| stopped.written)));
    keep(ids.entropy_mut());
}

pub fn ordered() {
    if let Ok(counter) = v7::Options::new().counter_bits(word() as u8).map_err(|error| keep(error.bits())) {
        mint(V7Generator::with(options(counter), Anything, Anything), || quad().into());
        mint(V7Generator::with(counter.policy(policy()), Anything, Anything), || quad().into());
    }
    mint(PreciseV7Generator::with(options(v7_precise::Options::new()), Anything, Anything), || quad().into());
    let step = if flag() { ulid::Step::One } else { ulid::Step::Random };
    mint(UlidGenerator::with(options(ulid::Options::new().step(step)), Anything, Anything), || quad().into());
    mint(ChosenGenerator::with(options(Options::ulid(ulid::Options::new().step(step))), Anything, Anything), || {
        quad().into()
    });
    if let Ok(counter) = v7::Options::new().counter_bits(word() as u8) {
        mint(ChosenGenerator::with(options(Options::v7(counter)), Anything, Anything), || quad().into());
    }
    keep_with_a_store(|| V7Generator::with(options(v7::Options::default()), Anything, Anything));
    keep_with_a_store(|| PreciseV7Generator::with(options(v7_precise::Options::default()), Anything, Anything));
    keep_with_a_store(|| UlidGenerator::with(options(ulid::Options::default()), Anything, Anything));
    keep((V7Generator::new(Anything, Anything), PreciseV7Generator::new(Anything, Anything)));
    keep(UlidGenerator::new(Anything, Anything));
}

fn keep_minted<T>(minted: Result<T, Cause<Failure>>) {
    match minted.map_err(|cause| cause.map_entropy(|Failure| ())) {
        Ok(id) => keep(id),
        Err(Cause::Refused(refusal)) => keep(refusal.name()),
        Err(cause) => keep(cause),
    }
}

/// Everything a generator can do, in an order that nobody knows.
pub fn mint<S: Scheme>(mut ids: Generator<S, Anything, Anything>, any: fn() -> S::Id) {
    while flag() {
        match word() {
            0 => keep(mark().map(|mark| ids.start_from(mark))),
            1 => keep(ids.start_without_mark()),
            2 => keep(ids.resume_after(any())),
            3 => keep_minted(ids.generate()),
            4 => {
                let mut many = [any(); 5];
                keep(ids.fill(&mut many).map_err(|stopped| (stopped.written, stopped.cause)));
                keep(many);
            }
            5 => keep_minted(ids.generate_saving(|due| Anything.save(due))),
            6 => keep_minted(ids.at(double() as i64)),
            7 => keep_minted(ids.at(double())),
            8 => keep_minted(ids.at(reading())),
            9 => keep(ids.observe()),
            10 => keep(ids.flush()),
            11 => {
                if let Some(due) = ids.mark_due() {
                    ids.mark_saved(due);
                }
            }
            12 => keep((ids.lead_ms(), ids.room(), ids.uses_marks(), ids.scheme())),
            13 => keep_meter(*ids.meter_ref()),
            14 => ids.reseed(),
            15 => {
                let mut many = [any(); 3];
                keep(ids.fill_unsaved(&mut many).map_err(|stopped| (stopped.written, stopped.cause)));
                keep((many, ids.meter()));
            }
            _ => keep((ids.clock_mut().resolution_ns(), ids.entropy_mut().draw::<3>().is_ok())),
        }
    }
}

fn keep_meter(meter: Meter) {
    meter.refusals().for_each(|refusal| keep(refusal));
    keep((meter, meter.refused(Refusal::Full), meter.refused_in_all()));
}

pub fn keep_with_a_store<S: Scheme>(generator: impl Fn() -> Generator<S, Anything, Anything>) {
    let kept = match word() {
        0 => Kept::resume(generator(), Anything),
        1 => Kept::resume_or_start_new(generator(), Anything),
        _ => Kept::start_new(generator(), Anything).map_err(mintid::kept::ResumeError::Start),
    };
    let Ok(mut kept) = kept.map_err(keep) else { return };
    while flag() {
        keep_minted(kept.generate());
        keep(kept.store_error());
        keep(kept.generator_mut().lead_ms());
    }
    keep(kept.close().is_ok());

    let mut store = ScriptedStore::new();
    store.cut_at(word(), if flag() { PowerCut::Before } else { PowerCut::After });
    if let Ok(mut kept) = Kept::start_new(generator(), &mut store) {
        keep_minted(kept.generate());
    }
    store.restore();
    keep((store.saves(), store.kept(), store.load()));
}

pub fn timeline() {
    let scale = if flag() { Scale::unix_ms(double()) } else { Scale::unix_fracs(double()) };
    keep(scale.last_tick());
    let mut timeline = Timeline::new(policy(), word(), &scale);
    while flag() {
        keep(mark().map(|mark| timeline.start_from(mark, &scale)));
        keep((timeline.start_after(double(), &scale), timeline.start_without_mark()));
        let room = if flag() { Room::Full } else { Room::Left };
        let now = match timeline.stand_in(double(), &scale) {
            Ok(now) if flag() => {
                keep(timeline.observe_stand_in(now));
                now
            }
            _ => {
                let now = scale.now(reading());
                keep(timeline.observe(now));
                now
            }
        };
        keep((timeline.propose(now, room, &scale), timeline.propose_plainly(now, room)));
        if let Step::Take(take) = timeline.propose_unsaved(now, room, &scale) {
            timeline.commit(take, &scale);
        }
        if let Some(due) = timeline.mark_due(room, &scale) {
            timeline.mark_saved(due, &scale);
        }
        keep((timeline.last(), timeline.settled(), timeline.lead(), timeline.flush(&scale), timeline.on_mark_late()));
    }
}

pub fn clocks_and_sources() {
    keep(Reading::from_ms_and_ns(double() as i64, word()));
    let manual = ManualClock::unset().with_resolution_ns(word());
    manual.set(if flag() { Ok(reading()) } else { Err(ClockError::Failed) });
    manual.set_ms(double() as i64);
    keep((&manual).read());
    let mut offset = OffsetClock::new(Anything);
    offset.set_ms(double() as i64);
    keep((offset.read(), offset.get_mut().read()));
    offset.unset();
    let mut bounded = Bounded::new(offset).not_before(double() as i64).not_after(double() as i64);
    keep((bounded.read(), bounded.resolution_ns()));
    let script = [Ok(reading()), Err(ClockError::Failed)];
    let mut scripted = ScriptedClock::new(&script);
    keep((scripted.read(), scripted.remaining()));

    with_text(|bytes| {
        let mut source = Bytes::new(bytes);
        keep((source.draw::<7>(), source.remaining()));
    });
    keep(FromFn::new(|bytes: &mut [u8]| Anything.fill(bytes)).draw::<5>().is_ok());
    let mut pool = Pool::<_, 16>::new(Anything);
    while flag() {
        match word() {
            0 => pool.discard(),
            1 => keep(pool.top_up().is_ok()),
            2 => keep(pool.draw::<3>().is_ok()),
            3 => keep(pool.draw::<20>().is_ok()),
            _ => keep((pool.available(), bytes::<2>())),
        }
    }
    keep(Pool::<_, 0>::new(Anything).draw::<3>().is_ok());
}
