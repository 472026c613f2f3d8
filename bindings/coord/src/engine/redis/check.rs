//! What a server says of itself, where it says it.

use std::collections::HashMap;
use std::fmt;

use redis::{FromRedisValue, InfoDict};

use super::connection::{Connection, failure};
use crate::{Error, Fault, Operation};

/// The oldest version whose scripts replicas are sent by what they wrote.
const NEEDED: &str = "5.0";

/// How a server can lose what it has confirmed.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Risk {
    /// Where memory is short it drops keys, these too.
    Evicts {
        /// Its `maxmemory-policy`.
        policy: String,
    },
    /// It writes no log: `appendonly` is `no`. After a crash it is as it was at its last snapshot, or empty.
    NoLog,
    /// Its log reaches the disk later than its answer does: a power cut takes the last moments.
    LateLog {
        /// Its `appendfsync`.
        appendfsync: String,
    },
}

impl fmt::Display for Risk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Evicts { policy } => write!(f, "maxmemory-policy is {policy}, not noeviction or volatile"),
            Self::NoLog => f.write_str("appendonly is no"),
            Self::LateLog { appendfsync } => write!(f, "appendfsync is {appendfsync}, not always"),
        }
    }
}

/// What speaks against the server; an error where it will not do at all. What it does not let this user see is not known.
pub(super) async fn risks(connection: &Connection) -> Result<Vec<Risk>, Error> {
    let mut risks = Vec::new();
    let mut has_log = true;
    if let Some(info) = seen::<InfoDict>(connection, redis::cmd("INFO")).await? {
        let text = |key: &str| info.get::<String>(key);
        usable(&text, connection.options.replicas.map(|(wanted, _)| wanted.get()))?;
        let policy = text("maxmemory_policy").filter(|policy| policy.starts_with("allkeys"));
        if let (Some(policy), true) = (policy, text("maxmemory").is_some_and(|most| most != "0")) {
            risks.push(Risk::Evicts { policy });
        }
        has_log = text("aof_enabled").is_none_or(|enabled| enabled != "0");
    }
    if !has_log {
        risks.push(Risk::NoLog);
        return Ok(risks);
    }
    let mut ask = redis::cmd("CONFIG");
    ask.arg("GET").arg("appendfsync");
    let config = seen::<HashMap<String, String>>(connection, ask).await?.unwrap_or_default();
    if let Some(appendfsync) = config.get("appendfsync").filter(|value| *value != "always") {
        risks.push(Risk::LateLog { appendfsync: appendfsync.clone() });
    }
    Ok(risks)
}

/// The answer, where this user may ask: managed servers hide much, and a user who only has what is needed sees nothing.
async fn seen<T: FromRedisValue>(connection: &Connection, command: redis::Cmd) -> Result<Option<T>, Error> {
    match connection.ask(Operation::SetUp, command).await {
        Ok(answer) => {
            redis::from_redis_value(answer).map(Some).map_err(|error| failure(Operation::SetUp, error.into()))
        }
        Err(error) if is_hidden(&error) => Ok(None),
        Err(error) => Err(error),
    }
}

fn is_hidden(error: &Error) -> bool {
    let is_unknown = |error: &(dyn std::error::Error + 'static)| error.to_string().contains("unknown command");
    *error.fault() == Fault::NotAllowed && is_noperm(error) || std::error::Error::source(error).is_some_and(is_unknown)
}

/// The user is let in, and may not do this.
fn is_noperm(error: &Error) -> bool {
    let source = std::error::Error::source(error).and_then(|source| source.downcast_ref::<redis::RedisError>());
    source.is_some_and(|source| source.code() == Some("NOPERM"))
}

fn usable(text: &impl Fn(&str) -> Option<String>, replicas: Option<u32>) -> Result<(), Error> {
    let failed = |fault| Error::new(super::NAME, Operation::SetUp, fault);
    if let Some(found) = text("redis_version").filter(|found| is_too_old(found)) {
        return Err(failed(Fault::TooOld { found, needed: NEEDED }));
    }
    if text("loading").is_some_and(|loading| loading != "0") {
        return Err(failed(Fault::Busy));
    }
    if text("role").is_some_and(|role| role == "slave") {
        return Err(failed(Fault::ReadOnly).because("it is a replica"));
    }
    if let Some(wanted) = replicas {
        let found = text("connected_slaves").and_then(|found| found.parse::<u32>().ok()).unwrap_or_default();
        if found < wanted {
            return Err(failed(Fault::Unreplicated).because(format!("it has {found} replicas of {wanted}")));
        }
    }
    Ok(())
}

fn is_too_old(version: &str) -> bool {
    let major = |version: &str| version.split('.').next().and_then(|major| major.parse::<u32>().ok());
    major(version) < major(NEEDED)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_is_compared_by_its_numbers() {
        for (version, expected) in [
            ("4.0.14", true),
            ("2.8", true),
            ("5.0.0", false),
            ("7.2.4", false),
            ("10.0.1", false),
            ("255.255.255", false),
        ] {
            assert_eq!(is_too_old(version), expected, "{version}");
        }
    }
}
