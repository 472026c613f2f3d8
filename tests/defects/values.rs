//! Defects of fields and text.

use mintid::clock::{ManualClock, Reading};
use mintid::uuid::Version;
use mintid::{Cause, ParseErrorKind, PreciseV7Generator, Refusal, Ulid, UlidGenerator, Uuid, V7Generator};

use crate::support::stream::Stream;

const END_MS: i64 = 1 << 48;

#[test]
fn a_time_that_does_not_fit_the_field_is_refused_wherever_it_comes_in() {
    // uuid (rows 5, 6), cryoid (18), uuid7 (25): truncated, wrapped, masked, or a panic.
    let clock = ManualClock::unset().with_resolution_ns(1);
    let mut v7 = V7Generator::new(&clock, Stream::random(1));
    let mut precise = PreciseV7Generator::new(&clock, Stream::random(1));
    let mut ulids = UlidGenerator::new(&clock, Stream::random(1));
    let horizon = Refusal::Horizon;
    let too_far = [END_MS, END_MS + 5, 1 << 50, i64::MAX].map(|unix_ms| (unix_ms, horizon));
    let too_early =
        [-1, -1_000, i64::MIN + 1].map(|unix_ms| (unix_ms, Refusal::BeforeEpoch { by_ms: unix_ms.unsigned_abs() }));
    for (unix_ms, refusal) in too_far.into_iter().chain(too_early) {
        clock.set_ms(unix_ms);
        let refused = Err(Cause::Refused(refusal));
        assert_eq!((v7.generate(), v7.at(unix_ms)), (refused, refused), "at {unix_ms}");
        let refused = Err(Cause::Refused(refusal));
        assert_eq!((ulids.generate(), ulids.at(unix_ms)), (refused, refused), "at {unix_ms}");
        assert!(precise.generate().is_err() && precise.at(unix_ms).is_err(), "at {unix_ms}");
    }
    assert_eq!(v7.at(u64::MAX), Err(Cause::Refused(horizon)));
    assert_eq!(v7.meter().minted + precise.meter().minted + ulids.meter().minted, 0);

    for unix_ms in [1 << 48, u64::MAX] {
        assert!(Uuid::from_v7_parts(unix_ms, 0, 0).is_err());
        assert!(Uuid::v7_min(unix_ms).is_err() && Uuid::v7_max(unix_ms).is_err());
        assert!(Ulid::from_parts(unix_ms, 0).is_err());
        assert!(Ulid::min_at(unix_ms).is_err() && Ulid::max_at(unix_ms).is_err());
    }
}

#[test]
fn the_extremes_of_a_gregorian_time_come_out_as_they_are() {
    // uuid, uuid-rs/uuid#868, #908 and #680 (row 6): from_rfc4122(0, 0) and u64::MAX seconds wrapped or panicked.
    let v1 = |ticks: u64| {
        Uuid::from_u128(
            u128::from((ticks << 32) | ((ticks >> 16) & 0xffff_0000) | 0x1000 | (ticks >> 48)) << 64 | 2 << 62,
        )
    };
    let cases = [
        (0, -12_219_292_800_000),             // 1582-10-15, where this time starts
        (0x01b2_1dd2_1381_4000, 0),           // 1970-01-01
        (0x01b2_1dd2_1381_3fff, -1),          // 100 ns before: rounded down
        ((1 << 60) - 1, 103_072_857_660_684), // the year 5236
    ];
    for (ticks, unix_ms) in cases {
        let id = v1(ticks);
        assert_eq!((id.version(), id.gregorian_ticks(), id.unix_ms()), (Some(Version::V1), Some(ticks), Some(unix_ms)));
        let v6 = id.v1_to_v6().unwrap();
        assert_eq!((v6.gregorian_ticks(), v6.unix_ms(), v6.v6_to_v1()), (Some(ticks), Some(unix_ms), Some(id)));
    }
    assert_eq!(Reading::from_ms_and_ns(i64::MAX, u32::MAX), Reading { unix_ms: i64::MAX, frac: 4_095 });
}

