//! Generators of the app's own, each with its policy, over the same clock and source.

use mintid::clock::Bounded;
use mintid::policy::{Beyond, OnBehind, OnFull};
use mintid::{Cause, Mark, Policy, UlidGenerator, V7Generator, ulid, uuid};
use mintid_wasm::{JsClock, JsEntropy};
use wasm_bindgen::prelude::*;

/// What to do in trouble.
#[wasm_bindgen]
#[derive(Clone, Copy)]
pub struct Rules(Policy);

#[wasm_bindgen]
impl Rules {
    /// By the words of the vectors: `refuse`, `wait`, `hold`, and the last one's `beyond`; `refuse`, `wait`, `borrow`.
    #[wasm_bindgen(constructor)]
    pub fn new(behind: &str, behind_ms: u32, beyond: &str, full: &str, full_ms: u32) -> Result<Self, JsError> {
        let unknown = |word: &str| JsError::new(&format!("no policy is called `{word}`"));
        let on_behind = match (behind, beyond) {
            ("refuse", _) => OnBehind::Refuse,
            ("wait", _) => OnBehind::Wait { up_to_ms: behind_ms },
            ("hold", "refuse") => OnBehind::Hold { up_to_ms: behind_ms, beyond: Beyond::Refuse },
            ("hold", "restart") => OnBehind::Hold { up_to_ms: behind_ms, beyond: Beyond::Restart },
            _ => return Err(unknown(behind)),
        };
        let on_full = match full {
            "refuse" => OnFull::Refuse,
            "wait" => OnFull::Wait,
            "borrow" => OnFull::Borrow { up_to_ms: full_ms },
            _ => return Err(unknown(full)),
        };
        Ok(Self(Policy { on_behind, on_full, ..Policy::KEEP_GOING }))
    }
}

/// A generator of one of the schemes.
#[wasm_bindgen]
pub struct Ids(Scheme);

enum Scheme {
    V7(V7Generator<Bounded<JsClock>, JsEntropy>),
    Ulid(UlidGenerator<Bounded<JsClock>, JsEntropy>),
}

#[wasm_bindgen]
impl Ids {
    /// v7 UUIDs; a mark is saved `window_ms` ahead, none at 0.
    pub fn v7(counter_bits: u8, rules: &Rules, window_ms: u32) -> Result<Ids, JsError> {
        let options = uuid::v7::Options::new().counter_bits(counter_bits)?.policy(rules.0).mark_window_ms(window_ms);
        Ok(Self(Scheme::V7(V7Generator::with(options, Bounded::new(JsClock), JsEntropy))))
    }

    /// ULIDs, which step by one, or at random.
    pub fn ulid(step: &str, rules: &Rules, window_ms: u32) -> Ids {
        let step = if step == "random" { ulid::Step::Random } else { ulid::Step::One };
        let options = ulid::Options::new().step(step).policy(rules.0).mark_window_ms(window_ms);
        Self(Scheme::Ulid(UlidGenerator::with(options, Bounded::new(JsClock), JsEntropy)))
    }

    /// Readings before this time count as not set.
    pub fn not_before(&mut self, unix_ms: f64) {
        let bounded = Bounded::new(JsClock).not_before(unix_ms as i64);
        match &mut self.0 {
            Scheme::V7(ids) => *ids.clock_mut() = bounded,
            Scheme::Ulid(ids) => *ids.clock_mut() = bounded,
        }
    }

    /// Starts from a mark that an earlier run has saved.
    pub fn start_from(&mut self, mark_ms: f64) -> Result<(), JsError> {
        let mark = Mark::from_unix_ms(mark_ms as u64).ok_or_else(|| JsError::new("that is no mark"))?;
        match &mut self.0 {
            Scheme::V7(ids) => ids.start_from(mark)?,
            Scheme::Ulid(ids) => ids.start_from(mark)?,
        }
        Ok(())
    }

    /// An id, `wait` and for how long, or why there is none and how far from it the clock is.
    pub fn generate(&mut self) -> String {
        // A store that takes every mark.
        let minted = match &mut self.0 {
            Scheme::V7(ids) => ids.generate_saving(|_| Ok::<_, ()>(())).map(|id| id.to_string()),
            Scheme::Ulid(ids) => ids.generate_saving(|_| Ok::<_, ()>(())).map(|id| id.to_string()),
        };
        minted.unwrap_or_else(|cause| match cause {
            Cause::Wait { for_ms } => format!("wait {for_ms}"),
            Cause::Refused(refusal) => match refusal.distance_ms() {
                Some(by_ms) => format!("{} {by_ms}", refusal.name()),
                None => refusal.name().to_string(),
            },
            Cause::Entropy(error) => format!("entropy: {error}"),
            other => other.to_string(),
        })
    }
}
