//! Nodes without a coordinator.

use mintid::snowflake::{Layout, OrdinalError};

#[test]
fn a_replicas_ordinal_is_its_node_where_the_layout_has_it() {
    let none = Err(OrdinalError::NoOrdinal);
    for (name, node) in [
        ("orders-0", Ok(0)),
        ("orders-3", Ok(3)),
        ("eu-west-orders-1023", Ok(1_023)),
        ("orders-3.orders.default.svc.cluster.local", Ok(3)),
        ("orders-1024", Err(OrdinalError::TooLarge { max_node: 1_023 })),
        ("orders-18446744073709551616", Err(OrdinalError::TooLarge { max_node: 1_023 })),
        ("orders", none),
        ("orders-", none),
        ("-3", none),
        ("orders-03", none),
        ("orders-+3", none),
        ("orders--3x", none),
        ("orders-3a", none),
        ("orders-7f9c5bd64-x2x4q", none),
        ("orders-٣", none),
        ("orders.3-4", none),
        ("", none),
    ] {
        assert_eq!(Layout::TWITTER.node_of_ordinal(name), node, "{name:?}");
    }
    assert_eq!(Layout::SONYFLAKE.node_of_ordinal("a-65535"), Ok(65_535));
    let says = OrdinalError::TooLarge { max_node: 1_023 }.to_string();
    assert!(says.contains("1023"), "{says}");
}

#[test]
fn a_hash_is_the_same_on_every_platform_and_version() {
    let serial = *b"\x24\x6f\x28\x9a\x11\xc0";
    for (layout, node) in [(Layout::TWITTER, 365), (Layout::SONYFLAKE, 14_701), (Layout::INSTAGRAM, 6_509)] {
        assert_eq!(layout.node_by_hash(&serial), node);
    }
    assert_eq!(Layout::TWITTER.node_by_hash(b""), 639);
}

#[test]
fn neighbouring_serial_numbers_meet_as_rarely_as_chance_has_it() {
    // 38 devices in 1,024 nodes: half of all fleets have a clash.
    let fleets = 4_000;
    let clashes = (0..fleets)
        .filter(|fleet| {
            let mut nodes: Vec<u64> = (0..38_u64)
                .map(|device| Layout::TWITTER.node_by_hash(&(fleet * 1_000 + device).to_le_bytes()))
                .collect();
            nodes.sort_unstable();
            nodes.windows(2).any(|pair| pair[0] == pair[1])
        })
        .count();
    let share = clashes as f64 / fleets as f64;
    assert!((share - 0.501).abs() < 0.04, "{share}");
}
