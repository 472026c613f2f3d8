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

    /// The mark that has to be saved before this step may be taken, if one has.
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(crate) const fn due(&self, decision: Decision, scale: Scale) -> Option<DueMark> {
        if self.rules.window_ms == 0 {
            return None;
        }
        let Some(Take::New { tick, .. } | Take::Same { tick, .. }) = decision.take() else { return None };
        if matches!(decision.what(), What::Restarted) {
            // The saved mark is still the old, high one unless it is as low as the one to be offered now.
            let due = self.next_mark(tick, Save::Replace, scale);
            if tick < self.limit && self.limit <= tick_of(due, scale) { None } else { Some(due) }
        } else if tick < self.limit {
            None
        } else {
            Some(self.next_mark(tick, self.save(), scale))
        }
    }

    /// How a mark is to be saved that no restart asks for.
    const fn save(&self) -> Save {
        if matches!(self.rules.phase, Phase::Restarted) { Save::Replace } else { Save::Raise }
    }

    /// Notes a restart that is gone through with. From one that is not saved on, no mark counts: neither the one that the
    /// store holds nor one that is on its way there.
    pub(super) const fn note_restart(&mut self, restart: Decision, scale: Scale) {
        self.rules.phase = if self.due(restart, scale).is_none() {
            Phase::Running
        } else {
            self.limit = 0;
            Phase::Restarted
        };
    }

    /// `max(now + window, tick + 1)`, at most the first tick past the horizon.
    #[cfg_attr(target_family = "wasm", inline(never))]
    const fn next_mark(&self, tick: u64, save: Save, scale: Scale) -> DueMark {
        let mark = self.latest.forward().saturating_add(scale.ticks(self.rules.window_ms as u64));
        let mark = if mark > tick { mark } else { tick.saturating_add(1) };
        let mark = if mark > scale.end() { scale.end() } else { mark };
        DueMark::new(scale.start_ms(mark), save)
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
        if let Some(due) = self.due(decision, scale) {
            return Some(due);
        }
        // A restart that is about to be made leaves the newest id behind.
        let last = if matches!(decision.what(), What::Restarted) { decision.value() } else { self.last };
        let newest = if last > now { last } else { now };
        let half = scale.ticks(self.rules.window_ms as u64) / 2;
        let due = self.next_mark(last, self.save(), scale);
        // Far ahead of the clock, after a resume for instance, the mark measured from the clock may be no higher.
        if self.limit <= newest.saturating_add(half) && tick_of(due, scale) > self.limit { Some(due) } else { None }
    }

    /// Confirms that a mark has been saved. Where a restart has gone on unsaved, it counts only if it has replaced what was
    /// there and is as low as one that would be offered now, for the tick after a full one at most: another was under way since
    /// before the restart.
    #[inline]
    pub const fn mark_saved(&mut self, due: DueMark, scale: &Scale) {
        let mark = tick_of(due, *scale);
        let replaces = matches!(due.save(), Save::Replace);
        if matches!(self.rules.phase, Phase::Restarted) {
            if !replaces || mark > tick_of(self.next_mark(self.last + 1, Save::Replace, *scale), *scale) {
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
const fn tick_of(due: DueMark, scale: Scale) -> u64 {
    let tick = scale.tick_from(due.mark().unix_ms());
    if tick > scale.end() { scale.end() } else { tick }
}
