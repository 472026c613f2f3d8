//! The world that the fleet lives in: what happens next, and what may go wrong with it.

use mintid::lease::{self, Answer, Denied, Grant, Holder, Kind, Pool, Record, Request, Terms};
use mintid::snowflake::LeasedCause;

use super::client::{Client, EPOCH_MS, LAYOUT};
use super::network::{Event, Queue};
use super::random::Random;
use crate::engine::{Decided, Engine};

const CLIENTS: usize = 200;

/// A rule that is not kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Off {
    Nothing,
    /// A holder stops when its lease has ended. Not a rule that keeps ids apart.
    Expiry,
    /// A new grant's floor is the ceiling of the one before.
    FloorAboveTheCeilingBefore,
    /// A holder makes no id below its floor.
    FloorKeptByTheHolder,
    /// A holder makes no id from its ceiling on.
    CeilingKeptByTheHolder,
    /// A renewal never takes ticks back.
    CeilingNeverLowered,
    /// Only the newest grant of a node is renewed.
    FenceOfARenewal,
    /// A node that is given back goes on above the newest tick that was used.
    FloorAboveWhatWasUsed,
    /// A record is stored only if it is unchanged.
    StoredOnlyIfUnchanged,
    /// Every request is answered once.
    AnsweredOnce,
    /// No run takes the answer to the one before for one to its own request.
    RunsToldApart,
}

/// How much went wrong.
#[derive(Debug, Default)]
pub struct Seen {
    pub lost: u64,
    pub refused_answers: u64,
    pub messages_lost: u64,
    pub conflicts: u64,
    pub crashes: u64,
    pub steps: u64,
    pub suspends: u64,
    pub given_back: u64,
    pub floor_ahead: u64,
    pub ceiling_reached: u64,
    pub no_lease: u64,
    pub exhausted: u64,
}

pub struct World {
    pub now_ms: u64,
    pub minted: Vec<u64>,
    pub seen: Seen,
    off: Off,
    random: Random,
    engine: Engine,
    /// How far the engine's clock is off.
    engine_offset_ms: i64,
    clients: Vec<Client>,
    queue: Queue,
    decided: Vec<Option<Decided>>,
    /// What was answered to each client, where answers are taken twice.
    answers: Vec<Vec<Answer>>,
}

impl World {
    pub fn new(seed: u64, off: Off) -> Self {
        let mut random = Random::new(seed);
        let terms = Terms::new(3_000, 10_000, 1_500).unwrap();
        let clients =
            (0..CLIENTS).map(|name| Client::new(Holder::from_u128(name as u128 + 1), 0, 0, off, &mut random)).collect();
        let mut queue = Queue::default();
        for client in 0..CLIENTS {
            queue.push(random.below(5_000), Event::Wake { client, run: 0 });
        }
        Self {
            now_ms: 0,
            minted: Vec::new(),
            seen: Seen::default(),
            off,
            random,
            engine: Engine::new(Pool::new(&LAYOUT, terms)),
            engine_offset_ms: 0,
            clients,
            queue,
            decided: Vec::new(),
            answers: vec![Vec::new(); CLIENTS],
        }
    }

    pub fn run_until(&mut self, ids: usize) {
        self.minted.reserve(ids + 10_000);
        while self.minted.len() < ids {
            let (at_ms, event) = self.queue.pop().expect("clients wake for ever");
            self.now_ms = self.now_ms.max(at_ms);
            self.happen(event);
        }
    }

    pub fn nodes_used(&self) -> usize {
        (0..self.engine.pool.nodes()).filter(|node| self.engine.record(*node).holder().is_some()).count()
    }

    fn happen(&mut self, event: Event) {
        match event {
            Event::Wake { client, run } if self.clients[client].run == run => self.wake(client),
            Event::Asked { client, request } => self.asked(client, request),
            Event::Store { client, request, decided } => self.store(client, request, decided),
            Event::Answered { client, ticket, answer } => self.answered(client, ticket, answer),
            Event::Wake { .. } => {}
        }
    }

    fn server_ms(&self) -> u64 {
        ((EPOCH_MS + 1_000_000 + self.now_ms) as i64 + self.engine_offset_ms) as u64
    }

    /// A client's turn: trouble, a request, and a burst of ids.
    fn wake(&mut self, client: usize) {
        let run = self.clients[client].run;
        if self.clients[client].away_until_ms > self.now_ms {
            self.queue.push(self.clients[client].away_until_ms, Event::Wake { client, run });
            return;
        }
        self.trouble(client);
        if self.clients[client].run == run && self.clients[client].away_until_ms <= self.now_ms {
            self.ask(client);
            self.burst(client);
        }
        let run = self.clients[client].run;
        let pause_ms = 20 + self.random.below(160);
        self.queue.push(self.now_ms + pause_ms, Event::Wake { client, run });
    }

