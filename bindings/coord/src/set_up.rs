//! How an engine is made ready.

use crate::{Engine, Error, Name};

/// An engine that can make itself ready. Everything here may be done again at every start: what is there stays as it is.
pub trait SetUp: Engine {
    /// Makes its tables, where it has any.
    ///
    /// # Errors
    ///
    /// [`Error`]; [`Foreign`](crate::Fault::Foreign) where something of these names is there that is not this crate's.
    fn set_up(&self) -> impl Future<Output = Result<(), Error>> + Send;

    /// Starts a counter at this id.
    ///
    /// Where ids of its kind have been granted before, by whatever means, `first` has to be above all of them.
    ///
    /// # Errors
    ///
    /// [`Error`]; [`NotSetUp`](crate::Fault::NotSetUp) before [`set_up`](Self::set_up), and
    /// [`UsedUp`](crate::Fault::UsedUp) for an id above 2^63 − 2.
    fn start_counter(&self, counter: &Name, first: u64) -> impl Future<Output = Result<(), Error>> + Send;

    /// Starts a pool of nodes.
    ///
    /// Where its nodes have been in use before, by whatever means, lend them by a pool that
    /// [starts](mintid::lease::Pool::starting_at_ms) above all ids made on them.
    ///
    /// # Errors
    ///
    /// [`Error`]; [`NotSetUp`](crate::Fault::NotSetUp) before [`set_up`](Self::set_up).
    fn start_pool(&self, pool: &Name) -> impl Future<Output = Result<(), Error>> + Send;
}
