//! The layouts that have a name.

use super::{Layout, LayoutError, Part, Width};

impl Layout {
    /// Twitter's: milliseconds since 2010-11-04T01:42:54.657Z.
    pub const TWITTER: Self = named(Self::new(
        Width::Bits63,
        1_288_834_974_657,
        1,
        &[Part::Time(41), Part::Node("datacenter", 5), Part::Node("worker", 5), Part::Sequence(12)],
    ));

    /// Discord's: milliseconds since 2015. Its ids are negative in a signed column from 2084 on.
    pub const DISCORD: Self = named(Self::new(
        Width::Bits64,
        1_420_070_400_000,
        1,
        &[Part::Time(42), Part::Node("worker", 5), Part::Node("process", 5), Part::Sequence(12)],
    ));

    /// Instagram's: milliseconds since 2011-08-24T21:07:01.721Z. Its ids are negative in a signed column from 2046 on.
    pub const INSTAGRAM: Self = named(Self::new(
        Width::Bits64,
        1_314_220_021_721,
        1,
        &[Part::Time(41), Part::Node("shard", 13), Part::Sequence(10)],
    ));

    /// Mastodon's: Unix milliseconds, and no node. One generator alone may make them; Mastodon's own draws the lower 16 bits
    /// from a table's name and a sequence.
    pub const MASTODON: Self = named(Self::new(Width::Bits64, 0, 1, &[Part::Time(48), Part::Sequence(16)]));

    /// Sonyflake's first: 10 ms since 2014-09-01, and the machine lowest.
    pub const SONYFLAKE: Self = named(Self::new(Width::Bits63, 1_409_529_600_000, 10, SONY));

    /// Sonyflake's second, as it comes: 10 ms since 2025, and the machine lowest.
    pub const SONYFLAKE_V2: Self = named(Self::new(Width::Bits63, 1_735_689_600_000, 10, SONY));

    /// For JavaScript, whose numbers hold 53 bits: milliseconds since 2025, 32 nodes, 128 ids each.
    pub const JS53: Self = named(Self::new(
        Width::Bits53,
        1_735_689_600_000,
        1,
        &[Part::Time(41), Part::Node("node", 5), Part::Sequence(7)],
    ));

    /// Leaf's, of Meituan: for reading. Its epoch is Twitter's.
    pub const LEAF: Self = named(Self::new(
        Width::Bits63,
        1_288_834_974_657,
        1,
        &[Part::Time(41), Part::Node("worker", 10), Part::Sequence(12)],
    ));

    /// uid-generator's, of Baidu: for reading. Seconds since 2016-05-20 in China; its time has ended on 2024-11-20.
    pub const UID_GENERATOR: Self = named(Self::new(
        Width::Bits63,
        1_463_673_600_000,
        1_000,
        &[Part::Time(28), Part::Node("worker", 22), Part::Sequence(13)],
    ));

    /// Seata's: for reading. The worker stands above the time, so ids of one worker alone sort by time.
    pub const SEATA: Self = named(Self::new(
        Width::Bits63,
        1_588_435_200_000,
        1,
        &[Part::Node("worker", 10), Part::Time(41), Part::Sequence(12)],
    ));

    /// All of these with their names.
    pub const NAMED: [(&'static str, Self); 10] = [
        ("Twitter", Self::TWITTER),
        ("Discord", Self::DISCORD),
        ("Instagram", Self::INSTAGRAM),
        ("Mastodon", Self::MASTODON),
        ("Sonyflake", Self::SONYFLAKE),
        ("Sonyflake v2", Self::SONYFLAKE_V2),
        ("JS53", Self::JS53),
        ("Leaf", Self::LEAF),
        ("uid-generator", Self::UID_GENERATOR),
        ("Seata", Self::SEATA),
    ];
}

const SONY: &[Part] = &[Part::Time(39), Part::Sequence(8), Part::Node("machine", 16)];

/// Only ever run by the compiler, where a panic is an error of its own.
const fn named(layout: Result<Layout, LayoutError>) -> Layout {
    match layout {
        Ok(layout) => layout,
        Err(_) => panic!("a named layout is sound"),
    }
}
