//! Chips that QEMU emulates: which there are, and a program at work on one.
//!
//! A program talks to the host over semihosting, which is the emulator's standard input and output: a line in, lines out.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};

/// A board that QEMU emulates, and the chip on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Board {
    /// A Cortex-M0 with 16 KB of RAM.
    Microbit,
    /// A Cortex-M3 with 64 KB of RAM.
    Lm3s6965evb,
    /// A RISC-V of 32 bits.
    Virt,
}

impl Board {
    /// Every board.
    pub const ALL: [Self; 3] = [Self::Microbit, Self::Lm3s6965evb, Self::Virt];

    /// The name of the program that emulates it.
    pub const fn emulator(self) -> &'static str {
        match self {
            Self::Microbit | Self::Lm3s6965evb => "qemu-system-arm",
            Self::Virt => "qemu-system-riscv32",
        }
    }

    /// The command that runs a program on it.
    pub fn command(self, firmware: &Path, time: Time) -> Command {
        let mut command = Command::new(self.emulator());
        command.args(match self {
            Self::Microbit => ["-machine", "microbit"].as_slice(),
            Self::Lm3s6965evb => &["-machine", "lm3s6965evb"],
            Self::Virt => &["-machine", "virt", "-bios", "none"],
        });
        if time == Time::Counted {
            command.args(["-icount", "shift=4,sleep=off"]);
        }
        // Nothing else may take the standard input, which is the program's.
        command.args(["-display", "none", "-monitor", "none", "-serial", "none", "-parallel", "none"]);
        command.args(["-semihosting-config", "enable=on,target=native", "-kernel"]).arg(firmware);
        command
    }
}

/// What a chip's timers go by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Time {
    /// This machine's clock: interrupts come when they like.
    Real,
    /// The instructions, 16 ns for each: interrupts come at the same place each time.
    Counted,
}

/// How long a program may take for one line.
const LIMIT: Duration = Duration::from_secs(60);

/// How long an emulator may take to end once its program has nothing more to read.
const LIMIT_AT_END: Duration = Duration::from_secs(5);

/// A program at work on an emulated chip. Ends with it, by force if need be.
#[derive(Debug)]
pub struct Emulator {
    child: Child,
    /// Taken away at the end, which tells the program that nothing more comes.
    input: Option<ChildStdin>,
    output: Receiver<String>,
}

impl Emulator {
    /// Starts a program.
    ///
    /// # Errors
    /// Names the emulator that cannot be started.
    pub fn start(board: Board, firmware: &Path, time: Time) -> Result<Self> {
        Self::start_by(board.command(firmware, time))
    }

    /// Starts a program by a board's [command](Board::command), to which words may have been added.
    ///
    /// # Errors
    /// As [`start`](Self::start).
    pub fn start_by(mut command: Command) -> Result<Self> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command
            .spawn()
            .with_context(|| format!("`{}` cannot be started", command.get_program().to_string_lossy()))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            bail!("the emulator has no pipes");
        };
        let (sender, receiver) = mpsc::channel();
        // Apart, since a pipe knows no time limit. Ends with the emulator, or once nobody listens.
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Ok(Self { child, input: Some(input), output: receiver })
    }

    /// Writes a line to the program.
    ///
    /// # Errors
    /// It has ended.
    pub fn write(&mut self, line: &str) -> Result<()> {
        let input = self.input.as_mut().context("the program was told to end")?;
        // In one piece: each is a call of the system for the emulator to wait for.
        input.write_all(format!("{line}\n").as_bytes()).and_then(|()| input.flush()).context("the program has ended")
    }

    /// The next line that the program writes; `None` once it has ended.
    ///
    /// # Errors
    /// It does not write for too long, and is ended.
    pub fn line(&mut self) -> Result<Option<String>> {
        match self.output.recv_timeout(LIMIT) {
            Ok(line) => Ok(Some(line)),
            Err(RecvTimeoutError::Disconnected) => Ok(None),
            Err(RecvTimeoutError::Timeout) => {
                self.child.kill()?;
                bail!("the program on the chip wrote nothing for {} s", LIMIT.as_secs())
            }
        }
    }

    /// The next line, which must come.
    ///
    /// # Errors
    /// The program ended; says what the emulator wrote of it.
    pub fn answer(&mut self) -> Result<String> {
        self.line()?.ok_or_else(|| anyhow!("the program on the chip ended without an answer{}", self.complaint()))
    }

    /// Every line up to the program's end, which must be a good one. Nothing is written to it.
    ///
    /// # Errors
    /// It ended with another code than 0, or not in time.
    pub fn to_its_end(mut self) -> Result<Vec<String>> {
        drop(self.input.take());
        let begun = Instant::now();
        let mut lines = Vec::new();
        while let Some(line) = self.line()? {
            lines.push(line);
            if begun.elapsed() > LIMIT {
                self.child.kill()?;
                bail!("the program on the chip did not end within {} s", LIMIT.as_secs());
            }
        }
        self.end()?;
        Ok(lines)
    }

    /// Tells the program that nothing more comes, and waits for its end.
    ///
    /// # Errors
    /// It ended with another code than 0, or did not end.
    pub fn end(mut self) -> Result<()> {
        let Some(code) = self.ended()? else { bail!("the program on the chip did not end") };
        if code == Some(0) { Ok(()) } else { bail!("the program on the chip ended with {code:?}{}", self.complaint()) }
    }

    /// The code that the emulator ended with, `None` inside where a signal ended it; `None` where it had to be killed.
    fn ended(&mut self) -> Result<Option<Option<i32>>> {
        drop(self.input.take());
        let begun = Instant::now();
        while begun.elapsed() < LIMIT_AT_END {
            if let Some(status) = self.child.try_wait()? {
                return Ok(Some(status.code()));
            }
            thread::sleep(Duration::from_millis(5));
        }
        self.child.kill()?;
        self.child.wait()?;
        Ok(None)
    }

    /// What the emulator wrote to its standard error, once it has ended.
    fn complaint(&mut self) -> String {
        let mut text = String::new();
        if self.ended().is_ok()
            && let Some(mut errors) = self.child.stderr.take()
        {
            let _ = errors.read_to_string(&mut text);
        }
        if text.is_empty() { text } else { format!(": {}", text.trim_end()) }
    }
}

impl Drop for Emulator {
    fn drop(&mut self) {
        // Nothing can be told here; a process that cannot be waited for is gone.
        let _ = self.ended();
    }
}
