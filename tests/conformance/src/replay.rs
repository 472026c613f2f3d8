//! Holds what an example on a chip did against a plain generator of the crate on this machine.
//!
//! The example notes all that goes into its generator and all that comes out, line by line:
//!
//! | line | means |
//! |---|---|
//! | `start N` | the chip starts, for the so manyth time |
//! | `mark none`, `mark MS` | the run starts at this mark |
//! | `drew HEX` | random bytes were drawn from the source |
//! | `now MS`, `now unset MS` | the clock was read, for a call, or for the line `observe` before it |
//! | `WHO ID`, `WHO wait MS`, `WHO refused NAME` | a call from main or from an interrupt came to this |
//! | `WHO busy` | a call inside of another, which reads no clock |
//! | `saved MS`, `flushed MS`, `torn MS` | a mark was saved, at the end of a run, or the power was cut meanwhile |
//!
//! Any other line is for people. Clock readings stand in the order in which the generator took them, since it takes each with
//! interrupts off. A call's own line may come later than that of a call which preempted it; so each must be what *some* reading
//! that was not accounted for has come to, and in the end none may be left.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use anyhow::{Context, Result, bail, ensure};
use mintid::clock::{ClockError, ManualClock};
use mintid::entropy::Entropy;
use mintid::generator::Generator;
use mintid::mark::DueMark;
use mintid::options::Options;
use mintid::scheme::Scheme;
use mintid::{Cause, Mark, ParseError, Refusal, SnowflakeGenerator, snowflake};

use crate::input::unhex;

/// Marks a line whose content is another each time, since interrupts come when they like.
pub const FREE: char = '~';

/// What was seen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// Starts of the chip.
    pub starts: usize,
    /// Ids by who asked for them.
    pub ids: BTreeMap<String, usize>,
    /// Ids from interrupts that came when they liked.
    pub free: usize,
    /// Calls that gave none, by the cause's name.
    pub refused: BTreeMap<String, usize>,
    /// Restarts, the only places where an id is not above the one before.
    pub restarts: u32,
    /// Marks that were saved.
    pub saved: usize,
    /// Saves that a power cut ended.
    pub torn: usize,
}

impl fmt::Display for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |counts: &BTreeMap<String, usize>| {
            counts.iter().map(|(name, count)| format!("{name} {count}")).collect::<Vec<_>>().join(", ")
        };
        let Self { starts, ids, free, refused, restarts, saved, torn } = self;
        write!(f, "{starts} starts; ids: {} ({free} by interrupts at any time); ", list(ids))?;
        write!(f, "none: {}; {restarts} restarts; marks: {saved} saved, {torn} torn", list(refused))
    }
}

/// A scheme whose ids can be read and compared.
pub trait Readable: Scheme<Id: PartialOrd + fmt::Debug + fmt::Display + FromStr<Err = ParseError>> + Copy {}

impl<S: Scheme<Id: PartialOrd + fmt::Debug + fmt::Display + FromStr<Err = ParseError>> + Copy> Readable for S {}

/// Replays the lines; they must be those of a generator with these options.
///
/// # Errors
/// Names the first line that a plain generator does not give.
pub fn check<'a, S: Readable>(lines: impl IntoIterator<Item = &'a str>, options: Options<S>) -> Result<Seen> {
    check_by(lines, |clock, supply| Generator::with(options, clock, supply))
}

/// [`check`] for Snowflakes, of which no id may come twice: there is no restart.
///
/// # Errors
/// As there.
pub fn check_snowflakes<'a>(lines: impl IntoIterator<Item = &'a str>, options: snowflake::Options) -> Result<Seen> {
    let seen = check_by(lines, |clock, supply| SnowflakeGenerator::with_entropy(options, clock, supply))?;
    ensure!(seen.restarts == 0, "a Snowflake generator has restarted");
    Ok(seen)
}

/// The lines about one of several generators, which have its name before them.
pub fn about<'a>(name: &'a str, lines: &'a [String]) -> impl Iterator<Item = String> + 'a {
    lines.iter().filter_map(move |line| match line.strip_prefix(FREE) {
        Some(free) => free.strip_prefix(name).map(|line| format!("{FREE}{line}")),
        None => line.strip_prefix(name).map(str::to_owned),
    })
}

fn check_by<'a, S: Readable>(
    lines: impl IntoIterator<Item = &'a str>,
    make: impl Fn(ManualClock, Supply) -> Generator<S, ManualClock, Supply>,
) -> Result<Seen> {
    let mut replay = Replay { make, run: None, newest: None, seen: Seen::default() };
    for (at, line) in lines.into_iter().enumerate() {
        replay.line(line).with_context(|| format!("line {}: {line}", at + 1))?;
    }
    replay.end_of_run()?;
    Ok(replay.seen)
}

struct Replay<S: Readable, M> {
    /// Makes the generator of a run.
    make: M,
    run: Option<Run<S>>,
    /// The newest id of all runs.
    newest: Option<S::Id>,
    seen: Seen,
}

