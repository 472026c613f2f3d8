//! A scheme chosen at run time: for bindings and tools whose caller says what to mint.
//!
//! Both kinds of id are a time and a number below it, so one small implementation counts that number for either. A program
//! that knows its scheme names [`V7Generator`](crate::V7Generator) or [`UlidGenerator`](crate::UlidGenerator), which are
//! made for speed and come to the same ids.

use super::Scheme;
use super::sealed::Sealed;
use crate::entropy::Entropy;
use crate::field::LAST_UNIX_MS;
use crate::generator::Generator;
use crate::options::Options;
use crate::timeline::{Room, Scale};
use crate::{Ulid, Uuid, ulid, uuid};

/// Mints v7 UUIDs or ULIDs, as its options say.
///
/// ```
/// use mintid::clock::ManualClock;
/// use mintid::entropy::Bytes;
/// use mintid::options::Options;
/// use mintid::scheme::{ChosenGenerator, Form};
/// use mintid::{Ulid, ulid};
///
/// let options = Options::ulid(ulid::Options::new());
/// let mut ids = ChosenGenerator::with(options, ManualClock::at_ms(150_000), Bytes::new(&[1; 10]));
/// let id = ids.generate()?;
/// assert_eq!(ids.scheme().form(), Form::Ulid);
/// assert_eq!(Ulid::from(id).unix_ms(), 150_000);
/// # Ok::<(), mintid::Cause<mintid::entropy::Exhausted>>(())
/// ```
pub type ChosenGenerator<C, E> = Generator<Chosen, C, E>;

/// What the ids of a [`ChosenGenerator`] are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Form {
    /// v7 UUIDs with a counter.
    V7,
    /// ULIDs.
    Ulid,
}

/// One of the schemes whose tick is a millisecond.
///
/// Its ids are the 128 bits of either as a [`Uuid`]; `Ulid::from` takes them for what a ULID generator made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Chosen {
    /// The lower 64 bits of the newest id's number.
    low: u64,
    /// The low bits that are drawn with every id. In a v7 they take the place of those before, in a ULID they are added.
    drawn: u64,
    /// The bits above those: 16 of a ULID, 10 of a v7, whose number is `rand_a` and `rand_b`.
    high: u16,
    form: Form,
}

impl Options<Chosen> {
    /// To mint v7 UUIDs with these options.
    #[inline(always)]
    #[must_use]
    pub const fn v7(options: uuid::v7::Options) -> Self {
        options.with_scheme(Chosen::new(options.scheme.tail_mask(), Form::V7))
    }

    /// To mint ULIDs with these options.
    #[inline(always)]
    #[must_use]
    pub const fn ulid(options: ulid::Options) -> Self {
        options.with_scheme(Chosen::new(options.scheme.largest_step() - 1, Form::Ulid))
    }
}

impl Chosen {
    const fn new(drawn: u64, form: Form) -> Self {
        Self { low: 0, drawn, high: 0, form }
    }

    /// What its ids are.
    #[must_use]
    pub const fn form(&self) -> Form {
        self.form
    }

    /// The largest `high`.
    const fn top(&self) -> u16 {
        match self.form {
            Form::V7 => 0x3ff,
            Form::Ulid => 0xffff,
        }
    }

    const fn id(&self, tick: u64) -> Uuid {
        match self.form {
            Form::V7 => Uuid::v7_of(tick, (self.high as u64) << 2 | self.low >> 62, self.low),
            Form::Ulid => Uuid::from_u128(((tick << 16 | self.high as u64) as u128) << 64 | self.low as u128),
        }
    }
}

impl Sealed for Chosen {}

impl Scheme for Chosen {
    type Id = Uuid;

    const COARSEST_CLOCK_NS: u32 = u32::MAX;

    const LARGEST_DRAW: usize = 10;

    #[inline]
    fn scale(&self) -> Scale {
        Scale::unix_ms(LAST_UNIX_MS)
    }

    /// Room for the largest step, so that an answer never depends on a draw.
    #[inline]
    fn room(&self) -> Room {
        if self.high == self.top() && self.low >= !self.drawn { Room::Full } else { Room::Left }
    }

