//! What makes a layout, and what it says.

use mintid::snowflake::{Layout, LayoutError, Part, Parts, TimeError, Width};
use mintid::{FieldError, Snowflake};
use proptest::prelude::*;

use Part::{Node, Sequence, Time};

const EPOCH_MS: u64 = 1_735_689_600_000;

const NAMED: [(&str, Layout); 10] = [
    ("Twitter", Layout::TWITTER),
    ("Discord", Layout::DISCORD),
    ("Instagram", Layout::INSTAGRAM),
    ("Mastodon", Layout::MASTODON),
    ("Sonyflake", Layout::SONYFLAKE),
    ("Sonyflake 2", Layout::SONYFLAKE_V2),
    ("JS53", Layout::JS53),
    ("Leaf", Layout::LEAF),
    ("uid-generator", Layout::UID_GENERATOR),
    ("Seata", Layout::SEATA),
];

#[test]
fn what_is_wrong_with_a_layout_is_said_with_its_numbers() {
    let good = [Time(41), Node("node", 10), Sequence(12)];
    let of = |parts: &[Part]| Layout::new(Width::Bits63, EPOCH_MS, 1, parts);
    let parts: [(&[Part], LayoutError); 14] = [
        (&[], LayoutError::Sum { bits: 0, width: 63 }),
        (&[Time(41), Node("node", 10), Sequence(13)], LayoutError::Sum { bits: 64, width: 63 }),
        (&[Time(41), Node("node", 12), Sequence(12)], LayoutError::Sum { bits: 65, width: 63 }),
        (&[Time(255), Node("node", 255), Sequence(255)], LayoutError::Sum { bits: 765, width: 63 }),
        (&[Node("node", 32), Sequence(31)], LayoutError::NoTime),
        (&[Time(0), Node("node", 32), Sequence(31)], LayoutError::NoTime),
        (&[Time(41), Node("node", 22)], LayoutError::NoSequence),
        (&[Time(41), Node("node", 22), Sequence(0)], LayoutError::NoSequence),
        (&[Sequence(12), Time(41), Node("node", 10)], LayoutError::Order),
        (&[Time(21), Time(20), Node("node", 10), Sequence(12)], LayoutError::Order),
        (&[Time(41), Node("a", 5), Sequence(12), Node("b", 5)], LayoutError::Order),
        (
            &[Time(41), Node("a", 2), Node("b", 2), Node("c", 2), Node("d", 2), Node("e", 2), Sequence(12)],
            LayoutError::NodeFields,
        ),
        (&[Time(18), Node("node", 33), Sequence(12)], LayoutError::TooWide),
        (&[Time(61), Sequence(2)], LayoutError::TooWide),
    ];
    for (parts, error) in parts {
        assert_eq!(of(parts), Err(error), "{parts:?}");
    }
    let cases = [
        (EPOCH_MS, 0, LayoutError::Tick { tick_ms: 0 }),
        (EPOCH_MS, 60_001, LayoutError::Tick { tick_ms: 60_001 }),
        (1, 1, LayoutError::EpochInSeconds { epoch: 1 }),
        (1_735_689_600, 1, LayoutError::EpochInSeconds { epoch: 1_735_689_600 }),
        (10_000_000_000, 1, LayoutError::EpochInSeconds { epoch: 10_000_000_000 }),
        (1 << 48, 1, LayoutError::EpochTooLate { epoch_ms: 1 << 48 }),
        (u64::MAX, 1, LayoutError::EpochTooLate { epoch_ms: u64::MAX }),
    ];
    for (epoch_ms, tick_ms, error) in cases {
        assert_eq!(Layout::new(Width::Bits63, epoch_ms, tick_ms, &good), Err(error));
        assert!(tick_ms != 1 || Layout::TWITTER.with_epoch_ms(epoch_ms) == Err(error));
    }
    for (epoch_ms, tick_ms) in [(0, 1), (10_000_000_001, 60_000), ((1 << 48) - 1, 7)] {
        assert!(Layout::new(Width::Bits63, epoch_ms, tick_ms, &good).is_ok(), "{epoch_ms} {tick_ms}");
    }
}

