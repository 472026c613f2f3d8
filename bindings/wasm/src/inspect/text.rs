//! The text or the number that is looked at.

use mintid::ParseErrorKind;
use mintid::inspect::{Plausible, Spelling, inspect_ascii, inspect_number as readings_of, nearest_ascii};

use super::desk::Desk;
use crate::time::{NO_TIME, whole_ms};

/// What is wrong with a text. The numbers are shared with `pkg/src/inspect/fault.ts`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub enum Fault {
    /// It is too short or too long.
    Length = 1,
    /// A character stands where the spelling does not allow it.
    Character = 2,
    /// The number is too large.
    Overflow = 3,
}

/// Takes the text on the desk. Of one that is no id its place of fault is there, and what it comes nearest to.
pub fn inspect(length: u32, before_ms: f64, desk: &Desk) -> Result<(), Fault> {
    let found = desk.text_in(length, |text| {
        inspect_ascii(text, plausible(before_ms)).inspect_err(|_| desk.spelling.set(number_of(nearest_ascii(text))))
    });
    match found {
        Ok(found) => {
            desk.readings(|readings| *readings = Some(found));
            Ok(())
        }
        Err(error) => {
            desk.position.set(error.at() as u32);
            Err(match error.kind() {
                ParseErrorKind::Length => Fault::Length,
                ParseErrorKind::Overflow => Fault::Overflow,
                _ => Fault::Character,
            })
        }
    }
}

/// Takes the number on the desk.
pub fn inspect_number(before_ms: f64, desk: &Desk) {
    let found = readings_of(desk.number.get(), plausible(before_ms));
    desk.readings(|readings| *readings = Some(found));
}

fn plausible(before_ms: f64) -> Plausible {
    match whole_ms(before_ms) {
        NO_TIME => Plausible::CENTURY,
        before_ms => Plausible::until_ms(before_ms),
    }
}

/// The number of a spelling, as `pkg/src/inspect/spelling.ts` has them.
pub const fn number_of(spelling: Spelling) -> u32 {
    match spelling {
        Spelling::Uuid => 1,
        Spelling::Ulid => 2,
        Spelling::Decimal => 3,
        Spelling::SignedDecimal => 4,
        Spelling::Hex => 5,
        Spelling::Base32 => 6,
        // Any spelling there may be later.
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::super::desk::desk;
    use super::*;

    fn looked_at(text: &[u8]) -> Result<(), Fault> {
        inspect(desk().write(text), f64::NAN, desk())
    }

    #[test]
    fn text_that_is_no_id_is_told_by_what_it_is_nearest_to_and_where_it_goes_wrong() {
        let cases: [(&[u8], _, _, _); 5] = [
            (b"no id", Fault::Length, Spelling::Ulid, 5),
            (b"18446744073709551616", Fault::Overflow, Spelling::Decimal, 19),
            (b"0xfg", Fault::Character, Spelling::Hex, 3),
            (b"-0", Fault::Character, Spelling::SignedDecimal, 1),
            (b"01ARZ3NDEKTSV4RRFFQ69G5FA\xff", Fault::Character, Spelling::Ulid, 25),
        ];
        for (text, fault, nearest, position) in cases {
            assert_eq!(looked_at(text), Err(fault));
            assert_eq!((desk().spelling.get(), desk().position.get()), (number_of(nearest), position));
        }
    }

    #[test]
    fn text_longer_than_the_desk_is_too_long() {
        for text in [[b'0'; TEXT_LENGTH], [b'-'; TEXT_LENGTH], [b'}'; TEXT_LENGTH]] {
            assert_eq!(looked_at(&text), Err(Fault::Length));
            assert_eq!(desk().spelling.get(), number_of(Spelling::Uuid));
        }
    }

    const TEXT_LENGTH: usize = super::super::desk::TEXT_ROOM + 1;
}
