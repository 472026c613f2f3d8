//! How a text is spelled: which parsers it is for, and the faults that they find.

use crate::snowflake::Snowflake;
use crate::text::ParseError;
use crate::{Ulid, Uuid};

/// How a text is spelled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Spelling {
    /// A UUID: with hyphens, in braces, behind `urn:uuid:`, or as 32 hex digits.
    Uuid,
    /// A ULID's 26 symbols.
    Ulid,
    /// Digits.
    Decimal,
    /// Digits behind a minus: a signed column's reading of a number whose bit 63 is set.
    SignedDecimal,
    /// 16 hex digits, or up to so many behind `0x`.
    Hex,
    /// 13 symbols of Crockford's Base32.
    Base32,
}

/// What a text spells.
pub(super) enum Spelled {
    /// 128 bits.
    Wide(Spelling, u128),
    /// A number, or several.
    Numbers(EachSpelling),
}

/// One number for each spelling that a text has.
pub(super) type EachSpelling = [Option<(Spelling, Snowflake)>; 3];

/// A UUID's 32 digits without hyphens.
const SIMPLE: usize = 32;
/// From here on a text is nearer to those than to the 26 symbols of a ULID.
const NEARER_TO_SIMPLE: usize = 30;

/// Why a text spells nothing, and what it comes nearest to.
type Fault = (Spelling, ParseError);

/// Once in a program: it is asked twice, and is larger than all else that is done with a text.
#[inline(never)]
pub(super) fn spelled(text: &[u8]) -> Result<Spelled, Fault> {
    if let [b'-', digits @ ..] = text {
        if is_number(digits) {
            return one(Spelling::SignedDecimal, signed(digits)).map(Spelled::Numbers);
        }
    }
    if let Some(numbers) = numbers(text) {
        return numbers.map(Spelled::Numbers);
    }
    let is_uuid = text.contains(&b'-')
        || text.first() == Some(&b'{')
        || text.last() == Some(&b'}')
        || text.get(..4).is_some_and(|start| start.eq_ignore_ascii_case(b"urn:"))
        || text.len() >= NEARER_TO_SIMPLE;
    if is_uuid || text.len() == SIMPLE {
        wide(Spelling::Uuid, Uuid::parse_lenient_ascii(text).map(|id| id.to_u128()))
    } else {
        wide(Spelling::Ulid, Ulid::parse_lenient_ascii(text).map(|id| id.to_u128()))
    }
}

fn wide(spelling: Spelling, id: Result<u128, ParseError>) -> Result<Spelled, Fault> {
    id.map(|id| Spelled::Wide(spelling, id)).map_err(|error| (spelling, error))
}

/// The number of a text that has this spelling alone.
fn one(spelling: Spelling, id: Result<Snowflake, ParseError>) -> Result<EachSpelling, Fault> {
    id.map(|id| [Some((spelling, id)), None, None]).map_err(|error| (spelling, error))
}

/// Whether there are digits, and nothing else, and no more than any number of 64 bits has.
fn is_number(text: &[u8]) -> bool {
    !text.is_empty() && text.len() <= Snowflake::TEXT_LEN_MAX && text.iter().all(u8::is_ascii_digit)
}

/// The numbers of a text, by each spelling that it has; `None` where it has the spelling of none.
fn numbers(text: &[u8]) -> Option<Result<EachSpelling, Fault>> {
    if let [b'0', b'x' | b'X', digits @ ..] = text {
        return Some(one(Spelling::Hex, prefixed(digits)));
    }
    let decimal = if is_number(text) { Some(Snowflake::parse_ascii(text)) } else { None };
    let hex = Snowflake::parse_hex_ascii(text).ok().map(|id| (Spelling::Hex, id));
    let base32 = Snowflake::parse_base32_ascii(text).ok().map(|id| (Spelling::Base32, id));
    match decimal {
        // Too large a number, or one with zeros in front, may still be one in another spelling.
        Some(Err(error)) if hex.is_none() && base32.is_none() => Some(Err((Spelling::Decimal, error))),
        Some(Err(_)) | None if hex.is_none() && base32.is_none() => None,
        decimal => {
            let decimal = decimal.and_then(Result::ok).map(|id| (Spelling::Decimal, id));
            Some(Ok([decimal, hex, base32]))
        }
    }
}

fn signed(digits: &[u8]) -> Result<Snowflake, ParseError> {
    let magnitude = Snowflake::parse_ascii(digits).map_err(|error| error.moved(1))?.to_u64();
    match (magnitude, digits.last()) {
        (0, _) => Err(ParseError::character(1, b'0')),
        (_, Some(last)) if magnitude > i64::MIN.unsigned_abs() => Err(ParseError::overflow(digits.len(), *last, 64)),
        _ => Ok(Snowflake::from_u64(magnitude.wrapping_neg())),
    }
}

/// 1 to 16 hex digits behind `0x`, with the zeros that the parser wants in front.
fn prefixed(digits: &[u8]) -> Result<Snowflake, ParseError> {
    const LEN: usize = Snowflake::HEX_LEN;
    let Some(missing) = LEN.checked_sub(digits.len()).filter(|missing| *missing < LEN) else {
        return Err(ParseError::length(digits.len().saturating_add(2), LEN + 2));
    };
    let mut padded = [b'0'; LEN];
    for (place, digit) in padded.iter_mut().skip(missing).zip(digits) {
        *place = *digit;
    }
    Snowflake::parse_hex_ascii(&padded).map_err(|error| error.moved(2 - missing as isize))
}
