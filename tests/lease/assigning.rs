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

#[test]
fn the_odds_of_a_clash_are_those_that_the_documentation_gives() {
    let odds =
        |nodes: u64, devices: u64| 1.0 - (0..devices).map(|device| 1.0 - device as f64 / nodes as f64).product::<f64>();
    // Published: 8 pods in 31 by 31 nodes, 38 in 1,024.
    assert!((odds(961, 8) - 0.0288).abs() < 0.0001 && (odds(1_024, 38) - 0.501).abs() < 0.001);
    for (bits, percent) in [
        (10, [0.098, 0.97, 4.3, 50.0, 99.3]),
        (16, [0.0015, 0.015, 0.069, 1.1, 7.3]),
        (22, [0.000_024, 0.000_24, 0.001_1, 0.017, 0.12]),
        (32, [0.000_000_023, 0.000_000_23, 0.000_001_0, 0.000_016, 0.000_12]),
    ] {
        for (devices, percent) in [2, 5, 10, 38, 100].into_iter().zip(percent) {
            let found = 100.0 * odds(1 << bits, devices);
            assert!((found / percent - 1.0).abs() < 0.06, "{devices} devices in {bits} bits: {found}");
        }
    }
}
