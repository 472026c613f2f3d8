//! Names of counters and pools, which every engine can hold.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// The name of a counter or of a pool of nodes: 1 to 64 letters, digits, `_`, `-` and `.` of ASCII, the first of them a letter
/// or a digit.
///
/// One kind of name for every engine: it is a value of a table here, part of a key or a path there.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name(Arc<str>);

impl Name {
    /// How long a name is at most.
    pub const MAX_LEN: usize = 64;

    /// A name.
    ///
    /// # Errors
    ///
    /// [`NameError`] says what is wrong with it.
    pub fn new(name: &str) -> Result<Self, NameError> {
        if name.is_empty() || name.len() > Self::MAX_LEN {
            return Err(NameError::Length { found: name.len() });
        }
        let is_plain = |symbol: char| symbol.is_ascii_alphanumeric();
        match name.char_indices().find(|&(at, symbol)| !is_plain(symbol) && (at == 0 || !"_-.".contains(symbol))) {
            Some((at, symbol)) => Err(NameError::Symbol { symbol, at }),
            None => Ok(Self(name.into())),
        }
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for Name {
    type Err = NameError;

    fn from_str(name: &str) -> Result<Self, NameError> {
        Self::new(name)
    }
}

/// What is wrong with a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum NameError {
    /// It is empty, or too long.
    Length {
        /// How many bytes it has.
        found: usize,
    },
    /// It has a symbol that not every engine can hold.
    Symbol {
        /// The symbol.
        symbol: char,
        /// The position of its first byte.
        at: usize,
    },
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { found } => write!(f, "a name has 1 to {} bytes, this one {found}", Name::MAX_LEN),
            Self::Symbol { symbol, at } => write!(
                f,
                "a name has letters, digits, `_`, `-` and `.`, and begins with one of the first two: {symbol:?} at {at} is none"
            ),
        }
    }
}

impl std::error::Error for NameError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_what_every_engine_can_hold() {
        for name in ["a", "7", "orders", "eu-west.orders_2", &"x".repeat(64)] {
            assert_eq!(Name::new(name).unwrap().as_str(), name);
        }
        let symbol = |symbol, at| NameError::Symbol { symbol, at };
        let cases = [
            ("", NameError::Length { found: 0 }),
            (&"x".repeat(65), NameError::Length { found: 65 }),
            ("_a", symbol('_', 0)),
            (".", symbol('.', 0)),
            ("a/b", symbol('/', 1)),
            ("a b", symbol(' ', 1)),
            ("a\0", symbol('\0', 1)),
            ("ordérs", symbol('é', 3)),
            ("a'; drop table x", symbol('\'', 1)),
        ];
        for (name, expected) in cases {
            assert_eq!(Name::new(name), Err(expected), "{name:?}");
        }
    }
}
