//! The statements, with the names of the tables in them.

use crate::Tables;

/// The tables, as a script.
#[must_use]
pub fn schema(tables: &Tables) -> String {
    let (counters, pools, leases) = (tables.counters('"'), tables.pools('"'), tables.leases('"'));
    format!(
        "\
CREATE TABLE IF NOT EXISTS {counters} (
    name    text COLLATE \"C\" NOT NULL PRIMARY KEY,
    next    bigint NOT NULL CHECK (next >= 0),
    receipt bigint NOT NULL DEFAULT 0
);
CREATE TABLE IF NOT EXISTS {pools} (
    name text COLLATE \"C\" NOT NULL PRIMARY KEY
);
CREATE TABLE IF NOT EXISTS {leases} (
    pool   text COLLATE \"C\" NOT NULL,
    node   bigint NOT NULL,
    record bytea NOT NULL,
    PRIMARY KEY (pool, node)
);
"
    )
}

/// Has the transaction wait for the disk where the default is not to: `off` loses what was confirmed when the server is killed.
const DURABLE: &str =
    "CASE WHEN current_setting('synchronous_commit') = 'off' THEN set_config('synchronous_commit', 'on', true) END";

/// The server's version, as a number and as a text.
pub(super) const VERSION: &str =
    "SELECT current_setting('server_version_num')::int4, current_setting('server_version')";

/// Which settings are off that have what is on the disk outlive a power cut.
pub(super) const OFF: &str =
    "SELECT name FROM unnest(ARRAY['fsync', 'full_page_writes']) AS name WHERE current_setting(name) = 'off'";

/// What tables of these names are like, in the order of the names; an empty row where there is none.
pub(super) const LOOK: &str = "\
SELECT c.relpersistence::text, (
    SELECT string_agg(
        a.attname || ' ' || format_type(a.atttypid, NULL) || CASE WHEN a.attnum = ANY (k.indkey) THEN ' key' ELSE '' END,
        ', ' ORDER BY a.attnum)
    FROM pg_catalog.pg_attribute a
    LEFT JOIN pg_catalog.pg_index k ON k.indrelid = a.attrelid AND k.indisprimary
    WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped)
FROM (VALUES (1, $1), (2, $2), (3, $3)) AS t (at, name)
LEFT JOIN pg_catalog.pg_class c ON c.oid = to_regclass(t.name)
ORDER BY t.at";

/// What [`LOOK`] finds where the tables are the ones that are meant.
pub(super) const LOOKS: [&str; 3] =
    ["name text key, next bigint, receipt bigint", "name text key", "pool text key, node bigint key, record bytea"];

/// What the comment of a sequence begins with; the size of its spans follows.
pub(super) const MARK: &str = "mintid: spans of ";

/// The comment of a sequence; no row where it is something else.
pub(super) const COMMENT: &str = "\
SELECT obj_description(c.oid, 'pg_class') FROM pg_catalog.pg_class c WHERE c.oid = to_regclass($1) AND c.relkind = 'S'";

/// The next value of a sequence that has our mark, and what it is set to. The increment is read after the value: that has
/// locked the sequence against others who change it.
pub(super) fn next_value() -> String {
    format!(
        "\
SELECT t.value, t.comment, p.increment, p.cycle_option, {DURABLE}, pg_logical_emit_message(true, 'mintid', '')
FROM (
    SELECT d.comment, CASE WHEN starts_with(d.comment, '{MARK}') THEN nextval($1::regclass) END AS value
    FROM (SELECT obj_description($1::regclass, 'pg_class') AS comment OFFSET 0) AS d OFFSET 0
) AS t
CROSS JOIN LATERAL pg_sequence_parameters(CASE WHEN t.value IS NULL THEN NULL ELSE $1::regclass END) AS p"
    )
}

pub(super) struct Statements {
    pub schema: String,
    pub tables: [String; 3],
    pub start_counter: String,
    pub start_pool: String,
    pub reserve: String,
    pub find_counter: String,
    pub give_back: String,
    pub load: String,
    pub insert: String,
    pub replace: String,
    pub next_value: String,
}

impl Statements {
    pub fn new(tables: &Tables) -> Self {
        let (counters, pools, leases) = (tables.counters('"'), tables.pools('"'), tables.leases('"'));
        Self {
            schema: schema(tables),
            start_counter: format!(
                "INSERT INTO {counters} (name, next) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING RETURNING {DURABLE}"
            ),
            start_pool: format!("INSERT INTO {pools} (name) VALUES ($1) ON CONFLICT (name) DO NOTHING"),
            reserve: format!(
                "UPDATE {counters} SET next = next + $2, receipt = $3
                 WHERE name = $1 AND next <= 9223372036854775807 - $2 RETURNING next - $2, {DURABLE}"
            ),
            find_counter: format!("SELECT 1 FROM {counters} WHERE name = $1"),
            // Where a crash undoes it, the ids are lost, and nothing more.
            give_back: format!(
                "UPDATE {counters} SET next = $2, receipt = 0 WHERE name = $1 AND next = $3 AND receipt = $4 RETURNING 1"
            ),
            load: format!(
                "SELECT (SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::int8),
                     current_setting('transaction_read_only') = 'on', l.node, l.record
                 FROM {pools} AS p LEFT JOIN {leases} AS l ON l.pool = p.name AND l.node BETWEEN $2 AND $3
                 WHERE p.name = $1 ORDER BY l.node"
            ),
            insert: format!(
                "INSERT INTO {leases} (pool, node, record) VALUES ($1, $2, $3)
                 ON CONFLICT (pool, node) DO NOTHING RETURNING {DURABLE}"
            ),
            replace: format!(
                "UPDATE {leases} SET record = $3 WHERE pool = $1 AND node = $2 AND record = $4 RETURNING {DURABLE}"
            ),
            next_value: next_value(),
            tables: [counters, pools, leases],
        }
    }
}
