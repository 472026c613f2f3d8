//! How Redis is asked.

use std::num::NonZero;
use std::time::Duration;

/// How long a call may take, what the keys begin with, and what has to be certain before something is granted. Plain data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    pub(super) deadline: Duration,
    pub(super) prefix: String,
    pub(super) replicas: Option<(NonZero<u32>, Duration)>,
    pub(super) may_lose: bool,
}

impl Options {
    /// The defaults: 2 s for a call, keys that begin with `mintid:`, no replica is waited for, and a server that may lose what it
    /// has confirmed is refused.
    #[must_use]
    pub fn new() -> Self {
        Self { deadline: Duration::from_secs(2), prefix: "mintid:".into(), replicas: None, may_lose: false }
    }

    /// How long a call may take, connecting included. Default: 2 s.
    #[must_use]
    pub const fn deadline(mut self, deadline: Duration) -> Self {
        self.deadline = deadline;
        self
    }

    /// What the keys begin with, in place of `mintid:`.
    #[must_use]
    pub fn prefix(mut self, prefix: impl Into<String>) -> Self {
        self.prefix = prefix.into();
        self
    }

    /// Grants nothing that fewer than so many replicas have confirmed within this time, which is shorter than the
    /// [deadline](Self::deadline).
    ///
    /// Each call then ends with a `WAIT`, in the same round trip; calls of the same handle wait for each other. With fewer replicas
    /// the call fails with [`Unreplicated`](crate::Fault::Unreplicated), and what it reserved is lost.
    #[must_use]
    pub const fn wait_for_replicas(mut self, replicas: NonZero<u32>, timeout: Duration) -> Self {
        self.replicas = Some((replicas, timeout));
        self
    }

    /// Accepts a server that may lose what it has confirmed: [`set_up`](crate::SetUp::set_up) no longer fails with
    /// [`Forgetful`](crate::Fault::Forgetful). After a loss ids are granted again, unless a floor is kept elsewhere.
    #[must_use]
    pub const fn accept_loss(mut self) -> Self {
        self.may_lose = true;
        self
    }
}

impl Default for Options {
    fn default() -> Self {
        Self::new()
    }
}