/// From one start of the chip to the next.
struct Run<S: Readable> {
    ids: Generator<S, ManualClock, Supply>,
    restarts: u32,
    /// What the readings so far came to, as long as no line of a call says so.
    unaccounted: Vec<Outcome<S::Id>>,
    /// The marks that the generator asked for. Main may take its time to save one, and another is asked for meanwhile.
    due: Vec<DueMark>,
    observes: bool,
}

#[derive(Clone, Debug, PartialEq)]
enum Outcome<I> {
    Id(I),
    Other(String),
}

/// The bytes that the chip drew and the generator here has not.
#[derive(Default)]
struct Supply(Vec<u8>);

#[derive(Debug)]
struct Dry;

impl Entropy for Supply {
    type Error = Dry;

    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), Dry> {
        if self.0.len() < bytes.len() {
            return Err(Dry);
        }
        self.0.drain(..bytes.len()).zip(bytes).for_each(|(byte, place)| *place = byte);
        Ok(())
    }
}

impl<S: Readable, M: Fn(ManualClock, Supply) -> Generator<S, ManualClock, Supply>> Replay<S, M> {
    fn line(&mut self, line: &str) -> Result<()> {
        let is_free = line.starts_with(FREE);
        let words: Vec<_> = line.trim_start_matches(FREE).split_whitespace().collect();
        match words.as_slice() {
            ["start", _] => {
                self.end_of_run()?;
                self.seen.starts += 1;
                self.run = Some(Run::of((self.make)(ManualClock::unset(), Supply::default())));
            }
            ["mark", "none"] => self.run()?.ids.start_without_mark()?,
            ["mark", ms] => {
                let mark = Mark::from_unix_ms(ms.parse()?).context("no mark")?;
                self.run()?.ids.start_from(mark)?;
            }
            ["drew", digits] => {
                let bytes = unhex(digits)?;
                self.run()?.ids.entropy_mut().0.extend(bytes);
            }
            ["observe"] => self.run()?.observes = true,
            ["now", "unset", ms] => self.now(Err(ClockError::Unset { since_boot_ms: ms.parse()? }))?,
            ["now", ms] => self.now(Ok(ms.parse()?))?,
            ["main" | "timer", "busy"] => *self.seen.refused.entry("busy".into()).or_default() += 1,
            [who @ ("main" | "timer"), said @ ..] => self.call(who, said, is_free)?,
            ["saved", ms] => {
                let run = self.run()?;
                let due = run.due(ms)?;
                run.ids.mark_saved(due);
                self.seen.saved += 1;
            }
            ["flushed", ms] => {
                let due = self.run()?.ids.flush().context("nothing is to be flushed")?;
                ensure!(due.mark().unix_ms().to_string() == *ms, "the mark to flush is {}", due.mark().unix_ms());
                self.seen.saved += 1;
            }
            ["torn", ms] => {
                self.run()?.due(ms)?;
                self.seen.torn += 1;
            }
            _ => {}
        }
        Ok(())
    }

    fn run(&mut self) -> Result<&mut Run<S>> {
        self.run.as_mut().context("the chip has not started")
    }

    fn now(&mut self, reading: Result<i64, ClockError>) -> Result<()> {
        let newest = self.newest;
        let id = self.run()?.now(reading, newest)?;
        self.newest = id.or(newest);
        Ok(())
    }

    fn call(&mut self, who: &str, said: &[&str], is_free: bool) -> Result<()> {
        let outcome = match said {
            [id] => Outcome::Id(id.parse()?),
            words => Outcome::Other(words.join(" ")),
        };
        let waiting = &mut self.run()?.unaccounted;
        let place = waiting.iter().position(|waiting| *waiting == outcome);
        let place = place.with_context(|| format!("a plain generator gave {waiting:?} for the same"))?;
        waiting.remove(place);
        match outcome {
            Outcome::Id(_) => {
                *self.seen.ids.entry(who.to_owned()).or_default() += 1;
                self.seen.free += usize::from(is_free && who == "timer");
            }
            Outcome::Other(cause) => {
                let name = cause.trim_start_matches("refused ").to_owned();
                *self.seen.refused.entry(name).or_default() += 1;
            }
        }
        Ok(())
    }

    fn end_of_run(&mut self) -> Result<()> {
        let Some(run) = self.run.take() else { return Ok(()) };
        ensure!(run.unaccounted.is_empty(), "the chip does not say what it got: {:?}", run.unaccounted);
        self.seen.restarts += run.restarts;
        Ok(())
    }
}

impl<S: Readable> Run<S> {
    fn of(ids: Generator<S, ManualClock, Supply>) -> Self {
        Self { ids, restarts: 0, unaccounted: Vec::new(), due: Vec::new(), observes: false }
    }

    /// The mark that was asked for, or is due now, by its time. Those asked for before it are out of date.
    fn due(&mut self, ms: &str) -> Result<DueMark> {
        self.due.extend(self.ids.mark_due());
        let due = self.due.iter().copied().find(|due| due.mark().unix_ms().to_string() == ms);
        let asked = || self.due.iter().map(|due| due.mark().unix_ms()).collect::<Vec<_>>();
        let due = due.with_context(|| format!("the marks that are due are {:?}", asked()))?;
        self.due.clear();
        Ok(due)
    }

