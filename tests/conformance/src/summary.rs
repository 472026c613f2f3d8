//! What came of a run.

use std::any::Any;
use std::collections::BTreeMap;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use anyhow::{Result, anyhow};

use crate::compare::{Difference, difference, is_rule};
use crate::face::{Answer, Answering};
use crate::script;
use crate::vector::{Form, Item, Vector};

/// Why a vector was not run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Skipped {
    /// It is a rule in words, which is kept by building the situation and testing there.
    Rule,
    /// The scheme is not built yet.
    SchemeNotBuilt,
    /// The face does not know the operation.
    UnknownOperation,
}

/// Counts, and everything that differs.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// Traces that agree.
    pub traces: usize,
    /// Bursts that agree.
    pub bursts: usize,
    /// Cases that agree.
    pub cases: usize,
    /// What differs, or could not be understood, one line each.
    pub differences: Vec<String>,
    /// What was not run: for each reason, how many of each subject.
    pub skipped: BTreeMap<Skipped, BTreeMap<String, usize>>,
}

impl Summary {
    /// Asks the face one vector and counts what comes of it.
    pub fn add(&mut self, vector: &Vector, face: &mut dyn Answering) {
        if is_rule(vector.item.form, &vector.expect) {
            return self.skip(Skipped::Rule, vector);
        }
        if let Err(error) = script::check(vector) {
            return self.differences.push(format!("{}: {error:#}", vector.id));
        }
        match answer(face, &vector.item) {
            Ok(Answer::UnknownOperation) => self.skip(Skipped::UnknownOperation, vector),
            Ok(Answer::SchemeNotBuilt) => self.skip(Skipped::SchemeNotBuilt, vector),
            Ok(Answer::Outcome(outcome)) => match difference(vector.item.form, &vector.expect, &outcome) {
                None => *self.agreeing(vector.item.form) += 1,
                Some(difference) => self.differences.push(told(vector, &difference)),
            },
            Err(error) => self.differences.push(format!("{}: {error:#}", vector.id)),
        }
    }

    /// Whether everything that was run agrees.
    pub fn all_agree(&self) -> bool {
        self.differences.is_empty()
    }

    /// How many vectors agree.
    pub fn agree(&self) -> usize {
        self.traces + self.bursts + self.cases
    }

    /// How many were not run for this reason.
    pub fn skipped(&self, why: Skipped) -> usize {
        self.skipped.get(&why).map_or(0, |subjects| subjects.values().sum())
    }

    fn agreeing(&mut self, form: Form) -> &mut usize {
        match form {
            Form::Trace => &mut self.traces,
            Form::Burst => &mut self.bursts,
            Form::Case => &mut self.cases,
        }
    }

    fn skip(&mut self, why: Skipped, vector: &Vector) {
        *self.skipped.entry(why).or_default().entry(vector.subject().to_owned()).or_default() += 1;
    }
}

/// What the face says. A panic in there is of this item alone; the others are still asked.
fn answer(face: &mut dyn Answering, item: &Item) -> Result<Answer> {
    // A face that stopped half-way may answer strangely from then on. That is a difference too, so nothing passes by it.
    catch_unwind(AssertUnwindSafe(|| face.answer(item)))
        .unwrap_or_else(|panic| Err(anyhow!("panicked: {}", said(&*panic))))
}

/// The words of a panic.
fn said(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("without words")
}

/// `id: expected … got …`, with the place where it is not the whole.
fn told(vector: &Vector, difference: &Difference) -> String {
    let Difference { at, expected, got } = difference;
    // A trace is a list of calls, and its places start with the number of one.
    let at = match vector.item.form {
        _ if at.is_empty() => String::new(),
        Form::Trace => format!(", call {at}"),
        Form::Burst | Form::Case => format!(", {at}"),
    };
    format!("{}{at}: expected {expected} got {got}", vector.id)
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for difference in &self.differences {
            writeln!(f, "{difference}")?;
        }
        for (why, subjects) in &self.skipped {
            let why_text = match why {
                Skipped::Rule => "rules in words, not run",
                Skipped::SchemeNotBuilt => "schemes not built yet",
                Skipped::UnknownOperation => "operations this face does not know",
            };
            writeln!(f, "{why_text}: {}", self.skipped(*why))?;
            write_list(f, subjects.iter().map(|(name, count)| format!("{name} {count}")))?;
        }
        let [traces, bursts, cases] = [(self.traces, "trace"), (self.bursts, "burst"), (self.cases, "case")]
            .map(|(count, of)| counted(count, of));
        let [agree, differ] = [self.agree(), self.differences.len()];
        let differ = format!("{differ} {}", if differ == 1 { "differs" } else { "differ" });
        let agree = format!("{agree} {}", if agree == 1 { "agrees" } else { "agree" });
        writeln!(f, "{agree} ({traces}, {bursts}, {cases}), {differ}")
    }
}

/// A number of things, whose name takes an `s` unless it is one.
pub fn counted(count: usize, of: &str) -> String {
    format!("{count} {of}{}", if count == 1 { "" } else { "s" })
}

/// How wide a list gets.
const COLUMNS: usize = 100;

/// Items with commas, on lines of their own that are set in.
fn write_list(f: &mut fmt::Formatter<'_>, items: impl Iterator<Item = String>) -> fmt::Result {
    let mut line = String::new();
    for item in items {
        // In front of it stand two spaces or `, `, and behind it another comma.
        if !line.is_empty() && line.chars().count() + item.chars().count() + 3 > COLUMNS {
            writeln!(f, "{line},")?;
            line.clear();
        }
        line += if line.is_empty() { "  " } else { ", " };
        line += &item;
    }
    writeln!(f, "{line}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_run_is_named_and_counted_on_lines_of_at_most_a_hundred_columns() {
        let subjects: BTreeMap<_, _> =
            (1..60).map(|count| (format!("operation_{}", "x".repeat(count)), count)).collect();
        let all = subjects.clone();
        let summary = Summary { skipped: [(Skipped::UnknownOperation, subjects)].into(), ..Summary::default() };
        let text = summary.to_string();
        assert!(
            text.starts_with("operations this face does not know: 1770\n  operation_x 1, operation_xx 2, "),
            "{text}"
        );
        assert!(text.lines().all(|line| line.chars().count() <= COLUMNS), "{text}");
        for (name, count) in all {
            assert!(text.contains(&format!(" {name} {count}")), "{name}");
        }
    }

    #[test]
    fn one_of_a_thing_is_said_in_the_singular() {
        let summary = Summary { traces: 1, differences: vec!["x: y".into()], ..Summary::default() };
        assert_eq!(summary.to_string(), "x: y\n1 agrees (1 trace, 0 bursts, 0 cases), 1 differs\n");
        let summary = Summary { bursts: 2, ..Summary::default() };
        assert_eq!(summary.to_string(), "2 agree (0 traces, 2 bursts, 0 cases), 0 differ\n");
    }
}
