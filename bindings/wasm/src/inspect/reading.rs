//! The readings, one at a time: what JavaScript is told of each.

use mintid::inspect::{Kind as Read, TimeUnit};
use mintid::{Snowflake, Uuid};

use super::desk::{Desk, FIELD};
use super::text::number_of;

/// What a reading is. The numbers are shared with `pkg/src/inspect/core.ts`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum Kind {
    /// A UUID: its bytes are on the desk.
    Uuid = 1,
    /// A ULID, likewise.
    Ulid = 2,
    /// A Snowflake: the number is there.
    Snowflake = 3,
    /// A point in time: the number, and its unit.
    Time = 4,
    /// A number.
    Integer = 5,
}

/// What a field is: these two, and from the last one on a piece of the node.
const TIME: u32 = 0;
const SEQUENCE: u32 = 1;
const PIECE: u32 = 2;

/// Places are counted from the first of so many bits.
const BITS: u8 = 64;

/// Lays down the next reading, and hands back its kind.
pub fn next(desk: &Desk) -> Option<Kind> {
    let reading = desk.readings(|readings| readings.as_mut()?.next())?;
    desk.spelling.set(number_of(reading.spelling));
    desk.unix_ms.set(reading.unix_ms.map_or(f64::NAN, |ms| ms as f64));
    desk.is_convincing.set(reading.is_convincing.into());
    Some(match reading.kind {
        Read::Uuid(id) => wide(Kind::Uuid, id, desk),
        Read::Ulid(id) => wide(Kind::Ulid, id.into(), desk),
        Read::Snowflake { id, name, layout, .. } => {
            desk.layout.set(Some((name, layout)));
            number(Kind::Snowflake, id.to_u64(), desk)
        }
        Read::UnixTime { count, unit } => {
            desk.unit.set(number_of_unit(unit));
            number(Kind::Time, count, desk)
        }
        Read::Integer(id) => number(Kind::Integer, id, desk),
        // Any kind there may be later: this module is built with the core that has it.
        _ => return None,
    })
}

fn wide(kind: Kind, id: Uuid, desk: &Desk) -> Kind {
    for (place, byte) in desk.bytes.iter().zip(id.to_bytes()) {
        place.set(byte);
    }
    kind
}

fn number(kind: Kind, number: u64, desk: &Desk) -> Kind {
    desk.number.set(number);
    kind
}

/// The number of a unit, as `pkg/src/inspect/numbers.ts` has them.
const fn number_of_unit(unit: TimeUnit) -> u32 {
    match unit {
        TimeUnit::Seconds => 0,
        TimeUnit::Milliseconds => 1,
        TimeUnit::Microseconds => 2,
        _ => 3,
    }
}

/// Lays down the fields of the id on the desk by the layout of the reading that was told last, and hands back how many.
pub fn lay_fields(desk: &Desk) -> u32 {
    let Some((_, layout)) = desk.layout.get() else { return 0 };
    let Ok(parts) = layout.decompose(Snowflake::from_u64(desk.number.get())) else { return 0 };
    let [time_bits, _, sequence_bits] = layout.bits();
    let [time_shift, node_shift, sequence_shift] = layout.shifts();
    let time = (TIME, time_shift, time_bits, parts.tick);
    let sequence = (SEQUENCE, sequence_shift, sequence_bits, parts.sequence);
    let pieces = layout
        .node_fields()
        .iter()
        .zip(PIECE..)
        .map(|(piece, what)| (what, node_shift.saturating_add(piece.shift()), piece.bits(), piece.of(parts.node)));
    let mut laid = 0;
    let places = desk.fields.chunks_exact(FIELD).zip(&desk.values);
    for ((numbers, value), (what, shift, bits, held)) in places.zip([time, sequence].into_iter().chain(pieces)) {
        let from = BITS.saturating_sub(shift).saturating_sub(bits);
        for (place, number) in numbers.iter().zip([what, from.into(), bits.into()]) {
            place.set(number);
        }
        value.set(held);
        laid += 1;
    }
    laid
}

