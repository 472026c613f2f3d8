//! The shared Snowflake generator, which needs no random source.

use mintid::SnowflakeGenerator;
use mintid::entropy::Bytes;
use mintid::snowflake::{Options, Sequence};

use super::{Held, Shared, Source};

/// A Snowflake generator for main and interrupts, and with it one node.
///
/// It draws nothing, so by default it has neither a source nor a pool, and [`generate`](Shared::generate) and
/// [`generate_from_interrupt`](Shared::generate_from_interrupt) are the same call. Batches are made by
/// [`with`](Shared::with)`(|ids| ids.generate_batch(count))`.
///
/// Order over a reset is more than order here: a run that starts behind the one before would give its ids again. So use a
/// [mark](mintid::mark), unless the clock goes on without power. One that is due and not saved is refused,
/// [`MarkDue`](mintid::Refusal::MarkDue), and there is no going on without it.
///
/// ```
/// use mintid::clock::OffsetClock;
/// use mintid::snowflake::{Layout, Options};
/// use mintid_mcu::{SharedSnowflake, Text};
///
/// # fn uptime_ms() -> u64 { 1_000 }
/// // The node is the board's own: from its configuration, never from chance.
/// const OPTIONS: Options = match Options::new(Layout::TWITTER, 378) {
///     Ok(options) => options.mark_window_ms(60_000),
///     Err(_) => panic!("checked when this is compiled"),
/// };
///
/// static IDS: SharedSnowflake<OffsetClock<fn() -> u64>> = SharedSnowflake::of(OPTIONS, OffsetClock::new(uptime_ms));
///
/// // Main: the mark is loaded, the time comes in, and the next mark is saved.
/// IDS.start_without_mark()?;
/// IDS.with(|ids| ids.clock_mut().set_ms(1_764_500_000_000))?;
/// assert!(IDS.generate().is_err()); // before the first id a mark has to be saved
/// if let Some(due) = IDS.mark_due()? {
///     // … in flash …
///     IDS.mark_saved(due)?;
/// }
/// let id = IDS.generate()?;
/// let mut line = [0; 24];
/// assert_eq!(id.write_to(&mut line)?, "1995083718457794560");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// [`Start::Random`](mintid::snowflake::Start::Random) alone draws, 4 bytes for each new tick. For it, name a source and a pool of 24 bytes or more:
/// `SharedSnowflake<Clock, Source, 32>`, by [`with_source`](Self::with_source), or by [`of`](Self::of) and
/// [`set_source`](Shared::set_source).
pub type SharedSnowflake<C, E = Bytes<'static>, const N: usize = 0> = Shared<Sequence, C, E, N>;

impl<C, E, const N: usize> SharedSnowflake<C, E, N> {
    /// One with these options, and without a random source. Nothing is read before the first call.
    ///
    /// With [`Start::Random`](mintid::snowflake::Start::Random) every new tick is then [`Dry`](super::Dry).
    #[must_use]
    pub const fn of(options: Options, clock: C) -> Self {
        const { assert!(N == 0 || N >= super::LOW + super::PIECE, "choose a pool of 24 bytes or more, or none") }
        Self::around(SnowflakeGenerator::with_entropy(options, clock, Held::new()), Source::Missing)
    }

    /// One with these options and a random source, for a start at random. Nothing is read or drawn before the first call.
    #[must_use]
    pub const fn with_source(options: Options, clock: C, source: E) -> Self {
        Self::made(SnowflakeGenerator::with_entropy(options, clock, Held::new()), Source::Here(source))
    }
}
