//! Lending: a request of a lease, carried out over an engine's records.

use std::time::Duration;

use mintid::lease::{self, Answer, Denied, Pool, Record, Request};

use crate::jitter::jitter;
use crate::{Error, Fault, Leases, Name, Operation, Stored, Which};

/// How often it is tried while others are faster. Each try that fails is another's success.
const TRIES: u32 = 32;

/// An answer that is stored, and may be sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lent {
    /// The answer.
    pub answer: Answer,
    /// The engine's clock, in Unix milliseconds.
    pub server_unix_ms: u64,
}

/// Carries out a request: loads records, has [`mintid::lease`] decide, and stores what it decided if nobody was faster.
///
/// Everybody who lends from these records has the same `pool`.
///
/// # Errors
///
/// [`Error`]. Nobody knows then whether the node was lent; asking again is always right.
pub async fn lend<L: Leases>(leases: &L, name: &Name, pool: &Pool, request: &Request) -> Result<Lent, Error> {
    for attempt in 0..TRIES {
        let which = request.node().map_or(Which::All, Which::Node);
        let loaded = leases.load(name, which).await?;
        let server_unix_ms = loaded.server_unix_ms;
        let lent = |answer| Ok(Lent { answer, server_unix_ms });

        let records = loaded.records.iter().map(|kept| kept.record);
        let before = match decided_on(pool, records, request, server_unix_ms) {
            Ok(record) => record,
            Err(denied) => return lent(Answer::Denied(denied)),
        };
        let (after, answer) = lease::grant(&before, request, server_unix_ms);
        if after == before {
            return lent(answer);
        }
        let over = loaded.records.iter().find(|kept| kept.record.node() == before.node()).map(|kept| &kept.version);
        match leases.store(name, &after, over).await? {
            Stored::Yes => return lent(answer),
            // Those who came at the same time do not all come again at the same time.
            Stored::Changed => {
                tokio::time::sleep(Duration::from_micros(u64::from(jitter()) >> (6 - attempt.min(6)))).await
            }
        }
    }
    Err(Error::new(L::NAME, Operation::Lend, Fault::Contended).on(name))
}

/// The record that a request is about.
fn decided_on(
    pool: &Pool,
    mut records: impl Iterator<Item = Record>,
    request: &Request,
    server_unix_ms: u64,
) -> Result<Record, Denied> {
    match request.node() {
        None => lease::choose(pool, records, request, server_unix_ms),
        Some(node) => {
            let kept = records.find(|record| record.node() == node);
            // Of a node that was never lent, nothing can be renewed: the core says so.
            kept.or_else(|| pool.record(node)).ok_or(Denied::Superseded { fence: 0 })
        }
    }
}