    fn trouble(&mut self, client: usize) {
        let now_ms = self.now_ms;
        match self.random.below(1_000) {
            0..=3 => self.crash(client, false),
            4 => self.crash(client, true),
            5..=7 => {
                self.clients[client].ids.give_back();
                self.clients[client].is_leaving = true;
            }
            8..=12 => {
                let step = self.random.between(-20_000, 20_000);
                let offset = &mut self.clients[client].offset_ms;
                *offset = (*offset + step).clamp(-15_000, 15_000);
                self.seen.steps += 1;
            }
            13..=15 => {
                // Suspended: the monotonic clock stands still.
                let away_ms = self.random.below(9_000);
                self.clients[client].suspended_ms += away_ms;
                self.clients[client].away_until_ms = now_ms + away_ms;
                self.seen.suspends += 1;
            }
            16..=19 => {
                // Paused between reading the clocks and using what they said.
                let readings = self.clients[client].readings(now_ms);
                self.clients[client].old_readings = Some(readings);
                self.clients[client].away_until_ms = now_ms + self.random.below(9_000);
                self.seen.suspends += 1;
            }
            20..=23 => self.clients[client].cut_until_ms = now_ms + self.random.below(8_000),
            24 if self.random.once_in(20) => self.engine_offset_ms = self.random.between(-15_000, 15_000),
            _ => {}
        }
        let is_gone = self.clients[client].is_leaving && self.random.once_in(4);
        if is_gone {
            self.crash(client, false);
        }
    }

    fn crash(&mut self, client: usize, forgets_its_name: bool) {
        self.seen.crashes += 1;
        let mut holder = self.clients[client].holder;
        if forgets_its_name {
            holder = Holder::from_u128(u128::from(self.random.next()));
        }
        let run = self.clients[client].run + 1;
        let away_ms = self.random.below(2_000);
        let meter = self.clients[client].ids.lease_meter();
        self.seen.lost += u64::from(meter.lost);
        self.seen.given_back += u64::from(meter.given_back);
        if let (Some((ticket, answer)), true) = (self.clients[client].first_answer, self.random.once_in(2)) {
            // Doubled, and so late that the next run has asked by then.
            let delay_ms = away_ms.max(180) + self.random.below(60);
            self.queue.push(self.now_ms + delay_ms, Event::Answered { client, ticket, answer });
        }
        self.clients[client] = Client::new(holder, run, self.now_ms, self.off, &mut self.random);
        self.clients[client].away_until_ms = self.now_ms + away_ms;
    }

    fn ask(&mut self, client: usize) {
        let (monotonic_ms, unix_ms) = self.clients[client].readings(self.now_ms);
        self.clients[client].ids.clock_mut().0 = unix_ms;
        let Some(request) = self.clients[client].ids.request_due(monotonic_ms) else { return };
        for _ in 0..self.copies(client) {
            let delay_ms = self.delay_ms();
            self.queue.push(self.now_ms + delay_ms, Event::Asked { client, request });
        }
    }

    /// How often a message arrives: mostly once.
    fn copies(&mut self, client: usize) -> u32 {
        if self.clients[client].cut_until_ms > self.now_ms || self.random.once_in(8) {
            self.seen.messages_lost += 1;
            return 0;
        }
        if self.random.once_in(20) { 2 } else { 1 }
    }

    /// Mostly short, so that messages overtake each other.
    fn delay_ms(&mut self) -> u64 {
        if self.random.once_in(30) { self.random.below(6_000) } else { 1 + self.random.below(40) }
    }

    fn asked(&mut self, client: usize, request: Request) {
        match self.engine.decide(&request, self.server_ms()) {
            Ok(decided) => {
                let decided = self.bent(decided, client, &request);
                self.decided.push(Some(decided));
                let event = Event::Store { client, request, decided: self.decided.len() - 1 };
                let delay_ms = self.random.below(12);
                self.queue.push(self.now_ms + delay_ms, event);
            }
            Err(denied) => self.answer(client, request, Answer::Denied(denied)),
        }
    }

    fn store(&mut self, client: usize, request: Request, decided: usize) {
        let Some(decided) = self.decided[decided].take() else { return };
        if self.off == Off::StoredOnlyIfUnchanged {
            self.engine.store_blindly(&decided);
        } else if !self.engine.store(&decided) {
            self.seen.conflicts += 1;
            return self.asked(client, request);
        }
        self.answer(client, request, decided.answer);
    }

