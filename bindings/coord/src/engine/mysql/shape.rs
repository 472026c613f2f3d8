//! What the tables have to be like, and what is there by their names.

use super::server::Server;
use crate::{Error, Fault, Operation, Tables};

/// What a table of this crate's has at least: columns, the type of each, and which key it is of.
#[derive(Debug)]
pub(super) struct Shape(&'static [(&'static str, &'static str, &'static str)]);

pub(super) const COUNTERS: Shape =
    Shape(&[("name", "varchar", "PRI"), ("next", "bigint", ""), ("receipt", "bigint", "")]);
pub(super) const POOLS: Shape = Shape(&[("name", "varchar", "PRI")]);
pub(super) const LEASES: Shape =
    Shape(&[("pool", "varchar", "PRI"), ("node", "bigint", "PRI"), ("record", "varbinary", "")]);
pub(super) const TICKETS: Shape = Shape(&[("id", "bigint", "PRI"), ("stub", "char", "UNI")]);

/// A column that is there: its table and name, type, key and collation, what keeps the table, and how the server compares names.
type Row = (String, String, String, String, Option<String>, Option<String>, u8);

const LOOK: &str = "SELECT col.table_name, col.column_name, LOWER(col.data_type), col.column_key, col.collation_name,
    tab.engine, @@lower_case_table_names
    FROM information_schema.columns AS col JOIN information_schema.tables AS tab
    ON tab.table_schema = col.table_schema AND tab.table_name = col.table_name
    WHERE col.table_schema = COALESCE(?, DATABASE()) AND col.table_name = ?";

/// Whether the table is there, by its name behind the prefix.
///
/// # Errors
///
/// [`Error`] also where it is not this crate's, or its rows are not kept by transactions.
pub(super) async fn look(server: &Server, tables: &Tables, table: &str, shape: &Shape) -> Result<bool, Error> {
    let (schema, name) = tables.plain(table);
    let rows: Vec<Row> = server.rows(Operation::SetUp, LOOK, (schema, name.as_str())).await?;
    let found: Vec<_> = rows.iter().filter(|row| is_named(&row.0, &name, row.6)).collect();
    if !found.is_empty() {
        check(shape, &name, &found).map_err(|fault| server.failed(Operation::SetUp, fault))?;
    }
    Ok(!found.is_empty())
}

/// Whether a table has this name, as the server compares them: by their case only where that is 0.
fn is_named(found: &str, name: &str, lower_case: u8) -> bool {
    if lower_case == 0 { found == name } else { found.to_lowercase() == name.to_lowercase() }
}

fn check(shape: &Shape, name: &str, found: &[&Row]) -> Result<(), Fault> {
    for &(column, kind, key) in shape.0 {
        let there = found.iter().find(|row| row.1.eq_ignore_ascii_case(column));
        let Some(there) = there.filter(|row| row.2 == kind && row.3 == key) else {
            return Err(Fault::Foreign { what: format!("the table {name} has other columns than it should") });
        };
        if let Some(collation) = there.4.as_deref().filter(|collation| !collation.ends_with("_bin")) {
            return Err(Fault::Setting {
                what: format!("the collation of {name}.{column} is {collation}"),
                needed: "utf8mb4_bin".into(),
            });
        }
    }
    let engine = found.iter().find_map(|row| row.5.as_deref());
    match engine {
        Some("InnoDB") => Ok(()),
        // A view has none.
        None => Err(Fault::Foreign { what: format!("{name} is no table") }),
        Some(engine) => Err(Fault::Setting {
            what: format!("the storage engine of the table {name} is {engine}"),
            needed: "InnoDB".into(),
        }),
    }
}
