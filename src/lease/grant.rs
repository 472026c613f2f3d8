//! What may be granted: the one function that decides it, and the choice of a node before it.

use super::Pool;
use super::record::{Record, Status};
use super::request::{Answer, Denied, Grant, Kind, Request, Wish};

/// Decides a request about one node: the record to store, and the answer to send once it is stored.
///
/// `server_unix_ms` is the engine's own clock. Store the record only if the one that was loaded is still there, and else load
/// again and decide anew: the function knows nothing of who else asks.
///
/// # Why no id can be made twice
///
/// A holder uses ticks from its floor up to its ceiling, and no others. Every grant's floor is the ceiling of the one before,
/// or just above the newest tick that was used where that one was given back. So the windows of two grants share no tick,
/// whatever any clock says, however long anybody was paused, and whether or not a lease had expired. Time decides only who may
/// have a node next.
///
/// # How far a ceiling reaches
///
/// `min(tick, tick(server) + skew) + ttl + lead`, and never less than before: `tick` is the greater of the holder's present tick
/// and its newest id's. A holder whose clock is slow gets a window that it can use; one whose clock is fast does not push the
/// node's next floor out of reach.
#[must_use]
pub fn grant(record: &Record, request: &Request, server_unix_ms: u64) -> (Record, Answer) {
    match decide(record, request, server_unix_ms) {
        Ok((record, answer)) => (record, answer),
        Err(denied) => (*record, Answer::Denied(denied)),
    }
}

fn decide(record: &Record, request: &Request, server_unix_ms: u64) -> Result<(Record, Answer), Denied> {
    if request.scale != record.scale {
        return Err(Denied::OtherLayout);
    }
    match request.kind {
        Kind::Acquire { .. } => {
            let for_ms = record.lent_for_ms(server_unix_ms);
            if for_ms > 0 && record.holder != request.holder {
                return Err(Denied::Lent { for_ms });
            }
            if !record.is_usable() {
                return Err(Denied::UsedUp);
            }
            let lent = Record { fence: record.fence + 1, holder: request.holder, floor: record.ceiling, ..*record };
            Ok(extended(lent, request, server_unix_ms))
        }
        Kind::Renew { node, fence } => {
            held(record, node, fence)?;
            Ok(extended(*record, request, server_unix_ms))
        }
        Kind::GiveBack { node, fence, newest_tick } => {
            held(record, node, fence)?;
            let ceiling = match newest_tick {
                None => record.floor,
                Some(tick) if (record.floor..record.ceiling).contains(&tick) => tick + 1,
                Some(_) => return Err(Denied::OutsideWindow),
            };
            Ok((Record { status: Status::GivenBack, ceiling, ..*record }, Answer::GivenBack { node, fence }))
        }
    }
}

/// That a node is lent under this fence. Nobody else can have it then.
fn held(record: &Record, node: u64, fence: u64) -> Result<(), Denied> {
    if record.node != node {
        return Err(Denied::OtherNode { node: record.node });
    }
    if record.status != Status::Lent || record.fence != fence {
        return Err(Denied::Superseded { fence: record.fence });
    }
    Ok(())
}

/// Lent for as long as the terms say from now on.
fn extended(record: Record, request: &Request, server_unix_ms: u64) -> (Record, Answer) {
    let ceiling = record.ceiling.max(record.floor + 1).max(reach(&record, request.tick, server_unix_ms));
    let record = Record {
        status: Status::Lent,
        ceiling: ceiling.min(record.scale.end()),
        expires_ms: server_unix_ms.saturating_add(u64::from(record.terms.ttl_ms())),
        ..record
    };
    let granted = Grant {
        node: record.node,
        fence: record.fence,
        ttl_ms: record.terms.ttl_ms(),
        floor_tick: record.floor,
        ceiling_tick: record.ceiling,
    };
    (record, Answer::Granted(granted))
}

fn reach(record: &Record, tick: u64, server_unix_ms: u64) -> u64 {
    let (scale, terms) = (record.scale, record.terms);
    let (server_tick, _) = scale.elapsed(server_unix_ms.saturating_sub(scale.epoch_ms()));
    let ticks = |ms: u32| scale.ticks(u64::from(ms));
    let bound = server_tick.saturating_add(ticks(terms.skew_ms()));
    tick.min(bound).saturating_add(ticks(terms.ttl_ms())).saturating_add(ticks(terms.lead_ms()))
}