/// Writes the name of the layout of that reading, and hands back its length; 0 where there is none.
pub fn layout_name(desk: &Desk) -> u32 {
    desk.layout.get().map_or(0, |(name, _)| desk.write(name.as_bytes()))
}

/// Writes the name of a piece of that layout's node, and hands back its length; 0 where there is none.
pub fn piece_name(index: u32, desk: &Desk) -> u32 {
    let piece = desk.layout.get().and_then(|(_, layout)| layout.node_fields().get(index as usize));
    piece.map_or(0, |piece| desk.write(piece.name().as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::super::desk::desk;
    use super::super::text;
    use super::*;
    use mintid::snowflake::Layout;
    use std::vec::Vec;

    fn given(text: &str) {
        text::inspect(desk().write(text.as_bytes()), f64::NAN, desk()).unwrap();
    }

    fn fields() -> Vec<(u32, u32, u32, u64)> {
        let count = lay_fields(desk()) as usize;
        let numbers = desk().fields.chunks_exact(FIELD).zip(&desk().values).take(count);
        numbers.map(|(field, value)| (field[0].get(), field[1].get(), field[2].get(), value.get())).collect()
    }

    #[test]
    fn each_reading_is_told_with_its_number_its_time_and_its_fields() {
        given("1541815603606036480");
        assert_eq!(next(desk()), Some(Kind::Snowflake));
        assert_eq!(desk().number.get(), 1_541_815_603_606_036_480);
        let length = layout_name(desk());
        assert_eq!(desk().text_in(length, <[u8]>::to_vec), b"Twitter");
        assert_eq!((desk().unix_ms.get(), desk().is_convincing.get()), (1_656_432_460_105.0, 1));
        assert_eq!(
            fields(),
            [(TIME, 1, 41, 367_597_485_448), (SEQUENCE, 52, 12, 0), (PIECE, 42, 5, 11), (PIECE + 1, 47, 5, 26)]
        );
        assert_eq!((piece_name(1, desk()), piece_name(2, desk())), (6, 0));
        assert_eq!(desk().text_in(6, <[u8]>::to_vec), b"worker");
        let rest: Vec<_> = core::iter::from_fn(|| next(desk()).map(|kind| (kind, desk().unit.get()))).collect();
        assert_eq!(rest[rest.len() - 2..], [(Kind::Time, 3), (Kind::Integer, 3)]);
        assert!(desk().unix_ms.get().is_nan());
        assert_eq!(next(desk()), None);
    }

    #[test]
    fn the_package_knows_every_layout_by_its_name_without_blanks_and_hyphens_in_a_case_of_its_own() {
        let source = include_str!("../../../../pkg/src/snowflake/names.ts");
        let names: Vec<_> = source.split_once("[").unwrap().1.split('\'').skip(1).step_by(2).collect();
        let own = |name: &str| name.to_lowercase().replace([' ', '-'], "");
        let expected: Vec<_> = Layout::NAMED.iter().map(|(name, _)| own(name)).collect();
        assert_eq!(names.iter().map(|name| name.to_lowercase()).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn no_bit_of_an_id_is_in_two_fields_and_all_of_the_width_are_in_one() {
        for (name, layout) in &NAMED {
            desk().layout.set(Some((name, layout)));
            desk().number.set(layout.epoch_ms());
            let mut seen = 0_u64;
            for (_, from, bits, value) in fields() {
                let shift = 64 - from - bits;
                let mask = ((1_u64 << bits) - 1) << shift;
                assert_eq!((seen & mask, desk().number.get() & mask), (0, value << shift));
                seen |= mask;
            }
            assert_eq!(64 - seen.leading_zeros(), layout.width().bits());
            assert_eq!(seen.count_ones(), layout.width().bits());
        }
    }

    static NAMED: [(&str, Layout); Layout::NAMED.len()] = Layout::NAMED;
}
