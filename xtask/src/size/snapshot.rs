//! The figures as a file of the tree, and how others differ from them.

use std::collections::BTreeMap;

use anyhow::{Context, Result};

use super::Figure;

const HEADER: &str = "What minting costs a Cortex-M. Written by `cargo xtask size --update`; read there what it means.";

/// Figures, and the compiler that made the programs.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshot {
    pub compiler: String,
    pub figures: Vec<Figure>,
}

impl Snapshot {
    /// The file's text.
    pub fn text(&self) -> String {
        let lines = self.figures.iter().map(|Figure { name, value }| format!("{value:>6}  {name}\n"));
        format!("{HEADER}\n{}\n\n{}", self.compiler, lines.collect::<String>())
    }

    /// Reads what [`text`](Self::text) has written.
    pub fn parse(text: &str) -> Result<Self> {
        let mut lines = text.lines().skip(1);
        let compiler = lines.next().context("the snapshot names no compiler")?.to_owned();
        let figure = |line: &str| {
            let (value, name) = line.trim_start().split_once("  ")?;
            Some(Figure { name: name.into(), value: value.parse().ok()? })
        };
        let figures = lines
            .filter(|line| !line.is_empty())
            .map(|line| figure(line).with_context(|| format!("this is no figure: {line}")))
            .collect::<Result<_>>()?;
        Ok(Self { compiler, figures })
    }

    /// What is not as in `kept`. The same compiler makes the same figures. Another one's must reach the aims that `kept`
    /// reaches.
    pub fn differences(&self, kept: &Self, aim: impl Fn(&str) -> Option<u32>) -> Vec<String> {
        let is_same = self.compiler == kept.compiler;
        let before: BTreeMap<_, _> = kept.figures.iter().map(|figure| (figure.name.as_str(), figure.value)).collect();
        let now: BTreeMap<_, _> = self.figures.iter().map(|figure| (figure.name.as_str(), figure.value)).collect();
        let mut differences: Vec<_> = before
            .keys()
            .filter(|name| !now.contains_key(*name))
            .map(|name| format!("{name}: not counted any more"))
            .collect();
        for (name, value) in now {
            match (before.get(name), aim(name)) {
                (None, _) => differences.push(format!("{name}: {value}, new")),
                (Some(before), _) if is_same && *before != value => {
                    differences.push(format!("{name}: {value}, was {before}"));
                }
                (Some(before), Some(aim)) if !is_same && *before <= aim && value > aim => {
                    differences.push(format!("{name}: {value}, where at most {aim} is due"));
                }
                _ => {}
            }
        }
        differences
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::size::{SNAPSHOT, aims};

    fn snapshot(compiler: &str, figures: &[(&str, u32)]) -> Snapshot {
        let figures = figures.iter().map(|(name, value)| Figure { name: (*name).into(), value: *value }).collect();
        Snapshot { compiler: compiler.into(), figures }
    }

    #[test]
    fn what_is_written_is_read() {
        let snapshot = snapshot("rustc 1", &[("thumbv6m bytes of flash: both, mintid", 1_000), ("b: c", 7)]);
        assert_eq!(Snapshot::parse(&snapshot.text()).unwrap(), snapshot);
        assert!(Snapshot::parse("header\nrustc 1\n\nno figure").is_err());
    }

    #[test]
    fn the_same_compiler_must_come_to_the_same_and_another_to_the_aims_that_were_reached() {
        let aim = |name: &str| (name != "free").then_some(100);
        let kept = snapshot("rustc 1", &[("reached", 90), ("missed", 110), ("free", 5)]);
        let [same, another] = ["rustc 1", "rustc 2"];
        let (new, moved) = ([("new", 1)].as_slice(), [("reached", 91), ("missed", 109), ("free", 6)].as_slice());
        for (compiler, figures, differences) in [
            (same, kept.clone().figures, 0),
            (same, snapshot(same, moved).figures, 3),
            (another, snapshot(another, &[("reached", 100), ("missed", 200), ("free", 6)]).figures, 0),
            (another, snapshot(another, &[("reached", 101), ("missed", 110), ("free", 5)]).figures, 1),
            (another, snapshot(another, &[("reached", 90), ("missed", 110)]).figures, 1),
            (another, [kept.clone().figures, snapshot(another, new).figures].concat(), 1),
        ] {
            let now = Snapshot { compiler: compiler.into(), figures };
            let found = now.differences(&kept, aim);
            assert_eq!(found.len(), differences, "{now:?}: {found:?}");
        }
    }

    #[test]
    fn every_aim_has_its_figure() {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(SNAPSHOT);
        let kept = Snapshot::parse(&std::fs::read_to_string(path).unwrap()).unwrap();
        for name in aims::names() {
            assert!(kept.figures.iter().any(|figure| figure.name == name), "{name}");
        }
    }
}
