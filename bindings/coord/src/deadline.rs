//! Deadlines: nothing that is asked of an engine is waited for without an end.

use std::time::Duration;

use crate::{Error, Fault, Operation};

/// What comes of it within this time, or the error that says how long it was waited for.
pub(crate) async fn within<T>(
    limit: Duration,
    engine: &'static str,
    operation: Operation,
    work: impl Future<Output = Result<T, Error>>,
) -> Result<T, Error> {
    match tokio::time::timeout(limit, work).await {
        Ok(done) => done,
        Err(_) => {
            let after_ms = u64::try_from(limit.as_millis()).unwrap_or(u64::MAX);
            Err(Error::new(engine, operation, Fault::TimedOut { after_ms }))
        }
    }
}
