//! Generators that the host calls: traces and bursts, and ids given their predecessor.

use mintid::clock::ManualClock;
use mintid::entropy::{Bytes, Entropy};
use mintid::generator::Generator;
use mintid::policy::{Beyond, OnBehind, OnFull, OnMarkLate, OnUnset, Policy};
use mintid::scheme::Scheme;
use mintid::snowflake::{self, Layout, Start};
use mintid::uuid::v7;
use mintid::{
    Cause, Mark, Refusal, Snowflake, SnowflakeGenerator, Ulid, UlidGenerator, Uuid, V4Generator, V7Generator, ulid,
};

use crate::answer::{Answer, Trouble, put_number};
use crate::snowflake::layout;
use crate::source::Stream;
use crate::words::{Words, number};
use crate::{In, Out, say};

/// A generator as the host describes it, and how its run starts.
pub struct Session {
    scheme: Options,
    mark: Option<Mark>,
}

enum Options {
    V7(v7::Options),
    Ulid(ulid::Options),
    Snowflake(snowflake::Options),
}

/// An id whose text the host is told.
trait Shown: Copy {
    fn put(self, output: &mut Out);
}

impl Shown for Uuid {
    fn put(self, output: &mut Out) {
        let mut text = [0; Self::TEXT_LEN];
        self.encode(&mut text);
        output.put(&text);
    }
}

impl Shown for Ulid {
    fn put(self, output: &mut Out) {
        let mut text = [0; Self::TEXT_LEN];
        self.encode(&mut text);
        output.put(&text);
    }
}

impl Shown for Snowflake {
    fn put(self, output: &mut Out) {
        output.put(self.encode_str(&mut [0; Self::TEXT_LEN_MAX]).as_bytes());
    }
}

impl Session {
    /// Reads what follows the scheme's name: its option, the policy for a clock that is behind and for a full tick, the window, the mark.
    pub fn of(scheme: &[u8], words: &mut Words<'_>) -> Option<Self> {
        let option = words.next()?;
        let policy = Policy {
            on_behind: on_behind(words.next()?)?,
            on_full: on_full(words.next()?)?,
            on_unset: OnUnset::Refuse,
            on_mark_late: OnMarkLate::Refuse,
        };
        let window_ms = small(words.next()?)?;
        let mark = match words.next()? {
            b"-" => None,
            ms => Some(Mark::from_unix_ms(u64::try_from(number(ms)?).ok()?)?),
        };
        let scheme = match (scheme, option) {
            (b"v7", b"-") => Options::V7(v7::Options::new().policy(policy).mark_window_ms(window_ms)),
            (b"v7", bits) => {
                let options = v7::Options::new().counter_bits(u8::try_from(number(bits)?).ok()?).ok()?;
                Options::V7(options.policy(policy).mark_window_ms(window_ms))
            }
            (b"snowflake", given) => Options::Snowflake(snowflake_options(given, policy)?.mark_window_ms(window_ms)),
            (_, step) => {
                let step = match step {
                    b"one" => ulid::Step::One,
                    b"random" => ulid::Step::Random,
                    _ => return None,
                };
                Options::Ulid(ulid::Options::new().step(step).policy(policy).mark_window_ms(window_ms))
            }
        };
        Some(Self { scheme, mark })
    }

    /// Answers the host's calls until it ends the session.
    pub fn run(self, input: &mut In, output: &mut Out) {
        let clock = ManualClock::unset();
        match self.scheme {
            Options::V7(options) => {
                run(V7Generator::with(options, &clock, Stream::new()), self.mark, &clock, input, output)
            }
            Options::Ulid(options) => {
                run(UlidGenerator::with(options, &clock, Stream::new()), self.mark, &clock, input, output);
            }
            Options::Snowflake(options) => {
                let ids = SnowflakeGenerator::with_entropy(options, &clock, Stream::new());
                run(ids, self.mark, &clock, input, output);
            }
        }
    }
}

/// `START:NODE:LAYOUT`, and what of a policy a Snowflake has a choice in.
fn snowflake_options(given: &[u8], policy: Policy) -> Option<snowflake::Options> {
    let mut parts = given.splitn(3, |byte| *byte == b':');
    let start = match parts.next()? {
        b"zero" => Start::Zero,
        b"random" => Start::Random,
        b"continue" => Start::Continue,
        _ => return None,
    };
    let node = u64::try_from(number(parts.next()?)?).ok()?;
    let on_behind = match policy.on_behind {
        OnBehind::Refuse => snowflake::OnBehind::Refuse,
        OnBehind::Wait { up_to_ms } => snowflake::OnBehind::Wait { up_to_ms },
        OnBehind::Hold { up_to_ms, beyond: Beyond::Refuse } => snowflake::OnBehind::Hold { up_to_ms },
        _ => return None,
    };
    let options = snowflake::Options::new(layout(parts.next()?)?, node).ok()?;
    Some(options.start(start).on_behind(on_behind).on_full(policy.on_full))
}

fn on_behind(word: &[u8]) -> Option<OnBehind> {
    let mut parts = word.split(|byte| *byte == b':');
    Some(match parts.next()? {
        b"refuse" => OnBehind::Refuse,
        b"wait" => OnBehind::Wait { up_to_ms: small(parts.next()?)? },
        b"hold" => OnBehind::Hold {
            up_to_ms: small(parts.next()?)?,
            beyond: match parts.next()? {
                b"refuse" => Beyond::Refuse,
                b"restart" => Beyond::Restart,
                _ => return None,
            },
        },
        _ => return None,
    })
}

fn on_full(word: &[u8]) -> Option<OnFull> {
    let mut parts = word.split(|byte| *byte == b':');
    Some(match parts.next()? {
        b"refuse" => OnFull::Refuse,
        b"wait" => OnFull::Wait,
        b"borrow" => OnFull::Borrow { up_to_ms: small(parts.next()?)? },
        _ => return None,
    })
}

