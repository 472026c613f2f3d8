//! The signals of Snowflakes on a lease.

use metrics::{Counter, Gauge};
use mintid::{Meter, lease};

use super::{Board, level, signed_level};
use crate::Name;

const MS_PER_DAY: u64 = 86_400_000;

pub(crate) struct LeaseSignals {
    minted: Counter,
    rollbacks: Counter,
    largest_rollback_ms: Gauge,
    held: Counter,
    borrowed: Counter,
    exhaustions: Counter,
    waits: Counter,
    entropy_failures: Counter,
    refusals: Vec<Counter>,
    days_to_horizon: Gauge,
    lease: [Counter; 8],
    is_held: Gauge,
    node: Gauge,
    fence: Gauge,
    good_for_ms: Gauge,
    clock_offset_ms: Gauge,
}

/// What a driver knows at one moment.
pub(crate) struct Moment {
    pub meter: Meter,
    pub lease: lease::Meter,
    pub grant: Option<lease::Grant>,
    pub good_for_ms: u64,
    pub clock_offset_ms: i64,
    /// How long the layout's time lasts yet; `None` where the clock is not set.
    pub to_horizon_ms: Option<u64>,
}

impl LeaseSignals {
    pub fn new(engine: &'static str, pool: &Name) -> Self {
        let board = Board::new(engine, "pool", pool);
        Self {
            minted: board.counter("mintid_snowflake_minted"),
            rollbacks: board.counter("mintid_snowflake_rollbacks"),
            largest_rollback_ms: board.gauge("mintid_snowflake_largest_rollback_ms"),
            held: board.counter("mintid_snowflake_held"),
            borrowed: board.counter("mintid_snowflake_borrowed"),
            exhaustions: board.counter("mintid_snowflake_exhaustions"),
            waits: board.counter("mintid_snowflake_waits"),
            entropy_failures: board.counter("mintid_snowflake_entropy_failures"),
            refusals: Meter::new()
                .refusals()
                .map(|(cause, _)| board.counter_for("mintid_snowflake_refusals", cause))
                .collect(),
            days_to_horizon: board.gauge("mintid_snowflake_days_to_horizon"),
            lease: [
                "mintid_lease_acquired",
                "mintid_lease_renewed",
                "mintid_lease_lost",
                "mintid_lease_given_back",
                "mintid_lease_denied",
                "mintid_lease_failures",
                "mintid_lease_refused_answers",
                "mintid_lease_refusals",
            ]
            .map(|name| board.counter(name)),
            is_held: board.gauge("mintid_lease_held"),
            node: board.gauge("mintid_lease_node"),
            fence: board.gauge("mintid_lease_fence"),
            good_for_ms: board.gauge("mintid_lease_good_for_ms"),
            clock_offset_ms: board.gauge("mintid_lease_clock_offset_ms"),
        }
    }

    pub fn publish(&self, now: &Moment) {
        let meter = &now.meter;
        for (counter, value) in [
            (&self.minted, meter.minted),
            (&self.rollbacks, meter.rollbacks.into()),
            (&self.held, meter.held.into()),
            (&self.borrowed, meter.borrowed.into()),
            (&self.exhaustions, meter.exhaustions.into()),
            (&self.waits, meter.waits.into()),
            (&self.entropy_failures, meter.entropy_failures.into()),
        ] {
            counter.absolute(value);
        }
        for (counter, (_, value)) in self.refusals.iter().zip(meter.refusals()) {
            counter.absolute(value.into());
        }
        let lease = &now.lease;
        let counts = [
            lease.acquired,
            lease.renewed,
            lease.lost,
            lease.given_back,
            lease.denied,
            lease.failures,
            lease.refused_answers,
            lease.refusals,
        ];
        for (counter, value) in self.lease.iter().zip(counts) {
            counter.absolute(value.into());
        }
        self.largest_rollback_ms.set(f64::from(meter.largest_rollback_ms));
        if let Some(to_horizon_ms) = now.to_horizon_ms {
            self.days_to_horizon.set(level(to_horizon_ms / MS_PER_DAY));
        }
        self.is_held.set(if now.good_for_ms > 0 { 1.0 } else { 0.0 });
        self.node.set(level(now.grant.map_or(0, |grant| grant.node)));
        self.fence.set(level(now.grant.map_or(0, |grant| grant.fence)));
        self.good_for_ms.set(level(now.good_for_ms));
        self.clock_offset_ms.set(signed_level(now.clock_offset_ms));
    }
}
