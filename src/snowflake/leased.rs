//! A Snowflake generator on a lease: its node, and the ticks that it may use, are granted.

use core::fmt;

use super::{Batch, Layout, OnBehind, Options, Sequence, Snowflake, SnowflakeGenerator, Start};
use crate::cause::{Cause, Refusal};
use crate::clock::Clock;
use crate::entropy::{Bytes, Entropy};
use crate::generator::Outside;
use crate::lease::{self, Answer, AnswerError, Event, Grant, Lease, Moment, NoLease, Request};
use crate::meter::Meter;
use crate::policy::OnFull;
use crate::timeline::Now;

/// What a [`LeasedGenerator`] is made with. Plain data, and `const` throughout.
///
/// Neither marks nor a clock that is not set: what a mark is for, the granted ticks do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LeasedOptions {
    layout: Layout,
    options: Options,
    change_node_beyond_ms: u64,
}

impl LeasedOptions {
    /// The defaults for this layout: behind, wait up to 10 ms; full, wait for the next tick; more than a minute behind, another
    /// node.
    #[must_use]
    pub const fn new(layout: Layout) -> Self {
        Self { layout, options: Options::of_first_node(layout), change_node_beyond_ms: 60_000 }
    }

    /// What to do with a clock behind the highest reading accepted. Default: wait up to 10 ms.
    #[must_use]
    pub const fn on_behind(mut self, on_behind: OnBehind) -> Self {
        self.options = self.options.on_behind(on_behind);
        self
    }

    /// What to do when a tick is full. Default: wait for the next one. Borrowed ticks stay below the ceiling.
    #[must_use]
    pub const fn on_full(mut self, on_full: OnFull) -> Self {
        self.options = self.options.on_full(on_full);
        self
    }

    /// Where the sequence starts in a new tick. Default: at 0.
    #[must_use]
    pub const fn start(mut self, start: Start) -> Self {
        self.options = self.options.start(start);
        self
    }

    /// How far the clock may be behind this node's ids, in milliseconds, before the node is given back for another. Default: a
    /// minute. `u64::MAX` keeps the node whatever the clock does, and refuses meanwhile.
    #[must_use]
    pub const fn change_node_beyond_ms(mut self, ms: u64) -> Self {
        self.change_node_beyond_ms = ms;
        self
    }
}

/// Mints Snowflakes on a node that is lent.
///
/// A copy of the process, by a fork or from a snapshot, is a second holder of the same ticks: make its generator anew there.
///
/// It does no I/O. [`request_due`](Self::request_due) says what to send to the [engine](crate::lease#an-engine) that lends,
/// [`answered`](Self::answered) and [`failed`](Self::failed) take in what came of it. Ids are refused wherever the lease does not
/// allow them for certain.
///
/// ```
/// use mintid::clock::ManualClock;
/// use mintid::lease::{self, Holder, Pool, Terms};
/// use mintid::snowflake::{Layout, LeasedGenerator, LeasedOptions};
///
/// let pool = Pool::new(&Layout::TWITTER, Terms::DEFAULT);
/// # let mut stored: Vec<lease::Record> = Vec::new();
/// let clock = ManualClock::at_ms(1_764_417_600_000);
/// let mut ids = LeasedGenerator::new(LeasedOptions::new(Layout::TWITTER), Holder::from_u128(7), lease::Options::new(), &clock);
/// assert!(ids.generate(0).is_err()); // nothing is granted yet
///
/// let request = ids.request_due(0).expect("a node to begin with");
/// // At the engine: load the records, decide, store the one that changed, and answer.
/// let now_ms = 1_764_417_600_200;
/// let record = lease::choose(&pool, stored.iter().copied(), &request, now_ms)?;
/// let (record, answer) = lease::grant(&record, &request, now_ms);
/// # stored.push(record);
/// // Back again, 30 ms later on a monotonic clock; any 16 random bits keep a fleet from asking in step.
/// ids.answered(request.ticket(), answer, 30, 0x5eed)?;
/// assert_eq!(Layout::TWITTER.decompose(ids.generate(30)?)?.node, 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct LeasedGenerator<C, E = Bytes<'static>> {
    generator: SnowflakeGenerator<C, E>,
    options: LeasedOptions,
    lease: Lease,
    /// The node of the generator's ids.
    node: Option<u64>,
    /// Whether the node was changed and no id has been made since: another change would help no more.
    is_changed: bool,
}

impl<C> LeasedGenerator<C> {
    /// A generator without a node yet, and without a source of randomness, which only [`Start::Random`] asks for.
    #[must_use]
    pub const fn new(options: LeasedOptions, holder: lease::Holder, lease: lease::Options, clock: C) -> Self {
        Self::with_entropy(options, holder, lease, clock, Bytes::new(&[]))
    }
}

