//! Reading, writing and taking apart the id on the desk.

use mintid::Snowflake;
use mintid::snowflake::Parts;

use super::desk::Desk;
use super::fault;
use super::layouts::field;
use crate::status::{Outcome, Status, of_parse};
use crate::time::{NO_TIME, whole_ms};

/// How an id is spelt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spelling {
    /// Decimal digits.
    Decimal,
    /// Crockford's Base32.
    Base32,
    /// Hex digits.
    Hex,
}

impl Spelling {
    /// The spelling that JavaScript calls by this number.
    pub fn of(number: u32) -> Option<Self> {
        [Self::Decimal, Self::Base32, Self::Hex].get(number as usize).copied()
    }
}

/// Reads the text on the desk; the id is then there too. It has to fit the layout.
pub fn parse(spelling: Spelling, length: u32, desk: &Desk) -> Outcome {
    let read = desk.text_in(length, |text| match spelling {
        Spelling::Decimal => Snowflake::parse_ascii(text),
        Spelling::Base32 => Snowflake::parse_base32_ascii(text),
        Spelling::Hex => Snowflake::parse_hex_ascii(text),
    });
    let id = read.map_err(|error| of_parse(error, &mut { desk }))?;
    desk.id().set(id.to_u64());
    fits(desk)
}

/// Whether the id on the desk has no more bits than the layout.
pub fn fits(desk: &Desk) -> Outcome {
    parts(desk).map(|_| ())
}

/// Writes the id on the desk as text, and hands back its length; 0 for decimal digits, which are JavaScript's own text of a
/// number.
pub fn spell(spelling: Spelling, desk: &Desk) -> u32 {
    let id = Snowflake::from_u64(desk.id().get());
    match spelling {
        Spelling::Decimal => 0,
        Spelling::Base32 => {
            let mut text = [0; Snowflake::BASE32_LEN];
            id.encode_base32(&mut text);
            desk.write(&text)
        }
        Spelling::Hex => {
            let mut text = [0; Snowflake::HEX_LEN];
            id.encode_hex(&mut text);
            desk.write(&text)
        }
    }
}

/// Takes the id apart: when its tick starts, tick, node and sequence, and the pieces of the node.
pub fn decompose(desk: &Desk) -> Outcome {
    let layout = desk.layout();
    let parts = parts(desk)?;
    desk.lay_down([layout.unix_ms(parts), parts.tick, parts.node, parts.sequence]);
    desk.lay_down_behind(4, layout.node_fields().iter().map(|piece| piece.of(parts.node)));
    Ok(())
}

fn parts(desk: &Desk) -> Result<Parts, Status> {
    let id = Snowflake::from_u64(desk.id().get());
    desk.layout().decompose(id).map_err(|error| fault::of_field(error, desk))
}

/// Puts an id together: of a time, or where `is_tick` says so of a tick.
pub fn compose(time: f64, is_tick: bool, node: f64, sequence: f64, desk: &Desk) -> Outcome {
    let layout = desk.layout();
    let tick = if is_tick { field(time) } else { tick_at(time, desk)? };
    let parts = Parts { tick, node: field(node), sequence: field(sequence) };
    desk.id().set(layout.compose(parts).map_err(|error| fault::of_field(error, desk))?.to_u64());
    Ok(())
}

/// Writes down the smallest or the largest id of the tick that a time falls in.
pub fn bound(ms: f64, largest: bool, desk: &Desk) -> Outcome {
    let layout = desk.layout();
    let ms = unix_ms(ms, desk)?;
    let bound = if largest { layout.max_at(ms) } else { layout.min_at(ms) };
    desk.id().set(bound.map_err(|error| fault::of_time(error, desk))?.to_u64());
    Ok(())
}

fn tick_at(ms: f64, desk: &Desk) -> Result<u64, Status> {
    let ms = unix_ms(ms, desk)?;
    desk.layout().tick_at(ms).map_err(|error| fault::of_time(error, desk))
}

/// A whole number of milliseconds; one before 1970 is before every epoch.
fn unix_ms(ms: f64, desk: &Desk) -> Result<u64, Status> {
    match whole_ms(ms) {
        NO_TIME => Err(Status::InvalidTime),
        whole @ 0.. => Ok(whole as u64),
        before => {
            let by_ms = desk.layout().epoch_ms().saturating_add(before.unsigned_abs());
            Err(fault::of_time(mintid::snowflake::TimeError::BeforeEpoch { by_ms }, desk))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::desk::desk;
    use super::super::layouts;
    use super::*;

    fn read(spelling: Spelling, text: &str) -> Outcome {
        parse(spelling, desk().write(text.as_bytes()), desk())
    }

    #[test]
    fn an_id_is_read_in_every_spelling_and_one_too_wide_for_the_layout_in_none() {
        layouts::name(0, desk()).unwrap();
        let id = 1_541_815_603_606_036_480_u64;
        for spelling in [Spelling::Decimal, Spelling::Base32, Spelling::Hex] {
            desk().id().set(id);
            let length = match spelling {
                Spelling::Decimal => desk().write(b"1541815603606036480"),
                _ => spell(spelling, desk()),
            };
            desk().id().set(0);
            parse(spelling, length, desk()).unwrap();
            assert_eq!(desk().id().get(), id, "{spelling:?}");
        }
        assert_eq!((read(Spelling::Decimal, "9223372036854775808"), desk().detail.get()), (Err(Status::IdRange), 63.0));
        assert_eq!((read(Spelling::Decimal, "-1"), desk().detail.get()), (Err(Status::Character), 0.0));
        layouts::name(1, desk()).unwrap();
        assert_eq!(read(Spelling::Decimal, "9223372036854775808"), Ok(()));
    }

    #[test]
    fn a_time_outside_the_layout_is_told_by_its_distance() {
        layouts::name(0, desk()).unwrap();
        let cases = [
            (1_288_834_974_656.0, Err(Status::TimeBefore), 1.0),
            (-1.0, Err(Status::TimeBefore), 1_288_834_974_658.0),
            (3_487_858_230_209.0, Err(Status::TimePast), 1.0),
            (0.5, Err(Status::InvalidTime), 0.0),
        ];
        for (ms, outcome, distance) in cases {
            desk().detail.set(0.0);
            assert_eq!((bound(ms, false, desk()), desk().detail.get()), (outcome, distance), "{ms}");
            assert_eq!(compose(ms, false, 0.0, 0.0, desk()), outcome);
        }
        assert_eq!(compose(1.0, true, 1024.0, 0.0, desk()), Err(Status::NodeRange));
        assert_eq!(compose(1.0, true, 0.0, 4096.0, desk()), Err(Status::SequenceRange));
        assert_eq!(compose(2_199_023_255_552.0, true, 0.0, 0.0, desk()), Err(Status::TickRange));
    }
}
