//! A forked child mints nothing that its parent has minted or will mint, at once and from any thread.
//!
//! A test binary of its own: `fork` takes along one thread only.
#![cfg(all(feature = "std", unix))]

use std::io::{Read, Write};
use std::os::unix::net::UnixStream;

use mintid::{Ulid, Uuid};

const IDS: usize = 2_000;

/// What one process mints: 16 bytes an id, v4 then v7 then ULID, from its first thread and from a new one.
fn mint() -> Vec<u8> {
    let mine = (0..IDS).flat_map(|_| one_of_each()).collect::<Vec<u8>>();
    let new_thread = std::thread::spawn(|| (0..IDS).flat_map(|_| one_of_each()).collect::<Vec<u8>>());
    [mine, new_thread.join().expect("no thread panics")].concat()
}

fn one_of_each() -> Vec<u8> {
    [mintid::uuid_v4().to_bytes(), mintid::uuid_v7().to_bytes(), mintid::ulid().to_bytes()].concat()
}

/// Forks; the child runs `work` and sends what it gives.
fn in_child(work: impl FnOnce() -> Vec<u8>) -> Vec<u8> {
    let (mut ours, mut theirs) = UnixStream::pair().expect("a socket pair");
    // SAFETY: the child allocates and takes locks, which glibc and Rust's own allocator make safe after a fork; it runs no
    // code of the test harness and leaves by `_exit`.
    match unsafe { libc::fork() } {
        -1 => panic!("fork failed"),
        0 => {
            let sent = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| theirs.write_all(&work())));
            // SAFETY: ends the child without running the harness's exit handlers.
            unsafe { libc::_exit(i32::from(!matches!(sent, Ok(Ok(()))))) }
        }
        child => {
            drop(theirs);
            let mut bytes = Vec::new();
            ours.read_to_end(&mut bytes).expect("the child sends");
            let mut status = 0;
            // SAFETY: waits for the child just made.
            assert_eq!(unsafe { libc::waitpid(child, &mut status, 0) }, child);
            assert_eq!(status, 0, "the child ends well");
            bytes
        }
    }
}

fn ids(bytes: &[u8]) -> Vec<[u8; 16]> {
    bytes.chunks_exact(16).map(|id| id.try_into().expect("16 bytes")).collect()
}

#[test]
fn parent_child_and_grandchild_share_no_id_and_a_child_goes_on_above_its_parent() {
    let _ = mint(); // pools are half full, ticks are open
    let last_v7 = mintid::uuid_v7();
    let last_ulid = mintid::ulid();

    let from_child = in_child(|| {
        let first = one_of_each();
        let [_, v7, ulid] = ids(&first)[..] else { unreachable!() };
        assert!(Uuid::from_bytes(v7) > last_v7);
        assert!(Ulid::from_bytes(ulid) > last_ulid);
        [first, mint(), in_child(mint)].concat()
    });
    let from_parent = mint();

    let mut all = ids(&from_parent);
    all.extend(ids(&from_child));
    let minted = all.len();
    assert_eq!(minted, 3 * (3 * 2 * IDS) + 3);
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), minted, "no id repeats");
}

#[test]
fn a_thread_that_never_minted_before_it_forked_still_knows_that_it_is_a_child() {
    let parents_first = mint();
    // The fork happens on a thread whose own pools and guards do not exist yet.
    let from_child = std::thread::spawn(|| in_child(mint)).join().expect("no thread panics");
    let mut all = ids(&parents_first);
    all.extend(ids(&from_child));
    all.extend(ids(&mint()));
    let minted = all.len();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), minted, "no id repeats");
}
