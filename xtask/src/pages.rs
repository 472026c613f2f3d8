//! The pages of `bindings/mcu/docs` and the code on them.
//!
//! Each block of code is from a file that is built, and says which behind its language: `rust nrf.rs#clock` is the region `clock`
//! of that file, and `ld nrf52840.x` a whole one. The check finds a page that is behind; `cargo xtask pages` puts the code into it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};

use crate::stamp;
use crate::tally::Outcome;

/// Where the pages are.
const PAGES: &str = "bindings/mcu/docs";

/// Where their code is.
const SOURCES: [&str; 2] = ["tests/firmware/chips/src", "tests/firmware/chips/memory"];

/// The versions that it is built with.
const LOCK: &str = "tests/firmware/chips/Cargo.lock";

/// The languages whose blocks have to be from a file.
const LANGUAGES: [&str; 2] = ["rust", "ld"];

const FENCE: &str = "```";

/// Code by the name that a block gives it.
type Code = BTreeMap<String, String>;

/// Each block is its file's code as it stands, each region is on a page, and each version named is the one built with.
pub fn check() -> Result<Outcome> {
    let code = code()?;
    let lock = fs::read_to_string(LOCK).with_context(|| LOCK)?;
    let mut shown = BTreeSet::new();
    for page in pages()? {
        let (name, text) = read(&page)?;
        let filled = filled(&text, &code, &mut shown).with_context(|| name.clone())?;
        ensure!(text == filled, "{name} is behind the code it shows: run `cargo xtask pages`");
        for (package, version) in versions(&text) {
            let entry = format!("name = \"{package}\"\nversion = \"{version}\"\n");
            ensure!(lock.contains(&entry), "{name} names {package} {version}, and {LOCK} has another");
        }
    }
    let missing: Vec<_> = code.keys().filter(|name| !shown.contains(*name)).cloned().collect();
    ensure!(missing.is_empty(), "on no page: {}", missing.join(", "));
    Ok(Outcome::Passed)
}

/// Puts the code into the pages.
pub fn fill() -> Result<()> {
    let code = code()?;
    for page in pages()? {
        let (name, text) = read(&page)?;
        fs::write(&page, filled(&text, &code, &mut BTreeSet::new()).with_context(|| name)?)?;
    }
    Ok(())
}

fn pages() -> Result<Vec<PathBuf>> {
    let files = stamp::files_under(Path::new(PAGES))?;
    ensure!(!files.is_empty(), "{PAGES} holds no pages");
    Ok(files)
}

fn read(file: &Path) -> Result<(String, String)> {
    let name = file.display().to_string();
    let text = fs::read_to_string(file).with_context(|| name.clone())?;
    Ok((name, text))
}

/// The regions of every file, or the file where it has none and is no program.
fn code() -> Result<Code> {
    let mut found = Code::new();
    for folder in SOURCES {
        for file in stamp::files_under(Path::new(folder))? {
            let (_, text) = read(&file)?;
            let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if name.ends_with(".rs") {
                found.extend(regions(&name, &text)?);
            } else {
                found.insert(name, text);
            }
        }
    }
    Ok(found)
}

/// What stands between `// #region name` and `// #endregion`, moved to the left margin.
fn regions(file: &str, text: &str) -> Result<Code> {
    let mut found = Code::new();
    let mut open: Option<(String, Vec<&str>)> = None;
    for line in text.lines() {
        let marker = line.trim().strip_prefix("// #");
        match (marker, &mut open) {
            (Some("endregion"), _) => {
                let (name, lines) = open.take().with_context(|| format!("{file}: a region ends that never began"))?;
                found.insert(format!("{file}#{name}"), to_the_margin(&lines));
            }
            (Some(marker), None) if marker.starts_with("region ") => {
                open = Some((marker["region ".len()..].into(), Vec::new()));
            }
            (Some(_), _) => bail!("{file}: `{}` is no marker here", line.trim()),
            (None, Some((_, lines))) => lines.push(line),
            (None, None) => {}
        }
    }
    ensure!(open.is_none(), "{file}: a region has no end");
    Ok(found)
}

