//! Mints UUID v4, UUID v7 and ULIDs with this machine's clock and randomness, reads them back, and then shows what one
//! fixed clock and one fixed stream of bytes give. `pkg/demo/demo.mjs` does the same through the npm package, and the lines
//! that start with `same` must be the same there. Given the program of `tests/firmware/face` as an argument, it mints on an
//! emulated Cortex-M0 instead.

use std::env;
use std::fmt::Display;
use std::path::Path;

use anyhow::{Context, Result};
use mintid::clock::ManualClock;
use mintid::entropy::Entropy;
use mintid::generator::Generator;
use mintid::scheme::Scheme;
use mintid::{Cause, Policy, Ulid, UlidGenerator, Uuid, V4Generator, V7Generator, ulid, uuid};
use mintid_conformance::calls::{Calling, Outcome};
use mintid_conformance::chip::Chip;
use mintid_conformance::chip::minting::Session;
use mintid_conformance::emulator::Board;
use mintid_conformance::script::{self, Scheme as Asked, Source};
use mintid_conformance::stream::HashStream;
use serde_json::Value;

/// What the clock does, shared with the package's demo.
const STEPS: &str = include_str!("../../../../pkg/demo/steps.json");

fn main() -> Result<()> {
    match env::args_os().nth(1) {
        Some(firmware) => on_a_chip(Path::new(&firmware)),
        None => here(),
    }
}

/// What the chip gives for the same clock and stream.
fn on_a_chip(firmware: &Path) -> Result<()> {
    println!("minted on an emulated Cortex-M0, by the same clock and the same stream of bytes:");
    let script = Script::read()?;
    let mut chip = Chip::start(Board::Microbit, firmware)?;
    println!("same v4 {}", chip.v4(&script.random().draw()?)?);
    script.run_on_a_chip("v7", Asked::V7 { counter_bits: Some(12) }, &mut chip)?;
    script.run_on_a_chip("ulid", Asked::Ulid { step: ulid::Step::One }, &mut chip)?;
    script.run_on_a_chip("ulid, random step", Asked::Ulid { step: ulid::Step::Random }, &mut chip)
}

fn here() -> Result<()> {
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

    fn seed(&self) -> u64 {
        self.0["seed"].as_u64().unwrap_or_default()
    }

    fn random(&self) -> HashStream {
        HashStream::new(self.seed())
    }

    /// The clock's reading at each step, how often it serves, and what there is to say about it.
    fn steps(&self) -> Result<Vec<(i64, u64, String)>> {
        let steps = self.0["steps"].as_array().context("the script lacks `steps`")?;
        let read = |step: &Value| {
            let step = Self(step.clone());
            let remark = step.0["remark"].as_str().unwrap_or_default().to_owned();
            Ok((self.number("start_ms")? + step.number("offset_ms")?, u64::try_from(step.number("calls")?)?, remark))
        };
        steps.iter().map(read).collect()
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
        for (now, calls, remark) in self.steps()? {
            clock.set_ms(now);
            let mut last = None;
            for _ in 0..calls {
                last = Some(ids.generate());
            }
            let outcome = match last.context("a step needs a call")? {
                Ok(id) => id.to_string(),
                Err(Cause::Refused(refusal)) => format!("refused: {}", refusal.name()),
                Err(_) => "no id".into(),
            };
            println!("same {name} {outcome}  {remark}");
        }
        let meter = ids.meter();
        print_meter(name, [meter.minted, meter.held.into(), meter.borrowed.into(), meter.restarts.into()]);
        Ok(())
    }

    fn run_on_a_chip(&self, name: &str, scheme: Asked, chip: &mut Chip) -> Result<()> {
        let (policy, source) = (Policy::KEEP_GOING, Source::Seed(self.seed()));
        let script = script::Script { scheme, policy, window_ms: 0, mark: None, calls: Vec::new(), source };
        let mut ids = Session::start(chip, &script)?;
        for (now, calls, remark) in self.steps()? {
            let outcome = match ids.call(now, calls)?.pop().context("a step needs a call")? {
                Outcome::Id { text, .. } => text,
                Outcome::Refused { name, .. } => format!("refused: {name}"),
                Outcome::Wait { .. } => "no id".into(),
            };
            println!("same {name} {outcome}  {remark}");
        }
        print_meter(name, ids.meter()?);
        ids.end()
    }
}

fn print_meter(name: &str, [minted, held, borrowed, restarts]: [u64; 4]) {
    println!("same {name} minted {minted}, held {held}, borrowed {borrowed}, restarts {restarts}");
}
