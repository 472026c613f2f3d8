//! Schemes: how a tick becomes an id's bits, and whether the tick has room for one more.
//!
//! A scheme draws what it needs and only then changes; it never reads a clock and never judges one. The trait is sealed: a
//! scheme's draws are part of the promise that the same inputs give the same bytes everywhere.

use crate::entropy::Entropy;
use crate::timeline::{Room, Scale};

mod chosen;

pub use chosen::{Chosen, ChosenGenerator, Form};

/// How a tick becomes an id.
pub trait Scheme: sealed::Sealed {
    /// The ids it makes.
    type Id: Copy + Default;

    /// The coarsest clock it can use, in nanoseconds.
    const COARSEST_CLOCK_NS: u32;

    /// The most bytes that one id draws: what a pool that cannot ask for more must hold.
    const LARGEST_DRAW: usize;

    /// Its ticks.
    fn scale(&self) -> Scale;

    /// Whether the present tick can take one more id.
    fn room(&self) -> Room;

    /// Forgets the newest id of the present tick, which has no room from then on.
    fn close(&mut self);

    /// The first id of a new tick.
    ///
    /// # Errors
    ///
    /// The source's; the scheme is then unchanged.
    fn first<E: Entropy>(&mut self, tick: u64, entropy: &mut E) -> Result<Self::Id, E::Error>;

    /// One more id of the present tick, which has room.
    ///
    /// # Errors
    ///
    /// The source's; the scheme is then unchanged.
    fn next<E: Entropy>(&mut self, tick: u64, entropy: &mut E) -> Result<Self::Id, E::Error>;

    /// An id as a new tick would give it, without becoming the present one.
    ///
    /// # Errors
    ///
    /// The source's.
    fn at<E: Entropy>(&self, tick: u64, entropy: &mut E) -> Result<Self::Id, E::Error>;

    /// The tick in an id, where it is one of this scheme's.
    fn tick_of(&self, id: Self::Id) -> Option<u64>;
}

pub(crate) mod sealed {
    #[cfg(feature = "std")]
    use super::Scheme;

    /// Only this crate's schemes keep the promises above.
    pub trait Sealed {}

    /// A scheme whose state within a tick is a base and a count, so that threads can share it in two words.
    ///
    /// `ulid::Step::Random` draws each step, and so has no such form: its state says that nothing is
    /// `left`.
    #[cfg(feature = "std")]
    pub trait Counted: Scheme {
        /// The state in two words.
        fn to_words(&self) -> [u64; 2];

        /// The state of two words that `to_words` gave, of a scheme with the same options as this one.
        fn of_words(&self, words: [u64; 2]) -> Self;

        /// How many more ids can be counted in this tick.
        fn left(&self) -> u64;

        /// The state `n` ids later; `n` is at most `left`.
        #[must_use]
        fn ahead(&self, n: u64) -> Self;

        /// How many ids this state is ahead of `base`, an earlier one of the same tick.
        fn steps_from(&self, base: &Self) -> u64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entropy::Bytes;
    use crate::options::Options;
    use crate::uuid::{v7, v7_precise};
    use crate::{ulid, ulid::Step};

    fn draws_no_more_than_it_says<S: Scheme + Copy>(options: Options<S>) {
        let largest = S::LARGEST_DRAW;
        let mut scheme = options.scheme;
        assert!(scheme.first(1, &mut Bytes::new(&[0; 16][..largest])).is_ok());
        assert!(scheme.next(1, &mut Bytes::new(&[0; 16][..largest])).is_ok());
        assert!(scheme.at(1, &mut Bytes::new(&[0; 16][..largest])).is_ok());
        assert!(scheme.first(1, &mut Bytes::new(&[0; 16][..largest - 1])).is_err(), "and so many it may need");
    }

    #[test]
    fn no_scheme_draws_more_for_one_id_than_it_says() {
        for bits in 12..=42 {
            let options = v7::Options::new().counter_bits(bits).unwrap();
            draws_no_more_than_it_says(options);
            draws_no_more_than_it_says(Options::v7(options));
        }
        draws_no_more_than_it_says(v7_precise::Options::new());
        for step in [Step::One, Step::Random] {
            let options = ulid::Options::new().step(step);
            draws_no_more_than_it_says(options);
            draws_no_more_than_it_says(Options::ulid(options));
        }
    }
}
