//! Ids out of granted spans, for main and interrupts.
//!
//! ```text
//!  coordinator ──span──▶ supply ─┐                        ┌─ take ──▶ main
//!       ▲                        ▼                        │
//!       └──── request_due ──── stock ──block, once saved──┴─ take ──▶ interrupts
//!                               │  ▲
//!                       top_up  ▼  │ resume
//!                              flash
//! ```
//!
//! A device whose ids must be short, or numbers in a row, gets them in spans from whoever it can reach now and then: a gateway over radio, a
//! host over a cable. From then on it needs neither clock nor randomness nor a connection, until the span runs low.
//!
//! What is decided is decided in the core, by [`Blocks`]: when to ask, which spans are taken in, when a block is
//! claimed. Here are the locks around it, and the writing of the flash.
//!
//! # No id twice
//!
//! A block is claimed from the stock; the stock without it is saved; and only then do its ids come out of [`take`](SharedRanges::take).
//! So wherever the power goes, the next start finds a stock in which every id that was given is missing. What is lost is what was
//! at hand, a block at the most, and a span that was supplied and not saved yet.
//!
//! # Time with interrupts off
//!
//! One section is one of these: an id out of what is ready; a block put to it; a request, or its failure; the allocator taken out of the
//! static, or put back. While a call has it, interrupts are on, and take ids out of what is ready: spans are checked and blocks
//! claimed meanwhile, and the flash is written. A second such call finds it taken, and is [`Busy`](RangesError::Busy).

use core::cell::{Cell, RefCell};
use core::convert::Infallible;
use core::fmt;

use critical_section::Mutex;
use mintid::range::{
    Blocks, Ceiling, Empty, Level, Meter, Options, Ready, Refused, Request, Span, Spans, Stock, Ticket,
};

mod error;
mod store;

pub use error::{RangesError, ResumeError};
pub use store::{AsyncStockStore, StockStore};

/// An allocator of ids in a `static`, for main and interrupts. `N` is how many spans it may hold: with 2, the next one waits while
/// the first is used up.
///
/// ```
/// use mintid::range::{Options, Span};
/// use mintid_mcu::SharedRanges;
/// # use mintid_mcu::ranges::StockStore;
/// # use mintid::range::Stock;
/// # struct Flash(Option<Stock<2>>);
/// # impl Flash { fn load(&self) -> Result<Option<Stock<2>>, core::convert::Infallible> { Ok(self.0) } }
/// # impl StockStore<2> for Flash {
/// #     type Error = core::convert::Infallible;
/// #     fn save(&mut self, stock: &Stock<2>) -> Result<(), Self::Error> { Ok(self.0 = Some(*stock)) }
/// # }
/// # fn send(_: u64) {}
///
/// // 500 ids at a time from the gateway, asked for when 100 are left; of them, 32 at hand at the most.
/// static IDS: SharedRanges = SharedRanges::new(Options::new().want(500).low_water(100), 32);
///
/// fn on_timer() {
///     if let Ok(id) = IDS.take() {
///         send(id);
///     }
/// }
///
/// // Main, at the start: `store` is a `BlockingFlashStock`.
/// # let mut store = Flash(None);
/// # let (boots, now_ms) = (1, 0);
/// # let gateway = |want| Span::of_count(1_001, want);
/// IDS.resume(store.load()?, boots)?;
///
/// // And each time around its loop:
/// if let Some(request) = IDS.request_due(now_ms)? {
///     match gateway(request.want) {
///         Ok(span) => IDS.supply(request.ticket, span)?,
///         Err(_) => IDS.failed(request.ticket, now_ms, 0)?,
///     }
/// }
/// IDS.top_up(&mut store)?;
/// # on_timer();
/// assert_eq!(IDS.take()?, 1_002); // the timer had the first
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct SharedRanges<const N: usize = 2> {
    options: Options,
    block: u32,
    ready: Mutex<RefCell<Ready<N>>>,
    blocks: Mutex<RefCell<Place<N>>>,
    /// Whether a save has failed while the allocator could not be told.
    given_up: Mutex<Cell<bool>>,
}

