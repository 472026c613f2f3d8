//! Layouts of Snowflakes: numbers from C, each of which must stand for something.

use mintid::snowflake::{Layout as Made, LayoutError, Part, Width};

use crate::border::Place;
use crate::status::{Fault, Status, told};

/// How the bits of a Snowflake are cut: the parts stand side by side, and end at the lowest bit. Together they have 53 bits, which
/// every JavaScript number holds, 63, or 64.
///
/// Ids can be read only with the layout that they were made with, epoch and all.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layout {
    /// What ticks are counted from, in Unix milliseconds: 0, or above 10^10, below which it would be seconds.
    pub epoch_ms: u64,
    /// How long a tick is: 1 to 60000 milliseconds.
    pub tick_ms: u16,
    /// The bits of the time: 1 to 60.
    pub time_bits: u8,
    /// The bits of the node: 0 to 32.
    pub node_bits: u8,
    /// The bits of the sequence: 1 to 32.
    pub sequence_bits: u8,
    /// A mintid_layout_order: how the parts stand.
    pub order: u8,
}

/// How the parts of a layout stand, the highest first.
#[repr(u8)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LayoutOrder {
    /// As Twitter's.
    TimeNodeSequence = 0,
    /// As Sonyflake's.
    TimeSequenceNode = 1,
    /// As Seata's: ids of one node alone sort by time.
    NodeTimeSequence = 2,
}

/// The layouts that have a name.
#[repr(u8)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LayoutName {
    /// Milliseconds since 2010-11-04T01:42:54.657Z; 41, 10 and 12 bits.
    Twitter = 0,
    /// Milliseconds since 2015; 42, 10 and 12 bits. Bit 63 is set from 2084 on.
    Discord = 1,
    /// Milliseconds since 2011-08-24T21:07:01.721Z; 41, 13 and 10 bits. Bit 63 is set from 2046 on.
    Instagram = 2,
    /// Unix milliseconds; 48 bits, no node, and 16 bits.
    Mastodon = 3,
    /// 10 ms since 2014-09-01; 39, 16 and 8 bits, the node lowest.
    Sonyflake = 4,
    /// The same since 2025.
    SonyflakeV2 = 5,
    /// Milliseconds since 2025; 41, 5 and 7 bits, which every JavaScript number holds.
    Js53 = 6,
    /// As Twitter's, for reading Leaf's.
    Leaf = 7,
    /// Seconds since 2016-05-20 in China; 28, 22 and 13 bits: for reading those of uid-generator.
    UidGenerator = 8,
    /// Milliseconds since 2020-05-03 in China; 41, 10 and 12 bits, the node highest: for reading Seata's.
    Seata = 9,
}

/// What is wrong with a layout.
#[repr(u32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LayoutFault {
    /// The parts have neither 53, 63 nor 64 bits together.
    Sum = 1,
    /// No time, or one of no bits.
    NoTime = 2,
    /// No sequence, or one of no bits.
    NoSequence = 3,
    /// The order is no mintid_layout_order.
    Order = 4,
    /// A node or a sequence of more than 32 bits, or a time that reaches past 2^61 ms.
    TooWide = 5,
    /// The tick is outside 1 to 60000 ms.
    Tick = 6,
    /// The epoch looks like seconds.
    EpochInSeconds = 7,
    /// The epoch is at 2^48 ms or later.
    EpochTooLate = 8,
}

impl From<LayoutFault> for Fault {
    fn from(fault: LayoutFault) -> Self {
        Self { status: Status::Layout, detail: fault as u64 }
    }
}

impl From<LayoutError> for Fault {
    fn from(error: LayoutError) -> Self {
        match error {
            LayoutError::Sum { .. } => LayoutFault::Sum,
            LayoutError::NoTime => LayoutFault::NoTime,
            LayoutError::NoSequence => LayoutFault::NoSequence,
            LayoutError::TooWide => LayoutFault::TooWide,
            LayoutError::Tick { .. } => LayoutFault::Tick,
            LayoutError::EpochInSeconds { .. } => LayoutFault::EpochInSeconds,
            LayoutError::EpochTooLate { .. } => LayoutFault::EpochTooLate,
            // Of any there may be later, only that the parts do not stand so.
            _ => LayoutFault::Order,
        }
        .into()
    }
}

impl Layout {
    /// The core's, or what is wrong.
    pub fn made(&self) -> Result<Made, Fault> {
        let width = match u32::from(self.time_bits) + u32::from(self.node_bits) + u32::from(self.sequence_bits) {
            53 => Width::Bits53,
            63 => Width::Bits63,
            64 => Width::Bits64,
            _ => return Err(LayoutFault::Sum.into()),
        };
        let time = Part::Time(self.time_bits);
        let node = Part::Node("node", self.node_bits);
        let sequence = Part::Sequence(self.sequence_bits);
        let orders = [
            (LayoutOrder::TimeNodeSequence, [time, node, sequence]),
            (LayoutOrder::TimeSequenceNode, [time, sequence, node]),
            (LayoutOrder::NodeTimeSequence, [node, time, sequence]),
        ];
        let order = orders.into_iter().find(|(number, _)| *number as u8 == self.order);
        let (_, parts) = order.ok_or(Fault::from(LayoutFault::Order))?;
        Ok(Made::new(width, self.epoch_ms, self.tick_ms, &parts)?)
    }

