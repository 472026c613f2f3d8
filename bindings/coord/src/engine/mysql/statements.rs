//! The statements, with the names of the tables in them.
//!
//! They are the same under every `sql_mode`: identifiers between backticks, values bound, no number that could overflow, no text
//! that could be too long.

use super::shape::{COUNTERS, LEASES, POOLS, Shape};
use crate::Tables;

/// The mark that identifiers are quoted by, whether or not the server has `ANSI_QUOTES`.
pub(super) const MARK: char = '`';

/// What each table ends with: rows that are kept by transactions, and names that are equal only where their bytes are.
const KEPT_BY: &str = "ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin";

/// The tables, as a script.
#[must_use]
pub fn schema(tables: &Tables) -> String {
    scripts(tables).map(|table| format!("{table};\n")).concat()
}

/// A statement for each table: the counters, the pools, and the leases.
fn scripts(tables: &Tables) -> [String; 3] {
    let (counters, pools, leases) = (tables.counters(MARK), tables.pools(MARK), tables.leases(MARK));
    [
        format!(
            "\
CREATE TABLE IF NOT EXISTS {counters} (
    name    VARCHAR(64) NOT NULL PRIMARY KEY,
    `next`  BIGINT      NOT NULL CHECK (`next` >= 0),
    receipt BIGINT      NOT NULL DEFAULT 0
) {KEPT_BY}"
        ),
        format!(
            "\
CREATE TABLE IF NOT EXISTS {pools} (
    name VARCHAR(64) NOT NULL PRIMARY KEY
) {KEPT_BY}"
        ),
        format!(
            "\
CREATE TABLE IF NOT EXISTS {leases} (
    pool   VARCHAR(64)    NOT NULL,
    node   BIGINT         NOT NULL,
    record VARBINARY(255) NOT NULL,
    PRIMARY KEY (pool, node)
) {KEPT_BY}"
        ),
    ]
}

#[derive(Debug)]
pub(super) struct Statements {
    scripts: [String; 3],
    pub start_counter: String,
    pub start_pool: String,
    pub reserve: String,
    pub find_counter: String,
    pub give_back: String,
    pub load: String,
    pub insert: String,
    pub replace: String,
}

impl Statements {
    pub fn new(tables: &Tables) -> Self {
        let (counters, pools, leases) = (tables.counters(MARK), tables.pools(MARK), tables.leases(MARK));
        Self {
            scripts: scripts(tables),
            start_counter: format!("INSERT INTO {counters} (name, `next`) VALUES (?, ?)"),
            start_pool: format!("INSERT INTO {pools} (name) VALUES (?)"),
            // What stands behind the ids comes back with the answer. It is never 0: that would be no value of this statement's.
            reserve: format!(
                "UPDATE {counters} SET `next` = LAST_INSERT_ID(`next` + ?), receipt = ?
                 WHERE name = ? AND `next` BETWEEN 0 AND 9223372036854775807 - ?"
            ),
            find_counter: format!("SELECT `next` FROM {counters} WHERE name = ?"),
            give_back: format!(
                "UPDATE {counters} SET `next` = ?, receipt = 0 WHERE name = ? AND `next` = ? AND receipt = ?"
            ),
            // The time is that of the statement's start: not before the request was sent, and not after the records were read. It is
            // told in UTC, since a time of day in a time zone comes twice when its clocks are set back.
            load: format!(
                "SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(3)) DIV 1000, leases.node, leases.record
                 FROM {pools} AS pools LEFT JOIN {leases} AS leases
                 ON leases.pool = pools.name AND leases.node BETWEEN ? AND ?
                 WHERE pools.name = ? ORDER BY leases.node"
            ),
            insert: format!("INSERT INTO {leases} (pool, node, record) VALUES (?, ?, ?)"),
            replace: format!("UPDATE {leases} SET record = ? WHERE pool = ? AND node = ? AND record = ?"),
        }
    }

    /// Each table: its name behind the prefix, what it has to be like, and the statement that makes it.
    pub fn tables(&self) -> [((&'static str, &'static Shape), &str); 3] {
        let [counters, pools, leases] = &self.scripts;
        [(("counters", &COUNTERS), counters), (("pools", &POOLS), pools), (("leases", &LEASES), leases)]
    }
}