fn to_the_margin(lines: &[&str]) -> String {
    let indent = |line: &&str| line.len() - line.trim_start().len();
    let margin = lines.iter().filter(|line| !line.trim().is_empty()).map(indent).min().unwrap_or(0);
    lines.iter().flat_map(|line| [line.get(margin..).unwrap_or_default(), "\n"]).collect()
}

/// The page with the code in it that the files hold now. `shown` is told each name.
fn filled(text: &str, code: &Code, shown: &mut BTreeSet<String>) -> Result<String> {
    let mut page = String::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        page.extend([line, "\n"]);
        let Some(kind) = line.trim_start().strip_prefix(FENCE) else { continue };
        let (language, origin) = kind.split_once(' ').unwrap_or((kind, ""));
        let block: Vec<_> = lines.by_ref().take_while(|line| !line.trim_start().starts_with(FENCE)).collect();
        if LANGUAGES.contains(&language) {
            let code = code.get(origin).with_context(|| format!("`{kind}` is no region of a file that is built"))?;
            page.push_str(code);
            shown.insert(origin.into());
        } else {
            page.extend(block.iter().flat_map(|line| [*line, "\n"]));
        }
        page.extend([FENCE, "\n"]);
    }
    Ok(page)
}

/// Each package that is named with a whole version behind it, as in `` `embassy-nrf` 0.11.0 ``.
fn versions(text: &str) -> Vec<(&str, &str)> {
    let parts: Vec<_> = text.split('`').collect();
    parts
        .windows(2)
        .filter_map(|pair| {
            let word = pair[1].strip_prefix(' ')?.split([' ', '\n', '|']).next()?;
            let version = word.trim_end_matches([',', ';', '.', ')']);
            let numbers: Vec<_> = version.split('.').collect();
            let is_version = numbers.len() == 3 && numbers.iter().all(|number| number.parse::<u32>().is_ok());
            is_version.then_some((pair[0], version))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code_of(text: &str) -> Code {
        regions("a.rs", text).unwrap()
    }

    #[test]
    fn a_region_is_what_stands_between_its_marks_at_the_left_margin() {
        let code = code_of("one\n    // #region x\n    two {\n\n        three\n    }\n    // #endregion\nfour\n");
        assert_eq!(code, Code::from([("a.rs#x".into(), "two {\n\n    three\n}\n".into())]));
        for broken in
            ["// #region x\n", "// #endregion\n", "// #region x\n// #region y\n// #endregion\n", "// #regio\n"]
        {
            assert!(regions("a.rs", broken).is_err(), "{broken}");
        }
    }

    #[test]
    fn a_page_that_is_behind_is_found_and_a_block_from_nowhere_is_an_error() {
        let code = code_of("// #region x\nnew();\n// #endregion\n");
        let page = "Text.\n\n```rust a.rs#x\nold();\n```\n\n```text\nleft\n```\n";
        let mut shown = BTreeSet::new();
        assert_eq!(filled(page, &code, &mut shown).unwrap(), page.replace("old", "new"));
        assert_eq!(shown, BTreeSet::from(["a.rs#x".into()]));
        for astray in ["```rust\nold();\n```\n", "```rust a.rs#y\nold();\n```\n", "```ld b.x\n```\n"] {
            assert!(filled(astray, &code, &mut shown).is_err(), "{astray}");
        }
    }

    #[test]
    fn the_versions_on_a_page_are_those_behind_a_name() {
        let text = "Built with `embassy-nrf` 0.11.0, `cortex-m` 0.7.10. Not `feature` 0.11 nor `x` and 1.2.3.";
        assert_eq!(versions(text), [("embassy-nrf", "0.11.0"), ("cortex-m", "0.7.10")]);
    }
}
