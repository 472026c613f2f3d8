//! A plain reading of the specifications, one byte after the other, to hold the codecs against.

use super::{CHARACTER, OVERFLOW, Verdict};

/// Reads hyphenated text that stands between `before` and `after`, digit by digit.
pub fn plain_uuid(text: &[u8], before: &str, hyphens: &[usize], after: &str) -> Verdict {
    let digits = 32 + hyphens.len();
    let mut value = 0_u128;
    for (at, &byte) in text.iter().enumerate() {
        let fault = Err((CHARACTER, at));
        if at < before.len() {
            if !byte.eq_ignore_ascii_case(&before.as_bytes()[at]) {
                return fault;
            }
        } else if at >= before.len() + digits {
            if byte != after.as_bytes()[at - before.len() - digits] {
                return fault;
            }
        } else if hyphens.contains(&(at - before.len())) {
            if byte != b'-' {
                return fault;
            }
        } else {
            match char::from(byte).to_digit(16) {
                Some(digit) => value = value << 4 | u128::from(digit),
                None => return fault,
            }
        }
    }
    Ok(value.to_be_bytes())
}

/// Reads 26 symbols one by one, by their place in the alphabet.
pub fn plain_ulid(text: &[u8], aliases: bool) -> Verdict {
    let mut value = 0_u128;
    for (at, &byte) in text.iter().enumerate() {
        let symbol = match byte.to_ascii_uppercase() {
            b'I' | b'L' if aliases => b'1',
            b'O' if aliases => b'0',
            other => other,
        };
        match b"0123456789ABCDEFGHJKMNPQRSTVWXYZ".iter().position(|&known| known == symbol) {
            None => return Err((CHARACTER, at)),
            Some(place) if at == 0 && place > 7 => return Err((OVERFLOW, 0)),
            Some(place) => value = value << 5 | place as u128,
        }
    }
    Ok(value.to_be_bytes())
}
