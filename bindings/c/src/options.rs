//! What a generator is made with: numbers from C, each of which must stand for something.

use mintid::options::Options as Made;
use mintid::policy::{Beyond, OnBehind, OnFull, OnMarkLate, OnUnset};
use mintid::scheme::Chosen;
use mintid::{Policy, ulid, uuid};
#[cfg(feature = "snowflake")]
use mintid::{snowflake, snowflake::Layout};

use crate::border::Place;
use crate::status::{Fault, Status, told};

/// What a generator is made with. Each bound is in milliseconds and inclusive; 0 allows nothing, and UINT32_MAX everything.
///
/// All zeros refuse everything that is not plain, and use no marks: `mintid_options options = {0};`. For a device that must go
/// on minting, begin with mintid_options_keep_going.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// UUID v7: the counter's bits, 12 to 42, or 0 for the usual 20. More bits mean more ids a millisecond, fewer mean more
    /// fresh random bits in each id. ULID and Snowflake: 0.
    pub counter_bits: u8,
    /// ULID: a mintid_step. Snowflake: a mintid_start. UUID v7: 0.
    pub step: u8,
    /// A mintid_on_behind: what to do with a reading behind the highest one accepted.
    pub on_behind: u8,
    /// A mintid_on_full: what to do when the millisecond has no room for another id.
    pub on_full: u8,
    /// A mintid_on_unset: what to do while the clock does not know the time.
    pub on_unset: u8,
    /// A mintid_on_mark_late: what to do when the saved mark is reached and the next one is not saved.
    pub on_mark_late: u8,
    /// How far behind the clock may be, to be waited for or held: milliseconds. It does not matter where that is refused.
    pub behind_up_to_ms: u32,
    /// How far ahead of the clock a millisecond may be borrowed: milliseconds. It does not matter elsewhere.
    pub borrow_up_to_ms: u32,
    /// How far ahead marks are saved, in milliseconds; 0 for no marks. In flash 60000 is sensible.
    pub mark_window_ms: u32,
}

/// How a ULID follows another one of its millisecond.
#[repr(u8)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// Plus one, as the ULID specification says.
    One = 0,
    /// Plus a random number from 1 to 2^48, so that a neighbour cannot be guessed.
    Random = 1,
}

/// Where a Snowflake's sequence starts in a new tick.
#[cfg_attr(not(feature = "snowflake"), expect(dead_code, reason = "the header has it either way"))]
#[repr(u8)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Start {
    /// At 0, so that each tick holds the most.
    Zero = 0,
    /// At a random number with its top bit clear: 4 random bytes a tick.
    Random = 1,
    /// One after the newest id's, where that leaves at least half of the tick; else at 0.
    Continue = 2,
}

/// What to do with a reading behind the highest one accepted.
#[repr(u8)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Behind {
    /// Refuse until the clock is back.
    Refuse = 0,
    /// Answer with a wait for a clock at most behind_up_to_ms behind; refuse beyond.
    Wait = 1,
    /// Go on counting where the ids were, for a clock at most behind_up_to_ms behind; refuse beyond.
    Hold = 2,
    /// The same, and beyond it start again from the present reading with fresh randomness. Order is broken there, and counted.
    /// Not for Snowflakes, where it would give ids twice.
    HoldThenRestart = 3,
}

/// What to do when the millisecond has no room for another id.
#[repr(u8)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Full {
    /// Refuse.
    Refuse = 0,
    /// Answer with a wait for the next one.
    Wait = 1,
    /// Take the next one, at most borrow_up_to_ms ahead of the clock.
    Borrow = 2,
}

/// What to do while the clock does not know the time.
#[repr(u8)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unset {
    /// Refuse.
    Refuse = 0,
    /// Take the mark that the run started from, plus the time since the start, as the present, until the clock is set.
    RunFromMark = 1,
}

/// What to do when the saved mark is reached and the next one is not saved.
#[repr(u8)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MarkLate {
    /// Refuse until it is saved.
    Refuse = 0,
    /// Go on, and count it: order across the next start is then not promised. Not for Snowflakes.
    GoOn = 1,
}

impl Options {
    /// The numbers for a policy; `None` for one that has none yet.
    const fn of(policy: Policy) -> Option<Self> {
        let (on_behind, behind_up_to_ms) = match policy.on_behind {
            OnBehind::Refuse => (Behind::Refuse, 0),
            OnBehind::Wait { up_to_ms } => (Behind::Wait, up_to_ms),
            OnBehind::Hold { up_to_ms, beyond: Beyond::Refuse } => (Behind::Hold, up_to_ms),
            OnBehind::Hold { up_to_ms, beyond: Beyond::Restart } => (Behind::HoldThenRestart, up_to_ms),
            _ => return None,
        };
        let (on_full, borrow_up_to_ms) = match policy.on_full {
            OnFull::Refuse => (Full::Refuse, 0),
            OnFull::Wait => (Full::Wait, 0),
            OnFull::Borrow { up_to_ms } => (Full::Borrow, up_to_ms),
            _ => return None,
        };
        let on_unset = match policy.on_unset {
            OnUnset::Refuse => Unset::Refuse,
            OnUnset::RunFromMark => Unset::RunFromMark,
            _ => return None,
        };
        let on_mark_late = match policy.on_mark_late {
            OnMarkLate::Refuse => MarkLate::Refuse,
            OnMarkLate::GoOn => MarkLate::GoOn,
            _ => return None,
        };
        Some(Self {
            counter_bits: 0,
            step: Step::One as u8,
            on_behind: on_behind as u8,
            on_full: on_full as u8,
            on_unset: on_unset as u8,
            on_mark_late: on_mark_late as u8,
            behind_up_to_ms,
            borrow_up_to_ms,
            mark_window_ms: 0,
        })
    }

