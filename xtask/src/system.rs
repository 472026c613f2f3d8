//! What this machine lets us do: install system packages, or only say which are wanted.

use std::env;
use std::process::Command;

use anyhow::Result;

use crate::run;
use crate::tally::{Outcome, Skip};

/// For whom the work is done, which decides what a skip means.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Place {
    /// Nobody is watching: everything must run.
    Ci,
    /// A person's machine, which is not ours to change.
    Person,
}

/// Every CI service sets `CI`.
pub fn place() -> Place {
    if env::var_os("CI").is_some_and(|value| !value.is_empty()) { Place::Ci } else { Place::Person }
}

fn is_root() -> bool {
    run::output(run::command("id -u")).is_ok_and(|id| id.trim() == "0")
}

/// Sees to Debian packages: installs those that are missing as root or in CI, else names them in a [`Skip`].
pub fn apt(packages: &[&str]) -> Result<Outcome> {
    let missing: Vec<_> = packages.iter().copied().filter(|package| !is_installed(package)).collect();
    if missing.is_empty() {
        return Ok(Outcome::Passed);
    }
    let has_apt = run::succeeds(run::command("apt-get --version"));
    let Some(prefix) = prefix(place(), is_root()).filter(|_| has_apt) else {
        return Ok(Outcome::Skipped(wanted(&missing)));
    };
    run::run(run::command(&format!("{prefix} apt-get update")))?;
    // Through `env`, since sudo drops variables.
    let install = "env DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends";
    run::run(run::command(&format!("{prefix} {install} {}", missing.join(" "))))?;
    Ok(Outcome::Passed)
}

/// How to become root without a question, where that is ours to do.
const fn prefix(place: Place, is_root: bool) -> Option<&'static str> {
    match (place, is_root) {
        (_, true) => Some(""),
        (Place::Ci, false) => Some("sudo --non-interactive"),
        (Place::Person, false) => None,
    }
}

fn is_installed(package: &str) -> bool {
    let mut query = Command::new("dpkg-query");
    query.args(["--show", "--showformat", "${Status}", package]);
    run::output(query).is_ok_and(|status| status == "install ok installed")
}

fn wanted(packages: &[&str]) -> Skip {
    let (names, is) = (packages.join(", "), if packages.len() == 1 { "is" } else { "are" });
    Skip { why: format!("{names} {is} not installed"), command: format!("sudo apt-get install {}", packages.join(" ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_are_installed_only_as_root_or_in_ci() {
        let cases = [
            (Place::Person, false, None),
            (Place::Person, true, Some("")),
            (Place::Ci, true, Some("")),
            (Place::Ci, false, Some("sudo --non-interactive")),
        ];
        for (place, is_root, expected) in cases {
            assert_eq!(prefix(place, is_root), expected, "{place:?}, root: {is_root}");
        }
    }

    #[test]
    fn a_person_is_given_the_command_for_what_is_missing() {
        let skip = wanted(&["lld-22", "rustc-web"]);
        assert_eq!(skip.why, "lld-22, rustc-web are not installed");
        assert_eq!(skip.command, "sudo apt-get install lld-22 rustc-web");
    }
}