#[test]
fn an_epoch_still_to_come_is_refused_where_the_present_is_known() {
    assert_eq!(Layout::JS53.check_epoch(EPOCH_MS), Ok(()));
    assert_eq!(Layout::JS53.check_epoch(u64::MAX), Ok(()));
    assert_eq!(Layout::JS53.check_epoch(EPOCH_MS - 7), Err(LayoutError::EpochAhead { by_ms: 7 }));
}

#[test]
fn a_field_that_does_not_fit_is_named_and_nothing_spills_over() {
    for (name, layout) in NAMED {
        let [time, node, sequence] = layout.bits().map(|bits| (1_u64 << bits) - 1);
        let full = Parts { tick: time, node, sequence };
        let id = layout.compose(full).unwrap();
        assert_eq!(id.to_u64(), u64::MAX >> (64 - layout.width().bits()), "{name}");
        assert_eq!(layout.decompose(id), Ok(full), "{name}");
        let [bits_of_time, bits_of_node, bits_of_sequence] = layout.bits().map(u32::from);
        let cases = [
            (Parts { tick: time + 1, ..full }, "time", bits_of_time),
            (Parts { tick: u64::MAX, node: u64::MAX, sequence: u64::MAX }, "time", bits_of_time),
            (Parts { node: node + 1, ..full }, "node", bits_of_node),
            (Parts { sequence: sequence + 1, ..full }, "sequence", bits_of_sequence),
        ];
        for (parts, field, bits) in cases {
            let error: FieldError = layout.compose(parts).unwrap_err();
            assert_eq!((error.name(), error.bits()), (field, bits), "{name}");
        }
        if layout.width() != Width::Bits64 {
            let error = layout.decompose(Snowflake::from_u64(id.to_u64() + 1)).unwrap_err();
            assert_eq!((error.name(), error.bits()), ("id", layout.width().bits()), "{name}");
        }
    }
}

#[test]
fn the_pieces_of_a_node_are_joined_and_found_by_their_names() {
    let layout = Layout::new(
        Width::Bits64,
        EPOCH_MS,
        1,
        &[Time(41), Node("region", 2), Node("zone", 0), Node("host", 7), Node("process", 2), Sequence(12)],
    );
    let layout = layout.unwrap();
    assert_eq!(layout.join_node(&[3, 0, 100, 1]), Ok(0b111_1001_0001));
    let names: Vec<_> = layout.node_fields().iter().map(|field| (field.name(), field.bits())).collect();
    assert_eq!(names, [("region", 2), ("zone", 0), ("host", 7), ("process", 2)]);
    let of = |name| layout.node_field(name).unwrap().of(0b111_1001_0001);
    assert_eq!((of("region"), of("zone"), of("host"), of("process")), (3, 0, 100, 1));
    assert!(layout.node_field("rack").is_none());
    for (pieces, name) in [
        (&[4, 0, 0, 0][..], "region"),
        (&[0, 1, 0, 0], "zone"),
        (&[0, 0, 128, 0], "host"),
        (&[0, 0, 0, u64::MAX], "process"),
        (&[0, 0, 0], "node"),
        (&[0, 0, 0, 0, 0], "node"),
    ] {
        assert_eq!(layout.join_node(pieces).unwrap_err().name(), name, "{pieces:?}");
    }
    assert_eq!((Layout::MASTODON.join_node(&[]), Layout::MASTODON.max_node()), (Ok(0), 0));
}