    fn close(&mut self) {
        (self.high, self.low) = (self.top(), u64::MAX);
    }

    fn first<E: Entropy>(&mut self, tick: u64, entropy: &mut E) -> Result<Uuid, E::Error> {
        let (high, low) = entropy.draw_number(10)?;
        self.low = low;
        self.high = match self.form {
            // The counter's top bit is clear.
            Form::V7 => high as u16 & self.top() >> 1,
            Form::Ulid => high as u16,
        };
        Ok(self.id(tick))
    }

    fn next<E: Entropy>(&mut self, tick: u64, entropy: &mut E) -> Result<Uuid, E::Error> {
        let bits = u64::BITS - self.drawn.leading_zeros();
        let drawn = if bits == 0 { 0 } else { entropy.draw_number(bits.div_ceil(8) as usize)?.1 };
        let replaced = match self.form {
            Form::V7 => self.drawn,
            Form::Ulid => 0,
        };
        let (low, carry) = (self.low | replaced).overflowing_add((drawn & self.drawn) + 1);
        self.low = low;
        self.high = self.high.wrapping_add(carry as u16);
        Ok(self.id(tick))
    }

    /// The first id of a copy, so that there is one function for both.
    fn at<E: Entropy>(&self, tick: u64, entropy: &mut E) -> Result<Uuid, E::Error> {
        let mut copy = *self;
        copy.first(tick, entropy)
    }

    fn tick_of(&self, id: Uuid) -> Option<u64> {
        match self.form {
            Form::V7 => uuid::v7::tick_of_v7(id),
            Form::Ulid => Some(Ulid::from(id).unix_ms()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cause::Cause;
    use crate::clock::ManualClock;
    use crate::entropy::{Bytes, Exhausted};
    use crate::policy::OnFull;
    use crate::ulid::Step;

    /// The ids of two generators from one stream of bytes, which stay the same through ticks that are new, held, full and
    /// closed.
    fn compare<S: Scheme<Id: Into<Uuid>> + Copy>(options: Options<S>, chosen: Options<Chosen>, bytes: &[u8]) {
        let clock = ManualClock::at_ms(1_764_417_600_000);
        let options = options.on_full(OnFull::Borrow { up_to_ms: 3 });
        let chosen = chosen.on_full(OnFull::Borrow { up_to_ms: 3 });
        let mut plain = Generator::with(options, &clock, Bytes::new(bytes));
        let mut chosen = Generator::with(chosen, &clock, Bytes::new(bytes));
        for call in 0..40 {
            assert_eq!(chosen.room(), plain.room(), "{call}");
            let plainly: Result<Uuid, Cause<Exhausted>> = plain.generate().map(Into::into);
            assert_eq!(chosen.generate(), plainly, "{call}");
            if call % 11 == 7 {
                plain.reseed();
                chosen.reseed();
            }
            if call % 9 == 8 {
                clock.set_ms(1_764_417_600_000 + call);
            }
        }
        assert_eq!(chosen.at(5_u64), plain.at(5_u64).map(Into::into));
        assert_eq!(chosen.meter(), plain.meter());
        assert_eq!(chosen.entropy_mut().remaining(), plain.entropy_mut().remaining());
    }

    /// Bytes that start every counter where its end is near, at it, and somewhere; and too few.
    fn streams() -> impl Iterator<Item = [u8; 512]> {
        [0xff, 0x00, 0xfe, 0x7f, 0x5a]
            .into_iter()
            .map(|byte| core::array::from_fn(|at| if at % 37 == 36 { 3 } else { byte }))
    }

    #[test]
    fn it_mints_what_the_schemes_themselves_mint() {
        for bytes in streams() {
            for length in [512, 100] {
                for bits in 12..=42 {
                    let options = uuid::v7::Options::new().counter_bits(bits).unwrap();
                    compare(options, Options::v7(options), &bytes[..length]);
                }
                for step in [Step::One, Step::Random] {
                    let options = ulid::Options::new().step(step);
                    compare(options, Options::ulid(options), &bytes[..length]);
                }
            }
        }
    }
}
