//! Layouts: chosen by name, or made of parts, and told about.

use core::cell::Cell;

use mintid::snowflake::{Layout, LayoutError, Part, Width};

use super::desk::Desk;
use super::fault;
use crate::status::{Outcome, Status};
use crate::time::{NO_TIME, whole_ms};

/// Those with a name, in the order of `NAMES` in `pkg/src/snowflake/names.ts`.
const NAMED: [Layout; 10] = [
    Layout::TWITTER,
    Layout::DISCORD,
    Layout::INSTAGRAM,
    Layout::MASTODON,
    Layout::SONYFLAKE,
    Layout::SONYFLAKE_V2,
    Layout::JS53,
    Layout::LEAF,
    Layout::UID_GENERATOR,
    Layout::SEATA,
];

/// The most parts that are looked at: with one more there are too many pieces of the node, whatever they are.
pub const MOST_PARTS: usize = 8;

/// How JavaScript says what a part is; any other number is the sequence.
const TIME: f64 = 0.0;
const NODE: f64 = 1.0;

/// The pieces of a node made of parts have no name here: JavaScript knows it.
const PIECES: [&str; MOST_PARTS] = ["0", "1", "2", "3", "4", "5", "6", "7"];

/// Takes a layout by its number.
pub fn name(number: u32, desk: &Desk) -> Outcome {
    desk.read_by(*NAMED.get(number as usize).ok_or(Status::Argument)?);
    Ok(())
}

/// Gives the layout another epoch.
pub fn epoch(epoch_ms: f64, desk: &Desk) -> Outcome {
    take(desk.layout().with_epoch_ms(time_of(epoch_ms)?), desk)
}

/// Makes a layout of the parts among the numbers, the highest first: of each what it is, and its bits.
pub fn make(width: u32, epoch_ms: f64, tick_ms: u32, count: u32, desk: &Desk) -> Outcome {
    let width = match width {
        53 => Width::Bits53,
        63 => Width::Bits63,
        64 => Width::Bits64,
        _ => return Err(Status::Argument),
    };
    let mut parts = [Part::Sequence(0); MOST_PARTS];
    let count = (count as usize).min(MOST_PARTS);
    let mut numbers = desk.numbers.iter().map(Cell::get);
    let mut pieces = PIECES.iter();
    for part in parts.iter_mut().take(count) {
        let (Some(kind), Some(bits)) = (numbers.next(), numbers.next()) else { break };
        let bits = whole(bits).ok_or(Status::Argument)?;
        *part = match kind {
            TIME => Part::Time(bits),
            NODE => Part::Node(pieces.next().copied().unwrap_or_default(), bits),
            _ => Part::Sequence(bits),
        };
    }
    // A tick that does not fit is as wrong as any other that is too long.
    let tick_ms = u16::try_from(tick_ms).unwrap_or(u16::MAX);
    let layout = Layout::new(width, time_of(epoch_ms)?, tick_ms, parts.get(..count).unwrap_or_default());
    take(layout, desk)
}

fn take(layout: Result<Layout, LayoutError>, desk: &Desk) -> Outcome {
    desk.read_by(layout.map_err(|error| fault::of_layout(error, desk))?);
    Ok(())
}

/// Lays down what there is to say of the layout, in the order of `described` in `pkg/src/snowflake/layout.ts`.
pub fn describe(desk: &Desk) {
    let layout = desk.layout();
    let capacity = layout.capacity();
    let [time, node, sequence] = layout.bits();
    let pieces = layout.node_fields();
    let negative_from_ms = layout.negative_from_ms();
    desk.lay_down([
        layout.width().bits().into(),
        layout.epoch_ms(),
        layout.tick_ms().into(),
        time.into(),
        node.into(),
        sequence.into(),
        layout.horizon_ms(),
        negative_from_ms.is_some().into(),
        negative_from_ms.unwrap_or_default(),
        capacity.per_tick,
        capacity.per_second,
        capacity.nodes,
        capacity.years,
        pieces.len() as u64,
    ]);
    desk.lay_down_behind(14, pieces.iter().map(|piece| piece.bits().into()));
}

/// Writes the name of a piece of the node; 0 where there is none.
pub fn piece_name(index: u32, desk: &Desk) -> u32 {
    desk.layout().node_fields().get(index as usize).map_or(0, |piece| desk.write(piece.name().as_bytes()))
}

