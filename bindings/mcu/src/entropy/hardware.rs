//! A hardware random number generator that may not be ready.

use core::fmt;

use mintid::entropy::Entropy;

/// Why one reading of the register gave no word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NotRead<X> {
    /// The next word is not there yet: ask again.
    NotReady,
    /// The generator says that it is broken, or its clock.
    Failed(X),
}

/// A register of random words as a source.
///
/// `F` reads one word, if there is one: it looks at the flags of the peripheral and never waits. This waits for it, by asking
/// again, at most so many times a word; then it is an error, and the caller decides. So a generator that never gets ready
/// holds nobody.
///
/// ```
/// use mintid::entropy::Entropy;
/// use mintid_mcu::entropy::{Hardware, HardwareError, NotRead};
///
/// # struct Rng { polls: u32 }
/// # impl Rng {
/// #     fn status(&mut self) -> Status { self.polls += 1; Status { error: false, ready: self.polls % 3 == 0 } }
/// #     fn data(&self) -> u32 { 0x0403_0201 }
/// # }
/// # struct Status { error: bool, ready: bool }
/// # let mut rng = Rng { polls: 0 };
/// let mut source = Hardware::new(100, || {
///     let status = rng.status();
///     match (status.error, status.ready) {
///         (true, _) => Err(NotRead::Failed("seed error")),
///         (_, true) => Ok(rng.data()),
///         _ => Err(NotRead::NotReady),
///     }
/// });
/// assert_eq!(source.draw::<4>(), Ok([1, 2, 3, 4]));
/// # let mut source = Hardware::new(100, || Err::<u32, _>(NotRead::NotReady::<&str>));
/// // One that is never ready:
/// assert_eq!(source.draw::<4>(), Err(HardwareError::NotReady));
/// ```
///
/// A word is four bytes, the lowest first, as `rand_core` has it, so the register gives the bytes that a HAL's own generator
/// gives. Of the last word of a draw, what was not asked for is dropped.
///
/// The same word three times running is [`Stuck`](HardwareError::Stuck): a peripheral without a clock reads as zeros for ever. A good
/// generator does that once in 2^64 words. A word like the one before it is given only when the next one is another, so
/// that of a stuck generator at most one word is given, and none by a draw of two words or more that begins with them.
pub struct Hardware<F> {
    read: F,
    attempts: u32,
    /// The word read last, once there is one.
    last: Option<u32>,
    /// Read ahead, and known to differ from the word before it.
    ahead: Option<u32>,
}

impl<F> Hardware<F> {
    /// A source that reads the register with `read`, and asks at most `attempts` times for each word.
    ///
    /// From the reference manual: how long a word takes, over how long a call of `read` takes, and some more. The first
    /// word after switching on takes longest.
    #[must_use]
    pub const fn new(attempts: u32, read: F) -> Self {
        Self { read, attempts, last: None, ahead: None }
    }

    /// The next word to give. One like the word before it waits for the next, which tells.
    fn word<X>(&mut self) -> Result<u32, HardwareError<X>>
    where
        F: FnMut() -> Result<u32, NotRead<X>>,
    {
        if let Some(word) = self.ahead.take() {
            return Ok(word);
        }
        let before = self.last;
        let word = self.read()?;
        if before == Some(word) {
            let next = self.read()?;
            if next == word {
                return Err(HardwareError::Stuck);
            }
            self.ahead = Some(next);
        }
        Ok(word)
    }

    /// The next word of the register.
    fn read<X>(&mut self) -> Result<u32, HardwareError<X>>
    where
        F: FnMut() -> Result<u32, NotRead<X>>,
    {
        for _ in 0..self.attempts {
            match (self.read)() {
                Ok(word) => {
                    self.last = Some(word);
                    return Ok(word);
                }
                Err(NotRead::NotReady) => {}
                Err(NotRead::Failed(cause)) => return Err(HardwareError::Failed(cause)),
            }
        }
        Err(HardwareError::NotReady)
    }
}

impl<X, F: FnMut() -> Result<u32, NotRead<X>>> Entropy for Hardware<F> {
    type Error = HardwareError<X>;

    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), HardwareError<X>> {
        for piece in bytes.chunks_mut(4) {
            let word = self.word()?.to_le_bytes();
            for (byte, drawn) in piece.iter_mut().zip(word) {
                *byte = drawn;
            }
        }
        Ok(())
    }
}

