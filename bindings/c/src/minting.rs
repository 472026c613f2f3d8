//! Generators made and used.

use core::ffi::c_void;

use mintid::V4Generator;
use mintid::clock::{ManualClock, Reading};
use mintid::options::Options as Made;
use mintid::scheme::{Chosen, ChosenGenerator};

use crate::border::{Bytes, Place, Places, given};
use crate::ids::{CHOSEN, Ids};
use crate::options::Options;
use crate::status::{Fault, Status, code_of_source, told, told_in_detail};
use crate::storage::{self, Generator, Held};
use crate::supply::{ClockFn, Random, RandomFn, Wall};

/// Makes a generator of v7 UUIDs in the memory that the program has for it. Nothing is read or drawn before the first id.
///
/// Returns MINTID_STATUS_POINTER for a null callback too, MINTID_STATUS_OPTION for a number that stands for nothing, and
/// MINTID_STATUS_BUSY in a callback of this very generator. What was there before is then as it was.
#[unsafe(no_mangle)]
pub extern "C" fn mintid_v7_init(
    generator: *mut Generator,
    options: *const Options,
    clock: ClockFn,
    random: RandomFn,
    context: *mut c_void,
) -> Status {
    told(init(generator, given(options).and_then(|options| options.v7()), clock, random, context))
}

/// Makes a generator of ULIDs, as mintid_v7_init one of UUIDs.
#[unsafe(no_mangle)]
pub extern "C" fn mintid_ulid_init(
    generator: *mut Generator,
    options: *const Options,
    clock: ClockFn,
    random: RandomFn,
    context: *mut c_void,
) -> Status {
    told(init(generator, given(options).and_then(|options| options.ulid()), clock, random, context))
}

fn init(
    generator: *mut Generator,
    options: Result<Made<Chosen>, Fault>,
    clock: ClockFn,
    random: RandomFn,
    context: *mut c_void,
) -> Result<(), Fault> {
    let wall = Wall::new(clock, context).ok_or(Status::Pointer)?;
    let random = Random::new(random, context).ok_or(Status::Pointer)?;
    let ids = ChosenGenerator::with(options?, ManualClock::unset(), random);
    storage::put(generator, Held { wall, calls: &CHOSEN, ids: Ids::Chosen(ids) })
}

/// Mints one UUID or ULID: 16 bytes in network order, which sort as the ids do. For Snowflakes see mintid_snowflake_generate.
///
/// Reads the clock once, and draws 10 random bytes for a new millisecond; within one it draws 7 for a v7 with 20 counter bits,
/// and none or 6 for a ULID. detail: see mintid_status; may be null.
/// cbindgen:ptrs-as-arrays=[[out;16]]
#[unsafe(no_mangle)]
pub extern "C" fn mintid_generate(generator: *mut Generator, out: *mut u8, detail: *mut u64) -> Status {
    told_in_detail(detail, || {
        let out = Place::at(out.cast::<Bytes>())?;
        storage::with(generator, |held| {
            // Before the clock is read: a call for ids of another kind changes nothing.
            held.ids.chosen()?;
            held.read()?;
            out.put(held.mint()?);
            Ok(())
        })
    })
}

/// Mints count ids one after the other, all from one reading of the clock.
///
/// out: 16 bytes for each. written: how many were minted before it ended early, from the front; they are good, and spent. detail:
/// why; see mintid_status. Either may be null.
#[unsafe(no_mangle)]
pub extern "C" fn mintid_fill(
    generator: *mut Generator,
    out: *mut u8,
    count: usize,
    written: *mut usize,
    detail: *mut u64,
) -> Status {
    told_in_detail(detail, || {
        let written = Place::maybe(written)?;
        let mut done = 0;
        let outcome = Places::from(out.cast::<Bytes>(), count).and_then(|places| {
            storage::with(generator, |held| {
                held.ids.chosen()?;
                if count > 0 {
                    held.read()?;
                }
                for place in places.each() {
                    place.put(held.mint()?);
                    done += 1;
                }
                Ok(())
            })
        });
        if let Some(written) = written {
            written.put(done);
        }
        outcome
    })
}

/// Makes a UUID or ULID for a time, with fresh randomness: 10 bytes. It takes no part in the order of the ids, and is not counted.
///
/// unix_ms: Unix milliseconds, 0 to 2^48 - 1; MINTID_STATUS_BEFORE_EPOCH and MINTID_STATUS_HORIZON for others.
/// cbindgen:ptrs-as-arrays=[[out;16]]
#[unsafe(no_mangle)]
pub extern "C" fn mintid_at(generator: *mut Generator, unix_ms: i64, out: *mut u8, detail: *mut u64) -> Status {
    told_in_detail(detail, || {
        let out = Place::at(out.cast::<Bytes>())?;
        storage::with(generator, |held| {
            out.put(held.ids.chosen()?.at(Reading::from_ms(unix_ms))?.to_bytes());
            Ok(())
        })
    })
}

/// Takes one reading without minting, so that a mark can be measured from the present.
#[unsafe(no_mangle)]
pub extern "C" fn mintid_observe(generator: *mut Generator, detail: *mut u64) -> Status {
    told_in_detail(detail, || {
        storage::with(generator, |held| {
            held.read()?;
            (held.calls.observe)(&mut held.ids)
        })
    })
}

/// Forgets whatever a copy of this memory could mint too: for a snapshot that may run more than once. The next id has a
/// millisecond of its own, and draws its randomness afresh.
#[unsafe(no_mangle)]
pub extern "C" fn mintid_reseed(generator: *mut Generator) -> Status {
    told(storage::with(generator, |held| (held.calls.reseed)(&mut held.ids)))
}

/// Makes a v4 UUID from 16 random bytes. It needs neither clock nor generator.
/// cbindgen:ptrs-as-arrays=[[out;16]]
#[unsafe(no_mangle)]
pub extern "C" fn mintid_v4(random: RandomFn, context: *mut c_void, out: *mut u8, detail: *mut u64) -> Status {
    told_in_detail(detail, || {
        let out = Place::at(out.cast::<Bytes>())?;
        let random = Random::new(random, context).ok_or(Status::Pointer)?;
        out.put(V4Generator::new(random).generate().map_err(code_of_source)?.to_bytes());
        Ok(())
    })
}

impl Held {
    fn mint(&mut self) -> Result<Bytes, Fault> {
        Ok(self.ids.chosen()?.generate()?.to_bytes())
    }
}