/// Where the allocator is.
#[allow(clippy::large_enum_variant, reason = "there is one, and it is nearly always here")]
enum Place<const N: usize> {
    NotResumed,
    /// A call has it.
    Taken,
    Here(Blocks<N>),
}

impl<const N: usize> SharedRanges<N> {
    /// An allocator with these options, of which at most `block` ids are at hand: what a crash loses. Half as many ids come with
    /// each save, so a larger block lets the flash last longer.
    #[must_use]
    pub const fn new(options: Options, block: u32) -> Self {
        Self {
            options,
            block,
            ready: Mutex::new(RefCell::new(Ready::new())),
            blocks: Mutex::new(RefCell::new(Place::NotResumed)),
            given_up: Mutex::new(Cell::new(false)),
        }
    }

    /// Goes on with the stock that was kept; `None` at the very first start. From main, once, before all else.
    ///
    /// `run` is another number at each start, random or counted, where answers are messages that may outlive a run, as over radio:
    /// see [`Options::run`]. 0 does where they are not.
    ///
    /// # Errors
    ///
    /// [`ResumeError`]. Nothing is changed then.
    pub fn resume(&self, stock: Option<Stock<N>>, run: u32) -> Result<(), ResumeError> {
        // The options' ceiling is below it, or the same.
        let stock = stock.unwrap_or(Stock::new(Ceiling::U64));
        let resumed = Blocks::resume(self.options.run(run), self.block, stock).map_err(ResumeError::Supply)?;
        critical_section::with(|cs| {
            let Ok(mut place) = self.blocks.borrow(cs).try_borrow_mut() else { return Err(ResumeError::Busy) };
            match *place {
                Place::NotResumed => {
                    *place = Place::Here(resumed);
                    Ok(())
                }
                Place::Taken | Place::Here(_) => Err(ResumeError::Twice),
            }
        })
    }

    /// The next id, out of what is ready: for interrupts, and for main.
    ///
    /// # Errors
    ///
    /// [`Empty`] says what would bring more: [`Empty::ToSave`] that main has to [top up](Self::top_up).
    #[inline]
    pub fn take(&self) -> Result<u64, RangesError<Empty>> {
        match self.with_ready(Ready::take)? {
            Some(id) => Ok(id),
            None => Err(self.empty()),
        }
    }

    #[cold]
    fn empty(&self) -> RangesError<Empty> {
        match self.in_place::<_, Empty>(|blocks| blocks.empty()) {
            Ok(empty) => RangesError::Cause(empty),
            Err(RangesError::NotResumed) => RangesError::NotResumed,
            // Main is at it.
            Err(_) => RangesError::Cause(Empty::ToSave),
        }
    }

    /// The request to send to the coordinator, if one is due. See
    /// [`Ranges::request_due`](mintid::range::Ranges::request_due). From main or a task.
    ///
    /// # Errors
    ///
    /// Where the allocator is not reached.
    pub fn request_due(&self, now_ms: u64) -> Result<Option<Request>, RangesError<Infallible>> {
        self.in_place(|blocks| blocks.request_due(now_ms))
    }

    /// Takes in the answer to a request. See [`Ranges::supply`](mintid::range::Ranges::supply). The next
    /// [`top_up`](Self::top_up) saves it; a span that is lost before stays a gap.
    ///
    /// # Errors
    ///
    /// [`Refused`] has the cause, and says [whether](Refused::to_give_back) the coordinator may grant the span to somebody else.
    pub fn supply(&self, ticket: Ticket, span: Span) -> Result<(), RangesError<Refused>> {
        self.reach(|blocks| blocks.supply(ticket, span))?.map_err(RangesError::Cause)
    }

    /// Ends a request that brought nothing. See [`Ranges::failed`](mintid::range::Ranges::failed).
    ///
    /// # Errors
    ///
    /// Where the allocator is not reached.
    pub fn failed(&self, ticket: Ticket, now_ms: u64, jitter: u16) -> Result<(), RangesError<Infallible>> {
        self.in_place(|blocks| blocks.failed(ticket, now_ms, jitter))
    }

