//! What the programs of all chips do alike, once they have a clock, a random source and flash.
#![no_std]

use mintid::Uuid;
use mintid::clock::{Bounded, Clock, Monotonic, OffsetClock};
use mintid::entropy::Entropy;
use mintid::kept::MarkStore;
use mintid::policy::OnMarkLate;
use mintid::uuid::v7;
use mintid_mcu::SharedV7;

#[cfg(feature = "cortex-m")]
pub mod cortex_m;
#[cfg(feature = "seed")]
pub mod seed;

// #region options
/// When this firmware was built: what a clock says is not the time where it is before that.
pub const BUILT_MS: i64 = 1_764_417_600_000;

/// A mark a minute ahead, and no id above it: order over a power cut.
pub const OPTIONS: v7::Options = v7::Options::new().mark_window_ms(60_000).on_mark_late(OnMarkLate::Refuse);
// #endregion

/// What went wrong, for the program to report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trouble {
    /// The mark could not be loaded or saved.
    Store,
    /// There is no random source.
    Source,
    /// The run has started already.
    Started,
    /// No id was minted: the meter says why.
    Id,
}

// #region told
/// When the network, a phone or a clock with a battery says what the time is. Until then there are no ids.
pub fn told<M: Monotonic, E, const N: usize>(ids: &SharedV7<Bounded<OffsetClock<M>>, E, N>, unix_ms: i64) {
    let _ = ids.with(|ids| ids.clock_mut().get_mut().set_ms(unix_ms));
}
// #endregion

// #region start
/// Before the first id: goes on from the mark in flash.
pub fn start<C: Clock, E, const N: usize>(ids: &SharedV7<C, E, N>, store: &mut impl MarkStore) -> Result<(), Trouble> {
    let started = match store.load().map_err(|_| Trouble::Store)? {
        Some(mark) => ids.start_from(mark),
        None => ids.start_without_mark(), // the very first start of this device
    };
    started.map_err(|_| Trouble::Started)
}

/// Each time around the main loop: saves the mark that is due, if one is, and mints.
pub fn mint<C: Clock, E: Entropy, const N: usize>(
    ids: &SharedV7<C, E, N>,
    store: &mut impl MarkStore,
) -> Result<Uuid, Trouble> {
    ids.save_mark(store).map_err(|_| Trouble::Store)?;
    ids.generate().map_err(|_| Trouble::Id)
}
// #endregion
