//! PostgreSQL, which does not run as root: then it runs as the user that its package has made.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

use super::{Kind, is_root};

/// The password of the user `postgres`.
pub const PASSWORD: &str = "a secret of the tests";

/// A server of PostgreSQL's with these settings besides its own.
#[derive(Debug, Clone, Default)]
pub struct Postgres {
    settings: Vec<(&'static str, String)>,
    /// Of which server it is a replica, by its port.
    primary: Option<u16>,
}

impl Postgres {
    /// One of its own.
    pub fn new() -> Self {
        Self::default()
    }

    /// A replica of the server at this port, which follows it.
    pub fn replica_of(port: u16) -> Self {
        Self { settings: Vec::new(), primary: Some(port) }
    }

    /// With this setting.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.settings.push((name, value.into()));
        self
    }
}

/// The address of the server at this port, or of a proxy in front of it.
pub fn address(port: u16) -> String {
    address_of("postgres", PASSWORD, port)
}

/// The same for another user.
pub fn address_of(user: &str, password: &str, port: u16) -> String {
    format!("postgres://{user}:{}@127.0.0.1:{port}/postgres", password.replace(' ', "%20"))
}

/// A connection of somebody else's to the server at this port.
pub async fn somebody_else(port: u16) -> Result<tokio_postgres::Client> {
    let (client, connection) = tokio_postgres::connect(&address(port), tokio_postgres::NoTls).await?;
    tokio::spawn(connection);
    Ok(client)
}

impl Kind for Postgres {
    const NAME: &'static str = "postgres";
    /// It does not wait for its clients then.
    const STOP: i32 = libc::SIGINT;

    fn prepare(&self, folder: &Path, _: u16) -> Result<()> {
        let password = folder.join("password");
        fs::write(&password, PASSWORD)?;
        owned(folder)?;
        if let Some(primary) = self.primary {
            let mut copy = program("pg_basebackup");
            copy.args(["--host=127.0.0.1", "--username=postgres", "--write-recovery-conf", "--checkpoint=fast"]);
            copy.arg(format!("--port={primary}")).arg("--pgdata").arg(folder.join("data"));
            return done(copy.env("PGPASSWORD", PASSWORD).current_dir(folder));
        }
        let mut init = program("initdb");
        init.args(["--username=postgres", "--auth-host=scram-sha-256", "--auth-local=trust"]);
        init.args(["--encoding=UTF8", "--locale=C", "--no-sync"]);
        init.arg("--pwfile").arg(password).arg("--pgdata").arg(folder.join("data"));
        done(init.current_dir(folder))
    }

    fn command(&self, folder: &Path, port: u16) -> Command {
        let mut postgres = program("postgres");
        postgres.arg("-D").arg(folder.join("data")).current_dir(folder);
        let own = [
            ("port", port.to_string()),
            ("listen_addresses", "127.0.0.1".into()),
            ("unix_socket_directories", folder.display().to_string()),
            // In its folder, so that nothing is left of one that was killed.
            ("dynamic_shared_memory_type", "mmap".into()),
            ("shared_buffers", "16MB".into()),
            ("fsync", "on".into()),
        ];
        for (name, value) in own.iter().chain(&self.settings) {
            postgres.arg("-c").arg(format!("{name}={value}"));
        }
        postgres
    }

    fn is_ready(&self, port: u16) -> bool {
        let mut look = program("pg_isready");
        look.args(["--quiet", "--host=127.0.0.1"]).arg(format!("--port={port}"));
        look.status().is_ok_and(|status| status.success())
    }
}

/// One of its programs, which Debian keeps in a folder of their version.
fn program(name: &str) -> Command {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut found: Vec<PathBuf> = versions.map(|version| version.path().join("bin").join(name)).collect();
    found.retain(|path| path.exists());
    found.sort();
    let path = found.pop().unwrap_or_else(|| name.into());
    as_its_user(&path)
}

/// A program of its, run by the user that may run it.
pub(super) fn as_its_user(path: &Path) -> Command {
    if !is_root() {
        return Command::new(path);
    }
    let mut command = Command::new("setpriv");
    command.args(["--reuid=postgres", "--regid=postgres", "--init-groups", "--inh-caps=-all"]).arg(path);
    command
}

/// Lets that user have a folder with all that is in it.
pub(super) fn owned(folder: &Path) -> Result<()> {
    if is_root() { done(Command::new("chown").args(["-R", "postgres"]).arg(folder)) } else { Ok(()) }
}

/// Runs it to its end.
fn done(command: &mut Command) -> Result<()> {
    let output = command.stdin(Stdio::null()).output().with_context(|| format!("{command:?} does not start"))?;
    ensure!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    Ok(())
}
