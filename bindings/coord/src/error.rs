//! What can go wrong with an engine, and what to do next.

use std::error::Error as StdError;
use std::fmt;

use mintid::lease::RecordError;

use crate::Name;

/// An engine did not do what it was asked for. Nothing was granted.
///
/// It names the engine and the operation, says what to do next, and has the driver's own error as its
/// [source](StdError::source).
#[derive(Debug)]
pub struct Error {
    engine: &'static str,
    operation: Operation,
    name: Option<Name>,
    fault: Fault,
    source: Option<Box<dyn StdError + Send + Sync>>,
}

impl Error {
    /// An engine's fault at an operation.
    #[must_use]
    pub const fn new(engine: &'static str, operation: Operation, fault: Fault) -> Self {
        Self { engine, operation, name: None, fault, source: None }
    }

    /// The same, about this counter or pool.
    #[must_use]
    pub fn on(mut self, name: &Name) -> Self {
        self.name = Some(name.clone());
        self
    }

    /// The same, because of this.
    #[must_use]
    pub fn because(mut self, source: impl Into<Box<dyn StdError + Send + Sync>>) -> Self {
        self.source = Some(source.into());
        self
    }

    /// Which engine.
    #[must_use]
    pub const fn engine(&self) -> &'static str {
        self.engine
    }

    /// What it was asked to do.
    #[must_use]
    pub const fn operation(&self) -> Operation {
        self.operation
    }

    /// The counter or the pool that it was about.
    #[must_use]
    pub const fn name(&self) -> Option<&Name> {
        self.name.as_ref()
    }

    /// What is wrong.
    #[must_use]
    pub const fn fault(&self) -> &Fault {
        &self.fault
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}", self.engine, self.operation)?;
        if let Some(name) = &self.name {
            write!(f, " of {name}")?;
        }
        write!(f, ": {}", self.fault)
    }
}

impl StdError for Error {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        self.source.as_deref().map(|source| source as _)
    }
}

/// What an engine is asked to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Operation {
    /// To connect, or to open its file.
    Connect,
    /// To make its tables, or to start a counter or a pool.
    SetUp,
    /// To reserve ids.
    Reserve,
    /// To take ids back.
    GiveBack,
    /// To load the records of leases.
    Load,
    /// To store one.
    Store,
    /// To lend a node: to load, to decide, and to store.
    Lend,
}

impl Operation {
    /// A stable name, for logs and metrics.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Connect => "connect",
            Self::SetUp => "set_up",
            Self::Reserve => "reserve",
            Self::GiveBack => "give_back",
            Self::Load => "load",
            Self::Store => "store",
            Self::Lend => "lend",
        }
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Connect => "connecting",
            Self::SetUp => "setting up",
            Self::Reserve => "reserving ids",
            Self::GiveBack => "giving ids back",
            Self::Load => "loading the leases",
            Self::Store => "storing a lease",
            Self::Lend => "lending a node",
        })
    }
}

/// What is wrong with an engine, or with what it holds.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// It cannot be reached.
    Unreachable,
    /// It did not answer in time. Whether it has done what it was asked for is not known.
    TimedOut {
        /// How long it was waited for, in milliseconds.
        after_ms: u64,
    },
    /// It does not let this user in, or does not let them do this.
    NotAllowed,
    /// The database in which its tables are, or would be, is not there, or none was named.
    NoDatabase,
    /// Its tables are not there.
    NotSetUp,
    /// The counter is not there.
    NoCounter,
    /// The pool is not there.
    NoPool,
    /// Something of that name is there, and it is not this crate's.
    Foreign {
        /// What it is, and what about it is other than it should be.
        what: String,
    },
    /// It can only be read from: a replica, or a file that is not to be written to.
    ReadOnly,
    /// It is older than what is needed.
    TooOld {
        /// Its version.
        found: String,
        /// The oldest that will do.
        needed: &'static str,
    },
    /// It has more clients than it takes.
    Crowded,
    /// It has no room left.
    Full,
    /// No id is left in the counter.
    UsedUp,
    /// Others were faster each time it was tried.
    Contended,
    /// A record of a lease is none.
    Record {
        /// The node whose record it should be.
        node: u64,
        /// What is wrong with it.
        error: RecordError,
    },
    /// Its clock tells no time that can be.
    Clock,
    /// It is starting, loading its data, or has too much to do.
    Busy,
    /// Another server of its cluster keeps this; the [source](std::error::Error::source) tells which.
    Elsewhere,
    /// Fewer replicas have confirmed it than are wanted. Whether it is kept is not known.
    Unreplicated,
    /// It is set up in a way that does not do.
    Setting {
        /// What is set, and how.
        what: String,
        /// How it has to be set.
        needed: String,
    },
    /// It can lose what it has confirmed.
    Forgetful {
        /// What about it is the reason.
        what: String,
    },
    /// It keeps no leases.
    NoLeases,
    /// Something else, which the [source](std::error::Error::source) tells.
    Other,
}