#[test]
fn a_ulid_above_128_bits_is_an_overflow() {
    // ferroid, ulid and nulid (rows 10, 11; dylanhart/ulid-rs#59): read as another ULID, or as nil.
    for text in [
        "ZZZZZZZZZZZZZZZZZZZZZZZZZZ",
        "80000000000000000000000000",
        "8ZZZZZZZZZZZZZZZZZZZZZZZZZ",
        "z0000000000000000000000000",
    ] {
        for parsed in [Ulid::parse(text), Ulid::parse_lenient(text), text.parse()] {
            let error = parsed.expect_err(text);
            assert_eq!((error.kind(), error.at()), (ParseErrorKind::Overflow, 0), "{text}");
        }
    }
    assert_eq!(Ulid::parse("7ZZZZZZZZZZZZZZZZZZZZZZZZZ"), Ok(Ulid::MAX));
}

#[test]
fn letters_of_two_bytes_are_refused_at_their_first_byte() {
    // type-safe-id (row 19): sliced within a character, and panicked.
    for letters in [13, 16, 18, 19] {
        let text = "é".repeat(letters);
        let error = if letters == 13 {
            Ulid::parse_lenient(&text).unwrap_err()
        } else {
            Uuid::parse_lenient(&text).unwrap_err()
        };
        assert_eq!((error.kind(), error.at()), (ParseErrorKind::Character, 0), "{text}");
    }
    let long = "é".repeat(32) + "_" + "01h455vb4pex5vsknk084sn02q";
    assert_eq!(Ulid::parse_lenient(&long).unwrap_err().kind(), ParseErrorKind::Length);
    assert_eq!(Uuid::parse_lenient(&long).unwrap_err().kind(), ParseErrorKind::Length);
    let inside = "01ARZ3NDEKTSV4RRFFQ69G5éA";
    let error = Ulid::parse(inside).unwrap_err();
    assert_eq!((inside.len(), error.kind(), error.at()), (26, ParseErrorKind::Character, 23));
}

#[test]
fn an_alias_is_refused_where_it_stands_or_read_as_what_it_stands_for() {
    // Cysharp/Ulid#90 (row 20): an I inside was decoded as something else.
    let error = Ulid::parse("01ARZ3NDEITSV4RRFFQ69G5FAV").unwrap_err();
    assert_eq!((error.kind(), error.at()), (ParseErrorKind::Character, 9));
    for alias in ["01ARZ3NDEITSV4RRFFQ69G5FAV", "01arz3ndeltsv4rrffq69g5fav", "O1ARZ3NDEiTSV4RRFFQ69G5FAV"] {
        assert_eq!(Ulid::parse_lenient(alias), Ulid::parse("01ARZ3NDE1TSV4RRFFQ69G5FAV"), "{alias}");
    }
    assert!(Ulid::parse_lenient("01ARZ3NDEUTSV4RRFFQ69G5FAV").is_err(), "U stands for nothing");
}

#[test]
fn a_urn_is_read_in_any_case_and_braces_go_around_hyphens_only() {
    // uuid (row 26): "URN:UUID:" was refused.
    let id = Uuid::parse("017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
    let cases = [
        ("URN:UUID:017F22E2-79B0-7CC3-98C4-DC0C0C07398F", true),
        ("uRn:UuId:017f22e2-79b0-7cc3-98c4-dc0c0c07398f", true),
        ("{017F22E2-79b0-7CC3-98c4-DC0C0C07398F}", true),
        ("017f22e279b07cc398c4dc0c0c07398f", true),
        ("{017f22e279b07cc398c4dc0c0c07398f}", false),
        ("urn:uuid:017f22e279b07cc398c4dc0c0c07398f", false),
        ("urn:uuid:{017f22e2-79b0-7cc3-98c4-dc0c0c07398f}", false),
    ];
    for (text, is_read) in cases {
        assert_eq!(Uuid::parse_lenient(text).ok(), id.ok().filter(|_| is_read), "{text}");
        assert!(Uuid::parse(text).is_err(), "strictly, {text}");
    }
}
