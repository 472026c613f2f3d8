//! Redis, with a log that is on the disk before it answers.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result};

use super::{Kind, Server};

/// How to run a server of Redis: as it should be set, but for what is said here.
#[derive(Debug, Clone, Default)]
pub struct Redis {
    /// Settings that come after the usual ones, and win.
    settings: Vec<(String, String)>,
}

impl Redis {
    /// As it should be set.
    pub fn new() -> Self {
        Self::default()
    }

    /// With a setting besides.
    #[must_use]
    pub fn with(mut self, setting: &str, value: &str) -> Self {
        self.settings.push((setting.into(), value.into()));
        self
    }

    /// As a replica of the server on this port.
    #[must_use]
    pub fn replica_of(self, port: u16) -> Self {
        self.with("replicaof", &format!("127.0.0.1 {port}"))
    }
}

impl Kind for Redis {
    const NAME: &'static str = "redis";

    fn prepare(&self, folder: &Path, port: u16) -> Result<()> {
        let mut text = format!(
            "bind 127.0.0.1\nport {port}\ndir {}\nappendonly yes\nappendfsync always\nsave \"\"\n\
             repl-diskless-sync-delay 0\n",
            folder.display()
        );
        for (setting, value) in &self.settings {
            text.push_str(&format!("{setting} {value}\n"));
        }
        Ok(std::fs::write(folder.join("redis.conf"), text)?)
    }

    fn command(&self, folder: &Path, _: u16) -> Command {
        let mut command = Command::new("redis-server");
        command.arg(folder.join("redis.conf"));
        command
    }

    fn is_ready(&self, port: u16) -> bool {
        // Where it wants a password first, it answers too.
        say(port, "PING").is_ok_and(|answer| answer == "+PONG" || answer.starts_with("-NOAUTH"))
    }
}

impl Server<Redis> {
    /// Its address.
    pub fn address(&self) -> String {
        address(self.port())
    }

    /// Has it do something, without a driver in between: the first line of what it answers.
    pub fn say(&self, command: &str) -> Result<String> {
        say(self.port(), command)
    }

    /// What it answers to `INFO` in this section.
    pub fn info(&self, section: &str) -> Result<String> {
        self.text(&format!("INFO {section}"))
    }

    /// Has it do something that is answered with a text.
    pub fn text(&self, command: &str) -> Result<String> {
        let mut answer = sent(self.port(), command)?;
        let mut length = String::new();
        answer.read_line(&mut length)?;
        let length: usize = length.trim().strip_prefix('$').context("no text came")?.parse()?;
        let mut text = vec![0; length];
        answer.read_exact(&mut text)?;
        Ok(String::from_utf8(text)?)
    }
}

/// The address of a server, or of a proxy before one.
pub fn address(port: u16) -> String {
    format!("redis://127.0.0.1:{port}")
}

/// Has the server on this port do something: the first line of what it answers.
pub fn say(port: u16, command: &str) -> Result<String> {
    let mut line = String::new();
    sent(port, command)?.read_line(&mut line)?;
    Ok(line.trim_end().into())
}

fn sent(port: u16, command: &str) -> Result<BufReader<TcpStream>> {
    let mut stream = TcpStream::connect(("127.0.0.1", port))?;
    stream.set_read_timeout(Some(Duration::from_secs(5)))?;
    stream.write_all(format!("{command}\r\n").as_bytes())?;
    Ok(BufReader::new(stream))
}
