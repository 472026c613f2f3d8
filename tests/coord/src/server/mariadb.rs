//! MariaDB, made ready by the scripts of its own package.

use std::fs;
use std::io::Read;
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context, Result, ensure};

use super::{Kind, is_root};

/// Where the package has its scripts.
const SCRIPTS: &str = "/usr/share/mysql";

/// The database that the tests use.
pub const DATABASE: &str = "ids";

/// A server with these options besides its own.
#[derive(Debug, Clone, Default)]
pub struct MariaDb {
    options: Arc<Mutex<Vec<String>>>,
}

impl MariaDb {
    /// One of its own.
    pub fn new() -> Self {
        Self::default()
    }

    /// One of two ticket servers: 1 is that of the odd tickets, 2 that of the even ones.
    pub fn tickets(offset: u8) -> Self {
        let server = Self::new();
        server.set(&["--auto-increment-increment=2", &format!("--auto-increment-offset={offset}")]);
        server
    }

    /// The options it has from its next start on.
    pub fn set(&self, options: &[&str]) {
        let mut own = self.options.lock().unwrap_or_else(PoisonError::into_inner);
        *own = options.iter().map(|option| (*option).into()).collect();
    }
}

/// The address of the server at this port, or of a proxy in front of it, for somebody who may do everything.
pub fn address(port: u16) -> String {
    format!("mysql://root@127.0.0.1:{port}/{DATABASE}")
}

impl Kind for MariaDb {
    const NAME: &'static str = "mariadb";

    fn prepare(&self, folder: &Path, _: u16) -> Result<()> {
        fs::create_dir(folder.join("data"))?;
        fs::create_dir(folder.join("tmp"))?;
        let mut script = String::from("CREATE DATABASE mysql;\nUSE mysql;\nSET @auth_root_socket = NULL;\n");
        for name in ["mysql_system_tables.sql", "mysql_system_tables_data.sql"] {
            let path = Path::new(SCRIPTS).join(name);
            script += &fs::read_to_string(&path).with_context(|| format!("{} is not there", path.display()))?;
        }
        script += &format!("\nCREATE DATABASE {DATABASE};\n");
        let path = folder.join("script");
        fs::write(&path, script)?;
        let mut bootstrap = program(folder);
        bootstrap.arg("--bootstrap").stdin(fs::File::open(path)?).stdout(Stdio::null());
        let output = bootstrap.stderr(Stdio::piped()).output().context("mariadbd does not start")?;
        ensure!(output.status.success(), "mariadbd --bootstrap: {}", String::from_utf8_lossy(&output.stderr));
        Ok(())
    }

    fn command(&self, folder: &Path, port: u16) -> Command {
        let mut server = program(folder);
        server.arg(format!("--port={port}")).arg(format!("--socket={}", folder.join("socket").display()));
        server.arg(format!("--pid-file={}", folder.join("pid").display()));
        server.args(["--bind-address=127.0.0.1", "--skip-name-resolve"]);
        server.args(&*self.options.lock().unwrap_or_else(PoisonError::into_inner));
        server
    }

    /// It greets first.
    fn is_ready(&self, port: u16) -> bool {
        let Ok(mut stream) = TcpStream::connect(("127.0.0.1", port)) else { return false };
        let mut greeting = [0; 5];
        let is_timed = stream.set_read_timeout(Some(Duration::from_secs(1))).is_ok();
        is_timed && stream.read_exact(&mut greeting).is_ok() && greeting[4] == 10
    }
}

/// The server, with little of what it takes by default, and with what is confirmed on its disk.
fn program(folder: &Path) -> Command {
    let mut server = Command::new("mariadbd");
    server.arg("--no-defaults").arg(format!("--datadir={}", folder.join("data").display()));
    // At its start it takes away what it finds there, be it another server's.
    server.arg(format!("--tmpdir={}", folder.join("tmp").display()));
    server.args(["--innodb-log-file-size=4M", "--innodb-buffer-pool-size=8M", "--innodb-flush-log-at-trx-commit=1"]);
    if is_root() {
        server.arg("--user=root");
    }
    server
}
