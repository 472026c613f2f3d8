//! What an engine decides: over the records on the desk, for the request there.

use mintid::lease::{Answer, Denied, Pool, Record, Request, Terms, choose, grant};

use super::desk::Desk;
use crate::border::{bytes_of, lay_down};
use crate::snowflake::layout;

/// What has come of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum Decided {
    /// The record is to be stored, and then the answer to be sent.
    Store = 0,
    /// The answer is to be sent.
    Answer = 1,
    /// The request is none.
    NoRequest = 2,
    /// A record is none.
    NoRecord = 3,
    /// The terms are none.
    NoTerms = 4,
}

/// The terms of new records, and how many nodes there are.
#[derive(Debug, Clone, Copy)]
pub struct Rules {
    /// How long a lease is good.
    pub ttl_ms: u32,
    /// How far ahead a holder's clock may be.
    pub skew_ms: u32,
    /// How far past a lease's end ids may reach.
    pub lead_ms: u32,
    /// The last node.
    pub last_node: u32,
}

/// Decides the request on the desk by so many records there.
pub fn decide(records: u32, now_ms: f64, rules: Rules, desk: &Desk) -> Decided {
    match decided(records, now_ms, rules, desk) {
        Ok((record, answer)) => {
            lay_down(&desk.answer, &answer.to_bytes());
            match record {
                Some(record) => {
                    lay_down(&desk.record, &record.to_bytes());
                    Decided::Store
                }
                None => Decided::Answer,
            }
        }
        Err(wrong) => wrong,
    }
}

fn decided(records: u32, now_ms: f64, rules: Rules, desk: &Desk) -> Result<(Option<Record>, Answer), Decided> {
    let request = Request::from_bytes(&bytes_of(&desk.request)).map_err(|_| Decided::NoRequest)?;
    let terms = Terms::new(rules.ttl_ms, rules.skew_ms, rules.lead_ms).map_err(|_| Decided::NoTerms)?;
    let pool = Pool::new(layout(), terms).up_to_node(rules.last_node.into());
    let stored = || {
        desk.records.chunks_exact(Record::BYTES).take(records as usize).map(|places| {
            let mut bytes = [0; Record::BYTES];
            bytes.iter_mut().zip(places).for_each(|(byte, place)| *byte = place.get());
            Record::from_bytes(&bytes)
        })
    };
    // Records that are none are found before anything is decided by the others.
    if stored().any(|record| record.is_err()) {
        return Err(Decided::NoRecord);
    }
    let sound = || stored().filter_map(Result::ok);
    let now_ms = now_ms as u64;
    let record = match request.node() {
        None => match choose(&pool, sound(), &request, now_ms) {
            Ok(record) => record,
            Err(denied) => return Ok((None, Answer::Denied(denied))),
        },
        Some(node) => match sound().find(|record| record.node() == node).or_else(|| pool.record(node)) {
            Some(record) => record,
            None => return Ok((None, Answer::Denied(Denied::OtherNode { node: rules.last_node.into() }))),
        },
    };
    Ok(match grant(&record, &request, now_ms) {
        (_, answer @ Answer::Denied(_)) => (None, answer),
        (record, answer) => (Some(record), answer),
    })
}

#[cfg(test)]
mod tests {
    use super::super::desk::desk;
    use super::super::slot::Slot;
    use super::*;

    const NOW: f64 = 1_764_417_600_000.0;
    const RULES: Rules = Rules { ttl_ms: 1_000, skew_ms: 1_000, lead_ms: 1_000, last_node: 1 };

    /// A generator of this holder, which has a request on the desk.
    fn asking(holder: u8) -> (Slot, u32) {
        desk().holder[15].set(holder);
        let mut slot = Slot::new();
        slot.configure(f64::NAN, 5_000, desk());
        let ticket = slot.request(NOW, 0.0, desk());
        (slot, ticket)
    }

    /// What was decided goes among the records.
    fn store(at: usize) {
        lay_down(&desk().records[at * Record::BYTES..(at + 1) * Record::BYTES], &bytes_of(&desk().record));
    }

    #[test]
    fn nodes_are_lent_to_one_holder_each_until_there_are_none_and_ids_are_made_on_them() {
        for at in 0..2_u8 {
            let (mut slot, ticket) = asking(at);
            assert_eq!(decide(at.into(), NOW, RULES, desk()), Decided::Store);
            store(at.into());
            assert_eq!(slot.mint(NOW, 5.0), 101, "before the answer");
            assert_eq!(slot.answered(ticket, 5.0, 0, desk()), 0);
            assert_eq!(slot.mint(NOW, 5.0), 0);
            assert!(slot.held());
        }
        let (mut slot, ticket) = asking(9);
        assert_eq!(decide(2, NOW, RULES, desk()), Decided::Answer);
        assert_eq!(slot.answered(ticket, 5.0, 0, desk()), 2);
        assert_eq!(slot.mint(NOW, 5.0), 101);
    }

    #[test]
    fn what_is_no_request_no_record_or_no_terms_is_told_apart() {
        asking(1);
        assert_eq!(decide(0, NOW, Rules { ttl_ms: 0, ..RULES }, desk()), Decided::NoTerms);
        assert_eq!(decide(1, NOW, RULES, desk()), Decided::NoRecord);
        desk().request[0].set(0);
        assert_eq!(decide(0, NOW, RULES, desk()), Decided::NoRequest);
    }
}
