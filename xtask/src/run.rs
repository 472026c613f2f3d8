//! Starting other programs, so that a person sees what runs and how far it is.
//!
//! On a terminal a program writes straight to it. Elsewhere, in CI say, its output is kept: a long run gives a sign of
//! life now and then, a failed one is shown in full, and a good one leaves a single line in the log.

use std::io::{self, BufRead, BufReader, IsTerminal, Read, Write};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow, bail};

/// How often a silent run says that it is alive.
const SIGN_OF_LIFE: Duration = Duration::from_secs(20);

/// A command from one line of words, none of which holds a space.
pub fn command(line: &str) -> Command {
    let mut words = line.split_whitespace();
    let mut command = Command::new(words.next().unwrap_or_default());
    command.args(words);
    command
}

/// [`command`] with one variable set for it.
pub fn command_with(variable: (&str, &str), line: &str) -> Command {
    let mut command = command(line);
    command.env(variable.0, variable.1);
    command
}

/// Runs a step's command to its end; an error where it fails.
pub fn run(command: Command) -> Result<()> {
    if io::stdout().is_terminal() { streamed(command) } else { watched(command) }
}

/// Runs a command that writes to the person directly, whether on a terminal or not.
pub fn streamed(mut command: Command) -> Result<()> {
    let shown = announce(&command);
    let status = command.status().map_err(|error| not_started(&command, error))?;
    judged(&shown, status)
}

/// Runs a command and keeps what it writes, stdout and stderr in the order they came.
fn watched(mut command: Command) -> Result<()> {
    let shown = announce(&command);
    let begun = Instant::now();
    let (mut reader, writer) = io::pipe()?;
    // A log has no colours, and who reads one does not build again in a minute: what is kept for that would only fill the disk.
    command
        .env("TERM", "dumb")
        .env("CARGO_INCREMENTAL", "0")
        .stdin(Stdio::null())
        .stdout(writer.try_clone()?)
        .stderr(writer);
    let mut child = command.spawn().map_err(|error| not_started(&command, error))?;
    // The command holds the pipe's writing end: kept, the reader would never come to its end.
    drop(command);

    let kept = Mutex::new(Vec::new());
    thread::scope(|scope| {
        let (done, ended) = mpsc::channel::<()>();
        let kept = &kept;
        scope.spawn(move || {
            let _done = done; // dropped with the thread, which ends the wait below
            let mut chunk = [0; 8192];
            while let Ok(length @ 1..) = reader.read(&mut chunk) {
                kept.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(&chunk[..length]);
            }
        });
        while ended.recv_timeout(SIGN_OF_LIFE) == Err(mpsc::RecvTimeoutError::Timeout) {
            let kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
            println!("  … {} s: {}", begun.elapsed().as_secs(), last_line(&kept));
        }
    });

    let kept = kept.into_inner().unwrap_or_else(PoisonError::into_inner);
    let result = judged(&shown, child.wait()?);
    match (&result, tests_in(&String::from_utf8_lossy(&kept))) {
        (Err(_), _) => io::stdout().write_all(&[kept.as_slice(), b"\n"].concat())?,
        (Ok(()), Some(tests)) => println!("  {tests} tests"),
        (Ok(()), None) => {}
    }
    result
}

/// Runs a command, shows what it writes to stdout and hands that back.
pub fn tee(mut command: Command) -> Result<String> {
    let shown = announce(&command);
    let mut child = command.stdout(Stdio::piped()).spawn().map_err(|error| not_started(&command, error))?;
    let mut text = String::new();
    for line in child.stdout.take().map(BufReader::new).into_iter().flat_map(BufReader::lines) {
        let line = line?;
        println!("{line}");
        text.push_str(&line);
        text.push('\n');
    }
    judged(&shown, child.wait()?)?;
    Ok(text)
}

