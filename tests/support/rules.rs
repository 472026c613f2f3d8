//! The rules of the timeline, written a second time: from their wording, not from the sources.
//!
//! 1. A reading before the epoch is refused ahead of every other rule.
//! 2. The first id comes from the clock, from the mark where that is near enough ahead, or is refused.
//! 3. A clock behind the highest reading accepted is judged by its distance: refuse, wait, hold or restart.
//! 4. A present above the newest id gives a new tick; else the newest tick goes on while it has room; else the answer to a
//!    full tick is asked.
//! 5. Past the last tick there is nothing. What is not issued moves nothing.
//! 6. Room is the scheme's to say.
//! 7. From a restart that goes on unsaved, no mark counts until one as low as those offered from then on has replaced it, the
//!    one for the tick after the newest included.

use std::collections::BTreeMap;

use mintid::clock::{ClockError, Reading};
use mintid::mark::Save;
use mintid::policy::{Beyond, OnBehind, OnFull, OnUnset, Policy};
use mintid::timeline::{Waiting, Why};

use super::ticks::{Present, Ticks};

/// What the rules say to a reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    New { tick: i128, why: Why },
    Same { tick: i128, held: bool },
    Wait { for_ms: u64, on: Waiting },
    Refused { name: &'static str, by_ms: Option<u64> },
}

const fn refused(name: &'static str) -> Verdict {
    Verdict::Refused { name, by_ms: None }
}

/// Where a run starts: a mark in ticks, 0 for none, and the window it was saved with.
#[derive(Debug, Clone, Copy)]
pub struct Start {
    pub mark: i128,
    pub window: i128,
}

/// What was counted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Counts {
    pub minted: u64,
    pub rollbacks: u32,
    pub largest_rollback_ms: u32,
    pub held: u32,
    pub borrowed: u32,
    pub exhaustions: u32,
    pub waits: u32,
    pub restarts: u32,
    pub entropy_failures: u32,
    pub late: u32,
    pub refused: BTreeMap<&'static str, u32>,
}

#[derive(Debug)]
pub struct Rules {
    pub policy: Policy,
    pub window_ms: u32,
    pub ticks: Ticks,
    /// `None` until the run is started, where marks are used.
    pub start: Option<Start>,
    /// The highest reading accepted and the tick of the newest id.
    pub running: Option<(i128, i128)>,
    /// The mark saved in this run.
    pub saved: Option<i128>,
    /// Whether what the store holds is too high, after a restart that went on unsaved.
    pub too_high: bool,
    pub prev: Option<i128>,
    pub clock_was_set: bool,
    pub counts: Counts,
}

impl Rules {
    pub fn new(policy: Policy, window_ms: u32, ticks: Ticks) -> Self {
        let start = (window_ms == 0).then_some(Start { mark: 0, window: 0 });
        Self {
            policy,
            window_ms,
            ticks,
            start,
            running: None,
            saved: None,
            too_high: false,
            prev: None,
            clock_was_set: false,
            counts: Counts::default(),
        }
    }