fn small(digits: &[u8]) -> Option<u32> {
    u32::try_from(number(digits)?).ok()
}

fn run<S>(
    mut ids: Generator<S, &ManualClock, Stream>,
    mark: Option<Mark>,
    clock: &ManualClock,
    input: &mut In,
    output: &mut Out,
) where
    S: Scheme<Id: Shown>,
{
    let started = match mark {
        Some(mark) => ids.start_from(mark),
        None => ids.start_without_mark(),
    };
    if started.is_err() {
        return say(output, "? the run does not start");
    }
    say(output, "ok");
    while let Some(line) = input.line() {
        let mut words = Words::of(line);
        match words.next() {
            Some(b"call") => {
                let (Ok(now), Ok(times)) = (words.signed(), words.fitting::<u32>()) else {
                    return say(output, "? a call without a time");
                };
                clock.set_ms(now);
                for _ in 0..times {
                    if feed(ids.entropy_mut(), input, output).is_none() {
                        return say(output, "? random bytes that are none");
                    }
                    put_outcome(generate_saving(&mut ids), &ids, output);
                }
                output.flush();
            }
            // What comes next is a stream of its own.
            Some(b"clear") => {
                *ids.entropy_mut() = Stream::new();
                say(output, "ok");
            }
            Some(b"meter") => {
                let meter = ids.meter();
                output.put(b"meter");
                put_words(output, &[meter.minted, meter.held.into(), meter.borrowed.into(), meter.restarts.into()]);
                say(output, "");
            }
            Some(b"end") => return say(output, "ok"),
            _ => return say(output, "? a word that is not known"),
        }
    }
}

/// Asks the host for random bytes until there are enough for an id.
fn feed(source: &mut Stream, input: &mut In, output: &mut Out) -> Option<()> {
    while source.wants_more() {
        say(output, "more");
        source.take(input.line()?)?;
    }
    Some(())
}

/// One call. Where a mark is due it is saved, and the call repeated with the same reading.
fn generate_saving<S: Scheme, E: Entropy>(ids: &mut Generator<S, &ManualClock, E>) -> Result<S::Id, Cause<E::Error>> {
    match ids.generate() {
        Err(Cause::Refused(Refusal::MarkDue(due))) => {
            ids.mark_saved(due);
            ids.generate()
        }
        outcome => outcome,
    }
}

/// `id TEXT TICK RESTARTS BORROWED HELD`, `wait MS`, `refused NAME` or `refused NAME MS`.
fn put_outcome<S: Scheme<Id: Shown>, C, E, X>(
    outcome: Result<S::Id, Cause<X>>,
    ids: &Generator<S, C, E>,
    output: &mut Out,
) {
    match outcome {
        Ok(id) => {
            output.put(b"id ");
            id.put(output);
            let meter = ids.meter_ref();
            let tick = ids.scheme().tick_of(id).unwrap_or_default();
            put_words(output, &[tick, meter.restarts.into(), meter.borrowed.into(), meter.held.into()]);
        }
        Err(Cause::Wait { for_ms }) => {
            output.put(b"wait");
            put_words(output, &[for_ms]);
        }
        Err(Cause::Refused(refusal)) => {
            output.put(b"refused ");
            output.put(refusal.name().as_bytes());
            if let Some(by_ms) = refusal.distance_ms() {
                put_words(output, &[by_ms]);
            }
        }
        Err(_) => output.put(b"refused entropy"),
    }
    output.put(b"\n");
}

fn put_words(output: &mut Out, numbers: &[u64]) {
    for number in numbers {
        output.put(b" ");
        put_number(output, (*number).into());
    }
}

/// One node that was given to two programs: whether their first ids differ.
pub fn snowflake_twice(_: &mut Words<'_>, answer: &mut Answer<'_>) -> Result<(), Trouble> {
    let clock = ManualClock::at_ms(1_700_000_000_000);
    let options = snowflake::Options::new(Layout::TWITTER, 1)?;
    let [one, two] = [(); 2].map(|()| SnowflakeGenerator::new(options, &clock).generate());
    answer.flag("unique_guaranteed", one != two);
    Ok(())
}

pub fn v4(words: &mut Words<'_>, answer: &mut Answer<'_>) -> Result<(), Trouble> {
    let made = words.bytes(|random| V4Generator::new(Bytes::new(random)).generate())?;
    v4_answer(made, answer);
    Ok(())
}

pub fn v4_of_zeros(words: &mut Words<'_>, answer: &mut Answer<'_>) -> Result<(), Trouble> {
    let zeros = crate::convert::ZEROS.get(..words.fitting()?).ok_or(Trouble::Question)?;
    v4_answer(V4Generator::new(Bytes::new(zeros)).generate(), answer);
    Ok(())
}

fn v4_answer<X>(made: Result<Uuid, X>, answer: &mut Answer<'_>) {
    match made {
        Ok(id) => answer.uuid("uuid", id),
        Err(_) => answer.text("error", b"short_random"),
    }
}

pub fn ulid_next(words: &mut Words<'_>, answer: &mut Answer<'_>) -> Result<(), Trouble> {
    match words.ulid()?.increment() {
        Some(id) => answer.ulid("next", id),
        None => answer.text("error", b"overflow"),
    }
    Ok(())
}

/// What copies of one state come to: each gives the id after it.
pub fn clone_state(words: &mut Words<'_>, answer: &mut Answer<'_>) -> Result<(), Trouble> {
    let next = words.ulid()?.increment();
    for _ in 0..words.fitting::<u16>()? {
        if let Some(id) = next {
            answer.ulid("without_reseed[]", id);
        }
    }
    Ok(())
}