impl Fault {
    /// A stable name, for logs and metrics.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Unreachable => "unreachable",
            Self::TimedOut { .. } => "timed_out",
            Self::NotAllowed => "not_allowed",
            Self::NoDatabase => "no_database",
            Self::NotSetUp => "not_set_up",
            Self::NoCounter => "no_counter",
            Self::NoPool => "no_pool",
            Self::Foreign { .. } => "foreign",
            Self::ReadOnly => "read_only",
            Self::TooOld { .. } => "too_old",
            Self::Crowded => "crowded",
            Self::Full => "full",
            Self::UsedUp => "used_up",
            Self::Contended => "contended",
            Self::Record { .. } => "record",
            Self::Clock => "clock",
            Self::Busy => "busy",
            Self::Elsewhere => "elsewhere",
            Self::Unreplicated => "unreplicated",
            Self::Forgetful { .. } => "forgetful",
            Self::Setting { .. } => "setting",
            Self::NoLeases => "no_leases",
            Self::Other => "other",
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreachable => f.write_str("it cannot be reached: check its address, and that it runs"),
            Self::TimedOut { after_ms } => {
                write!(f, "no answer within {after_ms} ms: check its load and the network, or allow more time")
            }
            Self::NotAllowed => f.write_str("it does not let this user in, or do this: check the credentials and the grants"),
            Self::NoDatabase => f.write_str("there is no such database: create it, or name another one in the address"),
            Self::NotSetUp => f.write_str("its tables are not there: set it up"),
            Self::NoCounter => f.write_str(
                "there is no such counter: start it; where it has been there before, start it above every id it granted",
            ),
            Self::NoPool => f.write_str(
                "there is no such pool: start it; where it has been there before, start its nodes above every id made on them",
            ),
            Self::Foreign { what } => write!(f, "{what}: choose other names, so that nothing of somebody else's is touched"),
            Self::ReadOnly => f.write_str("it can only be read from: give the address of the server that is written to"),
            Self::TooOld { found, needed } => write!(f, "its version is {found}, and {needed} is needed: update it"),
            Self::Crowded => f.write_str("it takes no more clients: let it have more, or let each program hold fewer connections"),
            Self::Full => f.write_str("it has no room left: make room on its disk or in its memory"),
            Self::UsedUp => f.write_str("every id of the counter is granted: start another counter"),
            Self::Contended => f.write_str("others were faster each time: try again, and give the fleet more nodes"),
            Self::Record { node, error } => write!(f, "node {node}: {error}"),
            Self::Clock => f.write_str("its clock tells no time since 1970: set it"),
            Self::Busy => f.write_str("it is starting or busy: try again in a moment"),
            Self::Elsewhere => f.write_str("another server of the cluster keeps it: connect to that one"),
            Self::Unreplicated => f.write_str("too few replicas have confirmed it: bring them back, or ask for fewer"),
            Self::Forgetful { what } => {
                write!(f, "it can lose what it has confirmed, {what}: change that, or accept the loss in the options")
            }
            Self::Setting { what, needed } => write!(f, "{what}, and {needed} is needed: change it"),
            Self::NoLeases => f.write_str("it lends no nodes: lend them by another engine"),
            Self::Other => f.write_str("it failed: see what it said"),
        }
    }
}