    /// Ends the allocator: what is left, to be given back, once the next [`top_up`](Self::top_up) has saved that it is gone.
    /// See [`Blocks::drain`].
    ///
    /// # Errors
    ///
    /// Where the allocator is not reached.
    pub fn drain(&self) -> Result<[Spans<N>; 4], RangesError<Infallible>> {
        self.reach(|blocks| Ok(blocks.drain(self.with_ready(core::mem::take)?)))?
    }

    /// The counts so far.
    ///
    /// # Errors
    ///
    /// Where the allocator is not reached.
    pub fn meter(&self) -> Result<Meter, RangesError<Infallible>> {
        let ready = self.level()?;
        self.in_place(|blocks| blocks.meter(ready))
    }

    /// How many ids are ready.
    ///
    /// # Errors
    ///
    /// Where they are not reached.
    pub fn ready(&self) -> Result<u64, RangesError<Infallible>> {
        Ok(self.level()?.left())
    }

    /// Runs `work` on the allocator, with interrupts on: the way to everything that [`Blocks`] can do. From main or a task; ids
    /// are taken meanwhile, in `work` too.
    ///
    /// # Errors
    ///
    /// [`RangesError::Busy`] inside of another call that has the allocator, and [`RangesError::NotResumed`].
    pub fn with<R>(&self, work: impl FnOnce(&mut Blocks<N>) -> R) -> Result<R, RangesError<Infallible>> {
        self.reach(work)
    }

    /// Runs `work` on the allocator, which is taken out of the static for it.
    fn reach<R, T>(&self, work: impl FnOnce(&mut Blocks<N>) -> R) -> Result<R, RangesError<T>> {
        // Exchanged in place: an allocator is some hundred bytes, and moved no more often than that.
        let mut own = Place::Taken;
        self.in_place(|_| ())?;
        self.exchange(&mut own);
        let Place::Here(blocks) = &mut own else { return Err(RangesError::Busy) };
        let result = work(blocks);
        self.exchange(&mut own);
        Ok(result)
    }

    fn exchange(&self, own: &mut Place<N>) {
        critical_section::with(|cs| {
            if let Ok(mut place) = self.blocks.borrow(cs).try_borrow_mut() {
                core::mem::swap(&mut *place, own);
            }
        });
    }

    /// Runs `work` on the allocator where it is, with interrupts off: for what is as short as an id.
    fn in_place<R, T>(&self, work: impl FnOnce(&mut Blocks<N>) -> R) -> Result<R, RangesError<T>> {
        critical_section::with(|cs| match self.blocks.borrow(cs).try_borrow_mut().as_deref_mut() {
            Ok(Place::Here(blocks)) => Ok(work(blocks)),
            Ok(Place::NotResumed) => Err(RangesError::NotResumed),
            Ok(Place::Taken) | Err(_) => Err(RangesError::Busy),
        })
    }

    /// Puts the block whose stock is saved to what is ready: both at once, so that no other is claimed for its place.
    fn hand_out<T>(&self) -> Result<(), RangesError<T>> {
        critical_section::with(|cs| {
            let (blocks, ready) = (self.blocks.borrow(cs).try_borrow_mut(), self.ready.borrow(cs).try_borrow_mut());
            let (Ok(mut place), Ok(mut ready)) = (blocks, ready) else { return Err(RangesError::Busy) };
            let Place::Here(blocks) = &mut *place else { return Err(RangesError::Busy) };
            // It has a place, since it was claimed for one.
            ready.put(blocks.stock_saved());
            Ok(())
        })
    }

    fn level<T>(&self) -> Result<Level, RangesError<T>> {
        self.with_ready(|ready| ready.level())
    }

    #[inline]
    fn with_ready<R, T>(&self, work: impl FnOnce(&mut Ready<N>) -> R) -> Result<R, RangesError<T>> {
        critical_section::with(|cs| match self.ready.borrow(cs).try_borrow_mut() {
            Ok(mut ready) => Ok(work(&mut ready)),
            Err(_) => Err(RangesError::Busy),
        })
    }
}

impl<const N: usize> fmt::Debug for SharedRanges<N> {
    /// Prints nothing of what is inside: it would have to take the lock.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SharedRanges").finish_non_exhaustive()
    }
}
