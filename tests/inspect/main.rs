//! What a text may be: `inspect`, from the outside.

use mintid::inspect::{
    Kind, Plausible, Reading, Spelling, TimeUnit, inspect, inspect_ascii, inspect_number, nearest_ascii,
};
use mintid::snowflake::Parts;
use mintid::{ParseErrorKind, Ulid, Uuid};

fn readings(text: &str) -> Vec<Reading> {
    inspect(text, Plausible::CENTURY).unwrap_or_else(|error| panic!("{text}: {error}")).collect()
}

/// The readings of a number in short: what each is, and its time.
fn short(text: &str, plausible: Plausible) -> Vec<(&'static str, Option<i64>)> {
    inspect(text, plausible)
        .unwrap()
        .map(|reading| {
            let what = match reading.kind {
                Kind::Snowflake { name, .. } => name,
                Kind::UnixTime { unit: TimeUnit::Seconds, .. } => "s",
                Kind::UnixTime { unit: TimeUnit::Milliseconds, .. } => "ms",
                Kind::UnixTime { unit: TimeUnit::Microseconds, .. } => "µs",
                Kind::UnixTime { unit: TimeUnit::Nanoseconds, .. } => "ns",
                Kind::Integer(_) => "integer",
                _ => "wide",
            };
            (what, reading.unix_ms)
        })
        .collect()
}

