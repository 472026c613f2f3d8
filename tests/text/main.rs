//! The text codecs from the outside: every byte at every position against a plain reading of the specifications.

mod plain;
mod writing;

use mintid::{ParseError, ParseErrorKind, Ulid, Uuid};
use plain::{plain_ulid, plain_uuid};

const LENGTH: ParseErrorKind = ParseErrorKind::Length;
const CHARACTER: ParseErrorKind = ParseErrorKind::Character;
const OVERFLOW: ParseErrorKind = ParseErrorKind::Overflow;

/// What a parser should say: the 16 bytes, or the kind of the fault and its position.
type Verdict = Result<[u8; 16], (ParseErrorKind, usize)>;

fn verdict(result: Result<[u8; 16], ParseError>) -> Verdict {
    result.map_err(|error| (error.kind(), error.at()))
}

fn uuid_strict(text: &[u8]) -> Verdict {
    verdict(Uuid::parse_ascii(text).map(Uuid::to_bytes))
}

fn uuid_lenient(text: &[u8]) -> Verdict {
    verdict(Uuid::parse_lenient_ascii(text).map(Uuid::to_bytes))
}

fn ulid_strict(text: &[u8]) -> Verdict {
    verdict(Ulid::parse_ascii(text).map(Ulid::to_bytes))
}

fn ulid_lenient(text: &[u8]) -> Verdict {
    verdict(Ulid::parse_lenient_ascii(text).map(Ulid::to_bytes))
}

/// Every byte value in place of each byte of `text`.
fn with_every_byte_everywhere(text: &str, mut check: impl FnMut(&[u8])) {
    let mut changed = text.as_bytes().to_vec();
    for at in 0..changed.len() {
        let kept = changed[at];
        for byte in 0..=255 {
            changed[at] = byte;
            check(&changed);
        }
        changed[at] = kept;
    }
}

const HYPHENS: [usize; 4] = [8, 13, 18, 23];

#[test]
fn every_byte_at_every_position_of_a_uuid_is_judged_as_the_rfc_says() {
    for text in ["017f22e2-79b0-7cc3-98c4-dc0c0c07398f", "F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6"] {
        with_every_byte_everywhere(text, |text| {
            let expected = plain_uuid(text, "", &HYPHENS, "");
            assert_eq!(uuid_strict(text), expected, "{}", text.escape_ascii());
            assert_eq!(uuid_lenient(text), expected, "{}", text.escape_ascii());
        });
    }
}

#[test]
fn every_byte_at_every_position_of_the_other_spellings_is_judged_by_the_lenient_parser_alone() {
    let spellings: [(&str, &str, &[usize], &str); 3] = [
        ("017f22e279b07cc398c4dc0c0c07398F", "", &[], ""),
        ("{017f22e2-79b0-7cc3-98c4-dc0c0c07398F}", "{", &HYPHENS, "}"),
        ("uRn:UuId:017f22e2-79b0-7cc3-98c4-dc0c0c07398F", "urn:uuid:", &HYPHENS, ""),
    ];
    for (text, before, hyphens, after) in spellings {
        with_every_byte_everywhere(text, |text| {
            let expected = plain_uuid(text, before, hyphens, after);
            assert_eq!(uuid_lenient(text), expected, "{}", text.escape_ascii());
            assert_eq!(uuid_strict(text), Err((LENGTH, text.len().min(36))), "{}", text.escape_ascii());
        });
    }
}

#[test]
fn every_byte_at_every_position_of_a_ulid_is_judged_as_the_spec_says() {
    for text in [
        "01AN4Z07BY79KA1307SR9X4MV3",
        "7zzzzzzzzzzzzzzzzzzzzzzzzz",
        "0123456789ABCDEFGHJKMNPQRS",
        "0123456789tvwxyzTVWXYZmnpq",
    ] {
        with_every_byte_everywhere(text, |text| {
            assert_eq!(ulid_strict(text), plain_ulid(text, false), "{}", text.escape_ascii());
            assert_eq!(ulid_lenient(text), plain_ulid(text, true), "{}", text.escape_ascii());
        });
    }
}

#[test]
fn two_faults_are_reported_by_the_first() {
    for first in 0..36 {
        for second in first..36 {
            let mut text = *b"017f22e2-79b0-7cc3-98c4-dc0c0c07398f";
            (text[first], text[second]) = (b'!', 0xff);
            assert_eq!(uuid_strict(&text), Err((CHARACTER, first)));
        }
    }
    for first in 0..26 {
        for second in first..26 {
            let mut text = *b"01AN4Z07BY79KA1307SR9X4MV3";
            (text[first], text[second]) = (b'u', 0xff);
            assert_eq!(ulid_strict(&text), Err((CHARACTER, first)));
            assert_eq!(ulid_lenient(&text), Err((CHARACTER, first)));
        }
    }
}

