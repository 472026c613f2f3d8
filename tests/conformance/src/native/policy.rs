//! Policies as the vectors write them.

use anyhow::{Context, Result, bail};
use mintid::policy::{Beyond, NO_BOUND, OnBehind, OnFull, OnMarkLate, OnUnset};
use mintid::{Policy, ulid, uuid};

use super::Input;

/// What the vectors call a scheme, with its options.
pub enum Scheme {
    /// v7 with a counter.
    V7(uuid::v7::Options),
    /// ULID.
    Ulid(ulid::Options),
    /// One that the core does not have yet.
    NotBuilt,
}

impl Scheme {
    /// Reads scheme, options, policies and mark window of a trace or burst.
    pub fn of(body: Input<'_>) -> Result<Self> {
        let policy = Policy {
            on_behind: on_behind(body.object("on_behind")?)?,
            on_full: on_full(body.object("on_full")?)?,
            on_unset: OnUnset::Refuse,
            // The store of a trace answers at once, so nothing is ever late; a late mark would go unseen otherwise.
            on_mark_late: OnMarkLate::Refuse,
        };
        let window_ms = match body.get("window_ms") {
            Some(_) => u32::try_from(body.unsigned("window_ms")?).context("`window_ms` should fit 32 bits")?,
            None => 0,
        };
        let no_options = serde_json::Map::new();
        let options = match body.get("options") {
            Some(_) => body.object("options")?,
            None => Input(&no_options),
        };
        Ok(match body.text("scheme")? {
            "v7" => {
                let given = uuid::v7::Options::new().policy(policy).mark_window_ms(window_ms);
                Self::V7(match options.get("counter_bits") {
                    Some(_) => given.counter_bits(u8::try_from(options.unsigned("counter_bits")?)?)?,
                    None => given,
                })
            }
            "ulid" => {
                let step = match options.get("step").map(|_| options.text("step")).transpose()? {
                    None | Some("one") => ulid::Step::One,
                    Some("random") => ulid::Step::Random,
                    Some(other) => bail!("`step` is `one` or `random`, not `{other}`"),
                };
                Self::Ulid(ulid::Options::new().policy(policy).mark_window_ms(window_ms).step(step))
            }
            _ => Self::NotBuilt,
        })
    }
}

fn on_behind(body: Input<'_>) -> Result<OnBehind> {
    Ok(match body.text("kind")? {
        "refuse" => OnBehind::Refuse,
        "wait" => OnBehind::Wait { up_to_ms: bound(body)? },
        "hold" => {
            let beyond = match body.text("beyond")? {
                "refuse" => Beyond::Refuse,
                "restart" => Beyond::Restart,
                other => bail!("`beyond` is `refuse` or `restart`, not `{other}`"),
            };
            OnBehind::Hold { up_to_ms: bound(body)?, beyond }
        }
        other => bail!("`on_behind` is `refuse`, `wait` or `hold`, not `{other}`"),
    })
}

fn on_full(body: Input<'_>) -> Result<OnFull> {
    Ok(match body.text("kind")? {
        "refuse" => OnFull::Refuse,
        "wait" => OnFull::Wait,
        "borrow" => OnFull::Borrow { up_to_ms: bound(body)? },
        other => bail!("`on_full` is `refuse`, `wait` or `borrow`, not `{other}`"),
    })
}

fn bound(body: Input<'_>) -> Result<u32> {
    u32::try_from(body.unsigned("up_to_ms")?).context("`up_to_ms` should fit 32 bits")
}

/// The one-word policies of the cases: patience without end, and no borrowing.
pub fn by_word(word: &str) -> Result<Policy> {
    let (on_behind, on_full) = match word {
        "hold" => (OnBehind::Hold { up_to_ms: NO_BOUND, beyond: Beyond::Refuse }, OnFull::Refuse),
        "wait" => (OnBehind::Wait { up_to_ms: NO_BOUND }, OnFull::Wait),
        "error" => (OnBehind::Refuse, OnFull::Refuse),
        other => bail!("`policy` is `hold`, `wait` or `error`, not `{other}`"),
    };
    Ok(Policy { on_behind, on_full, ..Policy::STRICT })
}
