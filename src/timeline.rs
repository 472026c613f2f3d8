//! The timeline: for each reading, which tick may be used, and why.
//!
//! A clock steps back, stands still, reads 0, jumps a year ahead and returns; a counter runs full; a board wakes below ids
//! it has already issued. All of it is decided here, once, for every scheme. The timeline knows ticks and nothing of bits.
//!
//! A call goes like this. The reading is [observed](Timeline::observe). The scheme says whether its present tick has
//! [`Room`]. The timeline [proposes](Timeline::propose) a [`Step`]. The scheme draws its random bytes, and only when it has
//! them do both commit, at once: a refused call, or one whose source failed, moves nothing but the meter.
//!
//! # Two distances, never mixed
//!
//! ```text
//!            behind = seen − now          lead = last − seen
//!   ────────┼──────────────────────┼──────────────────────┼──────▶ ticks
//!          now                    seen                   last
//!     the present reading   the highest reading     the newest id
//!                                accepted
//! ```
//!
//! *Behind* is the clock's doing, and only [`OnBehind`](crate::policy::OnBehind) judges it. *Lead* is ours, borrowed or
//! resumed, and only the bound of [`OnFull::Borrow`](crate::policy::OnFull::Borrow) judges it. A borrowed tick can
//! therefore never look like a clock that stepped back.
//!
//! # What holds for any clock
//!
//! Ids strictly increase, or the call is refused, or it is a counted [restart](Why::Restarted).

use crate::cause::Refusal;
use crate::mark::{DueMark, Mark, Save, StartError};
use crate::policy::{OnMarkLate, Policy};

mod decision;
mod latest;
mod marks;
mod rules;
mod scale;
mod step;

pub(crate) use decision::{Decision, What};
use latest::Latest;
use rules::{BehindRule, FullRule, Phase, Rules};
pub use scale::{Now, Scale};
pub use step::{Room, Step, Take, Waiting, Why};

/// `seen` before the first id: above every reading, so that the first call never takes the short way.
const NOTHING_SEEN: u64 = u64::MAX;

/// The state behind the rules, in 56 bytes. See the [module](self) for what it decides.
#[derive(Debug)]
// The rules first, whose bytes small cores reach so in one instruction: see `Generator`.
#[cfg_attr(not(target_pointer_width = "64"), repr(C))]
pub struct Timeline {
    rules: Rules,
    /// The tick of the newest id.
    last: u64,
    /// The highest reading accepted; [`NOTHING_SEEN`] before the first id.
    seen: u64,
    latest: Latest,
    /// Ticks from here on need a look: the saved mark, or the first tick past the horizon, whichever is lower.
    limit: u64,
    /// The mark this run started from, in ticks; 0 is none.
    loaded: u64,
}

impl Timeline {
    /// A timeline that has seen nothing.
    ///
    /// `window_ms` is how far ahead a mark is saved; 0 for no marks. With marks, a run is started by
    /// [`start_from`](Self::start_from) or [`start_without_mark`](Self::start_without_mark).
    #[inline(always)]
    #[must_use]
    pub const fn new(policy: Policy, window_ms: u32, scale: &Scale) -> Self {
        let limit = if window_ms == 0 { scale.end() } else { 0 };
        Self {
            last: 0,
            seen: NOTHING_SEEN,
            latest: Latest::none(policy.on_unset),
            limit,
            loaded: 0,
            rules: Rules::new(policy, window_ms),
        }
    }

    /// Takes note of a reading of a clock that is set, and says how many ticks it stepped back from the one before.
    pub const fn observe(&mut self, now: Now) -> u64 {
        self.latest.note(now)
    }

    /// Takes note of what [stands in](Self::stand_in) for a reading, and says how many ticks it stepped back.
    pub const fn observe_stand_in(&mut self, now: Now) -> u64 {
        self.latest.note_stand_in(now)
    }

    /// Observes and proposes at once, for a reading that is plain in both respects: nearly every one. `None` says nothing but
    /// that the long way has to be gone, and that nothing has been noted.
    #[inline(always)]
    pub(crate) const fn take_plainly(&mut self, now: Now, room: Room) -> Option<Take> {
        if !self.latest.goes_on_at(now) {
            return None;
        }
        let take = self.propose_plainly(now, room);
        if take.is_some() {
            self.latest.go_on_at(now);
        }
        take
    }