    /// What to do in trouble; `None` where a number stands for nothing.
    fn policy(&self) -> Option<Policy> {
        let up_to_ms = self.behind_up_to_ms;
        let on_behind = *[
            OnBehind::Refuse,
            OnBehind::Wait { up_to_ms },
            OnBehind::Hold { up_to_ms, beyond: Beyond::Refuse },
            OnBehind::Hold { up_to_ms, beyond: Beyond::Restart },
        ]
        .get(usize::from(self.on_behind))?;
        let up_to_ms = self.borrow_up_to_ms;
        let on_full = *[OnFull::Refuse, OnFull::Wait, OnFull::Borrow { up_to_ms }].get(usize::from(self.on_full))?;
        let on_unset = *[OnUnset::Refuse, OnUnset::RunFromMark].get(usize::from(self.on_unset))?;
        let on_mark_late = *[OnMarkLate::Refuse, OnMarkLate::GoOn].get(usize::from(self.on_mark_late))?;
        Some(Policy { on_behind, on_full, on_unset, on_mark_late })
    }

    /// To mint v7 UUIDs.
    pub fn v7(&self) -> Result<Made<Chosen>, Fault> {
        let plain = uuid::v7::Options::new();
        let counted = match self.counter_bits {
            0 => Some(plain),
            bits => plain.counter_bits(bits).ok(),
        };
        self.finished(counted.filter(|_| self.step == 0).map(Made::v7))
    }

    /// To mint ULIDs.
    pub fn ulid(&self) -> Result<Made<Chosen>, Fault> {
        let steps = [(Step::One, ulid::Step::One), (Step::Random, ulid::Step::Random)];
        let step = steps.into_iter().find(|(number, _)| *number as u8 == self.step && self.counter_bits == 0);
        self.finished(step.map(|(_, step)| Made::ulid(ulid::Options::new().step(step))))
    }

    /// To mint Snowflakes, which never restart, and never go past a mark.
    #[cfg(feature = "snowflake")]
    pub fn snowflake(&self, layout: Layout, node: u64) -> Result<snowflake::Options, Fault> {
        let policy = self.policy().filter(|policy| self.counter_bits == 0 && policy.on_mark_late == OnMarkLate::Refuse);
        let policy = policy.ok_or(Status::Option)?;
        let on_behind = match policy.on_behind {
            OnBehind::Refuse => snowflake::OnBehind::Refuse,
            OnBehind::Wait { up_to_ms } => snowflake::OnBehind::Wait { up_to_ms },
            OnBehind::Hold { up_to_ms, beyond: Beyond::Refuse } => snowflake::OnBehind::Hold { up_to_ms },
            _ => return Err(Status::Option.into()),
        };
        let options = snowflake::Options::new(layout, node)?.start(self.start()?);
        let options = options.on_behind(on_behind).on_full(policy.on_full).on_unset(policy.on_unset);
        Ok(options.mark_window_ms(self.mark_window_ms))
    }

    /// Where a Snowflake's sequence starts.
    #[cfg(feature = "snowflake")]
    pub fn start(&self) -> Result<snowflake::Start, Fault> {
        let starts = [
            (Start::Zero, snowflake::Start::Zero),
            (Start::Random, snowflake::Start::Random),
            (Start::Continue, snowflake::Start::Continue),
        ];
        let start = starts.into_iter().find(|(number, _)| *number as u8 == self.step);
        start.map(|(_, start)| start).ok_or(Status::Option.into())
    }

    fn finished(&self, made: Option<Made<Chosen>>) -> Result<Made<Chosen>, Fault> {
        match (made, self.policy()) {
            (Some(made), Some(policy)) => Ok(made.policy(policy).mark_window_ms(self.mark_window_ms)),
            _ => Err(Status::Option.into()),
        }
    }
}

/// Writes the options of a device that must go on minting: hold 10 s, restart beyond; borrow 10 s; go on when a mark is late;
/// no marks. An unset clock is refused all the same.
#[unsafe(no_mangle)]
pub extern "C" fn mintid_options_keep_going(options: *mut Options) -> Status {
    const KEEP_GOING: Option<Options> = Options::of(Policy::KEEP_GOING);
    told(Place::at(options).and_then(|place| {
        place.put(KEEP_GOING.ok_or(Status::Option)?);
        Ok(())
    }))
}