/// Chooses the node to [grant](grant()) to a request that asks for one: its record, as it was loaded or, for a node that has none
/// yet, as the pool has it, to be stored only if there is still none.
///
/// `records` are those of the pool that exist, in the order of their nodes. The wished for node comes first where it is free,
/// then the one that the holder had before, then the one with the lowest floor. So a client that restarts gets its own node
/// back, even where its floor is ahead, and others do not use up floors.
///
/// # Errors
///
/// [`Denied::Exhausted`] where every node is lent or used up, [`Denied::OtherLayout`] where one that would be chosen is lent to
/// another layout's ids, [`Denied::Unsorted`].
pub fn choose(
    pool: &Pool,
    records: impl IntoIterator<Item = Record>,
    request: &Request,
    server_unix_ms: u64,
) -> Result<Record, Denied> {
    if request.scale != pool.scale() {
        return Err(Denied::OtherLayout);
    }
    let wish = match request.kind {
        Kind::Acquire { wish } => wish,
        Kind::Renew { .. } | Kind::GiveBack { .. } => Wish::Own,
    };
    let mut best = Best { request, wish, server_unix_ms, free: None, lent: None };
    // The first node without a record, and the one that is wished for.
    let (mut next, mut is_wish_open) = (0, matches!(wish, Wish::Node(_)));
    let mut gap = None;
    for record in records {
        if record.node < next {
            return Err(Denied::Unsorted);
        }
        if record.node > next && gap.is_none() {
            gap = Some(next);
        }
        is_wish_open &= wish != Wish::Node(record.node);
        next = record.node.saturating_add(1);
        if record.node < pool.nodes() {
            best.consider(record);
        }
    }
    let gap = gap.unwrap_or(next);
    best.consider_new(pool.record(gap));
    if let (true, Wish::Node(node)) = (is_wish_open, wish) {
        best.consider_new(pool.record(node));
    }
    best.chosen(pool.nodes())
}

/// The best record so far.
struct Best<'a> {
    request: &'a Request,
    wish: Wish,
    server_unix_ms: u64,
    /// Of those that may be granted, with its rank.
    free: Option<(Rank, Record)>,
    /// Of those that may not, the one with the lowest floor.
    lent: Option<Record>,
}

/// Lower is better.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    WishedFor,
    Own,
    /// With its floor, and its node where floors are alike.
    Other(u64, u64),
}

impl Best<'_> {
    fn consider_new(&mut self, record: Option<Record>) {
        if let Some(record) = record {
            self.consider(record);
        }
    }

    fn consider(&mut self, record: Record) {
        let is_own = record.holder() == Some(self.request.holder);
        // Who wants another node than its own may have lost that to one of its own name.
        let is_lent = record.lent_for_ms(self.server_unix_ms) > 0 && (!is_own || self.wish == Wish::Soonest);
        if is_lent || !record.is_usable() {
            if self.lent.is_none_or(|lent| record.ceiling < lent.ceiling) {
                self.lent = Some(record);
            }
            return;
        }
        let rank = match self.wish {
            Wish::Node(node) if node == record.node => Rank::WishedFor,
            Wish::Node(_) | Wish::Own if is_own => Rank::Own,
            _ => Rank::Other(record.ceiling, record.node),
        };
        if self.free.as_ref().is_none_or(|(best, _)| rank < *best) {
            self.free = Some((rank, record));
        }
    }

    fn chosen(self, nodes: u64) -> Result<Record, Denied> {
        if let Some((_, record)) = self.free {
            return if record.scale == self.request.scale { Ok(record) } else { Err(Denied::OtherLayout) };
        }
        match self.lent {
            Some(lent) if lent.is_usable() => Err(Denied::Exhausted {
                nodes,
                soonest_node: lent.node,
                floor_ms: lent.next_floor_ms(),
                lent_for_ms: lent.lent_for_ms(self.server_unix_ms),
            }),
            _ => Err(Denied::UsedUp),
        }
    }
}
