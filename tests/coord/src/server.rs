//! Real servers on loopback, each with its data in a folder of its own, and stopped by its process id.

use std::fs;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use tempfile::TempDir;

pub mod mariadb;
pub mod pgbouncer;
pub mod postgres;
pub mod redis;

/// How long a server may take until it answers.
const PATIENCE: Duration = Duration::from_secs(60);

/// How to run a kind of server.
pub trait Kind {
    /// What it is called, in messages.
    const NAME: &'static str;

    /// The signal that has it stop in an orderly way, whoever is connected.
    const STOP: i32 = libc::SIGTERM;

    /// Makes what it needs in its folder, once.
    fn prepare(&self, folder: &Path, port: u16) -> Result<()>;

    /// The program, with its arguments.
    fn command(&self, folder: &Path, port: u16) -> Command;

    /// Whether it answers. That its port is open was seen already.
    fn is_ready(&self, port: u16) -> bool;
}

/// A server that is running, or was killed and can be started again with the data that it had.
pub struct Server<K: Kind> {
    kind: K,
    folder: TempDir,
    port: u16,
    child: Option<Child>,
}

impl<K: Kind> Server<K> {
    /// Makes its data, starts it, and waits until it answers.
    pub fn start(kind: K) -> Result<Self> {
        Self::start_in(&std::env::temp_dir(), kind)
    }

    /// The same with its data in memory, where there is a file system for that: what it does then costs no disk's time.
    pub fn start_in_memory(kind: K) -> Result<Self> {
        let memory = Path::new("/dev/shm");
        if memory.is_dir() { Self::start_in(memory, kind) } else { Self::start(kind) }
    }

    fn start_in(parent: &Path, kind: K) -> Result<Self> {
        let folder = tempfile::Builder::new().prefix(K::NAME).tempdir_in(parent)?;
        let port = free_port()?;
        kind.prepare(folder.path(), port).with_context(|| format!("the data of {} cannot be made", K::NAME))?;
        let mut server = Self { kind, folder, port, child: None };
        server.start_again()?;
        Ok(server)
    }

    /// Starts it on the data that is there, and waits until it answers.
    pub fn start_again(&mut self) -> Result<()> {
        ensure!(self.child.is_none(), "{} is running", K::NAME);
        let log = fs::File::options().create(true).append(true).open(self.log())?;
        let mut command = self.kind.command(self.folder.path(), self.port);
        command.stdin(Stdio::null()).stdout(log.try_clone()?).stderr(log);
        self.child = Some(command.spawn().with_context(|| format!("{} cannot be started: {command:?}", K::NAME))?);
        let until = Instant::now() + PATIENCE;
        while !(is_open(self.port) && self.kind.is_ready(self.port)) {
            if let Some(status) = self.child.as_mut().and_then(|child| child.try_wait().transpose()) {
                bail!("{} ended with {:?}:\n{}", K::NAME, status, self.said());
            }
            ensure!(Instant::now() < until, "{} did not answer within {PATIENCE:?}:\n{}", K::NAME, self.said());
            sleep(Duration::from_millis(50));
        }
        Ok(())
    }

    /// Kills it with all its processes, as a power cut would.
    pub fn kill(&mut self) -> Result<()> {
        let mut child = self.child.take().with_context(|| format!("{} is not running", K::NAME))?;
        let processes = processes_of(&child);
        child.kill()?;
        for process in &processes {
            process.send(libc::SIGKILL);
        }
        child.wait()?;
        let until = Instant::now() + PATIENCE;
        while processes.iter().any(Process::is_alive) {
            ensure!(Instant::now() < until, "a process of {} outlives it", K::NAME);
            sleep(Duration::from_millis(5));
        }
        Ok(())
    }

    /// Stops it in the midst of what it does, as a machine that hangs.
    pub fn pause(&self) -> Result<()> {
        self.signal(libc::SIGSTOP)
    }

    /// Lets it go on.
    pub fn go_on(&self) -> Result<()> {
        self.signal(libc::SIGCONT)
    }

    fn signal(&self, signal: i32) -> Result<()> {
        let child = self.child.as_ref().with_context(|| format!("{} is not running", K::NAME))?;
        // SAFETY: a child that was not waited for yet has its id.
        let sent = unsafe { libc::kill(child.id().cast_signed(), signal) };
        ensure!(sent == 0, "the signal {signal} did not reach {}", K::NAME);
        for process in processes_of(child) {
            process.send(signal);
        }
        Ok(())
    }

    /// Where it listens.
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// Its folder.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    fn log(&self) -> std::path::PathBuf {
        self.folder.path().join("log")
    }

    /// The end of what it has said.
    pub fn said(&self) -> String {
        let text = fs::read(self.log()).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
        let lines: Vec<_> = text.lines().collect();
        lines[lines.len().saturating_sub(40)..].join("\n")
    }
}

impl<K: Kind> Drop for Server<K> {
    /// Asks it to stop, and kills it where it does not.
    fn drop(&mut self) {
        // Where it was paused, it goes on first.
        let asked = self.child.is_some() && self.go_on().is_ok();
        let Some(mut child) = self.child.take() else { return };
        // SAFETY: a child that was not waited for yet has its id.
        let asked = asked && unsafe { libc::kill(child.id().cast_signed(), K::STOP) == 0 };
        let until = Instant::now() + Duration::from_secs(5);
        while asked && Instant::now() < until {
            if child.try_wait().is_ok_and(|status| status.is_some()) {
                return;
            }
            sleep(Duration::from_millis(20));
        }
        let _ = child.kill();
        let _ = child.wait();
    }
}

/// A process that a server has started, by its id.
struct Process(i32);

impl Process {
    fn send(&self, signal: i32) {
        // SAFETY: it sends a signal to a process that was a child of a server of these tests a moment ago.
        unsafe { libc::kill(self.0, signal) };
    }

    /// Whether it is there, and is more than an ending that nobody has asked after.
    fn is_alive(&self) -> bool {
        let said = fs::read_to_string(format!("/proc/{}/stat", self.0)).unwrap_or_default();
        let state = said.rsplit_once(") ").and_then(|(_, rest)| rest.chars().next());
        state.is_some_and(|state| !"ZX".contains(state))
    }
}

/// What a server has started: some are several processes.
fn processes_of(server: &Child) -> Vec<Process> {
    let said = fs::read_to_string(format!("/proc/{0}/task/{0}/children", server.id())).unwrap_or_default();
    said.split_whitespace().filter_map(|id| id.parse().ok()).map(Process).collect()
}

/// A port of loopback that nobody listens on at this moment.
pub fn free_port() -> Result<u16> {
    Ok(TcpListener::bind(("127.0.0.1", 0))?.local_addr()?.port())
}

fn is_open(port: u16) -> bool {
    TcpStream::connect_timeout(&SocketAddr::from(([127, 0, 0, 1], port)), Duration::from_secs(1)).is_ok()
}

/// Whether the tests are run by root, as whom some servers refuse to run.
pub fn is_root() -> bool {
    // SAFETY: it reads a number.
    unsafe { libc::geteuid() == 0 }
}
