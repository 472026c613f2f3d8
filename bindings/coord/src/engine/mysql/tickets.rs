//! Ticket servers, as Flickr had them: two servers, one for odd ids and one for even ones.
//!
//! Each of them has a table with an `AUTO_INCREMENT` and one row, which `REPLACE INTO … (stub) VALUES ('a')` replaces by a row with the
//! next number. With `auto_increment_increment = 2` on both, and `auto_increment_offset` 1 on one and 2 on the other, no number comes
//! from both. Neither knows of the other, so either can be down. They are asked in turn; where one fails or does not answer in
//! time, the other one is asked, and the one that failed comes second for a while.
//!
//! # What is looked at
//!
//! - Each ticket has to be odd or even, as its server is. That alone sees to it that none comes twice here.
//! - Each statement compares both settings as it runs, of the session and the global ones. Those of the session are what this
//!   ticket is made by; the global ones are what the next connection will have, and everybody else who takes tickets by other
//!   programs. A server that was restarted without them gives no ticket: [`Setting`](crate::Fault::Setting). So does a cluster of Galera's,
//!   which sets both by itself.
//! - [`connect`](Tickets::connect) and [`set_up`](crate::SetUp::set_up) fail where one of two servers that answer is set wrong. One that does
//!   not answer is left for later.
//!
//! # What it can lose
//!
//! An `AUTO_INCREMENT` outlives a restart from MariaDB 10.2.4 and MySQL 8.0 on. Older servers are refused: they begin behind the
//! highest row that is there, or at 1. What is said of [`MySql`](super::MySql) about crashes and backups counts here too. `TRUNCATE`
//! sets the counter back, and so does making the table anew: one that is gone from a server is only started above all that the
//! other one has granted.
//!
//! # What it costs
//!
//! A ticket is one id, one round trip and one commit, whatever number is asked for: how several rows of one statement are numbered is up to
//! the server's `innodb_autoinc_lock_mode`. All callers wait for the same row. Nothing can be given back. Ids of the two servers are
//! not in order, and drift apart where one is down for long.
//!
//! Where that is too slow, start a counter of [`MySql`](super::MySql) above the highest ticket of both servers, and reserve a
//! thousand ids in the same round trip.
//!
//! ```no_run
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! use mintid_coord::mysql::{Options, Tickets};
//! use mintid_coord::{Name, RangeIds, SetUp};
//!
//! let odd = "mysql://ids:secret@tickets1:3306/tickets"; // auto_increment_offset = 1
//! let even = "mysql://ids:secret@tickets2:3306/tickets"; // auto_increment_offset = 2
//! let engine = Tickets::connect(odd, even, Options::new()).await?;
//! let photos = Name::new("photos")?;
//! engine.set_up().await?;
//! engine.start_counter(&photos, 1).await?; // once, with both servers up
//!
//! let numbers = RangeIds::start(engine, photos, Default::default());
//! println!("{}", numbers.next().await?);
//! # Ok(())
//! # }
//! ```

use std::fmt;
use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use mintid::range::Span;
use mysql_async::Pool;

use super::super::counting::first_id;
use super::Options;
use super::server::Server;
use crate::{Engine, Error, Fault, Name, Operation, Receipt, Reserved, Returned, SetUp, Spans};

mod side;

use side::Side;

/// Two ticket servers.
#[derive(Clone)]
pub struct Tickets {
    shared: Arc<Shared>,
}

struct Shared {
    sides: [Side; 2],
    /// Whose turn it is.
    turn: AtomicUsize,
    options: Options,
}

impl fmt::Debug for Tickets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tickets").field("options", &self.shared.options).finish_non_exhaustive()
    }
}

impl Engine for Tickets {
    const NAME: &'static str = "tickets";
}

impl Tickets {
    /// Connects without TLS to two servers, with addresses `mysql://user:password@host:port/database`: the one of the odd ids, with an
    /// `auto_increment_offset` of 1, and the one of the even ids, with 2.
    ///
    /// # Errors
    ///
    /// [`Error`] where a server is set wrong or is too old, or neither answers.
    pub async fn connect(odd: &str, even: &str, options: Options) -> Result<Self, Error> {
        let (odd, even) = (Server::at(odd, Self::NAME, &options)?, Server::at(even, Self::NAME, &options)?);
        Self::with_servers(odd, even, options).await
    }

    /// Over pools that the program has, with their TLS and credentials.
    ///
    /// # Errors
    ///
    /// As [`connect`](Self::connect).
    pub async fn with_pools(odd: Pool, even: Pool, options: Options) -> Result<Self, Error> {
        let (odd, even) = (Server::new(odd, Self::NAME, &options), Server::new(even, Self::NAME, &options));
        Self::with_servers(odd, even, options).await
    }

    async fn with_servers(odd: Server, even: Server, options: Options) -> Result<Self, Error> {
        let sides = [Side::new(odd, 1), Side::new(even, 2)];
        let tickets = Self { shared: Arc::new(Shared { sides, turn: AtomicUsize::new(0), options }) };
        tickets.check(Operation::Connect, false).await?;
        Ok(tickets)
    }

