//! The timeline's side of [marks](crate::mark): where a run starts, which mark is due, and when it counts as saved.

use super::*;

impl Timeline {
    /// Starts the run at a mark that an earlier one has saved. A loaded mark does not count as saved in this run.
    ///
    /// # Errors
    ///
    /// [`StartError::MarkInvalid`] for a mark that is no time of any id, [`StartError::Running`] after the first id.
    #[inline]
    pub const fn start_from(&mut self, mark: Mark, scale: &Scale) -> Result<(), StartError> {
        self.load(scale.tick_from(mark.unix_ms()), Phase::Fresh, *scale)
    }

    /// Starts the run above `tick`, the tick of an id issued earlier. With a mark loaded as well, the higher counts.
    ///
    /// # Errors
    ///
    /// [`StartError::Running`] after the first id, [`StartError::MarkInvalid`] for a tick past the end of the time field.
    #[inline]
    pub const fn start_after(&mut self, tick: u64, scale: &Scale) -> Result<(), StartError> {
        self.load(tick.saturating_add(1), Phase::FreshAfterId, *scale)
    }

    const fn load(&mut self, mark: u64, phase: Phase, scale: Scale) -> Result<(), StartError> {
        if self.rules.phase.has_ids() {
            return Err(StartError::Running);
        }
        if mark > scale.mark_end() {
            return Err(StartError::MarkInvalid);
        }
        // Where both lead to one tick, the stored mark counts, with its window.
        let higher = mark > self.loaded || (mark == self.loaded && matches!(phase, Phase::Fresh));
        if higher || matches!(self.rules.phase, Phase::Unstarted) {
            self.loaded = mark;
            self.rules.phase = phase;
        }
        Ok(())
    }

    /// Starts the run without an earlier mark: the very first one, or one whose store is lost.
    ///
    /// # Errors
    ///
    /// [`StartError::Running`] after the first id.
    pub const fn start_without_mark(&mut self) -> Result<(), StartError> {
        match self.rules.phase {
            Phase::Running | Phase::Restarted => Err(StartError::Running),
            Phase::Unstarted => {
                self.rules.phase = Phase::Fresh;
                Ok(())
            }
            Phase::Fresh | Phase::FreshAfterId => Ok(()),
        }
    }

    /// The decision, or that a mark has to be saved before it may be carried out.
    #[inline(always)]
    pub(super) const fn or_save(&self, decision: Decision, scale: Scale) -> Decision {
        if self.rules.window_ms == 0 || !decision.what().is_take() {
            return decision;
        }
        self.take_or_save(decision, scale)
    }

    /// [`or_save`](Self::or_save) for a tick to be used, where marks are.
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    const fn take_or_save(&self, take: Decision, scale: Scale) -> Decision {
        let tick = take.value();
        let restarts = matches!(take.what(), What::Restarted);
        if tick < self.limit && !restarts {
            return take;
        }
        let mark = self.next_mark(tick, scale);
        // After a restart, the saved mark is still the old, high one unless it is as low as the one to be offered now.
        if tick < self.limit && self.limit <= tick_of(mark, scale) {
            return take;
        }
        Decision::save(DueMark::new(mark, if restarts { Save::Replace } else { self.save() }))
    }

    /// Whether the decision is to restart, and the lower mark for it is not saved.
    pub(crate) const fn restarts_unsaved(&self, decision: Decision, scale: Scale) -> bool {
        matches!(decision.what(), What::Restarted) && self.or_save(decision, scale).due().is_some()
    }

    /// What a call for an id comes to. A mark that is due stops it where the policy refuses; and a restart is not late but out
    /// of order, and waits for its lower mark whatever the policy, unless the store has failed.
    #[inline(never)]
    pub(crate) const fn decide_to_mint(&self, now: Now, room: Room, scale: Scale, store_failed: bool) -> Decision {
        let decision = self.decide(now, room, scale);
        let goes_on = match decision.what() {
            What::Restarted if !store_failed => false,
            _ => matches!(self.rules.late, OnMarkLate::GoOn),
        };
        if goes_on { decision } else { self.or_save(decision, scale) }
    }

    /// Whether the newest id is not below the saved mark. Without marks, it is always below the horizon; a restart that has
    /// gone on unsaved leaves no mark that counts.
    #[inline(always)]
    pub(crate) const fn is_late(&self) -> bool {
        self.last >= self.limit
    }

