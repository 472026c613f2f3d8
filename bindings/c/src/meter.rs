//! What a generator has been through, as plain numbers.

use mintid::Meter as Counts;

use crate::border::Place;
use crate::status::{REFUSALS, Status, told};
use crate::storage::{self, Generator};

/// What a generator did, met and refused. All but minted stop at UINT32_MAX instead of wrapping.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Meter {
    /// Ids minted.
    pub minted: u64,
    /// Steps back of the clock, each counted once.
    pub rollbacks: u32,
    /// The largest step back, in milliseconds.
    pub largest_rollback_ms: u32,
    /// Ids minted in a held millisecond, while the clock was behind.
    pub held: u32,
    /// Milliseconds taken ahead of the clock, because the one before was full.
    pub borrowed: u32,
    /// Calls that found the millisecond full.
    pub exhaustions: u32,
    /// Calls answered with MINTID_STATUS_WAIT.
    pub waits: u32,
    /// Restarts from an earlier time: order is broken there, on purpose.
    pub restarts: u32,
    /// Calls that ended because the random callback failed.
    pub entropy_failures: u32,
    /// Ids minted at or above the saved mark: order over the next start is not promised for them.
    pub late: u32,
    /// Calls refused: how many with a status, at [status - MINTID_STATUS_UNSET].
    pub refused: [u32; REFUSALS],
}

impl From<&Counts> for Meter {
    fn from(counts: &Counts) -> Self {
        let mut refused = [0; REFUSALS];
        for (place, (_, count)) in refused.iter_mut().zip(counts.refusals()) {
            *place = count;
        }
        Self {
            minted: counts.minted,
            rollbacks: counts.rollbacks,
            largest_rollback_ms: counts.largest_rollback_ms,
            held: counts.held,
            borrowed: counts.borrowed,
            exhaustions: counts.exhaustions,
            waits: counts.waits,
            restarts: counts.restarts,
            entropy_failures: counts.entropy_failures,
            late: counts.late,
            refused,
        }
    }
}

/// The counts so far.
#[unsafe(no_mangle)]
pub extern "C" fn mintid_read_meter(generator: *mut Generator, meter: *mut Meter) -> Status {
    told(Place::at(meter).and_then(|place| {
        storage::with(generator, |held| {
            place.put((held.calls.meter)(&mut held.ids)?.into());
            Ok(())
        })
    }))
}
