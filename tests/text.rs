//! The text codecs from the outside: every byte at every position against a plain reading of the specifications.

use mintid::{ParseError, ParseErrorKind, Ulid, Uuid};

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

/// Reads hyphenated text that stands between `before` and `after`, digit by digit.
fn plain_uuid(text: &[u8], before: &str, hyphens: &[usize], after: &str) -> Verdict {
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
fn plain_ulid(text: &[u8], aliases: bool) -> Verdict {
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

/// Ids in which every byte value stands at every position.
fn values() -> impl Iterator<Item = [u8; 16]> {
    (0..=255_u8).map(|start| std::array::from_fn(|at| start.wrapping_add(17 * at as u8)))
}

#[test]
fn what_is_written_is_read_back_in_every_spelling_and_either_case() {
    for bytes in values() {
        let id = Uuid::from_bytes(bytes);
        let (mut plain, mut simple, mut braced, mut urn) = ([0; 36], [0; 32], [0; 38], [0; 45]);
        id.encode(&mut plain);
        id.encode_simple(&mut simple);
        id.encode_braced(&mut braced);
        id.encode_urn(&mut urn);
        for text in [&plain[..], &simple, &braced, &urn] {
            assert_eq!(uuid_lenient(text), Ok(bytes));
            assert_eq!(uuid_lenient(&text.to_ascii_uppercase()), Ok(bytes));
        }
        assert_eq!(uuid_strict(&plain), Ok(bytes));
        assert!(!plain.iter().any(u8::is_ascii_uppercase));

        let (id, mut text) = (Ulid::from_bytes(bytes), [0; 26]);
        id.encode(&mut text);
        match plain_ulid(&text, false) {
            Ok(read) => assert_eq!((read, ulid_strict(&text)), (bytes, Ok(bytes))),
            Err(fault) => panic!("{fault:?}"),
        }
        assert_eq!(ulid_lenient(&text.to_ascii_lowercase()), Ok(bytes));
        assert!(!text.iter().any(u8::is_ascii_lowercase));
    }
}

#[test]
fn the_texts_are_those_of_the_published_examples() {
    let uuid = Uuid::from_bytes(0x017f_22e2_79b0_7cc3_98c4_dc0c_0c07_398f_u128.to_be_bytes());
    assert_eq!(uuid.encode_str(&mut [0; 36]), "017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
    let mut urn = [0; 45];
    uuid.encode_urn(&mut urn);
    assert_eq!(&urn, b"urn:uuid:017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
    let cases = [
        (0x018a_270f_834a_5f20_21fd_5a5a_0157_b299, "01H8KGZ0TABWG23ZATB80NFCMS"),
        (0x0155_49f0_1d7e_3a66_a08c_07ce_13d2_5363, "01AN4Z07BY79KA1307SR9X4MV3"),
        (1, "00000000000000000000000001"),
        (1 << 47, "00000000000000004000000000"),
        (1 << 79, "0000000000G000000000000000"),
        (1 << 80, "00000000010000000000000000"),
        (1 << 127, "40000000000000000000000000"),
        (u128::MAX, "7ZZZZZZZZZZZZZZZZZZZZZZZZZ"),
    ];
    for (value, text) in cases {
        assert_eq!(Ulid::from_bytes(value.to_be_bytes()).encode_str(&mut [0; 26]), text);
        assert_eq!(ulid_strict(text.as_bytes()), Ok(value.to_be_bytes()));
    }
}

#[test]
fn ids_are_parsed_and_written_while_compiling() {
    const UUID: Uuid = match Uuid::parse_lenient("{017F22E2-79b0-7cc3-98c4-dc0c0c07398f}") {
        Ok(id) => id,
        Err(_) => Uuid::from_bytes([0; 16]),
    };
    const ULID: Ulid = match Ulid::parse("01AN4Z07BY79KA1307SR9X4MV3") {
        Ok(id) => id,
        Err(_) => Ulid::from_bytes([0; 16]),
    };
    const FAULT: Result<Ulid, ParseError> = Ulid::parse("01AN4Z07BY79KA1307SR9X4MVU");
    const TEXTS: ([u8; 36], [u8; 26]) = {
        let mut texts = ([0; 36], [0; 26]);
        UUID.encode(&mut texts.0);
        ULID.encode(&mut texts.1);
        texts
    };
    assert_eq!(TEXTS, (*b"017f22e2-79b0-7cc3-98c4-dc0c0c07398f", *b"01AN4Z07BY79KA1307SR9X4MV3"));
    assert_eq!(verdict(FAULT.map(Ulid::to_bytes)), Err((CHARACTER, 25)));
}

#[test]
fn formatting_obeys_width_fill_and_the_alternate_flag() {
    let uuid = Uuid::from_bytes(0x017f_22e2_79b0_7cc3_98c4_dc0c_0c07_398f_u128.to_be_bytes());
    let ulid = Ulid::from_bytes(0x0155_49f0_1d7e_3a66_a08c_07ce_13d2_5363_u128.to_be_bytes());
    let cases = [
        (format!("{uuid}"), "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"),
        (format!("{uuid:*^40}"), "**017f22e2-79b0-7cc3-98c4-dc0c0c07398f**"),
        (format!("{uuid:?}"), "Uuid(017f22e2-79b0-7cc3-98c4-dc0c0c07398f)"),
        (format!("{uuid:#?}"), "Uuid(017f22e2-79b0-7cc3-98c4-dc0c0c07398f)"),
        (format!("{uuid:x}"), "017f22e279b07cc398c4dc0c0c07398f"),
        (format!("{uuid:#X}"), "0x017F22E279B07CC398C4DC0C0C07398F"),
        (format!("{ulid}"), "01AN4Z07BY79KA1307SR9X4MV3"),
        (format!("{ulid:>28}"), "  01AN4Z07BY79KA1307SR9X4MV3"),
        (format!("{ulid:?}"), "Ulid(01AN4Z07BY79KA1307SR9X4MV3)"),
        (format!("{ulid:#x}"), "0x015549f01d7e3a66a08c07ce13d25363"),
        (format!("{ulid:X}"), "015549F01D7E3A66A08C07CE13D25363"),
    ];
    for (text, expected) in cases {
        assert_eq!(text, expected);
    }
}

#[test]
fn the_traits_read_strictly() {
    assert_eq!(
        "017f22e2-79b0-7cc3-98c4-dc0c0c07398f".parse::<Uuid>(),
        Uuid::parse("017f22e2-79b0-7cc3-98c4-dc0c0c07398f")
    );
    assert_eq!(Ulid::try_from("01AN4Z07BY79KA1307SR9X4MV3"), Ulid::parse("01AN4Z07BY79KA1307SR9X4MV3"));
    assert!(Uuid::try_from("017f22e279b07cc398c4dc0c0c07398f").is_err());
    assert!("OLAN4ZO7BY79KAL3O7SR9X4MV3".parse::<Ulid>().is_err());
}

#[test]
fn an_error_says_what_is_wrong_where_and_what_to_do() {
    let cases = [
        (Uuid::parse("").unwrap_err(), "the text has the wrong length from byte 0 on: pass the id alone"),
        (
            Ulid::parse("01AN4Z07BY79KA1307SR9X4MVU").unwrap_err(),
            "byte 25 is not one the spelling allows there: correct or refuse it",
        ),
        (
            Ulid::parse("80000000000000000000000000").unwrap_err(),
            "the symbol at byte 0 makes more than 128 bits: a ULID starts with 0 to 7",
        ),
    ];
    for (error, message) in cases {
        assert_eq!(error.to_string(), message);
    }
}
