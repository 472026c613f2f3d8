//! What the property tests draw: any policy, any clock trace, any store.

use mintid::clock::{ClockError, Reading};
use mintid::policy::{Beyond, NO_BOUND, OnBehind, OnFull, OnMarkLate, OnUnset, Policy};
use mintid::snowflake::Start;
use proptest::prelude::*;

use super::cut::{CUTS, Cut};
use super::layout::Layout;
use super::stream::Bytes;
use super::twin::Store;

/// How many cases a property is tried on: enough for seconds, or a hundred times more with `MINTID_PROVE=1`.
pub fn config(cases: u32) -> ProptestConfig {
    let times = if std::env::var_os("MINTID_PROVE").is_some_and(|value| value == "1") { 100 } else { 1 };
    // A failure prints its smallest input, which then becomes a test with a name; no file keeps it.
    ProptestConfig { cases: cases * times, failure_persistence: None, ..ProptestConfig::default() }
}

/// One reading, and how many ids are asked for at it.
#[derive(Debug, Clone, Copy)]
pub struct Event {
    pub reading: Result<Reading, ClockError>,
    pub calls: usize,
    /// The random source has only this many bytes left for this event.
    pub bytes_left: Option<u64>,
}

/// How a run begins.
#[derive(Debug, Clone, Copy)]
pub enum Beginning {
    /// Not at all, which only a run without marks may.
    Silent,
    WithoutMark,
    FromMark {
        unix_ms: u64,
    },
    AfterId {
        unix_ms: u64,
    },
}

/// A generator and everything that happens to it.
#[derive(Debug, Clone)]
pub struct Case {
    pub layout: Layout,
    pub policy: Policy,
    pub window_ms: u32,
    pub beginning: Beginning,
    pub store: Store,
    pub bytes: Bytes,
    pub seed: u64,
    pub trace: Vec<Event>,
}

/// The time around which traces play.
pub const HOME_MS: i64 = 1_764_417_600_000;
const YEAR_MS: i64 = 31_556_952_000;

/// Bounds small, sensible, large and none.
pub fn any_bound() -> impl Strategy<Value = u32> {
    prop_oneof![3 => 0..=3u32, 2 => 4..=2_000u32, 2 => Just(10_000), 1 => any::<u32>(), 1 => Just(NO_BOUND)]
}

pub fn any_policy() -> impl Strategy<Value = Policy> {
    let on_behind = prop_oneof![
        1 => Just(OnBehind::Refuse),
        2 => any_bound().prop_map(|up_to_ms| OnBehind::Wait { up_to_ms }),
        2 => any_bound().prop_map(|up_to_ms| OnBehind::Hold { up_to_ms, beyond: Beyond::Refuse }),
        3 => any_bound().prop_map(|up_to_ms| OnBehind::Hold { up_to_ms, beyond: Beyond::Restart }),
    ];
    let on_full = prop_oneof![
        1 => Just(OnFull::Refuse),
        1 => Just(OnFull::Wait),
        2 => any_bound().prop_map(|up_to_ms| OnFull::Borrow { up_to_ms }),
    ];
    let on_unset = prop_oneof![Just(OnUnset::Refuse), Just(OnUnset::RunFromMark)];
    let on_mark_late = prop_oneof![Just(OnMarkLate::GoOn), Just(OnMarkLate::Refuse)];
    (on_behind, on_full, on_unset, on_mark_late).prop_map(|(on_behind, on_full, on_unset, on_mark_late)| Policy {
        on_behind,
        on_full,
        on_unset,
        on_mark_late,
    })
}

pub fn any_window() -> impl Strategy<Value = u32> {
    prop_oneof![3 => Just(0), 2 => 1..=5u32, 2 => Just(1_000), 1 => Just(60_000), 1 => any::<u32>()]
}

fn any_layout() -> impl Strategy<Value = Layout> {
    let bits = prop_oneof![3 => Just(12), 1 => 13..=14u32, 1 => Just(20), 1 => Just(42), 1 => 15..=41u32];
    let v7 = bits.prop_map(|bits| Layout::V7 { bits });
    prop_oneof![
        2 => v7,
        1 => Just(Layout::Precise),
        1 => Just(Layout::UlidOne),
        1 => Just(Layout::UlidRandom),
        5 => any_snowflake(),
    ]
}

fn any_snowflake() -> impl Strategy<Value = Layout> {
    let starts = prop::sample::select(vec![Start::Zero, Start::Random, Start::Continue]);
    ((0..CUTS.len()).prop_map(Cut), any::<u32>(), starts).prop_map(|(cut, node, start)| Layout::Snowflake {
        cut,
        node: node & u32::try_from((1_u64 << cut.node_bits()) - 1).expect("32 bits"),
        start,
    })
}

/// What a layout has of a policy: Snowflake has neither restarts nor late marks.
fn of_layout(layout: Layout, policy: Policy) -> Policy {
    if !matches!(layout, Layout::Snowflake { .. }) {
        return policy;
    }
    let on_behind = match policy.on_behind {
        OnBehind::Hold { up_to_ms, .. } => OnBehind::Hold { up_to_ms, beyond: Beyond::Refuse },
        other => other,
    };
    Policy { on_behind, on_mark_late: OnMarkLate::Refuse, ..policy }
}

