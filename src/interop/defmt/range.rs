//! What an allocator of granted ids may answer. A span prints as its text, and the rest as its `Debug` does.

use defmt::{Format, Formatter, write};

use crate::range::{Empty, Refused, Span, StockError, SupplyError, Ticket};

impl Format for Span {
    fn format(&self, f: Formatter<'_>) {
        match self.step() {
            1 => write!(f, "{=u64}..={=u64}", self.first(), self.last()),
            step => write!(f, "{=u64}..={=u64} by {=u16}", self.first(), self.last(), step),
        }
    }
}

impl Format for Ticket {
    fn format(&self, f: Formatter<'_>) {
        write!(f, "Ticket({=u64})", self.to_u64());
    }
}

impl Format for Empty {
    fn format(&self, f: Formatter<'_>) {
        match self {
            Self::Asked { ticket, until_ms } => {
                write!(f, "Asked {{ ticket: {}, until_ms: {=u64} }}", ticket, until_ms);
            }
            Self::Due { from_ms } => write!(f, "Due {{ from_ms: {=u64} }}", from_ms),
            Self::TooFew { left } => write!(f, "TooFew {{ left: {=u64} }}", left),
            Self::ToSave => write!(f, "ToSave"),
            Self::Closed => write!(f, "Closed"),
        }
    }
}

impl Format for SupplyError {
    fn format(&self, f: Formatter<'_>) {
        match self {
            Self::Full => write!(f, "Full"),
            Self::PastCeiling { max_id } => write!(f, "PastCeiling {{ max_id: {=u64} }}", max_id),
            Self::Overlap { from } => write!(f, "Overlap {{ from: {=u64} }}", from),
            Self::Late => write!(f, "Late"),
            Self::Foreign => write!(f, "Foreign"),
            Self::Closed => write!(f, "Closed"),
        }
    }
}

impl Format for Refused {
    fn format(&self, f: Formatter<'_>) {
        write!(f, "Refused {{ span: {}, why: {} }}", self.span, self.why);
    }
}

impl Format for StockError {
    fn format(&self, f: Formatter<'_>) {
        match self {
            Self::Erased => write!(f, "Erased"),
            Self::Foreign => write!(f, "Foreign"),
            Self::Version { found } => write!(f, "Version {{ found: {=u8} }}", found),
            Self::Damaged => write!(f, "Damaged"),
            Self::TooMany => write!(f, "TooMany"),
        }
    }
}
