//! The program `mintid-coord`, run as its users run it, and a caller of its service.

use std::io::{BufRead, BufReader, Read};
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

pub const TOKEN: &str = "0123456789abcdef01234567";

/// An answer: its status, and what is in it.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub body: Value,
    pub text: String,
}

impl Answer {
    pub fn code(&self) -> &str {
        self.body["error"]["code"].as_str().unwrap_or_default()
    }
}

/// A folder with an engine in it, and the program over that.
pub struct Place {
    folder: TempDir,
}

impl Place {
    /// With a counter `orders` and a pool `workers`.
    pub fn new() -> Self {
        let place = Self { folder: tempfile::tempdir().unwrap() };
        std::fs::write(place.tokens(), format!("# for tests\n{TOKEN}\n")).unwrap();
        let engine = place.engine();
        for words in [
            vec!["set-up", &engine],
            vec!["start-counter", &engine, "--name", "orders", "--first", "1"],
            vec!["start-pool", &engine, "--name", "workers"],
        ] {
            let done = place.run(&words);
            assert!(done.status.success(), "{words:?}: {}", String::from_utf8_lossy(&done.stderr));
        }
        place
    }

    pub fn engine(&self) -> String {
        format!("sqlite:{}", self.folder.path().join("ids.db").display())
    }

    pub fn tokens(&self) -> PathBuf {
        self.folder.path().join("tokens")
    }

    /// Runs the program to its end.
    pub fn run(&self, words: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_mintid-coord")).args(words).output().unwrap()
    }

    /// Starts the service, with these words besides.
    pub fn serve(&self, words: &[&str]) -> Running {
        let mut child = Command::new(env!("CARGO_BIN_EXE_mintid-coord"))
            .args(["serve", &self.engine(), "--listen", "127.0.0.1:0", "--tokens"])
            .arg(self.tokens())
            .args(["--counter", "orders", "--pool", "workers=twitter,nodes=2"])
            .args(words)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("listening on ").expect("where it listens").to_owned();
        Running { child, address }
    }
}

/// A service that runs.
pub struct Running {
    child: Child,
    pub address: String,
}

impl Running {
    /// Calls it with the token.
    pub fn post(&self, path: &str, body: &str) -> Answer {
        self.post_as(Some(TOKEN), path, body)
    }

    pub fn post_as(&self, token: Option<&str>, path: &str, body: &str) -> Answer {
        let mut request =
            agent().post(format!("http://{}{path}", self.address)).header("content-type", "application/json");
        if let Some(token) = token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        read(request.send(body))
    }

    pub fn post_bytes(&self, path: &str, body: &[u8]) -> (u16, Vec<u8>) {
        let request = agent().post(format!("http://{}{path}", self.address));
        let request = request.header("content-type", "application/octet-stream");
        let mut response = request.header("authorization", format!("Bearer {TOKEN}")).send(body).unwrap();
        (response.status().as_u16(), response.body_mut().read_to_vec().unwrap())
    }

    pub fn get(&self, path: &str) -> Answer {
        let request = agent().get(format!("http://{}{path}", self.address));
        read(request.header("authorization", format!("Bearer {TOKEN}")).call())
    }

    /// Asks it to end, and waits until it has.
    pub fn end(mut self) -> Duration {
        let started = Instant::now();
        self.signal(libc::SIGTERM);
        let status = self.child.wait().unwrap();
        assert!(status.success(), "{status}");
        started.elapsed()
    }

    /// Kills it.
    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    pub fn signal(&self, signal: i32) {
        // SAFETY: a child that was not waited for yet has its id.
        assert_eq!(unsafe { libc::kill(self.child.id().cast_signed(), signal) }, 0);
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // Over already, where the test has ended it.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn agent() -> ureq::Agent {
    ureq::Agent::config_builder()
        .http_status_as_error(false)
        .timeout_global(Some(Duration::from_secs(20)))
        .build()
        .new_agent()
}

fn read(response: Result<ureq::http::Response<ureq::Body>, ureq::Error>) -> Answer {
    let mut response = response.unwrap();
    let mut text = String::new();
    response.body_mut().as_reader().read_to_string(&mut text).unwrap();
    Answer { status: response.status().as_u16(), body: serde_json::from_str(&text).unwrap_or_default(), text }
}
