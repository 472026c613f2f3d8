//! From a generator straight to text: what a program does that writes ids into rows and logs.

use std::collections::HashSet;
use std::hint::black_box;

use ferroid::base32::Base32UlidExt;
use ferroid::generator::{BasicMonoUlidGenerator, Poll};
use mintid::{UlidGenerator, V7Generator};

use super::inputs::{SplitMix, Stepping};
use crate::contest::{CALLS, COUNTED};
use crate::race::{Distinct, Effort, Role, Runner, race};

const PER_MS: u64 = 8;

/// What the clock and the source are used for here.
struct Text;

pub fn run(effort: &Effort) {
    let v7 = vec![
        runner("mintid", Role::Ours, || {
            let mut ids = V7Generator::new(Stepping::<PER_MS, Text>::new(), SplitMix::<Text>::new());
            move |text: &mut [u8; 36]| {
                let Ok(id) = ids.generate() else { return false };
                id.encode(text);
                true
            }
        }),
        runner("uuid7", Role::Peer, || {
            let (source, clock) = (SplitMix::<Text>::new(), Stepping::<PER_MS, Text>::new());
            let mut ids = uuid7::V7Generator::with_rand_and_time_sources(source, clock);
            move |text: &mut [u8; 36]| {
                let Some(id) = ids.generate_or_abort() else { return false };
                text.copy_from_slice(id.encode().as_bytes());
                true
            }
        }),
    ];
    race(&format!("UUID v7 to text, {PER_MS} ids a ms"), &[], effort, v7);

    let ulids = vec![
        runner("mintid", Role::Ours, || {
            let mut ids = UlidGenerator::new(Stepping::<PER_MS, Text>::new(), SplitMix::<Text>::new());
            move |text: &mut [u8; 26]| {
                let Ok(id) = ids.generate() else { return false };
                id.encode(text);
                true
            }
        }),
        runner("ferroid", Role::Peer, || {
            let clock = Stepping::<PER_MS, Text>::new();
            let ids = BasicMonoUlidGenerator::<ferroid::id::ULID, _, _>::new(clock, SplitMix::<Text>::new());
            move |text: &mut [u8; 26]| match ids.poll_id() {
                Poll::Ready { id } => {
                    id.encode_to_buf(text);
                    true
                }
                Poll::Pending { .. } => false,
            }
        }),
        runner("ulid", Role::Peer, || {
            let (clock, mut source, mut ids) =
                (Stepping::<PER_MS, Text>::new(), SplitMix::<Text>::new(), ulid::Generator::new());
            move |text: &mut [u8; 26]| {
                let Ok(id) = ids.generate_from_datetime_with_source(clock.system_time(), &mut source) else {
                    return false;
                };
                id.array_to_str(text);
                true
            }
        }),
    ];
    race(&format!("ULID +1 to text, {PER_MS} ids a ms"), &[], effort, ulids);
}

/// A contender that writes one id's text a call, and says whether there was an id.
fn runner<const N: usize, W>(name: &'static str, role: Role, make: impl Fn() -> W) -> Runner
where
    W: FnMut(&mut [u8; N]) -> bool + 'static,
{
    let mut texts = vec![[0; N]; COUNTED];
    let of = drive(&mut make(), &mut texts);
    let distinct = Distinct { found: texts[..of].iter().collect::<HashSet<_>>().len(), of };

    texts.truncate(CALLS);
    let mut write = make();
    Runner::new(name, role, distinct, CALLS as u32, move || {
        drive(&mut write, black_box(&mut texts));
    })
}

/// Writes a text to each place until there is none, and says how many; one loop for all, as in a contest.
#[inline(never)]
fn drive<const N: usize>(write: &mut impl FnMut(&mut [u8; N]) -> bool, places: &mut [[u8; N]]) -> usize {
    places.iter_mut().map_while(|place| write(place).then_some(())).count()
}
