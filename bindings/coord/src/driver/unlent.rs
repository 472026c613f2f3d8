//! Why there is no Snowflake, and why no node.

use std::fmt;
use std::sync::Arc;

use mintid::entropy::OsError;
use mintid::lease::{AnswerError, Denied};
use mintid::snowflake::LeasedCause;

use crate::Error;

/// Why no node was lent.
#[derive(Debug)]
#[non_exhaustive]
pub enum Unlent {
    /// The engine has failed.
    Engine(Error),
    /// The engine did not answer in time.
    TimedOut {
        /// How long it was waited for, in milliseconds.
        after_ms: u64,
    },
    /// No node is to be had.
    Denied(Denied),
    /// The answer cannot be right.
    Answer(AnswerError),
}

impl fmt::Display for Unlent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Engine(error) => error.fmt(f),
            Self::TimedOut { after_ms } => {
                write!(f, "no answer within {after_ms} ms: check the engine's load and the network")
            }
            Self::Denied(denied) => denied.fmt(f),
            Self::Answer(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Unlent {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Engine(error) => error.source(),
            _ => None,
        }
    }
}

/// Why there is no id.
#[derive(Debug, Clone)]
pub struct SnowflakeError {
    cause: LeasedCause<OsError>,
    unlent: Option<Arc<Unlent>>,
}

impl SnowflakeError {
    pub(super) const fn new(cause: LeasedCause<OsError>, unlent: Option<Arc<Unlent>>) -> Self {
        Self { cause, unlent }
    }

    /// What the generator said.
    #[must_use]
    pub const fn cause(&self) -> &LeasedCause<OsError> {
        &self.cause
    }

    /// What stands between it and a node, if something does.
    #[must_use]
    pub fn unlent(&self) -> Option<&Unlent> {
        self.unlent.as_deref()
    }
}

impl fmt::Display for SnowflakeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.cause.fmt(f)
    }
}

impl std::error::Error for SnowflakeError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.unlent.as_deref().map(|unlent| unlent as _)
    }
}