/// Writes the options that are usual for Snowflakes: behind, wait up to 10 ms; full, wait for the next tick; no marks, which a
/// device without a clock that goes on without power should use. An unset clock is refused.
#[unsafe(no_mangle)]
pub extern "C" fn mintid_options_snowflake(options: *mut Options) -> Status {
    const USUAL: Option<Options> = Options::of(Policy {
        on_behind: OnBehind::Wait { up_to_ms: 10 },
        on_full: OnFull::Wait,
        on_unset: OnUnset::Refuse,
        on_mark_late: OnMarkLate::Refuse,
    });
    told(Place::at(options).and_then(|place| {
        place.put(USUAL.ok_or(Status::Option)?);
        Ok(())
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ZEROS: Options = Options {
        counter_bits: 0,
        step: 0,
        on_behind: 0,
        on_full: 0,
        on_unset: 0,
        on_mark_late: 0,
        behind_up_to_ms: 0,
        borrow_up_to_ms: 0,
        mark_window_ms: 0,
    };

    #[test]
    fn all_zeros_are_the_strict_policy_and_keep_going_is_the_cores() {
        assert_eq!(ZEROS.policy(), Some(Policy::STRICT));
        assert_eq!(Options::of(Policy::STRICT), Some(ZEROS));
        let mut options = ZEROS;
        assert_eq!(mintid_options_keep_going(&raw mut options), Status::Ok);
        assert_eq!(options.policy(), Some(Policy::KEEP_GOING));
        assert_eq!(mintid_options_keep_going(core::ptr::null_mut()), Status::Pointer);
    }

    #[test]
    fn every_policy_has_numbers_that_stand_for_it() {
        for (on_behind, on_full) in (0..4).flat_map(|behind| (0..3).map(move |full| (behind, full))) {
            for (on_unset, on_mark_late) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                let behind_up_to_ms = if on_behind == 0 { 0 } else { 7 };
                let borrow_up_to_ms = if on_full == 2 { 9 } else { 0 };
                let options =
                    Options { on_behind, on_full, on_unset, on_mark_late, behind_up_to_ms, borrow_up_to_ms, ..ZEROS };
                assert_eq!(options.policy().and_then(Options::of), Some(options));
            }
        }
    }

    #[cfg(feature = "snowflake")]
    #[test]
    fn what_is_usual_for_snowflakes_is_the_cores_and_what_would_give_ids_twice_is_refused() {
        let mut options = ZEROS;
        assert_eq!(mintid_options_snowflake(&raw mut options), Status::Ok);
        let made =
            |options: Options| options.snowflake(Layout::TWITTER, 1).map_err(|fault| (fault.status, fault.detail));
        let core = snowflake::Options::new(Layout::TWITTER, 1).unwrap();
        assert_eq!(made(options), Ok(core));
        assert_eq!(
            made(Options { step: 1, mark_window_ms: 9, ..options }),
            Ok(core.start(snowflake::Start::Random).mark_window_ms(9))
        );
        for wrong in [
            Options { on_behind: Behind::HoldThenRestart as u8, ..options },
            Options { on_mark_late: MarkLate::GoOn as u8, ..options },
            Options { step: 3, ..options },
            Options { counter_bits: 20, ..options },
            Options { on_full: 3, ..options },
        ] {
            assert_eq!(made(wrong), Err((Status::Option, 0)), "{wrong:?}");
        }
        assert_eq!(options.snowflake(Layout::TWITTER, 1024).map_err(|fault| fault.detail), Err(10));
    }

    #[test]
    fn a_number_that_stands_for_nothing_is_refused_and_so_is_one_of_the_other_scheme() {
        let v7 = |options: Options| options.v7().map_err(|fault| fault.status);
        let ulid = |options: Options| options.ulid().map_err(|fault| fault.status);
        assert_eq!(v7(ZEROS), Ok(Made::v7(uuid::v7::Options::new().policy(Policy::STRICT))));
        assert_eq!(v7(Options { counter_bits: 20, ..ZEROS }), v7(ZEROS));
        assert_eq!(ulid(ZEROS), Ok(Made::ulid(ulid::Options::new().policy(Policy::STRICT))));
        assert_ne!(ulid(Options { step: 1, ..ZEROS }), ulid(ZEROS));
        for wrong in [
            Options { on_behind: 4, ..ZEROS },
            Options { on_full: 3, ..ZEROS },
            Options { on_unset: 2, ..ZEROS },
            Options { on_mark_late: 255, ..ZEROS },
        ] {
            assert_eq!((v7(wrong), ulid(wrong)), (Err(Status::Option), Err(Status::Option)), "{wrong:?}");
        }
        for counter_bits in [1, 11, 43, 255] {
            assert_eq!(v7(Options { counter_bits, ..ZEROS }), Err(Status::Option), "{counter_bits}");
        }
        assert_eq!(v7(Options { step: 1, ..ZEROS }), Err(Status::Option));
        assert_eq!(ulid(Options { step: 2, ..ZEROS }), Err(Status::Option));
        assert_eq!(ulid(Options { counter_bits: 20, ..ZEROS }), Err(Status::Option));
    }
}
