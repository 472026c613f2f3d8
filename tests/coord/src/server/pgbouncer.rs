//! PgBouncer in front of PostgreSQL: each transaction gets whichever connection is free. It does not run as root either.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::Result;

use super::Kind;
use super::postgres::{PASSWORD, as_its_user, owned};

/// One that pools transactions over a single connection to the server at this port.
#[derive(Debug, Clone, Copy)]
pub struct PgBouncer {
    /// The server's port.
    pub server: u16,
}

impl Kind for PgBouncer {
    const NAME: &'static str = "pgbouncer";
    /// It does not wait for its clients then.
    const STOP: i32 = libc::SIGTERM;

    fn prepare(&self, folder: &Path, port: u16) -> Result<()> {
        fs::write(folder.join("users"), format!("\"postgres\" \"{PASSWORD}\"\n"))?;
        let settings = format!(
            "[databases]
* = host=127.0.0.1 port={}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = {}
pool_mode = transaction
default_pool_size = 1
",
            self.server,
            folder.join("users").display()
        );
        fs::write(folder.join("settings"), settings)?;
        owned(folder)
    }

    fn command(&self, folder: &Path, _: u16) -> Command {
        // Debian has it where only root looks.
        let path = Path::new("/usr/sbin/pgbouncer");
        let mut command = as_its_user(if path.exists() { path } else { Path::new("pgbouncer") });
        command.arg(folder.join("settings"));
        command
    }

    fn is_ready(&self, _: u16) -> bool {
        true
    }
}