#[test]
fn time_starts_at_the_epoch_and_ends_at_the_horizon_to_the_millisecond() {
    for (name, layout) in NAMED {
        let (epoch_ms, horizon_ms) = (layout.epoch_ms(), layout.horizon_ms());
        assert_eq!(layout.tick_at(epoch_ms), Ok(0), "{name}");
        assert_eq!(layout.tick_at(horizon_ms - 1), Ok((1 << layout.bits()[0]) - 1), "{name}");
        for by_ms in [1, u64::MAX - horizon_ms + 1] {
            assert_eq!(layout.tick_at(horizon_ms - 1 + by_ms), Err(TimeError::PastHorizon { by_ms }), "{name}");
        }
        if epoch_ms > 0 {
            for by_ms in [1, epoch_ms] {
                let error = TimeError::BeforeEpoch { by_ms };
                assert_eq!(layout.tick_at(epoch_ms - by_ms), Err(error), "{name}");
                assert_eq!(
                    (layout.min_at(epoch_ms - by_ms), layout.max_at(epoch_ms - by_ms)),
                    (Err(error), Err(error))
                );
            }
        }
    }
    // 2084-09-06, 2046-06-27 and never.
    assert_eq!(Layout::DISCORD.negative_from_ms(), Some(3_619_093_655_552));
    assert_eq!(Layout::INSTAGRAM.negative_from_ms(), Some(2_413_731_649_497));
    assert_eq!(Layout::SEATA.negative_from_ms(), None);
    // 2024-11-20T13:24:16Z: it is over.
    assert_eq!(Layout::UID_GENERATOR.horizon_ms(), 1_732_109_056_000);
}

#[test]
fn capacity_is_what_the_fields_hold() {
    let of = |layout: Layout| {
        let capacity = layout.capacity();
        (capacity.per_tick, capacity.per_second, capacity.nodes, capacity.fleet_per_second, capacity.years)
    };
    assert_eq!(of(Layout::TWITTER), (4_096, 4_096_000, 1_024, 4_194_304_000, 69));
    assert_eq!(of(Layout::SONYFLAKE), (256, 25_600, 65_536, 1_677_721_600, 174));
    assert_eq!(of(Layout::UID_GENERATOR), (8_192, 8_192, 4_194_304, 34_359_738_368, 8));
    assert_eq!(of(Layout::JS53), (128, 128_000, 32, 4_096_000, 69));
    let slow = Layout::new(Width::Bits63, 0, 60_000, &[Time(29), Node("node", 32), Sequence(2)]).unwrap();
    assert_eq!(of(slow), (4, 0, 1 << 32, 286_331_153, 1_020));
    let wide = Layout::new(Width::Bits64, 0, 1, &[Time(1), Node("node", 31), Sequence(32)]).unwrap();
    assert_eq!(of(wide), (1 << 32, 4_294_967_296_000, 1 << 31, 1_000 << 63, 0));
}

proptest! {
    #[test]
    fn every_id_of_a_window_lies_between_its_ends_and_no_other_does(
        named in 0..NAMED.len(), from in any::<u64>(), length in 0..5_000_u64, at in any::<u64>(), others in any::<[u64; 2]>(),
    ) {
        let (_, layout) = NAMED[named];
        let [_, node, sequence] = layout.bits().map(|bits| (1_u64 << bits) - 1);
        let time = layout.horizon_ms() - layout.epoch_ms();
        let instant = |ms: u64| layout.epoch_ms() + ms % time;
        let (from, until) = (instant(from), instant(from).saturating_add(length).min(layout.horizon_ms() - 1));
        let window = layout.min_at(from).unwrap()..=layout.max_at(until).unwrap();
        // Near the window as often as anywhere.
        let at = if at % 2 == 0 { instant(at) } else { instant((from - layout.epoch_ms()).wrapping_add(at % 6_000)) };
        let [a, b] = others;
        let parts = layout.parts_at(at, a & node, b & sequence).unwrap();
        let id = layout.compose(parts).unwrap();
        prop_assert_eq!(layout.decompose(id), Ok(parts));
        let start = layout.unix_ms(parts);
        prop_assert!(start <= at && at < start + u64::from(layout.tick_ms()));
        let inside = (layout.tick_at(from).unwrap()..=layout.tick_at(until).unwrap()).contains(&parts.tick);
        if layout == Layout::SEATA {
            prop_assert!(window.contains(&id) || !inside);
        } else {
            prop_assert_eq!(window.contains(&id), inside);
        }
    }
}
