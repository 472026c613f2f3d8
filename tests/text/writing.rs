//! Writing, reading back, and the traits through which the language does both.

use mintid::{ParseError, Ulid, Uuid};

use super::plain::plain_ulid;
use super::{CHARACTER, ulid_lenient, ulid_strict, uuid_lenient, uuid_strict, verdict};

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
        (Uuid::parse("").unwrap_err(), "0 bytes where 36 are due: pass the id alone, without blanks"),
        (
            Ulid::parse("01AN4Z07BY79KA1307SR9X4MVU").unwrap_err(),
            "byte 25 is U, which the spelling does not allow there: correct or refuse it",
        ),
        (
            Uuid::parse("017f22e2-79b0-7cc3-98c4-dc0c0c07398\n").unwrap_err(),
            "byte 35 is 0x0a, which the spelling does not allow there: correct or refuse it",
        ),
        (
            Ulid::parse("80000000000000000000000000").unwrap_err(),
            "byte 0 makes more than 128 bits: the first symbol of a ULID is 0 to 7",
        ),
    ];
    for (error, message) in cases {
        assert_eq!(error.to_string(), message);
    }
}