impl<C, E> LeasedGenerator<C, E> {
    /// A generator without a node yet, with a source of randomness, for [`Start::Random`].
    #[must_use]
    pub const fn with_entropy(
        options: LeasedOptions,
        holder: lease::Holder,
        lease: lease::Options,
        clock: C,
        entropy: E,
    ) -> Self {
        Self {
            generator: SnowflakeGenerator::with_entropy(options.options, clock, entropy),
            lease: Lease::new(holder, &options.layout, lease),
            options,
            node: None,
            is_changed: false,
        }
    }

    /// What the generator has been through. What the lease does not allow is counted by
    /// [`lease_meter`](Self::lease_meter).
    #[must_use]
    pub const fn meter(&self) -> Meter {
        self.generator.meter()
    }

    /// What the lease has been through.
    #[must_use]
    pub const fn lease_meter(&self) -> lease::Meter {
        self.lease.meter()
    }

    /// The node and the ticks that are held, whether or not the lease has ended.
    #[must_use]
    pub const fn grant(&self) -> Option<Grant> {
        self.lease.grant()
    }

    /// The layout.
    #[must_use]
    pub const fn layout(&self) -> &Layout {
        &self.options.layout
    }

    /// The clock, to set it for instance.
    pub fn clock_mut(&mut self) -> &mut C {
        self.generator.clock_mut()
    }

    /// The random source.
    pub fn entropy_mut(&mut self) -> &mut E {
        self.generator.entropy_mut()
    }

    /// Takes an answer in. `monotonic_ms` is now on the monotonic clock, and `jitter` any 16 bits.
    ///
    /// # Errors
    ///
    /// [`AnswerError`] for an answer that nobody waits for, and for one that cannot be right. What is held stays as it is.
    pub fn answered(
        &mut self,
        ticket: u32,
        answer: Answer,
        monotonic_ms: u64,
        jitter: u16,
    ) -> Result<Event, AnswerError> {
        self.lease.answered(ticket, answer, monotonic_ms, jitter)
    }

    /// Takes note that a request came to nothing. `monotonic_ms` is now on the monotonic clock, and `jitter` any 16 bits.
    pub fn failed(&mut self, ticket: u32, monotonic_ms: u64, jitter: u16) {
        self.lease.failed(ticket, monotonic_ms, jitter);
    }

    /// Gives the node back for good: for a clean end. No id is made from here on. Send the request that is due then.
    pub fn give_back(&mut self) {
        self.lease.give_back(self.newest_tick());
    }

    /// The tick of the newest id made on what is granted now.
    fn newest_tick(&self) -> Option<u64> {
        let grant = self.lease.grant()?;
        self.generator.newest_tick().filter(|tick| self.node == Some(grant.node) && *tick >= grant.floor_tick)
    }

    /// Makes the generator one of this node, none of whose ticks it has used before, or one that it has always been.
    fn go_on_at(&mut self, node: u64) -> Result<(), NoLease> {
        if self.node != Some(node) {
            // The lease has seen to it that the layout has this node.
            let scheme = Sequence::new(&self.options.layout, node).map_err(|_| NoLease::NotGranted)?;
            self.generator.begin_anew(scheme.starting(self.generator.scheme().start()));
            self.node = Some(node);
        }
        Ok(())
    }

    fn moment(&self, now: Now, monotonic_ms: u64) -> Moment {
        Moment { monotonic_ms, unix_ms: self.options.layout.scale().unix_ms_of(now) }
    }
}

impl<C: Clock, E: Entropy> LeasedGenerator<C, E> {
    /// Mints one id from one reading. `monotonic_ms` is now on a monotonic clock, in milliseconds from any start.
    ///
    /// # Errors
    ///
    /// [`LeasedCause`] says why there is none and what to do next.
    pub fn generate(&mut self, monotonic_ms: u64) -> Result<Snowflake, LeasedCause<E::Error>> {
        self.generate_first_of(1, monotonic_ms)
    }

    /// Mints `count` ids of one tick, from one reading; all of them or none.
    ///
    /// # Errors
    ///
    /// [`LeasedCause::TooLarge`] for more than a tick ever has room for; otherwise as [`generate`](Self::generate).
    pub fn generate_batch(&mut self, count: u32, monotonic_ms: u64) -> Result<Batch, LeasedCause<E::Error>> {
        let scheme = *self.generator.scheme();
        Batch::checked(&scheme, count).map_err(|most| LeasedCause::TooLarge { most })?;
        let first = if count == 0 { Snowflake::MIN } else { self.generate_first_of(count, monotonic_ms)? };
        Ok(Batch::of(first, &scheme, count))
    }