    /// Takes a reading, and gives the id that it led to.
    fn now(&mut self, reading: Result<i64, ClockError>, newest: Option<S::Id>) -> Result<Option<S::Id>> {
        self.ids.clock_mut().set(reading.map(Into::into));
        if self.observes {
            self.observes = false;
            // Without a time there is no mark to save either.
            if self.ids.observe().is_ok() {
                self.due.extend(self.ids.mark_due());
            }
            return Ok(None);
        }
        let outcome = match self.ids.generate() {
            Ok(id) => {
                let restarts = self.ids.meter().restarts;
                let in_order = newest.is_none_or(|newest| newest < id);
                ensure!(
                    in_order || restarts > self.restarts,
                    "{id} is not above the id before, and no restart is counted"
                );
                self.restarts = restarts;
                self.unaccounted.push(Outcome::Id(id));
                return Ok(Some(id));
            }
            Err(Cause::Wait { for_ms }) => format!("wait {for_ms}"),
            Err(Cause::Refused(refusal)) => {
                if let Refusal::MarkDue(due) = refusal {
                    self.due.push(due);
                }
                format!("refused {}", refusal.name())
            }
            Err(Cause::Entropy(Dry)) => "refused entropy".into(),
            Err(_) => bail!("a cause that is not known here"),
        };
        self.unaccounted.push(Outcome::Other(outcome));
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mintid::policy::OnMarkLate;
    use mintid::ulid;
    use mintid::uuid::v7;

    const OPTIONS: v7::Options = v7::Options::new();
    const BYTES: &str = "drew 0102030405060708\ndrew 1112131415161718\ndrew 2122232425262728";

    fn said(lines: &str) -> String {
        format!("{:#}", check(lines.lines(), OPTIONS).unwrap_err())
    }

    #[test]
    fn ids_may_be_told_in_another_order_than_the_readings_but_each_once() {
        let readings = format!("start 1\nmark none\n{BYTES}\nnow 255\nnow 255");
        // The counter is bits 54 to 73 of the first ten bytes, then one more; below it are the other 54, then the next seven bytes'.
        let [one, two] = ["00000000-00ff-7408-8304-050607081112", "00000000-00ff-7408-8353-141516171821"];
        let seen = check(format!("{readings}\nmain {one}\ntimer {two}").lines(), OPTIONS).unwrap();
        assert_eq!((seen.ids["main"], seen.ids["timer"], seen.starts), (1, 1, 1));
        check(format!("{readings}\n~timer {two}\nmain {one}").lines(), OPTIONS).unwrap();

        assert!(said(&format!("{readings}\nmain {one}\ntimer {one}")).contains("a plain generator gave"));
        assert!(said(&format!("{readings}\nmain {one}")).contains("does not say what it got"));
        assert!(said(&format!("{readings}\nmain {one}\nmain refused full")).contains("a plain generator gave"));
    }

    #[test]
    fn ulids_are_replayed_too() {
        let id = ulid::Ulid::from_parts(255, 0x0001_0203_0405_0607_0809).unwrap();
        let lines = format!("start 1\ndrew 00010203040506070809\nnow 255\nmain {id}\ntimer busy");
        let seen = check(lines.lines(), ulid::Options::new()).unwrap();
        assert_eq!((seen.ids["main"], seen.refused["busy"]), (1, 1));
    }

    #[test]
    fn snowflakes_are_replayed_by_their_name_and_without_random_bytes() {
        let lines = ["snowflake start 1", "main 5", "snowflake now 1288834974658", "~snowflake timer 4198400"];
        let lines = lines.map(String::from);
        let options = || snowflake::Options::new(snowflake::Layout::TWITTER, 1).unwrap();
        let own: Vec<_> = about("snowflake ", &lines).collect();
        assert_eq!(own, ["start 1", "now 1288834974658", "~timer 4198400"]);
        let seen = check_snowflakes(own.iter().map(String::as_str), options()).unwrap();
        assert_eq!((seen.ids["timer"], seen.free, seen.restarts), (1, 1, 0));
        let again = ["timer 4198400", "start 2", "now 1288834974658", "timer 4198400"];
        let twice = own.iter().map(String::as_str).take(2).chain(again);
        assert!(check_snowflakes(twice, options()).is_err(), "another run gives the same id again");
    }

    #[test]
    fn a_mark_is_saved_only_where_one_is_due() {
        let options = OPTIONS.mark_window_ms(1_000).on_mark_late(OnMarkLate::Refuse);
        let lines = format!("start 1\nmark none\n{BYTES}\nnow 255\nmain refused mark_due");
        let seen = check(format!("{lines}\nsaved 1255").lines(), options).unwrap();
        assert_eq!((seen.saved, seen.refused["mark_due"]), (1, 1));
        assert_eq!(check(format!("{lines}\ntorn 1255").lines(), options).unwrap().torn, 1);
        assert!(check(format!("{lines}\nsaved 1256").lines(), options).is_err());
        assert!(check(format!("{lines}\nsaved 1255\nsaved 1255").lines(), options).is_err());
        assert!(check(["saved 1255"], options).is_err());
    }
}
