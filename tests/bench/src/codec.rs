//! Text codecs: encode and parse, on one id and on a slice of ids.
//!
//! Results go into a buffer of the caller's on every side: returning 26 or 36 bytes by value measures the copy as well,
//! and differently for each candidate. "One" is a single id through `black_box`. "Slice" is 256 ids in a row, as a
//! program sees them that reads or writes a table.

mod corpus;
mod ulid;
mod uuid;

use std::collections::HashSet;
use std::hash::Hash;
use std::hint::black_box;

use crate::race::{Aim, Distinct, Effort, Role, Runner, race};

/// Calls on one id in a row, so that the jump to the loop is lost among them.
const CALLS: u32 = 256;

/// Races every codec.
pub fn run(effort: &Effort) {
    for operation in [uuid::encode(), uuid::parse(), ulid::encode(), ulid::parse()] {
        let aims = [Aim::OfBestPeer(operation.target)];
        race(&format!("{}, one id", operation.title), &aims, effort, operation.one);
        race(&format!("{}, slice of {}", operation.title, corpus::SIZE), &aims, effort, operation.slice);
    }
}

/// One operation: its contenders on one id, and on a slice.
struct Operation {
    title: &'static str,
    target: f64,
    one: Vec<Runner>,
    slice: Vec<Runner>,
}

impl Operation {
    fn new(title: &'static str, target: f64) -> Self {
        Self { title, target, one: Vec::new(), slice: Vec::new() }
    }

    /// Adds an encoder that writes `N` bytes of text for an id of the corpus.
    fn encoder<Id: Copy + 'static, const N: usize>(
        &mut self,
        name: &'static str,
        role: Role,
        id_of: impl Fn(u128) -> Id,
        encode: impl Fn(&Id, &mut [u8; N]) + Copy + 'static,
    ) {
        let ids: Vec<Id> = corpus::values().map(id_of).collect();
        let mut texts = vec![[0; N]; ids.len()];
        for (id, text) in ids.iter().zip(&mut texts) {
            encode(id, text);
        }
        let distinct = Distinct { found: texts.iter().collect::<HashSet<_>>().len(), of: texts.len() };
        let calls = u32::try_from(ids.len()).unwrap_or(u32::MAX);

        let mut cell = (ids[0], [0; N]);
        self.one.push(Runner::new(name, role, distinct, CALLS, move || {
            for _ in 0..CALLS {
                let (id, text) = black_box(&mut cell);
                encode(id, text);
            }
            black_box(&mut cell);
        }));
        self.slice.push(Runner::new(name, role, distinct, calls, move || {
            for (id, text) in black_box(&ids[..]).iter().zip(&mut texts) {
                encode(id, text);
            }
            black_box(&mut texts[..]);
        }));
    }

    /// Adds a parser of the corpus's texts.
    fn parser<Id: Copy + Eq + Hash + Default + 'static, E>(
        &mut self,
        name: &'static str,
        role: Role,
        texts: &'static [&'static str],
        parse: impl Fn(&'static str) -> Result<Id, E> + Copy + 'static,
    ) {
        let mut ids = vec![Id::default(); texts.len()];
        let found = texts.iter().filter_map(|text| parse(text).ok()).collect::<HashSet<_>>().len();
        let distinct = Distinct { found, of: texts.len() };
        let calls = u32::try_from(texts.len()).unwrap_or(u32::MAX);

        let text = texts[0];
        self.one.push(Runner::new(name, role, distinct, CALLS, move || {
            for _ in 0..CALLS {
                let _ = black_box(parse(black_box(text)));
            }
        }));
        self.slice.push(Runner::new(name, role, distinct, calls, move || {
            for (text, id) in black_box(texts).iter().zip(&mut ids) {
                match parse(text) {
                    Ok(parsed) => *id = parsed,
                    Err(error) => drop(black_box(error)),
                }
            }
            black_box(&mut ids[..]);
        }));
    }
}
