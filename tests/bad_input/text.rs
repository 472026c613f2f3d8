//! Text that is no id, and text that is.

use std::collections::HashSet;

use mintid::{ParseError, ParseErrorKind, Ulid, Uuid};
use proptest::prelude::*;

use crate::support::cases::config;

/// What both modes of one parser say.
fn verdicts<T: Copy>(
    strict: Result<T, ParseError>,
    lenient: Result<T, ParseError>,
) -> [Option<(ParseErrorKind, usize)>; 2] {
    [strict, lenient].map(|parsed| parsed.err().map(|error| (error.kind(), error.at())))
}

#[test]
fn a_fault_is_named_with_its_place() {
    use ParseErrorKind::{Character, Length, Overflow};
    let ulid = |text: &str| verdicts(Ulid::parse(text), Ulid::parse_lenient(text));
    let both = |kind, at| [Some((kind, at)); 2];
    let cases = [
        ("", both(Length, 0)),
        ("01AN4Z07BY79KA1307SR9X4MV", both(Length, 25)),
        ("01AN4Z07BY79KA1307SR9X4MV3 ", both(Length, 26)),
        (" 1AN4Z07BY79KA1307SR9X4MV3", both(Character, 0)),
        ("01AN4Z07BY79KA1307SR9X4MV-", both(Character, 25)),
        ("01AN4Z07BY79KAU307SR9X4MV3", both(Character, 14)),
        ("01AN4Z07BY79KA\x00307SR9X4MV3", both(Character, 14)),
        ("01AN4Z07BY79KA\u{7f}307SR9X4MV3", both(Character, 14)),
        ("81AN4Z07BY79KA1307SR9X4MV3", both(Overflow, 0)),
        ("81AN4Z07BY79KAU307SR9X4MV3", both(Overflow, 0)),
        ("01AN4Z07BY79KAI307SR9X4MV3", [Some((Character, 14)), None]),
        ("O1AN4Z07BY79KA1307SR9X4MV3", [Some((Character, 0)), None]),
    ];
    for (text, wanted) in cases {
        assert_eq!(ulid(text), wanted, "{text:?}");
    }

    let uuid = |text: &str| verdicts(Uuid::parse(text), Uuid::parse_lenient(text));
    let cases = [
        ("", both(Length, 0)),
        ("017f22e2-79b0-7cc3-98c4-dc0c0c07398", both(Length, 35)),
        ("017f22e2-79b0-7cc3-98c4-dc0c0c07398g", both(Character, 35)),
        ("017f22e2_79b0-7cc3-98c4-dc0c0c07398f", both(Character, 8)),
        ("017f22e-279b0-7cc3-98c4-dc0c0c07398f", both(Character, 7)),
        ("017f22e2-79b0-7cc3-98c4-dc0c0c07398\0", both(Character, 35)),
        ("017f22e2-79b0-7cc3-98c4-dc0c0c0739é", both(Character, 34)),
        ("017f22e279b07cc398c4dc0c0c07398f", [Some((Length, 32)), None]),
        ("017f22e279b07cc398c4dc0c0c07398-", [Some((Length, 32)), Some((Character, 31))]),
        ("{017f22e2-79b0-7cc3-98c4-dc0c0c07398f)", [Some((Length, 36)), Some((Character, 37))]),
        ("urn:uid::017f22e2-79b0-7cc3-98c4-dc0c0c07398f", [Some((Length, 36)), Some((Character, 5))]),
    ];
    for (text, wanted) in cases {
        assert_eq!(uuid(text), wanted, "{text:?}");
    }
}

/// Bytes of any length, of the lengths that mean something, and text with one byte changed.
fn any_text() -> impl Strategy<Value = Vec<u8>> {
    let lengths = prop::sample::select(vec![16usize, 25, 26, 27, 31, 32, 33, 35, 36, 37, 38, 44, 45, 46]);
    let symbols = prop::sample::select(b"0123456789abcdefABCDEFGHJKMNPQRSTVWXYZilouILOU-{}:urn".to_vec());
    let changed = (any::<u128>(), 0..4usize, any::<usize>(), any::<u8>()).prop_map(|(value, form, at, byte)| {
        let mut text = match form {
            0 => Ulid::from(value).to_string(),
            1 => Uuid::from(value).to_string(),
            2 => format!("{{{}}}", Uuid::from(value)),
            _ => format!("urn:uuid:{}", Uuid::from(value)),
        }
        .into_bytes();
        let at = at % text.len();
        text[at] = byte;
        text
    });
    prop_oneof![
        prop::collection::vec(any::<u8>(), 0..=64),
        lengths.clone().prop_flat_map(|length| prop::collection::vec(any::<u8>(), length)),
        lengths.prop_flat_map(move |length| prop::collection::vec(symbols.clone(), length)),
        changed,
    ]
}