#[test]
fn a_length_that_no_spelling_has_is_a_length_error_where_the_text_ends_or_goes_on() {
    let long = [b'0'; 64];
    for length in (0..=64).filter(|&length| length != 26) {
        let at = length.min(26);
        assert_eq!(ulid_strict(&long[..length]), Err((LENGTH, at)), "{length}");
        assert_eq!(ulid_lenient(&long[..length]), Err((LENGTH, at)), "{length}");
    }
    for length in (0..=64).filter(|&length| length != 36) {
        assert_eq!(uuid_strict(&long[..length]), Err((LENGTH, length.min(36))), "{length}");
    }
    let cases: [(&str, usize); 12] = [
        ("", 0),
        ("{}", 2),
        ("01ARZ3NDEKTSV4RRFFQ69G5FAV", 26),
        ("0123456789abcdef0123456789abcdef\n", 32),
        ("921ef402-cd4c-4be6-8483-a00566a43f6", 35),
        ("921ef402-cd4c-4be6-8483-a00566a43f600", 36),
        ("2eb8aa08-aa98-11ea-b4aa-73b441d16380\n", 36),
        ("{921ef402-cd4c-4be6-8483-a00566a43f60", 37),
        ("{921ef402-cd4c-4be6-8483-a00566a43f60}}", 38),
        ("urn:uuid:921ef402cd4c4be68483a00566a43f60", 41),
        ("urn:uuid:921ef402-cd4c-4be6-8483-a00566a43f6", 44),
        ("urn:uuid:921ef402-cd4c-4be6-8483-a00566a43f60\n", 45),
    ];
    for (text, at) in cases {
        assert_eq!(uuid_lenient(text.as_bytes()), Err((LENGTH, at)), "{text:?}");
    }
}

#[test]
fn braces_and_prefixes_that_do_not_fit_are_named_by_their_position() {
    let cases = [
        ("{921ef402-cd4c-4be6-8483-a00566a43f60)", 37),
        (" 921ef402-cd4c-4be6-8483-a00566a43f60 ", 0),
        ("xxx:xxxx:921ef402-cd4c-4be6-8483-a00566a43f60", 0),
        ("urn:uuie:921ef402-cd4c-4be6-8483-a00566a43f60", 7),
        ("urn:uuid:921ef402_cd4c-4be6-8483-a00566a43f60", 17),
        ("0x345678123456781234567812345678ff", 32),
        ("0x34567812345678123456781234567f", 1),
    ];
    for (text, at) in cases {
        let kind = if text.len() == 34 { LENGTH } else { CHARACTER };
        assert_eq!(uuid_lenient(text.as_bytes()), Err((kind, at)), "{text:?}");
    }
}

#[test]
fn a_first_symbol_above_seven_is_an_overflow() {
    for text in [
        "80000000000000000000000000",
        "8AAAAAAAAAAAAAAAAAAAAAAAAA",
        "ABCDEFGHJKMNPQRSTVWXYZ0123",
        "ZZZZZZZZZZZZZZZZZZZZZZZZZZ",
        "zzzzzzzzzzzzzzzzzzzzzzzzzz",
        "H66QICN1IEBG142Y4KV1772T2O",
        "8!!!!!!!!!!!!!!!!!!!!!!!!!",
    ] {
        assert_eq!(ulid_strict(text.as_bytes()), Err((OVERFLOW, 0)), "{text}");
        assert_eq!(ulid_lenient(text.as_bytes()), Err((OVERFLOW, 0)), "{text}");
    }
}

#[test]
fn aliases_are_read_by_the_lenient_parser_alone() {
    let cases = [
        ("0LLLLLLLLLLLLLLLLLLLLLLLLL", "01111111111111111111111111", 1),
        ("IIIIIIIIIIIIIIIIIIIIIIIIII", "11111111111111111111111111", 0),
        ("iLoIlO0000000000000000000O", "11011000000000000000000000", 0),
        ("000XAL6S41ACTAV9WEVGEMMVR8", "000XA16S41ACTAV9WEVGEMMVR8", 5),
    ];
    for (text, canonical, at) in cases {
        assert_eq!(Ulid::parse_lenient(text), Ulid::parse(canonical));
        assert_eq!(Ulid::parse_lenient(text).unwrap().to_string(), canonical);
        assert_eq!(ulid_strict(text.as_bytes()), Err((CHARACTER, at)), "{text}");
    }
}

#[test]
fn letters_that_only_unicode_would_fold_are_refused_at_their_first_byte() {
    for (text, at) in [("01ARZ3NDEKT\u{17f}V4RRFFQ69G5FA", 11), ("01ARZ3NDE\u{212a}TSV4RRFFQ69G5F", 9)] {
        assert_eq!(ulid_lenient(text.as_bytes()), Err((CHARACTER, at)));
    }
    for (text, at) in
        [("\u{130}21ef402-cd4c-4be6-8483-a00566a43f6", 0), ("921ef402-cd4c-4be6-8483-a00566a43\u{ff13}", 33)]
    {
        assert_eq!(uuid_lenient(text.as_bytes()), Err((CHARACTER, at)));
    }
}