/// Asks a program something: what it writes to stdout, unseen; an error carries what it wrote to stderr.
pub fn output(mut command: Command) -> Result<String> {
    let output = command.stdin(Stdio::null()).output().map_err(|error| not_started(&command, error))?;
    if !output.status.success() {
        bail!("`{}` failed\n{}", shown(&command), String::from_utf8_lossy(&output.stderr).trim_end());
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Whether a program can be started and says yes, unseen.
pub fn succeeds(mut command: Command) -> bool {
    command.stdin(Stdio::null()).output().is_ok_and(|output| output.status.success())
}

fn announce(command: &Command) -> String {
    let shown = shown(command);
    println!("$ {shown}");
    shown
}

/// The command as a person would type it.
fn shown(command: &Command) -> String {
    let variables = command.get_envs().filter_map(|(name, value)| {
        let value = value?.to_string_lossy();
        let quote = if value.contains(' ') { "'" } else { "" };
        Some(format!("{}={quote}{value}{quote}", name.to_string_lossy()))
    });
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    variables.chain(words.map(|word| word.to_string_lossy().into_owned())).collect::<Vec<_>>().join(" ")
}

fn last_line(output: &[u8]) -> String {
    let text = String::from_utf8_lossy(output);
    text.lines().rev().map(str::trim).find(|line| !line.is_empty()).unwrap_or("nothing written yet").to_owned()
}

/// How many tests passed by the closing lines of cargo's and Node's runners, if there is one: a run of none is seen.
fn tests_in(output: &str) -> Option<usize> {
    output
        .lines()
        .filter_map(|line| {
            let cargo = line.strip_prefix("test result: ok. ");
            let node = line.strip_prefix("# pass ").or_else(|| line.strip_prefix("ℹ pass "));
            cargo.or(node)?.split_whitespace().next()?.parse::<usize>().ok()
        })
        .reduce(|sum, count| sum + count)
}

fn judged(shown: &str, status: ExitStatus) -> Result<()> {
    if status.success() { Ok(()) } else { Err(anyhow!("`{shown}` failed with {status}")) }
}

/// One sentence for a program that is not there, with the command that installs it.
fn not_started(command: &Command, error: io::Error) -> anyhow::Error {
    let program = command.get_program().to_string_lossy();
    match error.kind() {
        io::ErrorKind::NotFound => anyhow!("{}", missing(&program)),
        _ => anyhow!(error).context(format!("`{program}` could not be started")),
    }
}

fn missing(program: &str) -> String {
    let install = match program {
        "cargo" | "rustc" | "rustup" => "curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh",
        "node" | "npm" | "npx" => "sudo apt-get install nodejs npm",
        "apt-get" | "dpkg-query" => return format!("`{program}` is missing: this is not a Debian system"),
        _ => return format!("`{program}` is missing"),
    };
    format!("`{program}` is missing: install it with `{install}`")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_program_is_one_sentence_with_the_command_that_installs_it() {
        for (program, command) in [("npm", "apt-get install nodejs npm"), ("rustup", "sh.rustup.rs | sh")] {
            let sentence = missing(program);
            assert!(sentence.contains(command) && sentence.lines().count() == 1, "{sentence}");
        }
        let error = output(command("no-such-program-anywhere")).unwrap_err();
        assert_eq!(error.to_string(), "`no-such-program-anywhere` is missing");
    }

    #[test]
    fn a_command_is_shown_as_it_would_be_typed() {
        let command = command_with(("RUSTFLAGS", "--cfg loom"), "cargo test --release");
        assert_eq!(shown(&command), "RUSTFLAGS='--cfg loom' cargo test --release");
    }

    #[test]
    fn the_sign_of_life_quotes_the_last_line_that_says_something() {
        let cases: [(&[u8], &str); 3] =
            [(b"", "nothing written yet"), (b"one\n  two \n\n", "two"), (b"half a li", "half a li")];
        for (output, line) in cases {
            assert_eq!(last_line(output), line);
        }
    }

    #[test]
    fn the_tests_that_ran_are_counted_and_none_is_a_count() {
        let cases = [
            ("test result: ok. 21 passed; 0 failed\nnoise\ntest result: ok. 4 passed; 0 failed\n", Some(25)),
            ("test result: ok. 0 passed; 0 failed\n", Some(0)),
            ("# tests 3\n# pass 3\n# fail 0\n", Some(3)),
            ("ℹ tests 2\nℹ pass 2\n", Some(2)),
            ("Finished in 3 s\n", None),
        ];
        for (output, tests) in cases {
            assert_eq!(tests_in(output), tests, "{output}");
        }
    }

    #[test]
    fn a_failing_command_is_named_in_the_error() {
        let error = watched(command("cargo --no-such-option")).unwrap_err().to_string();
        assert!(error.starts_with("`cargo --no-such-option` failed with"), "{error}");
    }
}