    /// The numbers for one of the core's.
    const fn of(layout: Made, order: LayoutOrder) -> Self {
        let [time_bits, node_bits, sequence_bits] = layout.bits();
        Self {
            epoch_ms: layout.epoch_ms(),
            tick_ms: layout.tick_ms(),
            time_bits,
            node_bits,
            sequence_bits,
            order: order as u8,
        }
    }
}

/// The named ones, with what stands behind the name in the core.
const NAMED: [(LayoutName, Layout, Made); 10] = {
    use LayoutName as Name;
    use LayoutOrder::{NodeTimeSequence, TimeNodeSequence, TimeSequenceNode};
    const fn named(name: Name, layout: Made, order: LayoutOrder) -> (Name, Layout, Made) {
        (name, Layout::of(layout, order), layout)
    }
    [
        named(Name::Twitter, Made::TWITTER, TimeNodeSequence),
        named(Name::Discord, Made::DISCORD, TimeNodeSequence),
        named(Name::Instagram, Made::INSTAGRAM, TimeNodeSequence),
        named(Name::Mastodon, Made::MASTODON, TimeNodeSequence),
        named(Name::Sonyflake, Made::SONYFLAKE, TimeSequenceNode),
        named(Name::SonyflakeV2, Made::SONYFLAKE_V2, TimeSequenceNode),
        named(Name::Js53, Made::JS53, TimeNodeSequence),
        named(Name::Leaf, Made::LEAF, TimeNodeSequence),
        named(Name::UidGenerator, Made::UID_GENERATOR, TimeNodeSequence),
        named(Name::Seata, Made::SEATA, NodeTimeSequence),
    ]
};

/// Writes the layout of this name, a mintid_layout_name. Its epoch may be changed after that. MINTID_STATUS_OPTION for another
/// number.
#[unsafe(no_mangle)]
pub extern "C" fn mintid_layout_named(name: u8, layout: *mut Layout) -> Status {
    told(Place::at(layout).and_then(|place| {
        let named = NAMED.iter().find(|(known, ..)| *known as u8 == name);
        let (_, named, _) = named.ok_or(Status::Option)?;
        place.put(*named);
        Ok(())
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use mintid::snowflake::Parts;

    const TWITTER: Layout = NAMED[0].1;

    #[test]
    fn a_named_layout_cuts_as_the_cores_does() {
        let parts = Parts { tick: 123, node: 0, sequence: 1 };
        for (name, layout, core) in &NAMED {
            let mut written = Layout { epoch_ms: 1, ..TWITTER };
            assert_eq!(mintid_layout_named(*name as u8, &raw mut written), Status::Ok);
            assert_eq!(written, *layout);
            let made = layout.made().unwrap();
            assert_eq!((made.bits(), made.epoch_ms(), made.tick_ms()), (core.bits(), core.epoch_ms(), core.tick_ms()));
            for node in [0, core.max_node()] {
                assert_eq!(made.compose(Parts { node, ..parts }), core.compose(Parts { node, ..parts }), "{name:?}");
            }
        }
        let mut written = TWITTER;
        assert_eq!(mintid_layout_named(10, &raw mut written), Status::Option);
        assert_eq!(mintid_layout_named(0, core::ptr::null_mut()), Status::Pointer);
    }

    #[test]
    fn every_way_in_which_a_layout_is_none_has_a_number() {
        let cases = [
            (Layout { time_bits: 42, node_bits: 10, ..TWITTER }, None),
            (Layout { time_bits: 40, ..TWITTER }, Some(LayoutFault::Sum)),
            (Layout { time_bits: 0, node_bits: 31, sequence_bits: 32, ..TWITTER }, Some(LayoutFault::NoTime)),
            (Layout { node_bits: 22, sequence_bits: 0, ..TWITTER }, Some(LayoutFault::NoSequence)),
            (Layout { order: 3, ..TWITTER }, Some(LayoutFault::Order)),
            (Layout { time_bits: 20, node_bits: 33, sequence_bits: 10, ..TWITTER }, Some(LayoutFault::TooWide)),
            (Layout { tick_ms: 0, ..TWITTER }, Some(LayoutFault::Tick)),
            (Layout { tick_ms: 60_001, ..TWITTER }, Some(LayoutFault::Tick)),
            (Layout { epoch_ms: 1_288_834_974, ..TWITTER }, Some(LayoutFault::EpochInSeconds)),
            (Layout { epoch_ms: 1 << 48, ..TWITTER }, Some(LayoutFault::EpochTooLate)),
        ];
        for (layout, fault) in cases {
            assert_eq!(layout.made().err(), fault.map(Fault::from), "{layout:?}");
        }
    }
}
