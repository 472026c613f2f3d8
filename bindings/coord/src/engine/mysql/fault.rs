//! What the errors of the server and the driver mean here.

use mysql_async::{DriverError, Error as MySqlError};

use crate::{Error, Fault, Operation};

/// A row of that key is there already.
pub(super) const DUPLICATE: u16 = 1062;
/// Two statements waited for each other, and this one was undone.
pub(super) const DEADLOCK: u16 = 1213;
/// A column that takes no NULL was given one.
pub(super) const IS_NULL: u16 = 1048;
/// There is no such table.
pub(super) const NO_TABLE: u16 = 1146;

/// A failure of the driver's, as an error of this engine's.
pub(super) fn failed(engine: &'static str, operation: Operation, error: MySqlError) -> Error {
    Error::new(engine, operation, fault_of(&error)).because(error)
}

/// The server's own number of an error, if it came from there.
pub(super) fn code_of(error: &Error) -> Option<u16> {
    match std::error::Error::source(error)?.downcast_ref()? {
        MySqlError::Server(error) => Some(error.code),
        _ => None,
    }
}

fn fault_of(error: &MySqlError) -> Fault {
    match error {
        MySqlError::Server(error) => fault_of_code(error.code, &error.message),
        MySqlError::Io(_) | MySqlError::Url(_) => Fault::Unreachable,
        MySqlError::Driver(error) => match error {
            DriverError::ConnectionClosed => Fault::Unreachable,
            DriverError::UnknownAuthPlugin { .. }
            | DriverError::MysqlOldPasswordDisabled
            | DriverError::CleartextPluginDisabled
            | DriverError::NoClientSslFlagFromServer => Fault::NotAllowed,
            DriverError::FromRow { .. } | DriverError::FromValue { .. } => {
                Fault::Foreign { what: "a table of that name holds something else".into() }
            }
            _ => Fault::Other,
        },
        MySqlError::Other(_) => Fault::Other,
    }
}

/// By the numbers that MariaDB and MySQL have in common, and those that one of them has alone.
fn fault_of_code(code: u16, message: &str) -> Fault {
    let is_disk_full =
        || message.contains("No space left") || message.contains("error: 28") || message.contains("error 28");
    match code {
        // No access: to the server, a database, a table, a column, a routine; a host, an expired password, a lack of SUPER.
        1044 | 1045 | 1095 | 1129 | 1130 | 1142 | 1143 | 1227 | 1251 | 1370 | 1410 | 1698 | 1820 | 1862 => {
            Fault::NotAllowed
        }
        1046 | 1049 => Fault::NoDatabase,
        NO_TABLE => Fault::NotSetUp,
        // Another column, a view, a column more that wants a value, a value of another type.
        1054 | 1264 | 1288 | 1347 | 1364 | 1366 | 1406 => {
            Fault::Foreign { what: "a table of that name has other columns".into() }
        }
        // A table of the same name, of which this user sees nothing.
        1050 => Fault::Foreign { what: "something of that name is there".into() },
        1290 if message.contains("read-only") || message.contains("read_only") => Fault::ReadOnly,
        1036 | 1792 | 1836 => Fault::ReadOnly,
        1021 | 1114 => Fault::Full,
        3 | 1026 | 1030 if is_disk_full() => Fault::Full,
        1040 | 1203 | 1226 => Fault::Crowded,
        1053 | 1077 | 1079 | 1927 | 4031 => Fault::Unreachable,
        1205 | DEADLOCK => Fault::Contended,
        // An AUTO_INCREMENT at its end.
        1467 => Fault::UsedUp,
        _ => Fault::Other,
    }
}
