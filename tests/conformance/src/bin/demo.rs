//! Mints UUID v4, UUID v7 and ULIDs with this machine's clock and randomness, reads them back, and then shows what one
//! fixed clock and one fixed stream of bytes give. `pkg/demo/demo.mjs` does the same through the npm package, and the lines
//! that start with `same` must be the same there.

use std::fmt::Display;

use anyhow::{Context, Result};
use mintid::clock::ManualClock;
use mintid::entropy::Entropy;
use mintid::generator::Generator;
use mintid::scheme::Scheme;
use mintid::{Cause, Ulid, UlidGenerator, Uuid, V4Generator, V7Generator, ulid, uuid};
use mintid_conformance::stream::HashStream;
use serde_json::Value;

/// What the clock does, shared with the package's demo.
const STEPS: &str = include_str!("../../../../pkg/demo/steps.json");

fn main() -> Result<()> {
    println!("minted natively, by this machine's clock and randomness, and read back:");
    for _ in 0..3 {
        read_back(mintid::uuid_v4())?;
    }
    for _ in 0..3 {
        read_back(mintid::uuid_v7())?;
    }
    for _ in 0..3 {
        let id = Ulid::parse(&mintid::ulid().to_string())?;
        println!("  {id}            ULID, made at {} ms", id.unix_ms());
    }

    println!("one clock and one stream of bytes; the last id of each step:");
    let script = Script::read()?;
    let clock = ManualClock::unset();
    let twelve_bits = uuid::v7::Options::new().counter_bits(12)?;
    let random_step = ulid::Options::new().step(ulid::Step::Random);
    script.v4()?;
    script.run("v7", &clock, V7Generator::with(twelve_bits, &clock, script.random()))?;
    script.run("ulid", &clock, UlidGenerator::new(&clock, script.random()))?;
    script.run("ulid, random step", &clock, UlidGenerator::with(random_step, &clock, script.random()))
}

/// Prints a UUID and what its text says once it is parsed again.
fn read_back(id: Uuid) -> Result<()> {
    let id = Uuid::parse(&id.to_string())?;
    let version = id.version().map(|version| version.number()).context("every id made here has a version")?;
    match id.unix_ms() {
        Some(ms) => println!("  {id}  version {version}, made at {ms} ms"),
        None => println!("  {id}  version {version}"),
    }
    Ok(())
}

/// Readings, each for some calls, and the seed of the bytes.
struct Script(Value);

impl Script {
    fn read() -> Result<Self> {
        Ok(Self(serde_json::from_str(STEPS)?))
    }

    fn number(&self, name: &str) -> Result<i64> {
        self.0[name].as_i64().with_context(|| format!("the script lacks `{name}`"))
    }

    fn random(&self) -> HashStream {
        HashStream::new(self.0["seed"].as_u64().unwrap_or_default())
    }

    fn v4(&self) -> Result<()> {
        println!("same v4 {}", V4Generator::new(self.random()).generate()?);
        Ok(())
    }

    fn run<S, E>(&self, name: &str, clock: &ManualClock, mut ids: Generator<S, &ManualClock, E>) -> Result<()>
    where
        S: Scheme<Id: Display>,
        E: Entropy,
    {
        for step in self.0["steps"].as_array().context("the script lacks `steps`")? {
            let step = Self(step.clone());
            clock.set_ms(self.number("start_ms")? + step.number("offset_ms")?);
            let mut last = None;
            for _ in 0..step.number("calls")? {
                last = Some(ids.generate());
            }
            let outcome = match last.context("a step needs a call")? {
                Ok(id) => id.to_string(),
                Err(Cause::Refused(refusal)) => format!("refused: {}", refusal.name()),
                Err(_) => "no id".into(),
            };
            println!("same {name} {outcome}  {}", step.0["remark"].as_str().unwrap_or_default());
        }
        let meter = ids.meter();
        println!(
            "same {name} minted {}, held {}, borrowed {}, restarts {}",
            meter.minted, meter.held, meter.borrowed, meter.restarts
        );
        Ok(())
    }
}