    fn generate_first_of(&mut self, count: u32, monotonic_ms: u64) -> Result<Snowflake, LeasedCause<E::Error>> {
        let now = self.generator.now().map_err(|refusal| LeasedCause::Cause(refusal.into()))?;
        let permit = self.lease.permit(self.moment(now, monotonic_ms));
        let grant = match permit.and_then(|grant| self.go_on_at(grant.node).map(|()| grant)) {
            Ok(grant) => grant,
            Err(cause) => {
                self.lease.count_refusal();
                return Err(LeasedCause::NoLease(cause));
            }
        };
        match self.generator.generate_first_within(now, grant.floor_tick, grant.ceiling_tick, count) {
            Ok(id) => {
                self.is_changed = false;
                Ok(id)
            }
            Err(Outside::Below { by_ms }) => {
                self.lease.count_refusal();
                Err(LeasedCause::FloorAhead { by_ms })
            }
            Err(Outside::Above { by_ms }) => {
                self.lease.count_refusal();
                Err(LeasedCause::CeilingReached { by_ms })
            }
            Err(Outside::Cause(cause)) => Err(LeasedCause::Cause(cause)),
        }
    }

    /// What to send to the engine now, if anything: to be answered under its ticket. Ask after every refusal, and when
    /// [`due_in_ms`](Self::due_in_ms) is over.
    ///
    /// Reads the clock: a node is asked for only by who knows the time. A clock further behind this node's ids than
    /// [`change_node_beyond_ms`](LeasedOptions::change_node_beyond_ms) has it given back, and another asked for.
    pub fn request_due(&mut self, monotonic_ms: u64) -> Option<Request> {
        let Ok(now) = self.generator.look() else {
            return self.lease.give_back_due(monotonic_ms);
        };
        if self.is_too_far_behind(now) {
            self.lease.change_node(self.newest_tick());
            self.is_changed = true;
        }
        let present = u64::try_from(now.tick).unwrap_or(0);
        let tick = self.newest_tick().map_or(present, |newest| newest.max(present));
        self.lease.request_due(self.moment(now, monotonic_ms), tick)
    }

    fn is_too_far_behind(&self, now: Now) -> bool {
        let Some(grant) = self.lease.grant() else { return false };
        if self.is_changed {
            return false;
        }
        let scale = self.options.layout.scale();
        let to_floor = grant.floor_tick.saturating_sub(u64::try_from(now.tick).unwrap_or(0));
        let behind_ms = if self.node == Some(grant.node) { self.generator.behind_ms(now) } else { 0 };
        scale.ms(to_floor).max(behind_ms) > self.options.change_node_beyond_ms
    }

    /// In how many milliseconds [`request_due`](Self::request_due) is worth calling again, unless an answer or a refusal comes
    /// first; `None` when there is nothing to wait for: the node was given back, or the clock is not set.
    pub fn due_in_ms(&mut self, monotonic_ms: u64) -> Option<u64> {
        let now = self.generator.look().ok()?;
        self.lease.due_in_ms(self.moment(now, monotonic_ms))
    }

    /// How long ids may be made yet if the lease is not renewed, in milliseconds; 0 without one.
    pub fn good_for_ms(&mut self, monotonic_ms: u64) -> u64 {
        match self.generator.look() {
            Ok(now) => self.lease.good_for_ms(self.moment(now, monotonic_ms)),
            Err(_) => 0,
        }
    }
}

/// Why a leased generator gave no id.
///
/// What may befall any generator is a [`Cause`] here too; the rest can befall no generator without a lease, which so does not pay
/// for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LeasedCause<E> {
    /// As for any generator.
    Cause(Cause<E>),
    /// No lease allows it.
    NoLease(NoLease),
    /// The node's ticks that are granted are ahead of the clock: the holder before may have used those until then.
    FloorAhead {
        /// How far ahead, in milliseconds.
        by_ms: u64,
    },
    /// The node's ticks that are granted are used up, or behind a clock that is fast.
    CeilingReached {
        /// How far behind, in milliseconds.
        by_ms: u64,
    },
    /// No tick has room for so many, ever.
    TooLarge {
        /// How many may be asked for.
        most: u64,
    },
}

impl<E> From<Refusal> for LeasedCause<E> {
    fn from(refusal: Refusal) -> Self {
        Self::Cause(refusal.into())
    }
}

impl<E: fmt::Display> fmt::Display for LeasedCause<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cause(cause) => cause.fmt(f),
            Self::NoLease(cause) => cause.fmt(f),
            Self::FloorAhead { by_ms } => {
                write!(
                    f,
                    "the node's granted time begins {by_ms} ms ahead of the clock: call again then, or change the node"
                )
            }
            Self::CeilingReached { by_ms } => {
                write!(
                    f,
                    "the node's granted time ended {by_ms} ms ago: renew the lease, and check that the clock is not fast"
                )
            }
            Self::TooLarge { most } => write!(f, "a tick has room for {most} ids: ask for no more at once"),
        }
    }
}

impl<E: core::error::Error + 'static> core::error::Error for LeasedCause<E> {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Cause(cause) => Some(cause),
            Self::NoLease(cause) => Some(cause),
            _ => None,
        }
    }
}