impl<F> fmt::Debug for Hardware<F> {
    /// Never prints a word.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hardware").field("attempts", &self.attempts).finish_non_exhaustive()
    }
}

/// Why a hardware generator gave no bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum HardwareError<X> {
    /// The next word did not come in as many attempts as were allowed: it passes, as a rule.
    NotReady,
    /// It gives the same word again and again: look at its clock.
    Stuck,
    /// It says that it is broken.
    Failed(X),
}

impl<X: fmt::Display> fmt::Display for HardwareError<X> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotReady => f.write_str("the generator is not ready yet: ask again later, or allow more attempts"),
            Self::Stuck => f.write_str("the generator gives one word again and again: check that its clock is on"),
            Self::Failed(cause) => write!(f, "the generator failed: {cause}"),
        }
    }
}

impl<X: core::error::Error + 'static> core::error::Error for HardwareError<X> {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Failed(cause) => Some(cause),
            Self::NotReady | Self::Stuck => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scripted<'a>(script: &'a [Result<u32, NotRead<()>>]) -> impl FnMut() -> Result<u32, NotRead<()>> + use<'a> {
        let mut script = script.iter();
        move || *script.next().unwrap_or(&Err(NotRead::NotReady))
    }

    #[test]
    fn words_come_lowest_byte_first_and_the_surplus_of_the_last_is_dropped() {
        let script = [Ok(0x0403_0201), Err(NotRead::NotReady), Ok(0xffff_0605), Ok(0x0a09_0807)];
        let mut source = Hardware::new(2, scripted(&script));
        assert_eq!(source.draw::<6>(), Ok([1, 2, 3, 4, 5, 6]));
        assert_eq!(source.draw::<4>(), Ok([7, 8, 9, 10]));
        assert_eq!(source.draw::<1>(), Err(HardwareError::NotReady));
        assert_eq!(source.draw::<0>(), Ok([]));
    }

    #[test]
    fn each_word_may_take_as_many_attempts_as_are_allowed() {
        let late = [Err(NotRead::NotReady), Err(NotRead::NotReady), Ok(7)];
        assert!(Hardware::new(3, scripted(&late)).draw::<4>().is_ok());
        assert_eq!(Hardware::new(2, scripted(&late)).draw::<4>(), Err(HardwareError::NotReady));
        assert_eq!(Hardware::new(0, scripted(&late)).draw::<4>(), Err(HardwareError::NotReady));
    }

    #[test]
    fn a_broken_generator_is_told_apart_from_one_that_is_not_ready() {
        let broken = [Ok(1), Err(NotRead::Failed(())), Ok(2)];
        let mut source = Hardware::new(9, scripted(&broken));
        assert_eq!(source.draw::<8>(), Err(HardwareError::Failed(())));
        assert_eq!(source.draw::<4>(), Ok([2, 0, 0, 0]), "it may recover");
    }

    #[test]
    fn the_third_equal_word_is_stuck_and_so_is_each_after_it() {
        for stuck_at in [0, 5, u32::MAX] {
            let script = [Ok(stuck_at), Ok(stuck_at), Ok(stuck_at), Ok(stuck_at), Ok(stuck_at), Ok(!stuck_at), Ok(9)];
            let mut source = Hardware::new(1, scripted(&script));
            assert_eq!(source.draw::<8>(), Err(HardwareError::Stuck));
            assert_eq!(source.draw::<4>(), Err(HardwareError::Stuck));
            assert_eq!(source.draw::<4>(), Ok((!stuck_at).to_le_bytes()), "it may recover");
            assert_eq!(source.draw::<4>(), Ok([9, 0, 0, 0]));
        }
    }

    #[test]
    fn two_equal_words_are_given_once_the_next_is_another_and_none_is_lost() {
        let script = [Ok(1), Ok(1), Ok(2), Ok(2), Ok(3), Ok(1)];
        let mut source = Hardware::new(1, scripted(&script));
        for word in [1_u32, 1, 2] {
            assert_eq!(source.draw(), Ok(word.to_le_bytes()));
        }
    }
}
