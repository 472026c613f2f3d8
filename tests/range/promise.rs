//! The promise: any order of answers, failures, crashes and give-backs gives no id twice, and a crash loses no more than was
//! held.
//!
//! Two clients and a coordinator, which trusts them: what is given back it grants again, to either. Answers are messages, which
//! are lost, late and delivered twice, before a crash and after it.

use std::collections::BTreeSet;

use mintid::Backoff;
use mintid::range::{Ids, Options, Ranges, Span, Stock, Ticket};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use crate::support::cases::config;

const OPTIONS: Options = Options::new().want(10).low_water(4).patience_ms(100).backoff(Backoff::new(10, 80));

type Kept = [u8; Stock::<2>::BYTES];

#[derive(Debug, Clone, Copy)]
enum Event {
    /// A client asks if a request is due; what the coordinator grants is new, or was given back, and goes on its way.
    Ask {
        who: usize,
        want: u64,
        server: usize,
        again: bool,
    },
    /// The coordinator cannot be reached.
    Fail {
        who: usize,
        jitter: u16,
    },
    /// A message arrives, and may arrive again.
    Arrive {
        which: usize,
        again: bool,
    },
    Lose {
        which: usize,
    },
    Take {
        who: usize,
        count: u64,
    },
    TakeMany {
        who: usize,
        count: u64,
    },
    Crash {
        who: usize,
    },
    End {
        who: usize,
    },
    Later {
        ms: u64,
    },
}

fn any_event() -> impl Strategy<Value = Event> {
    let who = 0_usize..2;
    prop_oneof![
        6 => (who.clone(), 0_u64..20, 0_usize..2, any::<bool>())
            .prop_map(|(who, want, server, again)| Event::Ask { who, want, server, again }),
        1 => (who.clone(), any::<u16>()).prop_map(|(who, jitter)| Event::Fail { who, jitter }),
        6 => (0_usize..8, any::<bool>()).prop_map(|(which, again)| Event::Arrive { which, again }),
        1 => (0_usize..8).prop_map(|which| Event::Lose { which }),
        6 => (who.clone(), 1_u64..12).prop_map(|(who, count)| Event::Take { who, count }),
        2 => (who.clone(), 0_u64..25).prop_map(|(who, count)| Event::TakeMany { who, count }),
        1 => who.clone().prop_map(|who| Event::Crash { who }),
        1 => who.prop_map(|who| Event::End { who }),
        4 => prop_oneof![0_u64..20, 90_u64..120].prop_map(|ms| Event::Later { ms }),
    ]
}

/// What the world is like: how many ticket servers share the integers out, and whether the clients keep their stock.
#[derive(Debug, Clone, Copy)]
struct World {
    servers: u64,
    keeping: bool,
    /// A rule that the callers break.
    broken: Option<Rule>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Rule {
    /// Each run has a number of its own.
    OwnRun,
    /// Only what is to be given back is given back.
    GiveBack,
    /// A claimed block is saved before it is used.
    SaveFirst,
    /// A stock is saved when it is empty, before its spans go back.
    SaveLast,
}

struct Coordinator {
    next: [u64; 2],
    given_back: Vec<Span>,
    granted: BTreeSet<u64>,
}

struct Client {
    ids: Ranges<2>,
    run: u32,
    block: Option<Ids<1>>,
    kept: Option<Kept>,
}

struct Simulation {
    world: World,
    now_ms: u64,
    coordinator: Coordinator,
    clients: [Client; 2],
    wire: Vec<(usize, Ticket, Span)>,
    used: BTreeSet<u64>,
    /// Lost with a crash, or with a message.
    lost: BTreeSet<u64>,
    /// Given twice.
    doubled: Option<u64>,
}

impl Client {
    fn new() -> Self {
        Self { ids: Ranges::new(OPTIONS), run: 0, block: None, kept: None }
    }

    fn save(&mut self, world: World) {
        if world.keeping {
            self.kept = Some(self.ids.stock().to_bytes());
        }
    }

    /// The next run.
    fn start(&mut self, world: World) {
        if world.broken != Some(Rule::OwnRun) {
            self.run += 1;
        }
        let options = OPTIONS.run(self.run);
        self.block = None;
        self.ids = match &self.kept {
            Some(kept) => Ranges::resume(options, Stock::from_bytes(kept).unwrap()).unwrap(),
            None => Ranges::new(options),
        };
    }

    fn held(&self) -> BTreeSet<u64> {
        self.ids.stock().spans().ids().chain(self.block.iter().cloned().flatten()).collect()
    }
}

impl Simulation {
    fn new(world: World) -> Self {
        let coordinator = Coordinator { next: [1, 2], given_back: Vec::new(), granted: BTreeSet::new() };
        let clients = [Client::new(), Client::new()];
        let (used, lost) = (BTreeSet::new(), BTreeSet::new());
        Self { world, now_ms: 0, coordinator, clients, wire: Vec::new(), used, lost, doubled: None }
    }

    fn grant(&mut self, want: u64, server: usize, again: bool) -> Span {
        match self.coordinator.given_back.pop() {
            Some(span) if again => return span,
            Some(span) => self.coordinator.given_back.push(span),
            None => {}
        }
        let step = self.world.servers;
        let next = &mut self.coordinator.next[if step == 1 { 0 } else { server }];
        let span = Span::stepped(*next, *next + (want - 1) * step, step as u16).unwrap();
        *next += want * step;
        self.coordinator.granted.extend(span);
        span
    }

    fn use_up(&mut self, ids: impl IntoIterator<Item = u64>) {
        for id in ids {
            if !self.used.insert(id) {
                self.doubled = Some(id);
            }
        }
    }

