//! The names of an engine's tables, and how they are written into statements.

/// Where the tables are, and what their names begin with. Values are always bound; these names are quoted.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Tables {
    schema: Option<String>,
    prefix: String,
}

impl Tables {
    /// The defaults: `mintid_counters`, `mintid_pools` and `mintid_leases`, in the schema that the connection has.
    #[must_use]
    pub fn new() -> Self {
        Self { schema: None, prefix: "mintid_".into() }
    }

    /// In this schema, or database of MariaDB and MySQL. It has to exist.
    #[must_use]
    pub fn in_schema(mut self, schema: impl Into<String>) -> Self {
        self.schema = Some(schema.into());
        self
    }

    /// With names that begin with this in place of `mintid_`.
    #[must_use]
    pub fn prefixed(mut self, prefix: impl Into<String>) -> Self {
        self.prefix = prefix.into();
        self
    }

    pub(crate) fn counters(&self, mark: char) -> String {
        self.table("counters", mark)
    }

    pub(crate) fn pools(&self, mark: char) -> String {
        self.table("pools", mark)
    }

    pub(crate) fn leases(&self, mark: char) -> String {
        self.table("leases", mark)
    }

    /// The sequence of a counter, and how many bytes its name has: PostgreSQL cuts long ones.
    #[cfg(feature = "postgres")]
    pub(crate) fn sequence(&self, counter: &str, mark: char) -> (String, usize) {
        let name = format!("ids_{counter}");
        (self.table(&name, mark), self.prefix.len() + name.len())
    }

    /// The table of a counter's tickets.
    #[cfg(feature = "mysql")]
    pub(crate) fn tickets(&self, counter: &str, mark: char) -> String {
        self.table(&format!("tickets_{counter}"), mark)
    }

    /// The schema, and a table's name in it, without quotation marks.
    #[cfg(feature = "mysql")]
    pub(crate) fn plain(&self, name: &str) -> (Option<&str>, String) {
        (self.schema.as_deref(), format!("{}{name}", self.prefix))
    }

    fn table(&self, name: &str, mark: char) -> String {
        let table = quoted(&format!("{}{name}", self.prefix), mark);
        match &self.schema {
            Some(schema) => format!("{}.{table}", quoted(schema, mark)),
            None => table,
        }
    }
}

impl Default for Tables {
    fn default() -> Self {
        Self::new()
    }
}

/// An identifier between quotation marks, those in it doubled.
pub(crate) fn quoted(identifier: &str, mark: char) -> String {
    let mut text = String::from(mark);
    for symbol in identifier.chars() {
        text.extend(std::iter::repeat_n(symbol, if symbol == mark { 2 } else { 1 }));
    }
    text.push(mark);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_quoted_whatever_is_in_them() {
        let tables = Tables::new().in_schema("a\"b").prefixed("x`; drop table y --");
        assert_eq!(tables.counters('"'), r#""a""b"."x`; drop table y --counters""#);
        assert_eq!(tables.leases('`'), "`a\"b`.`x``; drop table y --leases`");
        assert_eq!(Tables::new().pools('"'), r#""mintid_pools""#);
    }
}
