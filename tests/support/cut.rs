//! The cuts of Snowflakes that the tests run: named ones, and some whose time ends or starts while the trace runs.

use mintid::snowflake::{Layout, Part, Width};

use super::cases::HOME_MS;
use super::ticks::Ticks;

/// One of [`CUTS`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cut(pub usize);

/// Epoch, tick, and the fields from the highest down, with their bits.
pub type Fields = (i64, u16, &'static [(Field, u32)]);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Field {
    Time,
    Node,
    Sequence,
}

use Field::{Node, Sequence, Time};

pub const CUTS: [Fields; 10] = [
    // Twitter's, Sonyflake's second, Seata's, JS53.
    (1_288_834_974_657, 1, &[(Time, 41), (Node, 10), (Sequence, 12)]),
    (1_735_689_600_000, 10, &[(Time, 39), (Sequence, 8), (Node, 16)]),
    (1_588_435_200_000, 1, &[(Node, 10), (Time, 41), (Sequence, 12)]),
    (1_735_689_600_000, 1, &[(Time, 41), (Node, 5), (Sequence, 7)]),
    // Ids of 64 bits without a node, from 1970 on.
    (0, 1, &[(Time, 48), (Sequence, 16)]),
    // A tick that is soon full; one of a single bit; long ticks.
    (1_700_000_000_000, 1, &[(Time, 41), (Node, 20), (Sequence, 2)]),
    (1_700_000_000_000, 3, &[(Time, 40), (Node, 22), (Sequence, 1)]),
    (1_700_000_000_000, 60_000, &[(Time, 28), (Node, 30), (Sequence, 5)]),
    // The end of time is four seconds after the start of a trace, the epoch two before another.
    (HOME_MS + 4_000 - (7 << 20), 7, &[(Time, 20), (Node, 32), (Sequence, 11)]),
    (HOME_MS - 2_000, 1_000, &[(Time, 30), (Node, 30), (Sequence, 3)]),
];

impl Cut {
    fn fields(self) -> Fields {
        CUTS[self.0]
    }

    /// The shift and the bits of a field.
    fn place(self, field: Field) -> (u32, u32) {
        let mut shift = 0;
        for (other, bits) in self.fields().2.iter().rev() {
            if *other == field {
                return (shift, *bits);
            }
            shift += bits;
        }
        (0, 0)
    }

    pub fn sequence_bits(self) -> u32 {
        self.place(Sequence).1
    }

    pub fn node_bits(self) -> u32 {
        self.place(Node).1
    }

    pub fn ticks(self) -> Ticks {
        let (epoch_ms, tick_ms, _) = self.fields();
        Ticks { epoch_ms: epoch_ms.into(), per_ms: 1, tick_ms: tick_ms.into(), end: 1 << self.place(Time).1 }
    }

    pub fn id(self, tick: u128, node: u32, sequence: u128) -> u128 {
        tick << self.place(Time).0 | u128::from(node) << self.place(Node).0 | sequence << self.place(Sequence).0
    }

    pub fn tick_of(self, id: u128) -> i128 {
        let (shift, bits) = self.place(Time);
        (id >> shift & ((1 << bits) - 1)) as i128
    }

    /// The real layout of this cut.
    pub fn layout(self) -> Layout {
        let (epoch_ms, tick_ms, fields) = self.fields();
        let parts: Vec<_> = fields
            .iter()
            .map(|(field, bits)| {
                let bits = *bits as u8;
                match field {
                    Time => Part::Time(bits),
                    Node => Part::Node("node", bits),
                    Sequence => Part::Sequence(bits),
                }
            })
            .collect();
        let width = match fields.iter().map(|(_, bits)| bits).sum() {
            53 => Width::Bits53,
            63 => Width::Bits63,
            64_u32 => Width::Bits64,
            other => panic!("a cut of {other} bits"),
        };
        Layout::new(width, epoch_ms as u64, tick_ms, &parts).expect("the cuts are sound")
    }
}
