//! What an error of Redis's means here.

use redis::{ErrorKind, RedisError};

use crate::Fault;

pub(super) fn fault_of(error: &RedisError) -> Fault {
    match error.kind() {
        ErrorKind::Io | ErrorKind::InvalidClientConfig => Fault::Unreachable,
        ErrorKind::AuthenticationFailed => Fault::NotAllowed,
        ErrorKind::MasterNameNotFoundBySentinel
        | ErrorKind::NoValidReplicasFoundBySentinel
        | ErrorKind::EmptySentinelList => Fault::Unreachable,
        _ => of_reply(error.code().unwrap_or_default(), error.detail().unwrap_or_default()),
    }
}

/// Of a reply that begins with this code. Before Redis 7, the code of an error inside a script stands somewhere in the text.
fn of_reply(code: &str, detail: &str) -> Fault {
    let words = std::iter::once(code).chain(detail.split(|symbol: char| !symbol.is_ascii_alphanumeric()));
    words.filter_map(of_word).next().unwrap_or_else(|| of_sentence(detail))
}

fn of_word(word: &str) -> Option<Fault> {
    Some(match word {
        "READONLY" => Fault::ReadOnly,
        "NOPERM" | "NOAUTH" | "WRONGPASS" | "DENIED" => Fault::NotAllowed,
        "OOM" | "MISCONF" => Fault::Full,
        "LOADING" | "BUSY" | "MASTERDOWN" | "CLUSTERDOWN" | "TRYAGAIN" => Fault::Busy,
        "MOVED" | "ASK" => Fault::Elsewhere,
        "NOREPLICAS" => Fault::Unreplicated,
        "WRONGTYPE" => Fault::Foreign { what: "a key of that name holds something else".into() },
        _ => return None,
    })
}

fn of_sentence(text: &str) -> Fault {
    if text.contains("would overflow") {
        Fault::UsedUp
    } else if text.contains("not an integer") {
        Fault::Foreign { what: "the counter is no integer".into() }
    } else if text.contains("max number of clients") {
        Fault::Crowded
    } else if text.contains("can't run this command") || text.contains("no permissions") {
        Fault::NotAllowed
    } else {
        Fault::Other
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reply_means_the_same_whatever_the_version_says_around_it() {
        let cases = [
            (
                "READONLY",
                "You can't write against a read only replica. script: 5f, on @user_script:4.",
                Fault::ReadOnly,
            ),
            (
                "ERR",
                "Error running script (call to f_5f): @user_script:4: -READONLY You can't write against",
                Fault::ReadOnly,
            ),
            ("OOM", "command not allowed when used memory > 'maxmemory'.", Fault::Full),
            ("MISCONF", "Redis is configured to save RDB snapshots, but it's currently unable to persist", Fault::Full),
            ("LOADING", "Redis is loading the dataset in memory", Fault::Busy),
            ("BUSY", "Redis is busy running a script.", Fault::Busy),
            ("ERR", "max number of clients reached", Fault::Crowded),
            ("NOAUTH", "Authentication required.", Fault::NotAllowed),
            ("NOPERM", "this user has no permissions to run the 'eval' command", Fault::NotAllowed),
            ("ERR", "The user executing the script can't run this command or subcommand script: 5f", Fault::NotAllowed),
            (
                "ERR",
                "ACL failure in script: User reader has no permissions to run the 'hset' command",
                Fault::NotAllowed,
            ),
            ("NOREPLICAS", "Not enough good replicas to write.", Fault::Unreplicated),
            ("MOVED", "3999 127.0.0.1:6381", Fault::Elsewhere),
            ("ERR", "increment or decrement would overflow script: 5f, on @user_script:4.", Fault::UsedUp),
            ("ERR", "something new", Fault::Other),
        ];
        for (code, detail, expected) in cases {
            assert_eq!(of_reply(code, detail), expected, "{code} {detail}");
        }
    }
}
