//! A fleet, simulated: seeded, repeatable, over the very functions that production runs.
//!
//! 200 clients share 64 nodes. Messages are lost, late, doubled, out of order and for a run that has ended; clients are cut off, paused in the middle of a
//! call, suspended longer than a lease, killed and started again, with and without their name; clocks are up to 30 s apart and
//! step; some borrow ticks. The engine's own clock steps too. Then each rule that keeps ids apart is switched off, one at a time,
//! which shows that the simulation would find an id made twice.

mod client;
mod network;
mod random;
mod world;

use world::{Off, World};

fn ids_made_twice(seed: u64, ids: usize, off: Off) -> (usize, World) {
    let mut world = World::new(seed, off);
    world.run_until(ids);
    let mut minted = std::mem::take(&mut world.minted);
    minted.sort_unstable();
    let twice = minted.windows(2).filter(|pair| pair[0] == pair[1]).count();
    (twice, world)
}

#[test]
fn ten_million_ids_of_a_fleet_in_trouble_hold_none_twice() {
    let (twice, world) = ids_made_twice(1, 10_000_000, Off::Nothing);
    assert_eq!(twice, 0);
    // It was in trouble.
    let seen = &world.seen;
    println!("{seen:?} in {} s", world.now_ms / 1_000);
    for (what, count, least) in [
        ("nodes that went to somebody else while they were held", seen.lost, 20),
        ("answers that nobody waited for", seen.refused_answers, 100),
        ("messages that were lost", seen.messages_lost, 1_000),
        ("records that changed between load and store", seen.conflicts, 20),
        ("clients that were killed", seen.crashes, 500),
        ("clocks that stepped", seen.steps, 500),
        ("suspends and pauses", seen.suspends, 500),
        ("nodes that were given back", seen.given_back, 100),
        ("ids refused because the floor was ahead", seen.floor_ahead, 1_000),
        ("ids refused because the ceiling was reached", seen.ceiling_reached, 1_000),
        ("ids refused without a lease", seen.no_lease, 1_000),
        ("requests with no node left", seen.exhausted, 100),
    ] {
        assert!(count >= least, "too little trouble: {what}: {count}");
    }
    assert_eq!(world.nodes_used(), 64);
}

#[test]
fn a_fleet_is_the_same_again_from_the_same_seed() {
    let run = |seed| {
        let mut world = World::new(seed, Off::Nothing);
        world.run_until(200_000);
        world.minted
    };
    assert!(run(7) == run(7));
    assert!(run(7) != run(8));
}

#[test]
fn when_a_lease_ends_is_not_what_keeps_ids_apart() {
    assert_eq!(ids_made_twice(2, 2_000_000, Off::Expiry).0, 0);
}

#[test]
fn without_any_one_of_the_rules_ids_are_made_twice() {
    for off in [
        Off::FloorAboveTheCeilingBefore,
        Off::FloorKeptByTheHolder,
        Off::CeilingKeptByTheHolder,
        Off::CeilingNeverLowered,
        Off::FenceOfARenewal,
        Off::FloorAboveWhatWasUsed,
        Off::StoredOnlyIfUnchanged,
        Off::AnsweredOnce,
        Off::RunsToldApart,
    ] {
        let twice = (0..4).map(|seed| ids_made_twice(seed, 2_000_000, off).0).find(|twice| *twice > 0);
        println!("without {off:?}: {twice:?}");
        assert!(twice.is_some(), "without {off:?} no id was made twice");
    }
}