    /// What stands in for the reading of a clock that is not set: the mark this run started from, plus the time since the
    /// start, where the policy runs on from it.
    ///
    /// # Errors
    ///
    /// [`Refusal::Unset`] where it does not, there is no mark, or the clock has been set before.
    #[inline]
    pub const fn stand_in(&self, since_boot_ms: u64, scale: &Scale) -> Result<Now, Refusal> {
        if self.loaded == 0 || !self.latest.may_stand_in() {
            return Err(Refusal::Unset);
        }
        let (ticks, past_ms) = (*scale).elapsed(since_boot_ms);
        let tick = self.loaded.saturating_add(ticks);
        let tick = if tick > i64::MAX as u64 { i64::MAX } else { tick as i64 };
        Ok(Now { tick, past_ms })
    }

    /// What may be done with the reading last observed.
    #[must_use]
    #[inline]
    pub const fn propose(&self, now: Now, room: Room, scale: &Scale) -> Step {
        match self.propose_plainly(now, room) {
            Some(take) => Step::Take(take),
            None => self.decide_with_marks(now, room, *scale).step(),
        }
    }

    /// The tick for a reading that is not behind, in a tick that has room, below mark and horizon: nearly every call. `None`
    /// says nothing but that the long way has to be gone.
    #[inline(always)]
    #[must_use]
    pub const fn propose_plainly(&self, now: Now, room: Room) -> Option<Take> {
        // A reading before the epoch becomes a tick above every limit, and so takes the long way.
        let tick = now.tick as u64;
        if tick < self.seen {
            return None;
        }
        if tick > self.last {
            return if tick < self.limit { Some(Take::New { tick, why: Why::Clock }) } else { None };
        }
        if matches!(room, Room::Left) && self.last < self.limit {
            return Some(Take::Same { tick: self.last, held: false });
        }
        None
    }

    /// [`propose`](Self::propose) for a reading that is not plain, in two words.
    #[inline(never)]
    pub(crate) const fn decide_with_marks(&self, now: Now, room: Room, scale: Scale) -> Decision {
        self.or_save(self.decide(now, room, scale), scale)
    }

    /// The step that marks would not forbid: for a call that goes on although its mark is not saved.
    #[must_use]
    #[inline]
    pub const fn propose_unsaved(&self, now: Now, room: Room, scale: &Scale) -> Step {
        self.decide(now, room, *scale).step()
    }

    /// [`propose_unsaved`](Self::propose_unsaved), in two words.
    pub(crate) const fn decide(&self, now: Now, room: Room, scale: Scale) -> Decision {
        if now.tick < 0 {
            return Decision::of(What::BeforeEpoch, scale.before_epoch_ms(now));
        }
        let decision = match self.rules.phase {
            Phase::Unstarted => Decision::of(What::NotStarted, 0),
            Phase::Fresh | Phase::FreshAfterId => self.first(now.tick as u64, scale),
            Phase::Running | Phase::Restarted => self.later(now, room, scale),
        };
        match decision.take() {
            Some(Take::New { tick, .. }) if tick > scale.last_tick() => Decision::of(What::Horizon, 0),
            _ => decision,
        }
    }

    /// The first id of a run: from the clock, from the mark, or not at all.
    #[inline(always)]
    const fn first(&self, now: u64, scale: Scale) -> Decision {
        if now >= self.loaded {
            return Decision::of(What::Clock, now);
        }
        // An id that was issued has no window above it.
        let window_ms = if matches!(self.rules.phase, Phase::Fresh) { self.rules.window_ms } else { 0 };
        let window = scale.ticks(window_ms as u64);
        let ahead = self.loaded - now;
        if ahead <= window.saturating_add(scale.bound(self.rules.behind_ms)) {
            return Decision::of(What::Resumed, self.loaded);
        }
        match self.rules.behind {
            BehindRule::HoldOrRestart => Decision::of(What::Restarted, now),
            _ => Decision::of(What::MarkAhead, scale.ms(ahead)),
        }
    }

    #[inline(always)]
    const fn later(&self, now: Now, room: Room, scale: Scale) -> Decision {
        let tick = now.tick as u64;
        let is_behind = tick < self.seen;
        if is_behind {
            let behind = self.seen - tick;
            let within = scale.is_within(behind, self.rules.behind_ms);
            match self.rules.behind {
                BehindRule::HoldOrRefuse | BehindRule::HoldOrRestart if within => {}
                BehindRule::Wait if within => return Decision::of(What::Await, scale.wait_ms(now, behind)),
                BehindRule::HoldOrRestart => return Decision::of(What::Restarted, tick),
                _ => return Decision::of(What::Behind, scale.ms(behind)),
            }
        }
        self.on_from(if is_behind { self.seen } else { tick }, is_behind, now, room, scale)
    }