/// The node of the pieces among the numbers, which is then the first of these.
pub fn join(count: u32, desk: &Desk) -> Outcome {
    let mut pieces = [0; MOST_PARTS];
    for (piece, number) in pieces.iter_mut().zip(&desk.numbers) {
        *piece = field(number.get());
    }
    let pieces = pieces.get(..count as usize).ok_or(Status::Argument)?;
    let node = desk.layout().join_node(pieces).map_err(|error| fault::of_field(error, desk))?;
    desk.lay_down([node]);
    Ok(())
}

/// A number for a field: what is no whole number from 0 on becomes one that no field holds.
pub fn field(number: f64) -> u64 {
    u64::try_from(whole_ms(number)).unwrap_or(u64::MAX)
}

fn whole(bits: f64) -> Option<u8> {
    u8::try_from(whole_ms(bits)).ok()
}

fn time_of(ms: f64) -> Result<u64, Status> {
    match whole_ms(ms) {
        NO_TIME => Err(Status::EpochRange),
        ms => u64::try_from(ms).map_err(|_| Status::EpochRange),
    }
}

#[cfg(test)]
mod tests {
    use super::super::desk::desk;
    use super::*;

    fn lay(numbers: impl IntoIterator<Item = f64>) {
        desk().numbers.iter().zip(numbers).for_each(|(place, number)| place.set(number));
    }

    fn made(width: u32, epoch: f64, tick: u32, parts: &[(f64, f64)]) -> Outcome {
        lay(parts.iter().flat_map(|(kind, bits)| [*kind, *bits]));
        make(width, epoch, tick, parts.len() as u32, desk())
    }

    #[test]
    fn the_package_knows_every_layout_by_the_same_number() {
        let source = include_str!("../../../../pkg/src/snowflake/names.ts");
        let names = source.split_once("const NAMES").unwrap().1.split_once("] as const").unwrap().0;
        let names: std::vec::Vec<_> = names.split('\'').skip(1).step_by(2).collect();
        let expected = [
            "twitter",
            "discord",
            "instagram",
            "mastodon",
            "sonyflake",
            "sonyflakeV2",
            "js53",
            "leaf",
            "uidGenerator",
            "seata",
        ];
        assert_eq!(names, expected);
        assert_eq!(names.len(), NAMED.len());
        assert_eq!(name(10, desk()), Err(Status::Argument));
    }

    #[test]
    fn parts_that_are_no_layout_leave_the_one_before() {
        let twitter = [(TIME, 41.0), (NODE, 10.0), (2.0, 12.0)];
        name(6, desk()).unwrap();
        let wrong = [
            (made(63, 0.0, 1, &twitter[..2]), Status::LayoutBits),
            (made(62, 0.0, 1, &twitter), Status::Argument),
            (made(63, 1_700_000_000.0, 1, &twitter), Status::EpochInSeconds),
            (made(63, -1.0, 1, &twitter), Status::EpochRange),
            (made(63, 0.5, 1, &twitter), Status::EpochRange),
            (made(63, 0.0, 0, &twitter), Status::Tick),
            (made(63, 0.0, 1_000_000, &twitter), Status::Tick),
            (made(63, 0.0, 1, &[(NODE, 300.0)]), Status::Argument),
            (made(63, 0.0, 1, &[(2.0, 12.0), (TIME, 41.0), (NODE, 10.0)]), Status::Order),
        ];
        for (at, (outcome, status)) in wrong.into_iter().enumerate() {
            assert_eq!(outcome, Err(status), "{at}");
        }
        assert_eq!(*desk().layout(), Layout::JS53);
        made(63, 1_288_834_974_657.0, 1, &twitter).unwrap();
        assert_eq!(desk().layout().bits(), Layout::TWITTER.bits());
    }

    #[test]
    fn a_piece_that_does_not_fit_is_told_by_its_place() {
        name(0, desk()).unwrap();
        lay([11.0, 26.0]);
        join(2, desk()).unwrap();
        assert_eq!(desk().numbers[0].get(), 378.0);
        for pieces in [[11.0, 32.0], [11.0, -1.0], [11.0, f64::NAN]] {
            lay(pieces);
            assert_eq!(join(2, desk()), Err(Status::PieceRange));
            assert_eq!((desk().numbers[0].get(), desk().detail.get()), (1.0, 5.0));
        }
        assert_eq!(join(1, desk()), Err(Status::NodeRange));
    }
}
