//! A generator on the chip, called from here.

use std::fmt;

use anyhow::{Context, Result, bail};
use mintid::entropy::Entropy;
use mintid::policy::{Beyond, OnBehind, OnFull};
use mintid::snowflake::Start;
use mintid::ulid;

use super::{Chip, layouts};
use crate::calls::{Calling, Drawing, Outcome, Ways};
use crate::input::hex;
use crate::script::{Scheme, Script, Source};
use crate::stream::HashStream;

/// The most random bytes in a line, which the chip has room for.
const SENT: usize = 256;

/// A generator at work.
#[derive(Debug)]
pub struct Session<'a> {
    chip: &'a mut Chip,
    supply: Supply,
}

impl<'a> Session<'a> {
    /// Has the chip make the generator of a script.
    ///
    /// # Errors
    /// The chip cannot be reached, or refuses it.
    pub fn start(chip: &'a mut Chip, script: &Script) -> Result<Self> {
        chip.write(&described(script)?)?;
        chip.expect("ok")?;
        Ok(Self { chip, supply: Supply::of(&script.source) })
    }

    /// Ids minted, held, borrowed ticks and restarts so far.
    ///
    /// # Errors
    /// The chip cannot be reached.
    pub fn meter(&mut self) -> Result<[u64; 4]> {
        let line = self.chip.ask("meter")?;
        let numbers: Vec<_> = line.split_whitespace().skip(1).map(number).collect::<Result<_>>()?;
        numbers.try_into().ok().with_context(|| format!("the chip wrote `{line}` where a meter is due"))
    }

    /// Ends it, so that the chip can be asked something else. A session that is not ended was broken off by an error, after
    /// which the chip says of every question that it makes no sense.
    ///
    /// # Errors
    /// The chip cannot be reached.
    pub fn end(self) -> Result<()> {
        self.chip.write("end")?;
        self.chip.expect("ok")
    }

    /// The next line about a call, once the chip has the random bytes that it asks for.
    fn outcome(&mut self) -> Result<Outcome> {
        loop {
            let line = self.chip.answer()?;
            if line == "more" {
                let bytes = self.supply.next(SENT);
                self.chip.write(if bytes.is_empty() { "-" } else { &bytes })?;
            } else {
                return read(&line).with_context(|| format!("the chip wrote `{line}` where an outcome is due"));
            }
        }
    }
}

impl Calling for Session<'_> {
    fn call(&mut self, now: i64, times: u64) -> Result<Vec<Outcome>> {
        let sign = if now < 0 { "-" } else { "" };
        self.chip.write(&format!("call {sign}{:x} {times:x}", now.unsigned_abs()))?;
        (0..times).map(|_| self.outcome()).collect()
    }
}

impl Drawing for Session<'_> {
    fn draw_from(&mut self, bytes: &[u8]) -> Result<()> {
        self.supply = Supply::Bytes(bytes.to_vec());
        self.chip.write("clear")?;
        self.chip.expect("ok")
    }
}

/// What is left of the random bytes.
enum Supply {
    Bytes(Vec<u8>),
    Endless(HashStream),
}

impl Supply {
    fn of(source: &Source) -> Self {
        match source {
            Source::Bytes(bytes) => Self::Bytes(bytes.clone()),
            Source::Seed(seed) => Self::Endless(HashStream::new(*seed)),
        }
    }

    /// The next bytes as hex digits, fewer than asked for only where there are no more.
    fn next(&mut self, most: usize) -> String {
        match self {
            Self::Bytes(bytes) => hex(&bytes.drain(..most.min(bytes.len())).collect::<Vec<_>>()),
            Self::Endless(stream) => {
                let mut bytes = vec![0; most];
                match stream.fill(&mut bytes) {
                    Ok(()) => hex(&bytes),
                    Err(never) => match never {},
                }
            }
        }
    }
}

impl fmt::Debug for Supply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Supply")
    }
}

