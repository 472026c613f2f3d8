//! What a holder makes of answers: which it believes, and what comes of them.

use core::fmt;

use super::holder::{Lease, State};
use super::request::{Answer, Denied, Grant, Kind};

/// What has come of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Event {
    /// A node was granted.
    Acquired,
    /// The node is good for longer.
    Renewed,
    /// The node was given back.
    GivenBack,
    /// The node is somebody else's, and another is asked for. Nothing may be made meanwhile.
    Lost(Denied),
    /// Nothing was granted; it is asked for again later.
    Denied(Denied),
}

/// Why an answer is refused. What is held stays as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum AnswerError {
    /// No request under this ticket is waited for: it was answered already, or given up, or never made.
    NotAsked {
        /// The ticket.
        ticket: u32,
    },
    /// The answer is to another question.
    Unexpected,
    /// It is about a node that was not asked for, or that the layout does not have.
    OtherNode {
        /// Its node.
        node: u64,
    },
    /// Its fence is not above that of an earlier grant of the node, or not the one that is renewed: the engine has lost records.
    Fence {
        /// Its fence.
        fence: u64,
        /// The one there was.
        newest: u64,
    },
    /// Its ticks are none, reach past the layout's end, or take back what was granted.
    Window,
    /// It is good for no time.
    NoTime,
}

impl fmt::Display for AnswerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAsked { ticket } => write!(f, "nothing is waited for under ticket {ticket}: drop the answer"),
            Self::Unexpected => f.write_str("the answer is to another question: check how answers find their requests"),
            Self::OtherNode { node } => {
                write!(f, "the answer is about node {node}, which was not asked for: check the engine")
            }
            Self::Fence { fence, newest } => write!(
                f,
                "the grant has fence {fence} and there has been {newest}: the engine has lost records; restore them, and start \
                 its nodes above every id made"
            ),
            Self::Window => f.write_str("the granted ticks are none, or take back what was granted: check the engine"),
            Self::NoTime => f.write_str("the grant is good for 0 ms: check the engine's terms"),
        }
    }
}

impl core::error::Error for AnswerError {}

impl Lease {
    /// Whether the answer can be one to this request.
    pub(super) fn checked(&self, kind: Kind, answer: Answer) -> Result<(), AnswerError> {
        match (kind, answer) {
            (_, Answer::Denied(_)) => Ok(()),
            (Kind::Acquire { .. }, Answer::Granted(grant)) => self.checked_new(grant),
            (Kind::Renew { .. }, Answer::Granted(grant)) => match self.state {
                State::Held { grant: held, .. } => self.checked_renewal(held, grant),
                _ => Err(AnswerError::Unexpected),
            },
            (Kind::GiveBack { node, fence, .. }, Answer::GivenBack { node: found, fence: found_fence }) => {
                if found != node {
                    Err(AnswerError::OtherNode { node: found })
                } else if found_fence != fence {
                    Err(AnswerError::Fence { fence: found_fence, newest: fence })
                } else {
                    Ok(())
                }
            }
            _ => Err(AnswerError::Unexpected),
        }
    }

    fn checked_new(&self, grant: Grant) -> Result<(), AnswerError> {
        if grant.node > self.last_node {
            return Err(AnswerError::OtherNode { node: grant.node });
        }
        match self.newest {
            Some(newest) if newest.node == grant.node && grant.fence <= newest.fence => {
                return Err(AnswerError::Fence { fence: grant.fence, newest: newest.fence });
            }
            _ => {}
        }
        self.checked_window(grant)
    }

    fn checked_renewal(&self, held: Grant, grant: Grant) -> Result<(), AnswerError> {
        if grant.node != held.node {
            return Err(AnswerError::OtherNode { node: grant.node });
        }
        if grant.fence != held.fence {
            return Err(AnswerError::Fence { fence: grant.fence, newest: held.fence });
        }
        if grant.floor_tick != held.floor_tick || grant.ceiling_tick < held.ceiling_tick {
            return Err(AnswerError::Window);
        }
        self.checked_window(grant)
    }

    fn checked_window(&self, grant: Grant) -> Result<(), AnswerError> {
        if grant.floor_tick >= grant.ceiling_tick || grant.ceiling_tick > self.scale.end() {
            Err(AnswerError::Window)
        } else if grant.ttl_ms == 0 {
            Err(AnswerError::NoTime)
        } else {
            Ok(())
        }
    }
}