proptest! {
    #![proptest_config(config(4_000))]

    #[test]
    fn parsers_answer_any_bytes_and_what_they_read_they_write(text in any_text()) {
        let faults = [
            Ulid::parse_ascii(&text).map(|id| is_that_text(&text, id.to_string())),
            Uuid::parse_ascii(&text).map(|id| is_that_text(&text, id.to_string())),
            Ulid::parse_lenient_ascii(&text).map(|id| Ulid::parse(&id.to_string()) == Ok(id)),
            Uuid::parse_lenient_ascii(&text).map(|id| Uuid::parse(&id.to_string()) == Ok(id)),
        ];
        for parsed in faults {
            match parsed {
                Ok(is_right) => prop_assert!(is_right),
                Err(error) => prop_assert!(error.at() <= text.len(), "{:?}", error),
            }
        }
        // Strict is a part of lenient, and reads the same.
        prop_assert!(Ulid::parse_ascii(&text).is_err() || Ulid::parse_ascii(&text) == Ulid::parse_lenient_ascii(&text));
        prop_assert!(Uuid::parse_ascii(&text).is_err() || Uuid::parse_ascii(&text) == Uuid::parse_lenient_ascii(&text));
        // `&str` and `&[u8]` are two doors to one room.
        if let Ok(text) = std::str::from_utf8(&text) {
            prop_assert_eq!(Ulid::parse(text), Ulid::parse_ascii(text.as_bytes()));
            prop_assert_eq!(Uuid::parse(text), Uuid::parse_ascii(text.as_bytes()));
            prop_assert_eq!(Ulid::parse_lenient(text), Ulid::parse_lenient_ascii(text.as_bytes()));
            prop_assert_eq!(Uuid::parse_lenient(text), Uuid::parse_lenient_ascii(text.as_bytes()));
        }
        prop_assert_eq!(Uuid::try_from(&text[..]).is_ok(), text.len() == 16);
        prop_assert_eq!(Ulid::try_from(&text[..]).is_ok(), text.len() == 16);
    }

    #[test]
    fn parsing_undoes_encoding_in_every_spelling(value in any::<u128>()) {
        let (uuid, ulid) = (Uuid::from_u128(value), Ulid::from_u128(value));
        let (mut hyphenated, mut symbols) = ([0; Uuid::TEXT_LEN], [0; Ulid::TEXT_LEN]);
        prop_assert_eq!(Uuid::parse(uuid.encode_str(&mut hyphenated)), Ok(uuid));
        prop_assert_eq!(Ulid::parse(ulid.encode_str(&mut symbols)), Ok(ulid));
        prop_assert_eq!(Uuid::parse_ascii(&hyphenated.to_ascii_uppercase()), Ok(uuid));
        prop_assert_eq!(Ulid::parse_ascii(&symbols.to_ascii_lowercase()), Ok(ulid));
        let (mut simple, mut braced, mut urn) = ([0; 32], [0; 38], [0; 45]);
        uuid.encode_simple(&mut simple);
        uuid.encode_braced(&mut braced);
        uuid.encode_urn(&mut urn);
        for spelling in [&simple[..], &braced, &urn, &simple.to_ascii_uppercase(), &urn.to_ascii_uppercase()] {
            prop_assert_eq!(Uuid::parse_lenient_ascii(spelling), Ok(uuid));
        }
        // And against another way to spell them: arithmetic.
        prop_assert_eq!(std::str::from_utf8(&simple).unwrap(), format!("{value:032x}"));
        let by_division: String = (0..26).rev().map(|place| {
            char::from(b"0123456789ABCDEFGHJKMNPQRSTVWXYZ"[(value >> (5 * place) & 31) as usize])
        }).collect();
        prop_assert_eq!(ulid.to_string(), by_division);
    }

    #[test]
    fn text_sorts_as_its_bits_do(one in any::<u128>(), other in any::<u128>()) {
        let order = one.cmp(&other);
        prop_assert_eq!(Uuid::from(one).to_string().cmp(&Uuid::from(other).to_string()), order);
        prop_assert_eq!(Ulid::from(one).to_string().cmp(&Ulid::from(other).to_string()), order);
        prop_assert_eq!((Uuid::from(one).cmp(&Uuid::from(other)), Ulid::from(one).cmp(&Ulid::from(other))), (order, order));
    }
}

/// Whether what was read is written again as it stood, but for the case of letters.
fn is_that_text(read: &[u8], written: String) -> bool {
    read.eq_ignore_ascii_case(written.as_bytes())
}

#[test]
fn each_symbol_has_one_meaning_at_each_place() {
    for place in 0..26 {
        let mut texts = HashSet::new();
        for byte in 0..=u8::MAX {
            let mut text = *b"00000000000000000000000000";
            text[place] = byte;
            if let Ok(id) = Ulid::parse_ascii(&text) {
                texts.insert(id);
            }
        }
        assert_eq!(texts.len(), if place == 0 { 8 } else { 32 }, "at {place}");
    }
}
