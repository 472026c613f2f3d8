//! What makes a layout sound, in the one place where layouts are made.

use super::{Field, Layout, LayoutError, NodeField, Part, Width};
use crate::timeline::Scale;

/// The longest tick, a minute.
const LONGEST_TICK_MS: u16 = 60_000;
/// Epochs below this are a second count by mistake: in seconds it is the year 2286, in milliseconds April 1970.
const SECONDS_END: u64 = 10_000_000_000;
const MOST_TIME_BITS: u8 = 60;
/// A node and a sequence are counted in 32 bits.
const MOST_BITS: u8 = 32;

pub(super) const fn checked(width: Width, epoch_ms: u64, tick_ms: u16, parts: &[Part]) -> Result<Layout, LayoutError> {
    let bits = sum(parts);
    if bits != width.bits() {
        return Err(LayoutError::Sum { bits, width: width.bits() });
    }
    let layout = Layout {
        width,
        epoch_ms,
        tick_ms,
        time: Field::NONE,
        node: Field::NONE,
        sequence: Field::NONE,
        node_fields: [NodeField::NONE; NodeField::MOST],
        node_field_count: 0,
    };
    match placed(layout, parts) {
        Ok(layout) => match sound(&layout) {
            Ok(()) => Ok(layout),
            Err(error) => Err(error),
        },
        other => other,
    }
}

/// Everything but where the parts stand.
pub(super) const fn sound(layout: &Layout) -> Result<(), LayoutError> {
    let Layout { epoch_ms, tick_ms, time, node, sequence, .. } = *layout;
    if tick_ms == 0 || tick_ms > LONGEST_TICK_MS {
        Err(LayoutError::Tick { tick_ms })
    } else if epoch_ms >= 1 && epoch_ms <= SECONDS_END {
        Err(LayoutError::EpochInSeconds { epoch: epoch_ms })
    } else if epoch_ms >= Scale::EPOCH_END_MS {
        Err(LayoutError::EpochTooLate { epoch_ms })
    } else if time.bits == 0 {
        Err(LayoutError::NoTime)
    } else if sequence.bits == 0 {
        Err(LayoutError::NoSequence)
    } else if node.bits > MOST_BITS
        || sequence.bits > MOST_BITS
        || time.bits > MOST_TIME_BITS
        || !layout.scale().is_of_a_layout()
    {
        Err(LayoutError::TooWide)
    } else {
        Ok(())
    }
}

const fn sum(mut parts: &[Part]) -> u32 {
    let mut bits = 0u32;
    while let [first, rest @ ..] = parts {
        bits = bits.saturating_add(match *first {
            Part::Time(bits) | Part::Node(_, bits) | Part::Sequence(bits) => bits as u32,
        });
        parts = rest;
    }
    bits
}

const fn node_sum(mut parts: &[Part]) -> u8 {
    let mut sum = 0;
    while let [first, rest @ ..] = parts {
        if let Part::Node(_, bits) = *first {
            sum += bits;
        }
        parts = rest;
    }
    sum
}

/// Gives each part its place, from the top down. The parts add up to the width, so that no place is below 0.
const fn placed(mut layout: Layout, mut parts: &[Part]) -> Result<Layout, LayoutError> {
    let mut shift = layout.width.bits() as u8;
    let mut shift_in_node = node_sum(parts);
    let mut node_ended = false;
    while let [first, rest @ ..] = parts {
        match *first {
            Part::Time(bits) => {
                // One time, above the sequence.
                if layout.time.bits != 0 || layout.sequence.bits != 0 {
                    return Err(LayoutError::Order);
                }
                shift -= bits;
                layout.time = Field { shift, bits };
                node_ended = layout.node_field_count > 0;
            }
            Part::Sequence(bits) => {
                if layout.sequence.bits != 0 {
                    return Err(LayoutError::Order);
                }
                shift -= bits;
                layout.sequence = Field { shift, bits };
                node_ended = layout.node_field_count > 0;
            }
            Part::Node(name, bits) => {
                if node_ended {
                    return Err(LayoutError::Order);
                }
                let at = layout.node_field_count as usize;
                if at >= NodeField::MOST {
                    return Err(LayoutError::NodeFields);
                }
                shift -= bits;
                shift_in_node -= bits;
                layout.node_fields[at] = NodeField::new(name, Field { shift: shift_in_node, bits });
                layout.node_field_count += 1;
                layout.node = Field { shift, bits: layout.node.bits + bits };
            }
        }
        parts = rest;
    }
    Ok(layout)
}
