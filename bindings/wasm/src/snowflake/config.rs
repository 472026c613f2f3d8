//! What a generator is made with, as the numbers that cross the border.

use mintid::policy::{OnFull, OnUnset};
use mintid::snowflake::{OnBehind, Options, Start};

use super::desk::Desk;
use super::fault;
use super::layouts::field;
use crate::status::Status;

/// The numbers a generator is configured with, as JavaScript gives them; its layout is the one on the desk.
#[derive(Debug, Clone, Copy)]
pub struct Config {
    /// The node.
    pub node: f64,
    /// Where a tick's sequence starts: 0 at zero, 1 at random, 2 goes on.
    pub start: u32,
    /// 0 refuse, 1 wait, 2 hold.
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
}

impl Config {
    /// The options these numbers stand for.
    ///
    /// # Errors
    ///
    /// [`Status::NodeRange`], and [`Status::Argument`] for a number that stands for nothing.
    pub fn options(&self, desk: &Desk) -> Result<Options, Status> {
        let up_to_ms = self.behind_ms;
        let on_behind = match self.on_behind {
            0 => OnBehind::Refuse,
            1 => OnBehind::Wait { up_to_ms },
            2 => OnBehind::Hold { up_to_ms },
            _ => return Err(Status::Argument),
        };
        let on_full = match self.on_full {
            0 => OnFull::Refuse,
            1 => OnFull::Wait,
            2 => OnFull::Borrow { up_to_ms: self.full_ms },
            _ => return Err(Status::Argument),
        };
        let on_unset = match self.on_unset {
            0 => OnUnset::Refuse,
            1 => OnUnset::RunFromMark,
            _ => return Err(Status::Argument),
        };
        let start = match self.start {
            0 => Start::Zero,
            1 => Start::Random,
            2 => Start::Continue,
            _ => return Err(Status::Argument),
        };
        let options = Options::new(*desk.layout(), field(self.node)).map_err(|error| fault::of_field(error, desk))?;
        Ok(options.on_behind(on_behind).on_full(on_full).on_unset(on_unset).mark_window_ms(self.window_ms).start(start))
    }
}