#[test]
fn a_uuid_is_read_as_a_ulid_too_where_its_bits_speak_for_it() {
    // The time of a v7 stands where that of a ULID does.
    let v7 = readings("017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
    let uuid = Uuid::parse("017f22e2-79b0-7cc3-98c4-dc0c0c07398f").unwrap();
    let kinds: Vec<Kind> = v7.iter().map(|reading| reading.kind).collect();
    assert_eq!(kinds, [Kind::Uuid(uuid), Kind::Ulid(Ulid::from(uuid))]);
    assert!(v7.iter().all(|reading| reading.unix_ms == Some(1_645_557_742_000) && reading.is_convincing));
    // A v4 is one only.
    let v4 = readings("919108f7-52d1-4320-9bac-f847db4148a8");
    assert!(matches!(v4[..], [Reading { kind: Kind::Uuid(_), unix_ms: None, is_convincing: true, .. }]));
}

#[test]
fn a_ulid_without_a_plausible_time_that_is_a_uuid_comes_as_that_first() {
    let v4: Ulid = Uuid::parse("919108f7-52d1-4320-9bac-f847db4148a8").unwrap().into();
    let mut text = [0; Ulid::TEXT_LEN];
    let found = readings(v4.encode_str(&mut text));
    assert!(
        matches!(found[..], [Reading { kind: Kind::Uuid(_), .. }, Reading { kind: Kind::Ulid(_), .. }]),
        "{found:?}"
    );
    assert!(found.iter().all(|reading| reading.spelling == Spelling::Ulid));
    let ulid = readings("01ARZ3NDEKTSV4RRFFQ69G5FAV");
    assert!(matches!(ulid[..], [Reading { kind: Kind::Ulid(_), unix_ms: Some(1_469_922_850_259), .. }]));
}

#[test]
fn every_lenient_spelling_of_128_bits_is_known() {
    for text in [
        "017F22E2-79B0-7CC3-98C4-DC0C0C07398F",
        "017f22e279b07cc398c4dc0c0c07398f",
        "{017f22e2-79b0-7cc3-98c4-dc0c0c07398f}",
        "urn:uuid:017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
        "URN:UUID:017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
    ] {
        assert_eq!(readings(text)[0].spelling, Spelling::Uuid, "{text}");
    }
    // 32 digits are a UUID's, and too many for a number.
    assert_eq!(readings("01702202079007003980400000007398")[0].spelling, Spelling::Uuid);
    assert_eq!(readings("olarz3ndektsv4rrffq69g5fav")[0].spelling, Spelling::Ulid);
}

#[test]
fn a_bare_integer_is_read_in_every_layout_whose_time_is_plausible() {
    // Documented: a post of 28 June 2022, 16:07:40.105.
    let found = readings("1541815603606036480");
    let Kind::Snowflake { id, name, layout, parts } = found[0].kind else { panic!("{found:?}") };
    assert_eq!(layout.compose(parts), Ok(id));
    assert_eq!((name, parts), ("Twitter", Parts { tick: 367_597_485_448, node: 378, sequence: 0 }));
    assert_eq!((found[0].unix_ms, layout.node_fields()[0].of(parts.node)), (Some(1_656_432_460_105), 11));
    let all = short("1541815603606036480", Plausible::CENTURY);
    let names: Vec<_> = all.iter().map(|(name, _)| *name).collect();
    assert_eq!(
        names,
        [
            "Twitter",
            "Discord",
            "Instagram",
            "Sonyflake",
            "Sonyflake v2",
            "Leaf",
            "uid-generator",
            "Seata",
            "ns",
            "integer"
        ]
    );
    // Who knows the time leaves the future out.
    let until = Plausible::until_ms(1_764_417_600_000);
    let names: Vec<_> = short("1541815603606036480", until).iter().map(|(name, _)| *name).collect();
    assert_eq!(names, ["Twitter", "Instagram", "Leaf", "uid-generator", "ns", "integer"]);
}

#[test]
fn the_published_examples_are_read_with_their_own_time() {
    for (text, layout, unix_ms) in [
        ("1593572310593806338", "Twitter", 1_668_772_220_644),
        ("756403198394237027", "Discord", 1_600_410_975_789),
        ("175928847299117063", "Discord", 1_462_015_105_796),
        ("2384288897814875714", "Instagram", 1_598_449_407_313),
        ("2383568809444681765", "Instagram", 1_598_363_566_090),
    ] {
        let found = short(text, Plausible::CENTURY);
        assert!(found.contains(&(layout, Some(unix_ms))), "{text}: {found:?}");
    }
}

#[test]
fn a_number_that_is_a_time_is_read_as_one_first() {
    for (text, unit) in [("1764417600", "s"), ("1764417600000", "ms"), ("1764417600000000", "µs")] {
        assert_eq!(short(text, Plausible::CENTURY)[0], (unit, Some(1_764_417_600_000)), "{text}");
    }
    assert!(short("1764417600000000000", Plausible::CENTURY).contains(&("ns", Some(1_764_417_600_000))));
    // Too small and too large for any time.
    let zero = short("0", Plausible::CENTURY);
    assert_eq!(zero.last(), Some(&("integer", None)));
    assert!(!zero.iter().any(|(what, _)| ["s", "ms", "µs", "ns"].contains(what)));
}

#[test]
fn a_negative_number_is_the_signed_reading_of_one_whose_bit_63_is_set() {
    let found = readings("-1");
    assert_eq!(
        found.last().map(|reading| (reading.spelling, reading.kind)),
        Some((Spelling::SignedDecimal, Kind::Integer(u64::MAX)))
    );
    let lowest = readings("-9223372036854775808");
    assert_eq!(lowest.last().map(|reading| reading.kind), Some(Kind::Integer(1 << 63)));
    // Discord's ids of 2084 on, in a signed column.
    let late = mintid::snowflake::Layout::DISCORD.min_at(3_700_000_000_000).unwrap();
    let found = short(&late.to_i64().to_string(), Plausible::CENTURY);
    assert!(found.contains(&("Discord", Some(3_700_000_000_000))), "{found:?}");
}

#[test]
fn hex_and_base32_are_read_as_numbers_and_digits_by_each_spelling_they_have() {
    let id = mintid::Snowflake::from_u64(1_541_815_603_606_036_480);
    let (mut hex, mut base32) = ([0; mintid::Snowflake::HEX_LEN], [0; mintid::Snowflake::BASE32_LEN]);
    let hex = id.encode_hex_str(&mut hex);
    for (text, spelling) in [
        (hex.to_owned(), Spelling::Hex),
        (format!("0x{hex}"), Spelling::Hex),
        (format!("0X{}", hex.trim_start_matches('0')), Spelling::Hex),
        (id.encode_base32_str(&mut base32).to_owned(), Spelling::Base32),
    ] {
        let found = readings(&text);
        assert!(matches!(found[0].kind, Kind::Snowflake { name: "Twitter", .. }), "{text}");
        assert!(found.iter().all(|reading| reading.spelling == spelling), "{text}");
    }
    // 16 digits, and 13.
    let spellings = |text| {
        let mut spellings: Vec<_> = readings(text).iter().map(|reading| reading.spelling).collect();
        spellings.dedup();
        spellings
    };
    assert_eq!(spellings("1764417600000000"), [Spelling::Decimal, Spelling::Hex]);
    assert_eq!(spellings("1764417600000"), [Spelling::Decimal, Spelling::Base32]);
    assert_eq!(spellings("0764417600000000"), [Spelling::Hex], "no decimal number starts with a zero");
}

#[test]
fn text_that_is_no_id_is_refused_with_the_place_of_its_fault() {
    use ParseErrorKind::{Character, Length, Overflow};
    for (text, kind, at) in [
        ("", Length, 0),
        (" 1541815603606036480", Length, 20),
        ("18446744073709551616", Overflow, 19),
        ("-9223372036854775809", Overflow, 19),
        ("-0", Character, 1),
        ("-05", Character, 1),
        ("007", Character, 0),
        ("0x", Length, 2),
        ("0xfg", Character, 3),
        ("0x00000000000000000", Length, 18),
        ("01ARZ3NDEKTSV4RRFFQ69G5FAU", Character, 25),
        ("81ARZ3NDEKTSV4RRFFQ69G5FAV", Overflow, 0),
        ("017f22e2-79b0-7cc3-98c4-dc0c0c07398g", Character, 35),
        ("-", Length, 1),
    ] {
        let error = inspect(text, Plausible::CENTURY).map(|_| ()).unwrap_err();
        assert_eq!((error.kind(), error.at()), (kind, at), "{text:?}");
    }
}

#[test]
fn text_that_is_no_id_is_told_what_it_comes_nearest_to() {
    for (text, spelling) in [
        ("", Spelling::Ulid),
        ("no id", Spelling::Ulid),
        ("81ARZ3NDEKTSV4RRFFQ69G5FAV", Spelling::Ulid),
        ("017f22e2-79b0-7cc3-98c4-dc0c0c07398g", Spelling::Uuid),
        ("{", Spelling::Uuid),
        ("18446744073709551616", Spelling::Decimal),
        ("007", Spelling::Decimal),
        ("-0", Spelling::SignedDecimal),
        ("0xfg", Spelling::Hex),
        // And what is one.
        ("1541815603606036480", Spelling::Decimal),
        ("0764417600000000", Spelling::Hex),
        ("01ARZ3NDEKTSV4RRFFQ69G5FAV", Spelling::Ulid),
    ] {
        assert_eq!(nearest_ascii(text.as_bytes()), spelling, "{text:?}");
    }
}

#[test]
fn bytes_that_are_no_text_are_refused_as_any_other_character() {
    let error = inspect_ascii(b"01ARZ3NDEKTSV4RRFFQ69G5FA\xff", Plausible::CENTURY).map(|_| ()).unwrap_err();
    assert_eq!((error.kind(), error.at()), (ParseErrorKind::Character, 25));
}

#[test]
fn a_number_without_its_text_has_the_readings_of_its_digits() {
    for number in [0, 7, 1_764_417_600_000, 1_764_417_600_000_000, 1_541_815_603_606_036_480, u64::MAX] {
        let of_text = readings(&number.to_string()).into_iter().filter(|reading| reading.spelling == Spelling::Decimal);
        assert!(inspect_number(number, Plausible::CENTURY).eq(of_text), "{number}");
    }
}