    fn answer(&mut self, client: usize, request: Request, answer: Answer) {
        if matches!(answer, Answer::Denied(Denied::Exhausted { .. })) {
            self.seen.exhausted += 1;
        }
        for _ in 0..self.copies(client) {
            let delay_ms = self.delay_ms();
            let event = Event::Answered { client, ticket: request.ticket(), answer };
            self.queue.push(self.now_ms + delay_ms, event);
        }
    }

    fn answered(&mut self, client: usize, ticket: u32, answer: Answer) {
        if self.clients[client].away_until_ms > self.now_ms {
            let event = Event::Answered { client, ticket, answer };
            self.queue.push(self.clients[client].away_until_ms, event);
            return;
        }
        self.clients[client].first_answer.get_or_insert((ticket, answer));
        let mut answer = answer;
        if self.off == Off::AnsweredOnce {
            let earlier = &mut self.answers[client];
            earlier.push(answer);
            if self.random.once_in(3) {
                answer = earlier[self.random.below(earlier.len() as u64) as usize];
            }
        }
        let (monotonic_ms, _) = self.clients[client].readings(self.now_ms);
        let jitter = self.random.next() as u16;
        match self.clients[client].ids.answered(ticket, answer, monotonic_ms, jitter) {
            Ok(_) => {}
            Err(_) => self.seen.refused_answers += 1,
        }
    }

    /// A burst of ids, now or with readings that a pause has made old.
    fn burst(&mut self, client: usize) {
        let client = &mut self.clients[client];
        let (monotonic_ms, unix_ms) = client.old_readings.take().unwrap_or_else(|| client.readings(self.now_ms));
        client.ids.clock_mut().0 = unix_ms;
        for _ in 0..60 + self.random.below(60) {
            match client.ids.generate(monotonic_ms) {
                Ok(id) => self.minted.push(id.to_u64()),
                Err(cause) => {
                    match cause {
                        LeasedCause::FloorAhead { .. } => self.seen.floor_ahead += 1,
                        LeasedCause::CeilingReached { .. } => self.seen.ceiling_reached += 1,
                        LeasedCause::NoLease(_) => self.seen.no_lease += 1,
                        _ => {}
                    }
                    break;
                }
            }
        }
    }

    /// What is decided, where a rule is not kept.
    fn bent(&self, decided: Decided, client: usize, request: &Request) -> Decided {
        let (mut record, mut answer) = (decided.record, decided.answer);
        let before = self.engine.record(record.node());
        let held = self.clients[client].ids.grant();
        match (self.off, request.kind(), &mut answer) {
            (Off::FloorAboveTheCeilingBefore, Kind::Acquire { .. }, Answer::Granted(grant)) => {
                grant.floor_tick = word(&before, FLOOR);
                record = edited(&record, FLOOR, grant.floor_tick);
            }
            (Off::FloorKeptByTheHolder, _, Answer::Granted(grant)) => grant.floor_tick = 0,
            (Off::CeilingKeptByTheHolder, _, Answer::Granted(grant)) => {
                grant.ceiling_tick = LAYOUT.scale().last_tick() + 1
            }
            (Off::CeilingNeverLowered, Kind::Renew { .. }, Answer::Granted(grant)) => {
                let present = self.server_ms() - EPOCH_MS + 4_500;
                grant.ceiling_tick = present.clamp(grant.floor_tick + 1, grant.ceiling_tick);
                record = edited(&record, CEILING, grant.ceiling_tick);
            }
            (Off::FenceOfARenewal, Kind::Renew { fence, .. }, Answer::Denied(Denied::Superseded { .. })) => {
                let renewed = edited(&before, FENCE, fence);
                if let (Answer::Granted(grant), Some(held)) =
                    (lease::grant(&renewed, request, self.server_ms()).1, held)
                {
                    let ceiling_tick = grant.ceiling_tick.max(held.ceiling_tick);
                    record = edited(&before, CEILING, ceiling_tick);
                    answer = Answer::Granted(Grant { floor_tick: held.floor_tick, ceiling_tick, ..grant });
                }
            }
            (Off::FloorAboveWhatWasUsed, Kind::GiveBack { .. }, Answer::GivenBack { .. }) => {
                record = edited(&record, CEILING, word(&record, FLOOR));
            }
            _ => {}
        }
        Decided { record, answer, ..decided }
    }
}

/// Where a record's bytes hold these, in words.
const FENCE: usize = 6;
const FLOOR: usize = 9;
const CEILING: usize = 10;

fn word(record: &Record, at: usize) -> u64 {
    u64::from_be_bytes(record.to_bytes()[8 * at..][..8].try_into().unwrap())
}

/// A record that breaks a rule can be had by its bytes only.
fn edited(record: &Record, at: usize, word: u64) -> Record {
    let mut bytes = record.to_bytes();
    bytes[8 * at..][..8].copy_from_slice(&word.to_be_bytes());
    Record::from_bytes(&bytes).unwrap()
}
