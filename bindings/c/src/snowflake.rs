//! Snowflakes: minted, put together and taken apart, as numbers and as text.

use core::ffi::{c_char, c_void};

use mintid::clock::ManualClock;
use mintid::snowflake::Start;
use mintid::{Snowflake, SnowflakeGenerator};

use crate::border::{Place, Places, given, with_text};
use crate::ids::{Ids, SNOWFLAKE};
use crate::layout::Layout;
use crate::options::Options;
use crate::status::{Fault, Status, told, told_in_detail};
use crate::storage::{self, Generator, Held};
use crate::supply::{ClockFn, Random, RandomFn, Wall};

/// The size of a Snowflake's decimal text, with the zero at its end.
pub const SNOWFLAKE_TEXT_SIZE: usize = 21;

/// What a Snowflake is made of.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parts {
    /// When its tick starts, in Unix milliseconds. To compose: any time of the tick.
    pub unix_ms: u64,
    /// The node.
    pub node: u64,
    /// The number within the tick.
    pub sequence: u64,
}

/// Makes a generator of Snowflakes of this layout and node, in the memory that the program has for it. Nothing is read before the
/// first id.
///
/// No two generators may have the same node at a time: it comes from the configuration or a server, and never from chance. The
/// options are those of mintid_options_snowflake, changed or not. Marks are started from, asked for and saved by the functions that
/// UUIDs and ULIDs have.
///
/// random: may be null, unless options.step is MINTID_START_RANDOM. detail: for MINTID_STATUS_LAYOUT a mintid_layout_fault, for
/// MINTID_STATUS_FIELD, where the node does not fit, its bits; may be null. Else as mintid_v7_init.
#[unsafe(no_mangle)]
pub extern "C" fn mintid_snowflake_init(
    generator: *mut Generator,
    options: *const Options,
    layout: *const Layout,
    node: u64,
    clock: ClockFn,
    random: RandomFn,
    context: *mut c_void,
    detail: *mut u64,
) -> Status {
    told_in_detail(detail, || {
        let (options, layout) = (given(options)?, given(layout)?);
        let wall = Wall::new(clock, context).ok_or(Status::Pointer)?;
        let random = match (Random::new(random, context), options.start()?) {
            (Some(random), _) => random,
            (None, Start::Random) => return Err(Status::Pointer.into()),
            (None, _) => Random::none(),
        };
        let options = options.snowflake(layout.made()?, node)?;
        let ids = SnowflakeGenerator::with_entropy(options, ManualClock::unset(), random);
        storage::put(generator, Held { wall, calls: &SNOWFLAKE, ids: Ids::Snowflake(ids) })
    })
}

/// Mints one Snowflake. Reads the clock once, and draws 4 random bytes for a new tick where the sequence starts at random.
///
/// MINTID_STATUS_FOREIGN_ID for a generator of another kind. detail: see mintid_status; may be null.
#[unsafe(no_mangle)]
pub extern "C" fn mintid_snowflake_generate(generator: *mut Generator, id: *mut u64, detail: *mut u64) -> Status {
    told_in_detail(detail, || {
        let place = Place::at(id)?;
        storage::with(generator, |held| {
            // Before the clock is read: a call for ids of another kind changes nothing.
            held.ids.snowflake()?;
            held.read()?;
            place.put(held.ids.snowflake()?.generate()?.to_u64());
            Ok(())
        })
    })
}

/// Mints count Snowflakes one after the other, all from one reading of the clock.
///
/// written: how many were minted before it ended early, from the front; they are good, and spent. detail: why; see mintid_status.
/// Either may be null.
#[unsafe(no_mangle)]
pub extern "C" fn mintid_snowflake_fill(
    generator: *mut Generator,
    ids: *mut u64,
    count: usize,
    written: *mut usize,
    detail: *mut u64,
) -> Status {
    told_in_detail(detail, || {
        let written = Place::maybe(written)?;
        let mut done = 0;
        let outcome = Places::from(ids, count).and_then(|places| {
            storage::with(generator, |held| {
                held.ids.snowflake()?;
                if count > 0 {
                    held.read()?;
                }
                let ids = held.ids.snowflake()?;
                for place in places.each() {
                    place.put(ids.generate()?.to_u64());
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

/// Starts the run above a Snowflake minted earlier, the newest one that a program has stored; before the first id.
#[unsafe(no_mangle)]
pub extern "C" fn mintid_snowflake_resume_after(generator: *mut Generator, id: u64) -> Status {
    told(storage::with(generator, |held| Ok(held.ids.snowflake()?.resume_after(Snowflake::from_u64(id))?)))
}

/// Puts a Snowflake together. Nothing is masked: what does not fit is refused, MINTID_STATUS_BEFORE_EPOCH, MINTID_STATUS_HORIZON, or
/// MINTID_STATUS_FIELD for node and sequence.
#[unsafe(no_mangle)]
pub extern "C" fn mintid_snowflake_compose(
    layout: *const Layout,
    parts: *const Parts,
    id: *mut u64,
    detail: *mut u64,
) -> Status {
    told_in_detail(detail, || {
        let place = Place::at(id)?;
        let (layout, parts) = (given(layout)?.made()?, given(parts)?);
        let parts = layout.parts_at(parts.unix_ms, parts.node, parts.sequence)?;
        place.put(layout.compose(parts)?.to_u64());
        Ok(())
    })
}

/// Takes a Snowflake apart. Any number of the layout's bits is one: only who knows that it was made with this layout can read it.
/// MINTID_STATUS_FIELD for a number of more bits.
#[unsafe(no_mangle)]
pub extern "C" fn mintid_snowflake_decompose(
    layout: *const Layout,
    id: u64,
    parts: *mut Parts,
    detail: *mut u64,
) -> Status {
    told_in_detail(detail, || {
        let place = Place::at(parts)?;
        let layout = given(layout)?.made()?;
        let parts = layout.decompose(Snowflake::from_u64(id))?;
        place.put(Parts { unix_ms: layout.unix_ms(parts), node: parts.node, sequence: parts.sequence });
        Ok(())
    })
}

/// Writes a Snowflake as decimal text: 1 to 20 digits, and zeros up to the end of out. As text they do not sort as the ids do.
/// cbindgen:ptrs-as-arrays=[[out;21]]
#[unsafe(no_mangle)]
pub extern "C" fn mintid_snowflake_format(id: u64, out: *mut c_char) -> Status {
    told(Place::at(out.cast::<[u8; SNOWFLAKE_TEXT_SIZE]>()).map(|place| {
        let (mut text, mut digits) = ([0; SNOWFLAKE_TEXT_SIZE], [0; Snowflake::TEXT_LEN_MAX]);
        let digits = Snowflake::from_u64(id).encode_str(&mut digits).as_bytes();
        for (place, digit) in text.iter_mut().zip(digits) {
            *place = *digit;
        }
        place.put(text);
    }))
}

/// Reads decimal text: 1 to 20 digits, without a sign, blanks or leading zeros. The arguments are those of mintid_uuid_parse.
#[unsafe(no_mangle)]
pub extern "C" fn mintid_snowflake_parse(text: *const c_char, length: usize, id: *mut u64, detail: *mut u64) -> Status {
    told_in_detail(detail, || {
        let place = Place::at(id)?;
        let id = with_text(text, length, Snowflake::parse_ascii)?.map_err(Fault::from)?;
        place.put(id.to_u64());
        Ok(())
    })
}
