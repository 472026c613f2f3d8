//! What is under way, in the order of its time.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use mintid::lease::{Answer, Request};

#[derive(Clone, Copy)]
pub enum Event {
    /// A client has something to do.
    Wake { client: usize, run: u32 },
    /// A request has reached the engine, which loads the records.
    Asked { client: usize, request: Request },
    /// The engine stores what it has decided: its place in the list of these.
    Store { client: usize, request: Request, decided: usize },
    /// An answer has reached a client, whichever run of it has asked.
    Answered { client: usize, ticket: u32, answer: Answer },
}

#[derive(Default)]
pub struct Queue {
    heap: BinaryHeap<Reverse<(u64, u64, usize)>>,
    events: Vec<Event>,
    free: Vec<usize>,
    order: u64,
}

impl Queue {
    pub fn push(&mut self, at_ms: u64, event: Event) {
        let place = match self.free.pop() {
            Some(place) => {
                self.events[place] = event;
                place
            }
            None => {
                self.events.push(event);
                self.events.len() - 1
            }
        };
        self.order += 1;
        self.heap.push(Reverse((at_ms, self.order, place)));
    }

    pub fn pop(&mut self) -> Option<(u64, Event)> {
        let Reverse((at_ms, _, place)) = self.heap.pop()?;
        self.free.push(place);
        Some((at_ms, self.events[place]))
    }
}
