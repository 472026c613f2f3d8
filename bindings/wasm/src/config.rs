//! What a generator is made with, as the numbers that cross the border.

use mintid::options::Options;
use mintid::policy::{Beyond, OnBehind, OnFull, OnMarkLate, OnUnset};
use mintid::scheme::Chosen;
use mintid::{Policy, ulid, uuid};

/// The numbers a generator is configured with, as JavaScript gives them.
#[derive(Debug, Clone, Copy)]
pub struct Config {
    /// 0 v7, 1 ULID.
    pub scheme: u32,
    /// v7: the counter's bits. ULID: 0 for a step of one, 1 for a random one.
    pub variety: u32,
    /// 0 refuse, 1 wait, 2 hold and refuse beyond, 3 hold and restart beyond.
    pub on_behind: u32,
    /// The bound of that.
    pub behind_ms: u32,
    /// 0 refuse, 1 wait, 2 borrow.
    pub on_full: u32,
    /// The bound of that.
    pub full_ms: u32,
    /// 0 refuse, 1 run from the mark.
    pub on_unset: u32,
    /// How far ahead a mark is saved; 0 for no marks.
    pub window_ms: u32,
    /// 0 go on when a mark is late, 1 refuse.
    pub on_mark_late: u32,
}

impl Config {
    /// What to do in trouble; `None` where a number stands for nothing.
    #[inline(always)]
    pub fn policy(&self) -> Option<Policy> {
        let up_to_ms = self.behind_ms;
        let on_behind = match self.on_behind {
            0 => OnBehind::Refuse,
            1 => OnBehind::Wait { up_to_ms },
            2 => OnBehind::Hold { up_to_ms, beyond: Beyond::Refuse },
            3 => OnBehind::Hold { up_to_ms, beyond: Beyond::Restart },
            _ => return None,
        };
        let on_full = match self.on_full {
            0 => OnFull::Refuse,
            1 => OnFull::Wait,
            2 => OnFull::Borrow { up_to_ms: self.full_ms },
            _ => return None,
        };
        let on_unset = match self.on_unset {
            0 => OnUnset::Refuse,
            1 => OnUnset::RunFromMark,
            _ => return None,
        };
        let on_mark_late = match self.on_mark_late {
            0 => OnMarkLate::GoOn,
            1 => OnMarkLate::Refuse,
            _ => return None,
        };
        Some(Policy { on_behind, on_full, on_unset, on_mark_late })
    }

    /// What to mint; `None` where a number stands for nothing.
    #[inline(always)]
    pub fn options(&self) -> Option<Options<Chosen>> {
        match (self.scheme, self.variety) {
            (0, bits) => Some(Options::v7(uuid::v7::Options::new().counter_bits(u8::try_from(bits).ok()?).ok()?)),
            (1, 0) => Some(Options::ulid(ulid::Options::new())),
            (1, 1) => Some(Options::ulid(ulid::Options::new().step(ulid::Step::Random))),
            _ => None,
        }
    }
}
