//! The ways of doing the symbols, held against each other: only one of each is compiled into any one build.

use super::read::{read, replace_aliases};
use super::{Aliases, Ulid, narrow, wide, words};
use crate::text::VALUES;

/// Ids in which every byte value stands at every position.
fn ids() -> impl Iterator<Item = [u8; 16]> {
    (0..=255).map(|start: u8| core::array::from_fn(|at| start.wrapping_add(17 * at as u8)))
}

fn text(bytes: &[u8; 16]) -> [u8; 26] {
    let mut text = [0; 26];
    narrow::encode(&Ulid(*bytes), &mut text);
    text
}

#[test]
fn all_ways_write_the_same_text() {
    for bytes in ids() {
        for encode in [wide::encode, words::encode] {
            let mut theirs = [0; 26];
            encode(&Ulid(bytes), &mut theirs);
            assert_eq!(text(&bytes), theirs);
        }
    }
}

#[test]
fn all_ways_read_every_byte_at_every_symbol_alike() {
    for bytes in ids() {
        let text = text(&bytes);
        for at in 0..26 {
            let mut changed = text;
            for byte in 0..=255 {
                changed[at] = byte;
                let ours = read(&changed, Aliases::Refused).ok().map(Ulid::to_bytes);
                assert_eq!(wide::value(&changed), ours, "{changed:?}");
                assert_eq!(words::parse(&changed, Aliases::Refused).ok().map(Ulid::to_bytes), ours, "{changed:?}");
                let value = VALUES[usize::from(byte)];
                assert_eq!(ours.is_some(), (0..=if at == 0 { 7 } else { 31 }).contains(&value), "{byte} at {at}");
            }
        }
    }
}

#[test]
fn an_alias_stands_for_its_digit_and_nothing_else_is_replaced() {
    for byte in 0..=255_u8 {
        let digit = match byte {
            b'i' | b'I' | b'l' | b'L' => b'1',
            b'o' | b'O' => b'0',
            _ => byte,
        };
        let mut plain = [0; 26];
        replace_aliases(&[byte; 26], &mut plain);
        assert_eq!(plain, [digit; 26], "{byte}");
    }
}