    /// How a mark is to be saved that no restart asks for.
    const fn save(&self) -> Save {
        if matches!(self.rules.phase, Phase::Restarted) { Save::Replace } else { Save::Raise }
    }

    /// Notes a restart that has gone on unsaved. From then on no mark counts: neither the one that the store holds nor one that
    /// is on its way there.
    pub(super) const fn forget_marks(&mut self) {
        self.limit = 0;
        self.rules.phase = Phase::Restarted;
    }

    /// `max(now + window, tick + 1)`, at most the first tick past the horizon, in milliseconds.
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    const fn next_mark(&self, tick: u64, scale: Scale) -> u64 {
        let mark = self.latest.forward().saturating_add(scale.ticks(self.rules.window_ms as u64));
        let mark = if mark > tick { mark } else { tick.saturating_add(1) };
        scale.start_ms(if mark > scale.end() { scale.end() } else { mark })
    }

    /// The mark to save now, for a store that takes its time: none was saved in this run, or the saved one is at most half
    /// a window ahead. `None` where the latest reading says nothing to measure from: there is none yet, or it is outside
    /// the time field.
    #[must_use]
    #[inline]
    pub const fn mark_due(&self, room: Room, scale: &Scale) -> Option<DueMark> {
        self.due_now(room, *scale)
    }

    const fn due_now(&self, room: Room, scale: Scale) -> Option<DueMark> {
        if self.rules.window_ms == 0 || matches!(self.rules.phase, Phase::Unstarted) {
            return None;
        }
        let now = match self.latest.tick() {
            Some(tick @ 0..) if tick as u64 <= scale.last_tick() => tick as u64,
            _ => return None,
        };
        // A tick that was refused for want of a mark is found again: the same reading gives the same proposal.
        let decision = self.decide(Now::start_of(now as i64), room, scale);
        if let Some(due) = self.or_save(decision, scale).due() {
            return Some(due);
        }
        // A restart that is about to be made leaves the newest id behind.
        let last = if matches!(decision.what(), What::Restarted) { decision.value() } else { self.last };
        let newest = if last > now { last } else { now };
        let half = scale.ticks(self.rules.window_ms as u64) / 2;
        let mark = self.next_mark(last, scale);
        // Far ahead of the clock, after a resume for instance, the mark measured from the clock may be no higher.
        if self.limit <= newest.saturating_add(half) && tick_of(mark, scale) > self.limit {
            Some(DueMark::new(mark, self.save()))
        } else {
            None
        }
    }

    /// Confirms that a mark has been saved. Where a restart has gone on unsaved, it counts only if it has replaced what was
    /// there and is as low as one that would be offered now, for the tick after a full one at most: another was under way since
    /// before the restart.
    #[inline]
    pub const fn mark_saved(&mut self, due: DueMark, scale: &Scale) {
        let mark = tick_of(due.mark().unix_ms(), *scale);
        let replaces = matches!(due.save(), Save::Replace);
        if matches!(self.rules.phase, Phase::Restarted) {
            if !replaces || mark > tick_of(self.next_mark(self.last + 1, *scale), *scale) {
                return;
            }
            self.rules.phase = Phase::Running;
        }
        if mark > self.limit || replaces {
            self.limit = mark;
        }
    }

    /// The lowest mark that is true: one above the newest id. For a clean end, where one owner holds the store.
    #[must_use]
    pub const fn flush(&self, scale: &Scale) -> Option<DueMark> {
        match self.last() {
            Some(last) => Some(DueMark::new(scale.start_ms(last.saturating_add(1)), Save::Replace)),
            None => None,
        }
    }

    /// Whether marks are used.
    #[must_use]
    pub const fn uses_marks(&self) -> bool {
        self.rules.window_ms > 0
    }

    /// What to do when a mark that is due cannot be saved.
    #[must_use]
    pub const fn on_mark_late(&self) -> OnMarkLate {
        self.rules.late
    }
}

/// The tick a mark stands for, at most the first one past the horizon.
const fn tick_of(mark_ms: u64, scale: Scale) -> u64 {
    let tick = scale.tick_from(mark_ms);
    if tick > scale.end() { scale.end() } else { tick }
}