    /// A reading in ticks, or the name of the refusal.
    pub fn read(&mut self, reading: Result<Reading, ClockError>) -> Result<Present, &'static str> {
        let now = match reading {
            Ok(reading) => {
                self.clock_was_set = true;
                self.ticks.at(reading)
            }
            Err(ClockError::Unset { since_boot_ms }) => {
                let mark = self.start.map_or(0, |start| start.mark);
                if self.policy.on_unset != OnUnset::RunFromMark || self.clock_was_set || mark == 0 {
                    return Err("unset");
                }
                self.ticks.after(mark, since_boot_ms)
            }
            Err(_) => return Err("clock_failed"),
        };
        if let Some(back) = self.prev.map(|prev| prev - now.tick).filter(|back| *back > 0) {
            self.counts.rollbacks += 1;
            let by_ms = u32::try_from(self.ticks.in_ms(back)).unwrap_or(u32::MAX);
            self.counts.largest_rollback_ms = self.counts.largest_rollback_ms.max(by_ms);
        }
        self.prev = Some(now.tick);
        Ok(now)
    }

    /// Rules 1 to 5.
    pub fn judge(&self, now: Present, full: bool) -> Verdict {
        if now.tick < 0 {
            return Verdict::Refused { name: "before_epoch", by_ms: Some(self.ticks.until(now, 0)) };
        }
        let verdict = match (self.running, self.start) {
            (Some((seen, last)), _) => self.later(now, seen, last, full),
            (None, Some(start)) => self.first(now.tick, start),
            (None, None) => refused("not_started"),
        };
        match verdict {
            Verdict::New { tick, .. } if tick >= self.ticks.end => refused("horizon"),
            verdict => verdict,
        }
    }

    /// Rule 2.
    fn first(&self, now: i128, start: Start) -> Verdict {
        let bound = match self.policy.on_behind {
            OnBehind::Wait { up_to_ms } | OnBehind::Hold { up_to_ms, .. } => self.ticks.bound(up_to_ms),
            _ => 0,
        };
        if now >= start.mark {
            Verdict::New { tick: now, why: Why::Clock }
        } else if start.mark - now <= start.window + bound {
            Verdict::New { tick: start.mark, why: Why::Resumed }
        } else if self.restarts() {
            Verdict::New { tick: now, why: Why::Restarted }
        } else {
            Verdict::Refused { name: "mark_ahead", by_ms: Some(self.ticks.in_ms(start.mark - now)) }
        }
    }

    fn restarts(&self) -> bool {
        matches!(self.policy.on_behind, OnBehind::Hold { beyond: Beyond::Restart, .. })
    }

    /// Rule 3.
    fn later(&self, now: Present, seen: i128, last: i128, full: bool) -> Verdict {
        let behind = seen - now.tick;
        if behind <= 0 {
            return self.onward(now, now.tick, last, full);
        }
        match self.policy.on_behind {
            OnBehind::Wait { up_to_ms } if behind <= self.ticks.bound(up_to_ms) => {
                Verdict::Wait { for_ms: self.ticks.until(now, seen), on: Waiting::Clock }
            }
            OnBehind::Hold { up_to_ms, .. } if behind <= self.ticks.bound(up_to_ms) => {
                self.onward(now, seen, last, full)
            }
            _ if self.restarts() => Verdict::New { tick: now.tick, why: Why::Restarted },
            _ => Verdict::Refused { name: "behind", by_ms: Some(self.ticks.in_ms(behind)) },
        }
    }

    /// Rule 4, with the present taken to be `e`.
    fn onward(&self, now: Present, e: i128, last: i128, full: bool) -> Verdict {
        if e > last {
            return Verdict::New { tick: e, why: Why::Clock };
        }
        if !full {
            return Verdict::Same { tick: last, held: now.tick < e };
        }
        match self.policy.on_full {
            OnFull::Wait if last + 1 >= self.ticks.end => refused("horizon"),
            OnFull::Wait => Verdict::Wait { for_ms: self.ticks.until(now, last + 1), on: Waiting::Room },
            OnFull::Borrow { up_to_ms } if last + 1 - e <= self.ticks.bound(up_to_ms) => {
                Verdict::New { tick: last + 1, why: Why::Borrowed }
            }
            OnFull::Borrow { .. } => Verdict::Refused { name: "lead", by_ms: Some(self.ticks.in_ms(last + 1 - e)) },
            _ => refused("full"),
        }
    }

    /// The end of rule 5: an id was issued.
    pub fn issued(&mut self, now: i128, verdict: Verdict) {
        let seen = self.running.map_or(now, |(seen, _)| seen.max(now));
        if let Some((_, Save::Replace)) = self.wants_mark(now, verdict) {
            self.saved = None;
            self.too_high = true;
        }
        self.counts.minted += 1;
        match verdict {
            Verdict::New { tick, why } => {
                let seen = if why == Why::Restarted { now } else { seen };
                self.running = Some((seen, tick));
                self.counts.restarts += u32::from(why == Why::Restarted);
                self.counts.borrowed += u32::from(why == Why::Borrowed);
                self.counts.exhaustions += u32::from(why == Why::Borrowed);
            }
            Verdict::Same { tick, held } => {
                self.running = Some((seen, tick));
                self.counts.held += u32::from(held);
            }
            Verdict::Wait { .. } | Verdict::Refused { .. } => panic!("{verdict:?} issues nothing"),
        }
    }

    /// The mark that has to be saved before this verdict may be followed, in Unix milliseconds.
    pub fn wants_mark(&self, now: i128, verdict: Verdict) -> Option<(u64, Save)> {
        let (tick, save) = match verdict {
            Verdict::New { tick, why: Why::Restarted } => (tick, Save::Replace),
            Verdict::New { tick, .. } | Verdict::Same { tick, .. } => (tick, self.save()),
            Verdict::Wait { .. } | Verdict::Refused { .. } => return None,
        };
        let wanted = self.next_mark(now, tick);
        let saved_suffices = match self.saved {
            // A restart lowers the mark first: to what would be saved now, or less.
            Some(saved) if save == Save::Replace => tick < saved && saved <= self.ticks_of_ms(wanted),
            Some(saved) => tick < saved,
            None => false,
        };
        (self.window_ms != 0 && !saved_suffices).then_some((wanted, save))
    }

    fn save(&self) -> Save {
        if self.too_high { Save::Replace } else { Save::Raise }
    }

    /// `max(now + window, t + 1)`, where time has that tick, in whole milliseconds.
    fn next_mark(&self, now: i128, t: i128) -> u64 {
        self.ticks.unix_ms_of((now + self.ticks.span(self.window_ms)).max(t + 1).min(self.ticks.end))
    }

    fn ticks_of_ms(&self, unix_ms: u64) -> i128 {
        self.ticks.first_from(unix_ms)
    }

    /// The mark that is due, asked for between two calls.
    pub fn mark_due(&self, full: bool) -> Option<(u64, Save)> {
        self.start?;
        let now = self.prev.filter(|now| (0..self.ticks.end).contains(now))?;
        if self.window_ms == 0 {
            return None;
        }
        let verdict = self.judge(Present::start_of(now), full);
        let wanted = self.wants_mark(now, verdict);
        if wanted.is_some() {
            return wanted;
        }
        let last = match verdict {
            Verdict::New { tick, why: Why::Restarted } => tick,
            _ => self.running.map_or(0, |(_, last)| last),
        };
        let (near, offered) = (now.max(last), self.next_mark(now, last));
        let due = match self.saved {
            Some(saved) => 2 * (saved - near) <= self.ticks.span(self.window_ms) && self.ticks_of_ms(offered) > saved,
            None => true,
        };
        due.then_some((offered, self.save()))
    }

    /// The lowest mark that is true.
    pub fn flush(&self) -> Option<(u64, Save)> {
        self.running.map(|(_, last)| (self.ticks.unix_ms_of(last + 1), Save::Replace))
    }

    /// How far the newest id is ahead of the highest reading accepted.
    pub fn lead(&self) -> i128 {
        self.running.map_or(0, |(seen, last)| last - seen)
    }

    pub fn mark_saved(&mut self, (mark_ms, save): (u64, Save)) {
        let mark = self.ticks_of_ms(mark_ms);
        if self.too_high {
            let last = self.running.map_or(0, |(_, last)| last);
            let now = self.prev.map_or(0, |now| now.max(0));
            if save == Save::Raise || mark_ms > self.next_mark(now, last + 1) {
                return;
            }
            self.too_high = false;
        }
        self.saved = Some(match self.saved {
            Some(saved) if save == Save::Raise => saved.max(mark),
            _ => mark,
        });
    }
}
