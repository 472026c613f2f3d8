//! Generators of this machine, called as a script says.

use std::fmt::Display;

use anyhow::{Result, bail};
use mintid::clock::ManualClock;
use mintid::entropy::{Bytes, Entropy, Exhausted};
use mintid::generator::Generator;
use mintid::scheme::Scheme;
use mintid::{Cause, Refusal, SnowflakeGenerator, UlidGenerator, V7Generator};
use serde_json::Value;

use crate::calls::{self, Calling, Drawing, Outcome};
use crate::script::{Options, Script, Source};
use crate::stream::HashStream;
use crate::vector::Form;

/// Answers a trace or a burst.
pub fn answer(script: &Script, form: Form) -> Result<Value> {
    match &script.source {
        Source::Bytes(stream) => with(script, form, Bytes::new(stream)),
        Source::Seed(seed) => with(script, form, HashStream::new(*seed)),
    }
}

fn with(script: &Script, form: Form, stream: impl Entropy) -> Result<Value> {
    on(script, stream, |ids| calls::answer(script, form, ids))
}

/// Makes the generator of a script, starts its run, and makes calls.
pub fn on(
    script: &Script,
    stream: impl Entropy,
    calls: impl FnOnce(&mut dyn Calling) -> Result<Value>,
) -> Result<Value> {
    let clock = ManualClock::unset();
    match script.options()? {
        Options::V7(options) => run(script, &clock, V7Generator::with(options, &clock, stream), calls),
        Options::Ulid(options) => run(script, &clock, UlidGenerator::with(options, &clock, stream), calls),
        Options::Snowflake(options) => {
            run(script, &clock, SnowflakeGenerator::with_entropy(options, &clock, stream), calls)
        }
    }
}

/// Starts the run, at the mark or as the very first one, and makes the calls.
fn run<S, E>(
    script: &Script,
    clock: &ManualClock,
    mut ids: Generator<S, &ManualClock, E>,
    calls: impl FnOnce(&mut dyn Calling) -> Result<Value>,
) -> Result<Value>
where
    S: Scheme<Id: Display>,
    E: Entropy,
{
    match script.mark {
        Some(mark) => ids.start_from(mark)?,
        None => ids.start_without_mark()?,
    }
    calls(&mut Scripted { clock, ids })
}

/// A generator and the clock that it reads.
struct Scripted<'a, S, E> {
    clock: &'a ManualClock,
    ids: Generator<S, &'a ManualClock, E>,
}

impl<S: Scheme<Id: Display>, E: Entropy> Calling for Scripted<'_, S, E> {
    fn call(&mut self, now: i64, times: u64) -> Result<Vec<Outcome>> {
        self.clock.set_ms(now);
        Ok((0..times).map(|_| outcome(&mut self.ids)).collect())
    }
}

/// A ULID generator whose every call may bring its own bytes.
pub struct Drawn {
    ids: UlidGenerator<ManualClock, OneDraw>,
}

impl Drawn {
    /// The generator of this script.
    pub fn of(script: &Script) -> Result<Self> {
        let Options::Ulid(options) = script.options()? else { bail!("the script is not of a ULID generator") };
        Ok(Self { ids: UlidGenerator::with(options, ManualClock::unset(), OneDraw(Vec::new())) })
    }
}

impl Calling for Drawn {
    fn call(&mut self, now: i64, times: u64) -> Result<Vec<Outcome>> {
        self.ids.clock_mut().set_ms(now);
        Ok((0..times).map(|_| outcome(&mut self.ids)).collect())
    }
}

impl Drawing for Drawn {
    fn draw_from(&mut self, bytes: &[u8]) -> Result<()> {
        *self.ids.entropy_mut() = OneDraw(bytes.to_vec());
        Ok(())
    }
}

/// Bytes that a generator may use for one call; what it leaves is gone.
struct OneDraw(Vec<u8>);

impl Entropy for OneDraw {
    type Error = Exhausted;

    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), Exhausted> {
        Bytes::new(&self.0).fill(bytes)
    }
}

/// One call. Where a mark is due it is saved, and the call repeated with the same reading.
fn outcome<S, C, E>(ids: &mut Generator<S, C, E>) -> Outcome
where
    S: Scheme<Id: Display>,
    C: mintid::clock::Clock,
    E: Entropy,
{
    let outcome = match ids.generate() {
        Err(Cause::Refused(Refusal::MarkDue(due))) => {
            ids.mark_saved(due);
            ids.generate()
        }
        outcome => outcome,
    };
    match outcome {
        Ok(id) => {
            let tick = ids.scheme().tick_of(id).unwrap_or_default();
            Outcome::Id { text: id.to_string(), tick, ways: ids.meter_ref().into() }
        }
        Err(Cause::Wait { for_ms }) => Outcome::Wait { for_ms },
        Err(Cause::Refused(refusal)) => Outcome::Refused { name: refusal.name().into(), by_ms: refusal.distance_ms() },
        Err(_) => Outcome::Refused { name: "entropy".into(), by_ms: None },
    }
}