    /// Sees whether the servers that answer are as they have to be, and whether one does answer.
    async fn check(&self, operation: Operation, is_loss_checked: bool) -> Result<(), Error> {
        let mut failures = Vec::new();
        for side in &self.shared.sides {
            match side.check(operation, is_loss_checked).await {
                Err(error) if !is_away(&error) => return Err(error),
                Err(error) => {
                    side.rest();
                    failures.push(error);
                }
                Ok(()) => {}
            }
        }
        match <[Error; 2]>::try_from(failures) {
            Ok(failures) => Err(both_failed(operation, failures)),
            Err(_) => Ok(()),
        }
    }

    /// The two servers in the order in which they are to be asked now.
    fn in_turn(&self) -> [&Side; 2] {
        let [odd, even] = &self.shared.sides;
        let is_odd = self.shared.turn.fetch_add(1, Ordering::Relaxed).is_multiple_of(2);
        let (first, second) = if is_odd { (odd, even) } else { (even, odd) };
        if first.is_resting() && !second.is_resting() { [second, first] } else { [first, second] }
    }
}

/// Whether a server does not answer at all, or not now.
fn is_away(error: &Error) -> bool {
    matches!(error.fault(), Fault::Unreachable | Fault::TimedOut { .. } | Fault::Crowded)
}

impl SetUp for Tickets {
    /// Looks at both servers. Each counter has a table of its own, so there is nothing to make.
    async fn set_up(&self) -> Result<(), Error> {
        self.check(Operation::SetUp, !self.shared.options.may_lose).await
    }

    /// Makes the counter's table on both servers. Both have to be up, unless it is there on the one that is.
    ///
    /// On a server that has lost its table, a counter is started anew only above all that the other one has granted. `first` has to
    /// be above what the lost one has granted, too.
    async fn start_counter(&self, counter: &Name, first: u64) -> Result<(), Error> {
        let (operation, tables) = (Operation::SetUp, &self.shared.options.tables);
        first_id(first).map_err(|fault| Error::new(Self::NAME, operation, fault).on(counter))?;
        let [odd, even] = &self.shared.sides;
        let (of_odd, of_even) = match (odd.highest(tables, counter).await, even.highest(tables, counter).await) {
            (Ok(of_odd), Ok(of_even)) => (of_odd, of_even),
            // It is there, and the other server can be looked at when it is back.
            (Ok(Some(_)), Err(error)) | (Err(error), Ok(Some(_))) if is_away(&error) => return Ok(()),
            (Err(error), Ok(_)) | (Ok(_), Err(error)) => return Err(error),
            (Err(odd), Err(even)) => return Err(both_failed(operation, [odd, even]).on(counter)),
        };
        for (side, highest, of_other) in [(odd, of_odd, of_even), (even, of_even, of_odd)] {
            if highest.is_some() {
                continue;
            }
            if of_other.is_some_and(|of_other| of_other >= first) {
                return Err(Error::new(Self::NAME, operation, Fault::NoCounter).on(counter));
            }
            side.start(tables, counter, first).await?;
        }
        Ok(())
    }

    /// Fails: ticket servers lend nothing.
    async fn start_pool(&self, pool: &Name) -> Result<(), Error> {
        Err(Error::new(Self::NAME, Operation::SetUp, Fault::NoLeases).on(pool))
    }
}

impl Spans for Tickets {
    /// Takes one ticket, whatever number is asked for.
    async fn reserve(&self, counter: &Name, _count: NonZero<u32>) -> Result<Reserved, Error> {
        let operation = Operation::Reserve;
        let mut failures = Vec::new();
        for side in self.in_turn() {
            match side.ticket(&self.shared.options.tables, counter).await {
                Ok(id) => {
                    // A single id, and of its server's class: those between it and the next one are the other's.
                    let span = Span::stepped(id, id, 2);
                    let span = span
                        .map_err(|error| Error::new(Self::NAME, operation, Fault::Other).on(counter).because(error))?;
                    return Ok(Reserved { span, receipt: Receipt::NONE });
                }
                Err(error) => failures.push(error),
            }
        }
        Err(match <[Error; 2]>::try_from(failures) {
            Ok(failures) => both_failed(operation, failures),
            Err(_) => Error::new(Self::NAME, operation, Fault::Other),
        }
        .on(counter))
    }

    /// Takes nothing back: a ticket is gone once it is made.
    async fn give_back(&self, _counter: &Name, _left: Span, _receipt: Receipt) -> Result<Returned, Error> {
        Ok(Returned::Dropped)
    }
}

/// The failure of both, with the fault that somebody has to do something about.
fn both_failed(operation: Operation, [first, second]: [Error; 2]) -> Error {
    let fault = if is_away(&first) { second.fault() } else { first.fault() };
    Error::new(Tickets::NAME, operation, fault.clone()).because(BothFailed { first, second })
}

/// Why neither server gave a ticket.
#[derive(Debug)]
struct BothFailed {
    first: Error,
    second: Error,
}

impl fmt::Display for BothFailed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "neither of the two did: {}; {}", self.first, self.second)
    }
}

impl std::error::Error for BothFailed {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.first)
    }
}
