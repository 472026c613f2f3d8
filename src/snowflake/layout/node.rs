//! The node of a layout, and the pieces it may be cut into.

use super::{Field, Layout};
use crate::field::FieldError;

/// A named piece of the node: a data centre, a worker, a process.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct NodeField {
    name: &'static str,
    /// Its place in the node.
    field: Field,
}

impl NodeField {
    /// The most pieces a node is cut into.
    pub(super) const MOST: usize = 4;

    pub(super) const NONE: Self = Self { name: "", field: Field::NONE };

    pub(super) const fn new(name: &'static str, field: Field) -> Self {
        Self { name, field }
    }

    /// Its name, as the layout gives it.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// How many bits it has.
    #[must_use]
    pub const fn bits(&self) -> u8 {
        self.field.bits
    }

    /// How many bits of the node stand below it.
    #[must_use]
    pub const fn shift(&self) -> u8 {
        self.field.shift
    }

    /// This piece of a node.
    #[must_use]
    pub const fn of(&self, node: u64) -> u64 {
        self.field.of(node)
    }
}

impl Layout {
    /// The pieces of the node, the highest first.
    #[must_use]
    pub const fn node_fields(&self) -> &[NodeField] {
        match self.node_fields.split_at_checked(self.node_field_count as usize) {
            Some((fields, _)) => fields,
            None => &[],
        }
    }

    /// The piece of the node with this name.
    #[must_use]
    pub fn node_field(&self, name: &str) -> Option<NodeField> {
        self.node_fields().iter().copied().find(|field| field.name == name)
    }

    /// The node of these pieces, one for each, the highest first.
    ///
    /// ```
    /// use mintid::snowflake::Layout;
    ///
    /// assert_eq!(Layout::TWITTER.join_node(&[11, 26]), Ok(378));
    /// let error = Layout::TWITTER.join_node(&[11, 32]).unwrap_err();
    /// assert_eq!((error.name(), error.bits()), ("worker", 5));
    /// ```
    ///
    /// # Errors
    ///
    /// [`FieldError`] names the first piece that does not fit, or the `node` as a whole where there are more or fewer of them
    /// than the layout has.
    pub const fn join_node(&self, mut pieces: &[u64]) -> Result<u64, FieldError> {
        let (mut fields, mut node) = (self.node_fields(), 0);
        while let ([field, fields_behind @ ..], [piece, pieces_behind @ ..]) = (fields, pieces) {
            match field.field.holds(field.name, *piece) {
                Ok(placed) => node |= placed,
                Err(error) => return Err(error),
            }
            (fields, pieces) = (fields_behind, pieces_behind);
        }
        if fields.is_empty() && pieces.is_empty() {
            Ok(node)
        } else {
            Err(FieldError::new("node", self.node.bits as u32))
        }
    }

    /// The largest node.
    #[must_use]
    pub const fn max_node(&self) -> u64 {
        self.node.max()
    }
}
