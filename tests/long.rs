//! Long runs: every id of a run is larger than the one before. Seconds by default; a thousand times as many ids where
//! `MINTID_PROVE` is set, as `cargo xtask prove` does.
#![cfg(feature = "std")]

use std::convert::Infallible;

use mintid::clock::{Clock, ClockError, Reading};
use mintid::entropy::Entropy;
use mintid::{PreciseV7Generator, UlidGenerator, V7Generator, ulid, uuid::v7};

/// A million ids, or a billion.
fn ids() -> u64 {
    if std::env::var_os("MINTID_PROVE").is_some() { 1_000_000_000 } else { 1_000_000 }
}

/// Splitmix64: fast, and nothing like constant.
struct Splitmix(u64);

impl Splitmix {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

impl Entropy for Splitmix {
    type Error = Infallible;

    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        for piece in bytes.chunks_mut(8) {
            piece.copy_from_slice(&self.next().to_be_bytes()[..piece.len()]);
        }
        Ok(())
    }
}

/// A clock that stands still for a while, mostly steps on, and now and then steps back by up to 9 s, which is held.
struct Restless {
    ms: i64,
    choices: Splitmix,
}

impl Clock for Restless {
    fn read(&mut self) -> Result<Reading, ClockError> {
        let choice = self.choices.next();
        match choice % 1024 {
            0 => self.ms += (choice >> 32) as i64 % 100,
            1..=63 => self.ms += 1,
            // Back to where it was: every step back is made good, so that the clock stays within the bound.
            64 => return Ok(Reading::from_ms(self.ms - (choice >> 32) as i64 % 9_000)),
            _ => {}
        }
        Ok(Reading { unix_ms: self.ms, frac: (choice >> 52) as u16 })
    }

    fn resolution_ns(&self) -> u32 {
        1
    }
}

fn restless() -> Restless {
    Restless { ms: 1_764_417_600_000, choices: Splitmix(7) }
}

fn rises<Id: Ord + Copy + core::fmt::Debug>(mut generate: impl FnMut() -> Id) {
    let mut last = generate();
    for n in 1..ids() {
        let id = generate();
        assert!(id > last, "id {n}: {id:?} after {last:?}");
        last = id;
    }
}

#[test]
fn v7_ids_rise_whatever_the_clock_does() {
    let mut ids = V7Generator::new(restless(), Splitmix(1));
    rises(|| ids.generate().expect("every step is within the bounds"));
}

#[test]
fn v7_ids_with_the_narrowest_counter_rise_over_borrowed_ticks() {
    let options = v7::Options::new().counter_bits(12).expect("12 is a width");
    let mut ids = V7Generator::with(options, restless(), Splitmix(2));
    rises(|| ids.generate().expect("every step is within the bounds"));
}

#[test]
fn precise_v7_ids_rise_though_fractions_fall() {
    let mut ids = PreciseV7Generator::new(restless(), Splitmix(3));
    rises(|| ids.generate().expect("every step is within the bounds"));
}

#[test]
fn ulids_rise_by_one_and_by_random_steps() {
    for step in [ulid::Step::One, ulid::Step::Random] {
        let mut ids = UlidGenerator::with(ulid::Options::new().step(step), restless(), Splitmix(4));
        rises(|| ids.generate().expect("every step is within the bounds"));
    }
}

#[test]
fn the_free_functions_ids_rise() {
    rises(mintid::uuid_v7);
    rises(mintid::ulid);
}
