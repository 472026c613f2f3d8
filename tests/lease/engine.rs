//! An engine in memory: records with versions, stored only where unchanged.

use std::collections::BTreeMap;

use mintid::lease::{self, Answer, Denied, Pool, Record, Request};

pub struct Engine {
    pub pool: Pool,
    records: BTreeMap<u64, (u64, Record)>,
}

/// What is to be stored, and the version it was decided on.
pub struct Decided {
    pub version: u64,
    pub record: Record,
    pub answer: Answer,
}

impl Engine {
    pub fn new(pool: Pool) -> Self {
        Self { pool, records: BTreeMap::new() }
    }

    pub fn record(&self, node: u64) -> Record {
        self.records.get(&node).map_or_else(|| self.pool.record(node).unwrap(), |(_, record)| *record)
    }

    /// Loads, and decides.
    pub fn decide(&self, request: &Request, now_ms: u64) -> Result<Decided, Denied> {
        let before = match request.node() {
            Some(node) => self.record(node),
            None => lease::choose(&self.pool, self.records.values().map(|(_, record)| *record), request, now_ms)?,
        };
        let (record, answer) = lease::grant(&before, request, now_ms);
        let version = self.records.get(&before.node()).map_or(0, |(version, _)| *version);
        Ok(Decided { version, record, answer })
    }

    /// Stores where unchanged, and says whether it was.
    pub fn store(&mut self, decided: &Decided) -> bool {
        let node = decided.record.node();
        if self.records.get(&node).map_or(0, |(version, _)| *version) != decided.version {
            return false;
        }
        self.store_blindly(decided);
        true
    }

    pub fn store_blindly(&mut self, decided: &Decided) {
        // As an engine does that keeps bytes.
        let record = Record::from_bytes(&decided.record.to_bytes()).unwrap();
        assert_eq!(record, decided.record);
        self.records.insert(record.node(), (decided.version + 1, record));
    }

    /// All at once, where nobody else is about.
    pub fn serve(&mut self, request: &Request, now_ms: u64) -> Answer {
        match self.decide(request, now_ms) {
            Ok(decided) => {
                assert!(self.store(&decided));
                decided.answer
            }
            Err(denied) => Answer::Denied(denied),
        }
    }
}
