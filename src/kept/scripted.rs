//! A store for tests that loses its power when told.

use core::fmt;

use super::MarkStore;
use crate::mark::{DueMark, Mark};

/// Keeps a mark in memory, and fails every save from a chosen one on, before or after it has taken effect.
///
/// With it a test cuts the power at each single write of a run. See [`Kept`](super::Kept) for an example.
#[derive(Debug, Clone, Default)]
pub struct ScriptedStore {
    kept: Option<Mark>,
    saves: u32,
    cut: Option<(u32, PowerCut)>,
}

/// On which side of a write the power goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PowerCut {
    /// The write has not happened.
    Before,
    /// The write has happened, and nobody was told.
    After,
}

impl ScriptedStore {
    /// A store that holds nothing and never fails.
    #[must_use]
    pub const fn new() -> Self {
        Self { kept: None, saves: 0, cut: None }
    }

    /// Cuts the power at this save, counted from 0; every later one fails too.
    pub const fn cut_at(&mut self, save: u32, cut: PowerCut) {
        self.cut = Some((save, cut));
    }

    /// Restores the power and starts counting anew; what is kept stays.
    pub const fn restore(&mut self) {
        self.cut = None;
        self.saves = 0;
    }

    /// How many saves were tried since the start or the last [`restore`](Self::restore).
    #[must_use]
    pub const fn saves(&self) -> u32 {
        self.saves
    }

    /// The mark kept.
    #[must_use]
    pub const fn kept(&self) -> Option<Mark> {
        self.kept
    }
}

/// The power is cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct NoPower;

impl fmt::Display for NoPower {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the power is cut: restore it")
    }
}

impl core::error::Error for NoPower {}

impl MarkStore for ScriptedStore {
    type Error = NoPower;

    fn load(&mut self) -> Result<Option<Mark>, NoPower> {
        Ok(self.kept)
    }

    fn save(&mut self, due: DueMark) -> Result<(), NoPower> {
        let save = self.saves;
        self.saves = self.saves.saturating_add(1);
        match self.cut {
            Some((at, PowerCut::After)) if save == at => {
                self.kept = Some(due.over(self.kept));
                Err(NoPower)
            }
            Some((at, _)) if save >= at => Err(NoPower),
            _ => {
                self.kept = Some(due.over(self.kept));
                Ok(())
            }
        }
    }
}
