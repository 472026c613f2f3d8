//! The functions as C calls them: a world for them here, and what they come to in the modules.

use core::ffi::c_void;
use core::ptr::null_mut;
use std::boxed::Box;
use std::vec::Vec;

use crate::marks::{Due, mintid_mark_due, mintid_mark_saved, mintid_resume_after, mintid_start_from};
use crate::meter::{Meter, mintid_read_meter};
use crate::minting::{mintid_generate, mintid_ulid_init, mintid_v7_init};
use crate::options::{Options, mintid_options_keep_going};
use crate::status::Status;
use crate::storage::Generator;
use crate::supply::Clock;

mod marks;
mod minting;
mod pointers;
#[cfg(feature = "snowflake")]
mod snowflake;
mod text;

/// What a C program has: a clock, a random source, and a generator that its callbacks may use.
struct World {
    clock: (i32, i64),
    /// What the next draw answers.
    code: i32,
    stream: Stream,
    draws: usize,
    /// Mint from inside the callbacks, and what that came to.
    nested: Option<*mut Generator>,
    inside: Vec<Status>,
}

/// Bytes that go on.
#[derive(Clone, Default)]
struct Stream(u32);

impl Stream {
    fn fill(&mut self, bytes: &mut [u8]) {
        for byte in bytes {
            self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            *byte = (self.0 >> 24) as u8;
        }
    }
}

extern "C" fn read(context: *mut c_void, ms: *mut i64) -> i32 {
    // SAFETY: the context of every test is its world, which nothing else refers to during a call.
    let world = unsafe { &mut *context.cast::<World>() };
    world.mint_inside();
    // SAFETY: the library's own variable.
    unsafe { *ms = world.clock.1 };
    world.clock.0
}

extern "C" fn draw(context: *mut c_void, out: *mut u8, length: usize) -> i32 {
    // SAFETY: as above, and so many bytes are the library's.
    let (world, out) = unsafe { (&mut *context.cast::<World>(), core::slice::from_raw_parts_mut(out, length)) };
    world.mint_inside();
    world.draws += 1;
    if world.code == 0 {
        world.stream.fill(out);
    }
    world.code
}

impl World {
    fn new() -> Box<Self> {
        let clock = (Clock::Set as i32, 1_764_500_000_000);
        Box::new(Self { clock, code: 0, stream: Stream::default(), draws: 0, nested: None, inside: Vec::new() })
    }

    fn mint_inside(&mut self) {
        if let Some(generator) = self.nested {
            let mut id = [0; 16];
            self.inside.push(mintid_generate(generator, id.as_mut_ptr(), null_mut()));
            self.inside.push(mintid_v7_init(generator, &STRICT, Some(read), Some(draw), null_mut()));
        }
    }

    fn context(&mut self) -> *mut c_void {
        (&raw mut *self).cast()
    }

    fn set(&mut self, ms: i64) {
        self.clock = (Clock::Set as i32, ms);
    }
}

const STRICT: Options = Options {
    counter_bits: 0,
    step: 0,
    on_behind: 0,
    on_full: 0,
    on_unset: 0,
    on_mark_late: 0,
    behind_up_to_ms: 0,
    borrow_up_to_ms: 0,
    mark_window_ms: 0,
};

fn keep_going() -> Options {
    let mut options = STRICT;
    assert_eq!(mintid_options_keep_going(&raw mut options), Status::Ok);
    options
}

/// Memory that C has not initialised.
fn memory() -> Box<Generator> {
    // SAFETY: words, for which any bits will do.
    Box::new(unsafe { core::mem::zeroed() })
}

fn v7(options: &Options, world: &mut World) -> Box<Generator> {
    let mut generator = memory();
    assert_eq!(mintid_v7_init(&raw mut *generator, options, Some(read), Some(draw), world.context()), Status::Ok);
    generator
}

fn ulids(options: &Options, world: &mut World) -> Box<Generator> {
    let mut generator = memory();
    assert_eq!(mintid_ulid_init(&raw mut *generator, options, Some(read), Some(draw), world.context()), Status::Ok);
    generator
}

/// An id, or the status and the detail.
fn mint(generator: &mut Generator) -> Result<[u8; 16], (Status, u64)> {
    let (mut id, mut detail) = ([0xA5; 16], 77);
    match mintid_generate(generator, id.as_mut_ptr(), &raw mut detail) {
        Status::Ok => {
            assert_eq!(detail, 0);
            Ok(id)
        }
        status => {
            assert_eq!(id, [0xA5; 16], "{status:?}");
            Err((status, detail))
        }
    }
}

fn meter(generator: &mut Generator) -> Meter {
    let mut meter = Meter::from(&mintid::Meter::new());
    assert_eq!(mintid_read_meter(generator, &raw mut meter), Status::Ok);
    meter
}

fn due(generator: &mut Generator) -> Result<Due, Status> {
    let mut due = Due { unix_ms: 0, save: 0 };
    match mintid_mark_due(generator, &raw mut due) {
        Status::Ok => Ok(due),
        status => Err(status),
    }
}
