//! The line to the host: what it writes to the emulator's input, and what is shown there.
//!
//! Each call of the host stops the chip, so text is gathered and goes out in blocks.

use core::fmt;

use crate::console::Console;

/// Ends the emulation with this code.
pub fn exit(code: u8) -> ! {
    semihosting::process::exit(i32::from(code))
}

/// What the host wrote, line by line; `N` bytes are the most that a line may have.
#[derive(Debug)]
pub struct Input<const N: usize> {
    console: Option<Console>,
    buffer: [u8; N],
    /// Where the bytes begin that were not handed out yet, and where they end.
    begin: usize,
    end: usize,
}

impl<const N: usize> Input<N> {
    /// Opens it.
    pub fn open() -> Self {
        Self { console: Console::to_read(), buffer: [0; N], begin: 0, end: 0 }
    }

    /// The next line, without its end. `None` where the host writes no more, or a line is too long.
    pub fn line(&mut self) -> Option<&[u8]> {
        let length = loop {
            let waiting = self.buffer.get(self.begin..self.end)?;
            if let Some(length) = waiting.iter().position(|byte| *byte == b'\n') {
                break length;
            }
            self.read_on()?;
        };
        let begin = self.begin;
        self.begin = begin.checked_add(length)?.checked_add(1)?;
        self.buffer.get(begin..)?.get(..length)
    }

    fn read_on(&mut self) -> Option<()> {
        self.make_room();
        let read = self.console.as_ref()?.read(self.buffer.get_mut(self.end..)?);
        self.end = self.end.checked_add(read)?;
        if read == 0 { None } else { Some(()) }
    }

    /// Moves what was not handed out to the front.
    fn make_room(&mut self) {
        let waiting = self.end.saturating_sub(self.begin);
        for at in 0..waiting {
            if let Some(byte) = self.buffer.get(self.begin.wrapping_add(at)).copied()
                && let Some(place) = self.buffer.get_mut(at)
            {
                *place = byte;
            }
        }
        (self.begin, self.end) = (0, waiting);
    }
}

/// What the host is shown, in blocks of `N` bytes, or earlier where [`flush`](Output::flush) asks for it.
#[derive(Debug)]
pub struct Output<const N: usize> {
    console: Option<Console>,
    buffer: [u8; N],
    used: usize,
}

impl<const N: usize> Output<N> {
    /// Opens it.
    pub fn open() -> Self {
        Self { console: Console::to_write(), buffer: [0; N], used: 0 }
    }

    /// Adds bytes.
    pub fn put(&mut self, bytes: &[u8]) {
        for byte in bytes {
            if self.used >= N {
                self.flush();
            }
            if let Some(place) = self.buffer.get_mut(self.used) {
                *place = *byte;
                self.used += 1;
            }
        }
    }

    /// Shows what was gathered. Where the host takes nothing, nothing can be said about it either.
    pub fn flush(&mut self) {
        if let (Some(console), Some(gathered)) = (&self.console, self.buffer.get(..self.used)) {
            console.write(gathered);
        }
        self.used = 0;
    }
}

impl<const N: usize> Drop for Output<N> {
    fn drop(&mut self) {
        self.flush();
    }
}

impl<const N: usize> fmt::Write for Output<N> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.put(text.as_bytes());
        Ok(())
    }
}
