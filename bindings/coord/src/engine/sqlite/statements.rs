//! The statements, with the names of the tables in them.

use crate::Tables;

/// The tables, as a script.
#[must_use]
pub fn schema(tables: &Tables) -> String {
    let (counters, pools, leases) = (tables.counters('"'), tables.pools('"'), tables.leases('"'));
    format!(
        "\
CREATE TABLE IF NOT EXISTS {counters} (
    name    TEXT    NOT NULL PRIMARY KEY,
    next    INTEGER NOT NULL CHECK (next >= 0),
    receipt INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS {pools} (
    name TEXT NOT NULL PRIMARY KEY
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS {leases} (
    pool   TEXT    NOT NULL,
    node   INTEGER NOT NULL,
    record BLOB    NOT NULL,
    PRIMARY KEY (pool, node)
) STRICT, WITHOUT ROWID;
"
    )
}

pub(super) struct Statements {
    pub schema: String,
    /// That tables of these names are the ones that are meant.
    pub checks: [String; 3],
    pub start_counter: String,
    pub start_pool: String,
    pub reserve: String,
    pub find_counter: String,
    pub give_back: String,
    pub find_pool: String,
    pub load: String,
    pub insert: String,
    pub replace: String,
}

impl Statements {
    pub fn new(tables: &Tables) -> Self {
        let (counters, pools, leases) = (tables.counters('"'), tables.pools('"'), tables.leases('"'));
        Self {
            schema: schema(tables),
            checks: [
                format!("SELECT name, next, receipt FROM {counters}"),
                format!("SELECT name FROM {pools}"),
                format!("SELECT pool, node, record FROM {leases}"),
            ],
            start_counter: format!("INSERT INTO {counters} (name, next) VALUES (?1, ?2) ON CONFLICT DO NOTHING"),
            start_pool: format!("INSERT INTO {pools} (name) VALUES (?1) ON CONFLICT DO NOTHING"),
            // A sum above 2^63 − 1 would be a number with a point.
            reserve: format!(
                "UPDATE {counters} SET next = next + ?2, receipt = ?3
                 WHERE name = ?1 AND next <= 9223372036854775807 - ?2 RETURNING next - ?2"
            ),
            find_counter: format!("SELECT 1 FROM {counters} WHERE name = ?1"),
            give_back: format!(
                "UPDATE {counters} SET next = ?2, receipt = 0 WHERE name = ?1 AND next = ?3 AND receipt = ?4"
            ),
            find_pool: format!("SELECT 1 FROM {pools} WHERE name = ?1"),
            load: format!("SELECT node, record FROM {leases} WHERE pool = ?1 AND node BETWEEN ?2 AND ?3 ORDER BY node"),
            insert: format!("INSERT INTO {leases} (pool, node, record) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING"),
            replace: format!("UPDATE {leases} SET record = ?3 WHERE pool = ?1 AND node = ?2 AND record = ?4"),
        }
    }
}
