//! Leases of anything: what is granted, chosen, answered and believed, and generators on them.

use mintid::Backoff;
use mintid::lease::{
    self, Answer, Denied, Grant, Holder, Kind, Lease, Moment, Pool, Record, Request, Terms, choose, grant,
};
use mintid::snowflake::LeasedGenerator;

use crate::snowflakes::{layout, leased};
use crate::world::{Anything, bytes, double, flag, keep, quad, with_text, word};

fn holder() -> Holder {
    Holder::from_u128(quad())
}

fn record() -> Option<Record> {
    Record::from_bytes(&bytes::<{ Record::BYTES }>()).map_err(|error| keep(error)).ok()
}

fn answer() -> Answer {
    match word() {
        0 => Answer::Granted(Grant {
            node: double(),
            fence: double(),
            ttl_ms: word(),
            floor_tick: double(),
            ceiling_tick: double(),
        }),
        1 => Answer::GivenBack { node: double(), fence: double() },
        _ => Answer::Denied(Denied::Superseded { fence: double() }),
    }
}

fn options() -> lease::Options {
    let mut options = lease::Options::new();
    options.wish = if flag() { Some(double()) } else { None };
    (options.grace_ms, options.patience_ms, options.run) = (word(), word(), word());
    options.backoff = Backoff::new(word(), word());
    options
}

fn moment() -> Moment {
    Moment { monotonic_ms: double(), unix_ms: double() as i64 }
}

/// The engine's side.
fn decide(request: &Request) {
    if let Some(record) = record() {
        let (after, answer) = grant(&record, request, double());
        keep((after.to_bytes(), answer, after.next_floor_ms(), after.lent_for_ms(double())));
    }
    let Some(layout) = layout() else { return };
    let Ok(terms) = Terms::new(word(), word(), word()) else { return };
    let pool = Pool::new(&layout, terms).up_to_node(double()).starting_at_ms(double());
    keep((pool.nodes(), pool.record(double()).map(|record| record.with_terms(terms))));
    match choose(&pool, core::iter::from_fn(record), request, double()) {
        Ok(record) => keep((record.node(), record.holder(), record.next_floor_tick())),
        Err(denied) => keep(denied),
    }
}

/// The holder's side.
pub fn hold() {
    let Some(layout) = layout() else { return };
    let mut lease = Lease::new(holder(), &layout, options());
    while flag() {
        if let Some(request) = lease.request_due(moment(), double()) {
            keep((
                request.ticket(),
                request.holder().to_u128(),
                request.node(),
                matches!(request.kind(), Kind::Renew { .. }),
            ));
            decide(&request);
        }
        keep((lease.permit(moment()), lease.due_in_ms(moment()), lease.good_for_ms(moment()), lease.grant()));
        keep(lease.answered(word(), answer(), double(), word() as u16));
        lease.failed(word(), double(), word() as u16);
        if flag() {
            lease.change_node(Some(double()));
        }
        if flag() {
            lease.give_back(None);
        }
    }
    keep(lease.meter());
    with_text(|text| keep(Record::from_bytes(text)));
    keep(core::str::from_utf8(&bytes::<24>()).ok().map(|name| layout.node_of_ordinal(name)));
    keep(layout.node_by_hash(&bytes::<12>()));
}

pub fn mint() {
    let Some(of_ids) = leased() else { return };
    let mut ids: LeasedGenerator<Anything, Anything> =
        LeasedGenerator::with_entropy(of_ids.change_node_beyond_ms(double()), holder(), options(), Anything, Anything);
    while flag() {
        keep((ids.request_due(double()), ids.due_in_ms(double()), ids.good_for_ms(double())));
        keep(ids.answered(word(), answer(), double(), word() as u16));
        ids.failed(word(), double(), word() as u16);
        keep((ids.generate(double()), ids.generate_batch(word(), double())));
        if flag() {
            ids.give_back();
        }
    }
    keep((ids.meter(), ids.lease_meter(), ids.grant(), ids.layout().max_node()));
}