    /// With the present taken to be `effective`: its own tick, the newest id's, or one after a full one.
    #[inline(always)]
    const fn on_from(&self, effective: u64, held: bool, now: Now, room: Room, scale: Scale) -> Decision {
        if effective > self.last {
            return Decision::of(What::Clock, effective);
        }
        if matches!(room, Room::Left) {
            return Decision::of(if held { What::Held } else { What::Same }, self.last);
        }
        let next = self.last.saturating_add(1);
        match self.rules.full {
            FullRule::Refuse => Decision::of(What::Full, 0),
            FullRule::Wait if next > scale.last_tick() => Decision::of(What::Horizon, 0),
            FullRule::Wait => Decision::of(What::AwaitRoom, scale.wait_ms(now, next - now.tick as u64)),
            FullRule::Borrow => {
                let lead = next - effective;
                if scale.is_within(lead, self.rules.full_ms) {
                    Decision::of(What::Borrowed, next)
                } else {
                    Decision::of(What::Lead, scale.ms(lead))
                }
            }
        }
    }

    /// Moves on to a tick that was proposed for the reading last observed.
    #[inline]
    pub const fn commit(&mut self, take: Take, scale: &Scale) {
        let decision = Decision::taking(take);
        self.carry_out(decision, self.latest.forward(), self.restarts_unsaved(decision, *scale));
    }

    /// [`commit`](Self::commit) for a tick that was [had plainly](Self::propose_plainly), with the reading at hand. The run
    /// has its first id then, and nothing is behind.
    #[inline(always)]
    pub(crate) const fn commit_plainly(&mut self, take: Take, now: u64) {
        if let Take::New { tick, .. } = take {
            self.last = tick;
        }
        self.seen = now;
    }

    /// [`commit_plainly`](Self::commit_plainly) where telling the two kinds of tick apart costs more than writing the same one again.
    #[inline(always)]
    pub(crate) const fn go_on_to(&mut self, tick: u64, now: u64) {
        (self.last, self.seen) = (tick, now);
    }

    /// [`commit`](Self::commit) for a decision to use a tick, with the reading at hand, and whether it is a restart whose lower
    /// mark is not saved.
    #[inline(always)]
    pub(crate) const fn carry_out(&mut self, decision: Decision, now: u64, is_unsaved: bool) {
        let (what, tick) = (decision.what(), decision.value());
        if is_unsaved {
            self.forget_marks();
        } else if what.is_new() && (matches!(what, What::Restarted) || !matches!(self.rules.phase, Phase::Restarted)) {
            self.rules.phase = Phase::Running;
        }
        if what.is_new() {
            self.last = tick;
        }
        let seen = match what {
            // The clock is behind.
            What::Held => false,
            // It may be. Before the first id `seen` is above everything, and nothing is borrowed.
            What::Borrowed => now > self.seen,
            _ => true,
        };
        if seen {
            self.seen = now;
        }
    }

    /// The tick of the newest id, once there is one.
    #[must_use]
    pub const fn last(&self) -> Option<u64> {
        if self.rules.phase.has_ids() { Some(self.last) } else { None }
    }

    /// The tick of the newest id, where it is the highest reading accepted and below the mark: a reading in it is then sure
    /// to get the same tick again, as long as there is room.
    #[must_use]
    pub const fn settled(&self) -> Option<u64> {
        // A clock that may still be unset has its first set reading noted, and so never goes around the long way.
        if self.latest.may_stand_in() {
            return None;
        }
        match self.last() {
            Some(last) if last == self.seen && last == self.latest.forward() && last < self.limit => Some(last),
            _ => None,
        }
    }

    /// How many ticks a reading is behind the highest one accepted; 0 before the first id.
    pub(crate) const fn behind(&self, now: Now) -> u64 {
        if !self.rules.phase.has_ids() {
            return 0;
        }
        self.seen.saturating_sub(if now.tick > 0 { now.tick as u64 } else { 0 })
    }

    /// Forgets every id and the mark, for ids that cannot be the same again; the latest reading stays.
    pub(crate) const fn begin_anew(&mut self, scale: &Scale) {
        (self.last, self.seen, self.loaded) = (0, NOTHING_SEEN, 0);
        (self.limit, self.rules.phase) =
            if self.rules.window_ms == 0 { (scale.end(), Phase::Fresh) } else { (0, Phase::Unstarted) };
    }

    /// How many ticks ids are ahead of the highest reading accepted.
    #[must_use]
    pub const fn lead(&self) -> u64 {
        self.last.saturating_sub(self.seen)
    }
}
