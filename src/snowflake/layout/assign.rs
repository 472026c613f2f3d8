//! Nodes without a coordinator: from a place in a fleet, or from what only one device has.

use core::fmt;

use super::Layout;
use crate::small::times;

impl Layout {
    /// The node of a replica of a Kubernetes StatefulSet, whose host name ends in a hyphen and its ordinal: `orders-3`.
    ///
    /// Kubernetes gives every replica an ordinal of its own, and starts one only after the former one of that ordinal is gone.
    /// Nodes are so distinct within one StatefulSet, and only there: a second one, or a second cluster, starts at 0 too. Give each
    /// a piece of the node of its own ([`join_node`](Self::join_node)), or a lease. Over restarts order needs a
    /// [mark](crate::mark) as with any node.
    ///
    /// Any name that ends so is taken, that of a machine in a cloud too (`ip-10-0-0-7`), which nothing keeps apart from others. Give
    /// it only the name of a replica.
    ///
    /// ```
    /// use mintid::snowflake::Layout;
    ///
    /// assert_eq!(Layout::TWITTER.node_of_ordinal("orders-3"), Ok(3));
    /// assert!(Layout::TWITTER.node_of_ordinal("orders-1024").is_err()); // 10 bits hold 0 to 1023
    /// assert!(Layout::TWITTER.node_of_ordinal("orders-7f9c5b-x2x4q").is_err()); // a Deployment's pod has no ordinal
    /// ```
    ///
    /// # Errors
    ///
    /// [`OrdinalError`] where the name does not end so, and where the layout has no such node.
    pub fn node_of_ordinal(&self, host_name: &str) -> Result<u64, OrdinalError> {
        let (mut ordinal, mut digits, mut place) = (0_u64, 0_u32, Place::Set { any: false });
        // Of a full name, the part before the first dot is the host's.
        for byte in host_name.bytes().take_while(|byte| *byte != b'.') {
            place = match (place, byte) {
                (Place::Set { any: true } | Place::Ordinal, b'-') => {
                    (ordinal, digits) = (0, 0);
                    Place::Ordinal
                }
                (Place::Ordinal, b'0'..=b'9') if digits == 0 || ordinal > 0 => {
                    // Past the largest node it only has to stay there.
                    ordinal = times(ordinal, 10).saturating_add(u64::from(byte - b'0'));
                    digits = digits.saturating_add(1);
                    Place::Ordinal
                }
                _ => Place::Set { any: true },
            };
        }
        match place {
            Place::Ordinal if digits > 0 && ordinal <= self.max_node() => Ok(ordinal),
            Place::Ordinal if digits > 0 => Err(OrdinalError::TooLarge { max_node: self.max_node() }),
            _ => Err(OrdinalError::NoOrdinal),
        }
    }

    /// A node from what only this device has: its unique number, a serial number. The same for the same bytes, always.
    ///
    /// **Two devices may get the same one**, and then give out the same ids. How likely that is, for so many devices:
    ///
    /// | bits of the node | 2 | 5 | 10 | 38 | 100 | 1,000 |
    /// |---|---|---|---|---|---|---|
    /// | 10 (Twitter, Discord) | 0.098 % | 0.97 % | 4.3 % | 50 % | 99.3 % | certain |
    /// | 16 (Sonyflake) | 0.0015 % | 0.015 % | 0.069 % | 1.1 % | 7.3 % | 99.95 % |
    /// | 22 | 0.000024 % | 0.00024 % | 0.0011 % | 0.017 % | 0.12 % | 11 % |
    /// | 32 | 0.000000023 % | 0.00000023 % | 0.0000010 % | 0.000016 % | 0.00012 % | 0.012 % |
    ///
    /// So take it only where a few devices are, or the node is wide, and where ids given twice can be borne. An address is worse
    /// than that: pods and virtual machines are given the same ones.
    #[must_use]
    pub const fn node_by_hash(&self, unique: &[u8]) -> u64 {
        // FNV-1a, whose high bits take long to mix; folded so that all of it counts.
        let (mut hash, mut rest) = (0xcbf2_9ce4_8422_2325_u64, unique);
        while let [byte, others @ ..] = rest {
            hash = (hash ^ *byte as u64).wrapping_mul(0x0000_0100_0000_01b3);
            rest = others;
        }
        hash ^= hash >> 32;
        hash = hash.wrapping_mul(0xd6e8_feb8_6659_fd93);
        hash ^= hash >> 32;
        hash & self.max_node()
    }
}

/// Where in a host name a byte stands.
#[derive(Clone, Copy)]
enum Place {
    /// In the set's name, of which there is something before this byte or not.
    Set { any: bool },
    /// In what may be the ordinal, behind a hyphen.
    Ordinal,
}

/// A host name that gives no node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OrdinalError {
    /// It does not end in a hyphen and a number.
    NoOrdinal,
    /// The layout has fewer nodes.
    TooLarge {
        /// The largest node there is.
        max_node: u64,
    },
}

impl fmt::Display for OrdinalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoOrdinal => f.write_str(
                "the host name does not end in a hyphen and a number, as a StatefulSet's replica does: give the node itself, or \
                 lease one",
            ),
            Self::TooLarge { max_node } => {
                write!(f, "the layout's nodes end at {max_node}: run fewer replicas, or take a layout with more nodes")
            }
        }
    }
}

impl core::error::Error for OrdinalError {}