    fn step(&mut self, event: Event) {
        let (world, now_ms) = (self.world, self.now_ms);
        match event {
            Event::Ask { who, want, server, again } => {
                let request = self.clients[who].ids.request_for(now_ms, want);
                if let Some(request) = request {
                    let span = self.grant(request.want, server, again);
                    self.wire.push((who, request.ticket, span));
                }
            }
            Event::Fail { who, jitter } => {
                if let Some(request) = self.clients[who].ids.request_due(now_ms) {
                    self.clients[who].ids.failed(request.ticket, now_ms, jitter);
                }
            }
            Event::Arrive { which, again } if which < self.wire.len() => {
                let (who, ticket, span) = self.wire[which];
                if !again {
                    self.wire.remove(which);
                }
                match self.clients[who].ids.supply(ticket, span) {
                    Ok(()) => self.clients[who].save(world),
                    Err(refused) => {
                        let broken = world.broken == Some(Rule::GiveBack);
                        let span = if broken { Some(span) } else { refused.to_give_back() };
                        match span {
                            Some(span) => self.coordinator.given_back.push(span),
                            None => self.lost.extend(refused.span),
                        }
                    }
                }
            }
            Event::Lose { which } if which < self.wire.len() => {
                let (.., span) = self.wire.remove(which);
                self.lost.extend(span);
            }
            Event::Arrive { .. } | Event::Lose { .. } => {}
            Event::Take { who, count } => (0..count).for_each(|_| self.take(who)),
            Event::TakeMany { who, count } if !world.keeping => {
                if let Ok(spans) = self.clients[who].ids.take_many(count) {
                    assert_eq!(spans.count(), count);
                    self.use_up(spans.ids());
                }
            }
            Event::TakeMany { .. } => {}
            Event::Crash { who } => {
                let held = self.clients[who].held();
                self.clients[who].start(world);
                let left = self.clients[who].held();
                self.lost.extend(held.difference(&left));
            }
            Event::End { who } => self.end(who),
            Event::Later { ms } => self.now_ms += ms,
        }
        for client in &self.clients {
            let meter = client.ids.meter();
            assert!(meter.taken + meter.given_back <= meter.granted || world.keeping, "{meter:?}");
        }
    }

    /// One id, from a block where the stock is kept.
    fn take(&mut self, who: usize) {
        let client = &mut self.clients[who];
        let id = if !self.world.keeping {
            client.ids.take().ok()
        } else {
            if client.block.as_ref().is_none_or(|block| block.size_hint().0 == 0) {
                client.block = client.ids.claim(3).ok().map(Span::ids);
                if self.world.broken != Some(Rule::SaveFirst) {
                    client.save(self.world);
                }
            }
            client.block.as_mut().and_then(Iterator::next)
        };
        self.use_up(id);
    }

    /// A shutdown in good order, and the next start.
    fn end(&mut self, who: usize) {
        let client = &mut self.clients[who];
        let block = client.block.take().map(|block| block.spans());
        let left = client.ids.drain();
        if self.world.broken != Some(Rule::SaveLast) {
            client.save(self.world);
        }
        self.coordinator.given_back.extend(left.iter().chain(block.iter().flat_map(|block| block.iter())));
        client.start(self.world);
    }
}

/// Runs the events, and says which id was given twice.
fn doubled(world: World, events: &[Event]) -> Option<u64> {
    let mut simulation = Simulation::new(world);
    events.iter().for_each(|event| simulation.step(*event));
    simulation.doubled
}

fn any_world() -> impl Strategy<Value = World> {
    (1_u64..=2, any::<bool>()).prop_map(|(servers, keeping)| World { servers, keeping, broken: None })
}

proptest! {
    #![proptest_config(config(512))]

    #[test]
    fn no_id_is_given_twice_and_none_is_lost_that_was_not_held(
        world in any_world(),
        events in prop::collection::vec(any_event(), 1..200),
    ) {
        let mut simulation = Simulation::new(world);
        for event in &events {
            let lost_before = simulation.lost.len();
            let held_before: Vec<_> = simulation.clients.iter().map(|client| client.held().len()).collect();
            simulation.step(*event);
            if let Event::Crash { who } = *event {
                prop_assert!(simulation.lost.len() - lost_before <= held_before[who], "at {:?}", event);
            }
            prop_assert_eq!(simulation.doubled, None, "at {:?}", event);
        }

        // Each id is somewhere.
        let Simulation { coordinator, clients, wire, used, lost, .. } = simulation;
        let held: Vec<_> = clients.iter().map(Client::held).collect();
        let back: Vec<_> = coordinator.given_back.into_iter().flatten().collect();
        let owned: BTreeSet<_> = held.iter().flatten().chain(&back).chain(&used).copied().collect();
        prop_assert_eq!(owned.len(), held.iter().map(BTreeSet::len).sum::<usize>() + back.len() + used.len());
        let wire = wire.into_iter().flat_map(|(.., span)| span);
        let known: BTreeSet<_> = owned.into_iter().chain(lost).chain(wire).collect();
        prop_assert_eq!(known, coordinator.granted);
    }
}

#[test]
fn the_same_simulation_finds_ids_given_twice_when_a_caller_breaks_a_rule() {
    let rules = [(Rule::OwnRun, false), (Rule::GiveBack, false), (Rule::SaveFirst, true), (Rule::SaveLast, true)];
    for (broken, keeping) in rules {
        let mut runner = TestRunner::deterministic();
        let any_events = prop::collection::vec(any_event(), 200);
        let found = (0..2_000).any(|_| {
            let events = any_events.new_tree(&mut runner).unwrap().current();
            let whole = World { servers: 1, keeping, broken: None };
            assert_eq!(doubled(whole, &events), None);
            doubled(World { broken: Some(broken), ..whole }, &events).is_some()
        });
        assert!(found, "{broken:?}");
    }
}