/// A script's generator and start in words.
fn described(script: &Script) -> Result<String> {
    let scheme = match script.scheme {
        Scheme::V7 { counter_bits: None } => "v7 -".to_owned(),
        Scheme::V7 { counter_bits: Some(bits) } => format!("v7 {bits:x}"),
        Scheme::Ulid { step: ulid::Step::One } => "ulid one".into(),
        Scheme::Ulid { step: ulid::Step::Random } => "ulid random".into(),
        Scheme::Snowflake { layout, node, start } => {
            let start = match start {
                Start::Zero => "zero",
                Start::Random => "random",
                Start::Continue => "continue",
                other => bail!("{other:?} is not known here"),
            };
            format!("snowflake {start}:{node:x}:{}", layouts::word(layout)?)
        }
        other => bail!("{other:?} is not known here"),
    };
    let on_behind = match script.policy.on_behind {
        OnBehind::Refuse => "refuse".to_owned(),
        OnBehind::Wait { up_to_ms } => format!("wait:{up_to_ms:x}"),
        OnBehind::Hold { up_to_ms, beyond: Beyond::Refuse } => format!("hold:{up_to_ms:x}:refuse"),
        OnBehind::Hold { up_to_ms, beyond: Beyond::Restart } => format!("hold:{up_to_ms:x}:restart"),
        other => bail!("{other:?} is not known here"),
    };
    let on_full = match script.policy.on_full {
        OnFull::Refuse => "refuse".to_owned(),
        OnFull::Wait => "wait".into(),
        OnFull::Borrow { up_to_ms } => format!("borrow:{up_to_ms:x}"),
        other => bail!("{other:?} is not known here"),
    };
    let mark = script.mark.map_or_else(|| "-".into(), |mark| format!("{:x}", mark.unix_ms()));
    Ok(format!("{scheme} {on_behind} {on_full} {:x} {mark}", script.window_ms))
}

fn read(line: &str) -> Result<Outcome> {
    let words: Vec<_> = line.split_whitespace().collect();
    Ok(match words.as_slice() {
        ["id", text, tick, restarts, borrowed, held] => Outcome::Id {
            text: (*text).into(),
            tick: number(tick)?,
            ways: Ways { restarts: number(restarts)?, borrowed: number(borrowed)?, held: number(held)? },
        },
        ["wait", for_ms] => Outcome::Wait { for_ms: number(for_ms)? },
        ["refused", name] => Outcome::Refused { name: (*name).into(), by_ms: None },
        ["refused", name, by_ms] => Outcome::Refused { name: (*name).into(), by_ms: Some(number(by_ms)?) },
        _ => bail!("another line"),
    })
}

fn number(digits: &str) -> Result<u64> {
    let number = u64::from_str_radix(digits, 16);
    number.with_context(|| format!("`{digits}` should be hex digits"))
}

/// A script's generator may have no more words than these.
#[cfg(test)]
mod tests {
    use super::*;
    use mintid::snowflake::Layout;
    use mintid::{Mark, Policy};

    #[test]
    fn a_generator_is_described_in_six_words() {
        let mut script = Script {
            scheme: Scheme::V7 { counter_bits: Some(12) },
            policy: Policy::KEEP_GOING,
            window_ms: 60_000,
            mark: Mark::from_unix_ms(255),
            calls: Vec::new(),
            source: Source::Seed(7),
        };
        assert_eq!(described(&script).unwrap(), "v7 c hold:2710:restart borrow:2710 ea60 ff");
        script.scheme = Scheme::Ulid { step: ulid::Step::Random };
        (script.policy, script.mark) = (Policy::STRICT, None);
        assert_eq!(described(&script).unwrap(), "ulid random refuse refuse ea60 -");
        script.scheme = Scheme::Snowflake { layout: Layout::TWITTER, node: 378, start: Start::Zero };
        assert_eq!(described(&script).unwrap(), "snowflake zero:17a:twitter/12c148d03c1 refuse refuse ea60 -");
    }

    #[test]
    fn a_stream_ends_with_an_empty_line_and_a_seed_never() {
        let mut supply = Supply::of(&Source::Bytes(vec![1, 2, 3]));
        assert_eq!([supply.next(2), supply.next(2), supply.next(2)], ["0102", "03", ""]);
        assert_eq!(Supply::of(&Source::Seed(7)).next(4).len(), 8);
    }

    #[test]
    fn the_three_outcomes_of_a_call_are_read() {
        let ways = Ways { restarts: 1, borrowed: 2, held: 16 };
        assert_eq!(read("id abc ff 1 2 10").unwrap(), Outcome::Id { text: "abc".into(), tick: 255, ways });
        assert_eq!(read("wait a").unwrap(), Outcome::Wait { for_ms: 10 });
        assert_eq!(read("refused full").unwrap(), Outcome::Refused { name: "full".into(), by_ms: None });
        assert_eq!(read("refused lead 10").unwrap(), Outcome::Refused { name: "lead".into(), by_ms: Some(16) });
        read("something else").unwrap_err();
        read("wait g").unwrap_err();
    }
}
