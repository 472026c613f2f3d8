//! Signals: what the meters count, as counters and gauges of the crate [`metrics`].
//!
//! The drivers publish theirs by themselves, after each answer of an engine and every few seconds. Install the program's recorder
//! first: what is started before it is not seen by it.
//!
//! # Of ranges, with the labels `engine` and `counter`
//!
//! | name | |
//! |---|---|
//! | `mintid_range_ids_taken`, `_ids_granted`, `_ids_given_back` | counters of ids |
//! | `mintid_range_empties` | calls that found no id |
//! | `mintid_range_requests`, `_supplied`, `_failures`, `_unanswered`, `_late`, `_refused` | counters of requests and their answers |
//! | `mintid_range_ids_left` | gauge: how many ids are at hand |
//!
//! # Of Snowflakes on a lease, with the labels `engine` and `pool`
//!
//! | name | |
//! |---|---|
//! | `mintid_snowflake_minted` | counter of ids |
//! | `mintid_snowflake_rollbacks` | counter: how often the clock stepped back |
//! | `mintid_snowflake_largest_rollback_ms` | gauge: the furthest it did, in milliseconds |
//! | `mintid_snowflake_held`, `_borrowed`, `_exhaustions`, `_waits`, `_entropy_failures` | counters, as in [`Meter`](mintid::Meter) |
//! | `mintid_snowflake_refusals` | counters with a label `cause` |
//! | `mintid_snowflake_days_to_horizon` | gauge: how long the layout's time lasts yet, in days |
//! | `mintid_lease_acquired`, `_renewed`, `_lost`, `_given_back`, `_denied`, `_failures`, `_refused_answers`, `_refusals` | counters, as in [`lease::Meter`](mintid::lease::Meter) |
//! | `mintid_lease_held` | gauge: 1 where ids may be made, else 0 |
//! | `mintid_lease_node`, `mintid_lease_fence` | gauges: the node that is held and the fence it was granted under, 0 without one |
//! | `mintid_lease_good_for_ms` | gauge: how long it is good yet if it is not renewed, in milliseconds |
//! | `mintid_lease_clock_offset_ms` | gauge: how far the engine's clock was ahead of this one, at the last answer |
//!
//! # Of text, with the labels `scheme` and `kind`
//!
//! `mintid_parse_failures` counts text that was no id: see [`counted`].
//!
//! # What to alert on
//!
//! | when | because |
//! |---|---|
//! | `mintid_snowflake_largest_rollback_ms` > 100 | a clock is stepped where it should be slewed: look at its synchronisation |
//! | `rate(mintid_snowflake_exhaustions)` > 1 % of `rate(mintid_snowflake_minted)` | ticks are full: another node, or a layout with more sequence |
//! | `mintid_snowflake_days_to_horizon` < 365 | the layout ends: move to another epoch or layout while there is time |
//! | `mintid_lease_held` = 0 for longer than a lease | no ids are made here: the engine cannot be reached, or all nodes are lent |
//! | any increase of `mintid_lease_lost` | two holders have one name, or a holder was paused |
//! | any increase of `mintid_lease_refused_answers` or `mintid_range_refused` | the engine has lost what it confirmed: stop, and start above every id |
//! | `abs(mintid_lease_clock_offset_ms)` > half of the terms' `skew_ms` | this clock or the engine's is wrong |
//! | `rate(mintid_range_empties)` > 1 % of `rate(mintid_range_ids_taken)` | spans are too small, or are asked for too late |
//! | any increase of `mintid_parse_failures` of kind `overflow` | ids of other layouts or widths come in |
//!
//! # What ids do to an index
//!
//! Ids in order fill the pages of an index one after the other; ids at random split pages that are full, and leave them half empty.
//! Each engine counts it:
//!
//! | engine | |
//! |---|---|
//! | PostgreSQL | `SELECT avg_leaf_density, leaf_fragmentation FROM pgstatindex('orders_pkey')`, with the extension `pgstattuple`: above 85 and near 0 is in order. From version 15 on with `pg_walinspect`, between two positions of the log: `SELECT count(*) FROM pg_get_wal_records_info('0/1000000', '0/2000000') WHERE resource_manager = 'Btree' AND record_type LIKE 'SPLIT%'` |
//! | MariaDB, MySQL | `SET GLOBAL innodb_monitor_enable = 'index_page_splits'`, and then `SELECT count FROM information_schema.INNODB_METRICS WHERE name = 'index_page_splits'` |
//! | SQLite | `SELECT count(*), avg(unused * 100.0 / pgsize) FROM dbstat WHERE name = 'orders' AND pagetype = 'leaf'`, where it was compiled with `dbstat`: how many pages, and how much of them is empty |

mod lease;
mod range;

use metrics::{Counter, Gauge, Label, counter, gauge};
use mintid::{ParseError, ParseErrorKind};

pub(crate) use lease::{LeaseSignals, Moment};
pub(crate) use range::RangeSignals;

/// Counts what is no id, and hands the result on.
///
/// ```
/// use mintid::Uuid;
/// use mintid_coord::signals::counted;
///
/// assert!(counted("uuid", Uuid::parse("not one")).is_err()); // and 1 to `mintid_parse_failures`
/// ```
///
/// # Errors
///
/// Those of the parser.
pub fn counted<T>(scheme: &'static str, parsed: Result<T, ParseError>) -> Result<T, ParseError> {
    if let Err(error) = &parsed {
        let kind = match error.kind() {
            ParseErrorKind::Length => "length",
            ParseErrorKind::Character => "character",
            ParseErrorKind::Overflow => "overflow",
            _ => "other",
        };
        counter!("mintid_parse_failures", "scheme" => scheme, "kind" => kind).increment(1);
    }
    parsed
}

/// Counters and gauges of one driver, which all have its labels.
struct Board {
    labels: Vec<Label>,
}

impl Board {
    fn new(engine: &'static str, kind: &'static str, name: &crate::Name) -> Self {
        Self { labels: vec![Label::new("engine", engine), Label::new(kind, name.to_string())] }
    }

    fn counter(&self, name: &'static str) -> Counter {
        counter!(name, self.labels.iter())
    }

    fn gauge(&self, name: &'static str) -> Gauge {
        gauge!(name, self.labels.iter())
    }

    fn counter_for(&self, name: &'static str, cause: &'static str) -> Counter {
        let mut labels = self.labels.clone();
        labels.push(Label::new("cause", cause));
        counter!(name, labels.iter())
    }
}

/// As precise as a gauge is.
#[expect(clippy::cast_precision_loss, reason = "a gauge is a number with a point")]
const fn level(number: u64) -> f64 {
    number as f64
}

/// The same of what may be negative.
#[expect(clippy::cast_precision_loss, reason = "a gauge is a number with a point")]
const fn signed_level(number: i64) -> f64 {
    number as f64
}