/// What the clock does between two calls.
#[derive(Debug, Clone, Copy)]
enum Move {
    Stay,
    Fracs(i64),
    Ms(i64),
    /// A counter of 32 bits of milliseconds wraps.
    Wrap,
    To(Reading),
    Unset(u64),
    Failed,
}

fn any_move() -> impl Strategy<Value = Move> {
    let odd_places = prop_oneof![
        prop::sample::select(vec![i64::MIN, -YEAR_MS, -1, 0, 1, i64::MAX]),
        (-3..=2i64).prop_map(|by| (1 << 48) + by),
        (-3..=3i64).prop_map(|by| HOME_MS + by),
    ];
    prop_oneof![
        8 => Just(Move::Stay),
        4 => (-5..=9i64).prop_map(Move::Fracs),
        8 => (-3..=4i64).prop_map(Move::Ms),
        4 => (-15_000..=15_000i64).prop_map(Move::Ms),
        1 => (-60..=60i64).prop_map(|years| Move::Ms(years * YEAR_MS)),
        1 => Just(Move::Wrap),
        2 => (odd_places, any::<u16>()).prop_map(|(unix_ms, frac)| Move::To(Reading { unix_ms, frac })),
        1 => (0..=20_000u64).prop_map(Move::Unset),
        1 => Just(Move::Failed),
    ]
}

/// A clock that starts near [`HOME_MS`] and makes these moves.
fn replay(moves: Vec<(Move, usize, Option<u64>)>) -> Vec<Event> {
    // In fractions of a millisecond, so that moves add up; a reading out of that range only lasts for its call.
    let mut time = i128::from(HOME_MS) * 4096;
    let mut events = Vec::new();
    for (step, calls, bytes_left) in moves {
        let mut far = None;
        match step {
            Move::Stay | Move::Unset(_) | Move::Failed => {}
            Move::Fracs(by) => time += i128::from(by),
            Move::Ms(by) => time += i128::from(by) * 4096,
            Move::Wrap => time -= (1 << 32) * 4096,
            Move::To(reading) if reading.unix_ms.unsigned_abs() > 1 << 50 => far = Some(reading),
            Move::To(reading) => time = i128::from(reading.unix_ms) * 4096 + i128::from(reading.frac % 4096),
        }
        let here = Reading { unix_ms: time.div_euclid(4096) as i64, frac: time.rem_euclid(4096) as u16 };
        let reading = match step {
            Move::Unset(since_boot_ms) => Err(ClockError::Unset { since_boot_ms }),
            Move::Failed => Err(ClockError::Failed),
            _ => Ok(far.unwrap_or(here)),
        };
        events.push(Event { reading, calls, bytes_left });
    }
    events
}

/// A trace; `burst` is a number of calls that fills a tick.
fn any_trace(burst: usize) -> impl Strategy<Value = Vec<Event>> {
    let calls = prop_oneof![40 => Just(1), 12 => 0..=5usize, 1 => Just(burst)];
    let bytes_left = prop_oneof![20 => Just(None), 1 => (0..40u64).prop_map(Some)];
    let unset = (0..=20_000u64).prop_map(Move::Unset);
    // A board that does not know the time yet, in one case of four.
    let boot = prop::collection::vec((unset, 1..3usize, Just(None)), 1..5);
    let boot = prop_oneof![3 => Just(Vec::new()), 1 => boot];
    let run = prop::collection::vec((any_move(), calls, bytes_left), 1..40);
    (boot, run).prop_map(|(boot, run)| replay([boot, run].concat()))
}

pub fn any_case() -> impl Strategy<Value = Case> {
    let near = || prop_oneof![4 => -80_000..=80_000i64, 1 => -YEAR_MS..=YEAR_MS].prop_map(|by| (HOME_MS + by) as u64);
    let beginning = prop_oneof![
        1 => Just(Beginning::Silent),
        3 => Just(Beginning::WithoutMark),
        3 => near().prop_map(|unix_ms| Beginning::FromMark { unix_ms }),
        2 => near().prop_map(|unix_ms| Beginning::AfterId { unix_ms }),
    ];
    let store = prop_oneof![
        3 => Just(Store::AtOnce),
        1 => Just(Store::Failing),
        2 => (0..5usize).prop_map(Store::Later),
        2 => (0..5usize).prop_map(Store::Behind),
        1 => Just(Store::Never),
    ];
    let bytes = prop_oneof![Just(Bytes::Random), Just(Bytes::Ones), Just(Bytes::Mixed)];
    any_layout().prop_flat_map(move |layout| {
        // More than a tick has room for, where that is few enough for a test.
        let burst = match layout {
            Layout::V7 { bits: bits @ 12..=14 } => (1 << (bits - 1)) + 3,
            Layout::Precise => 8_200,
            Layout::Snowflake { cut, .. } if cut.sequence_bits() <= 12 => (1 << cut.sequence_bits()) + 3,
            _ => 50,
        };
        let parts = (
            any_policy(),
            any_window(),
            beginning.clone(),
            store.clone(),
            bytes.clone(),
            any::<u64>(),
            any_trace(burst),
        );
        parts.prop_map(move |(policy, window_ms, beginning, store, bytes, seed, trace)| Case {
            layout,
            policy: of_layout(layout, policy),
            window_ms,
            beginning,
            store,
            bytes,
            seed,
            trace,
        })
    })
}
