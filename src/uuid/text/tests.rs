//! The ways of doing the hex, held against each other: only one of each is compiled into any one build.

use super::read::read;
use super::{Spelling, narrow, wide, words};

/// Ids in which every byte value stands at every position.
fn ids() -> impl Iterator<Item = [u8; 16]> {
    (0..=255).map(|start: u8| core::array::from_fn(|at| start.wrapping_add(17 * at as u8)))
}

#[test]
fn both_ways_write_the_same_text() {
    for bytes in ids() {
        let (mut ours, mut theirs) = ([0; 36], [1; 36]);
        wide::encode(&bytes, &mut ours);
        narrow::encode(&bytes, &mut theirs);
        assert_eq!(ours, theirs);
        let (mut ours, mut theirs) = ([0; 32], [1; 32]);
        wide::encode_simple(&bytes, &mut ours);
        narrow::encode_simple(&bytes, &mut theirs);
        assert_eq!(ours, theirs);
    }
}

#[test]
fn all_ways_read_every_byte_at_every_digit_alike() {
    for bytes in ids() {
        let (mut simple, mut hyphenated) = ([0; 32], [0; 36]);
        narrow::encode_simple(&bytes, &mut simple);
        narrow::encode(&bytes, &mut hyphenated);
        for byte in 0..=255 {
            for at in 0..32 {
                let mut text = simple;
                text[at] = byte;
                let read = read(&text, Spelling::Simple).ok().map(|id| u128::from_le_bytes(id.0));
                assert_eq!(wide::any_spelling(&text), read, "{text:?}");
                assert_eq!(read.is_some(), byte.is_ascii_hexdigit(), "{byte} at {at}");
            }
            for at in 0..36 {
                let mut text = hyphenated;
                text[at] = byte;
                let read = read(&text, Spelling::Hyphenated).ok().map(|id| u128::from_le_bytes(id.0));
                assert_eq!(wide::hyphenated(&text), read, "{text:?}");
                assert_eq!(
                    words::parse(&text, Spelling::Hyphenated).ok().map(|id| u128::from_le_bytes(id.0)),
                    read,
                    "{text:?}"
                );
                let fits = if hyphenated[at] == b'-' { byte == b'-' } else { byte.is_ascii_hexdigit() };
                assert_eq!(read.is_some(), fits, "{byte} at {at}");
            }
        }
    }
}
