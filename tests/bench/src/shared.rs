//! The free functions, which any thread may call, each beside its peers' own thread-safe function.
//!
//! They do not promise the same. Ours and those of `uuid`, `uuid7` and `mr-ulid` keep one order for the whole process;
//! those of `ulid` and `rusty_ulid` draw each id afresh, without any. `uuid7` and ours notice a fork. What `ulid` costs
//! with an order, its generator behind a lock, is shown for information.

mod pair;

use std::hash::Hash;
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use pair::Pair;

use crate::contest::{Contest, OneByOne, Slice};
use crate::race::{Aim, Effort, Role, Runner, race};

/// What a free function may cost beyond the clock reading.
const CLOCK_PLUS_NS: f64 = 14.0;

pub fn run(effort: &Effort) {
    // Faster than each peer; v4 reads no clock.
    let v4 = [Aim::OfBestPeer(1.0)];
    let ordered = [Aim::ClockPlus(CLOCK_PLUS_NS), Aim::OfBestPeer(1.0)];

    let mut functions = Functions::new();
    functions.add("mintid::uuid_v4", Role::Ours, mintid::Uuid::NIL, mintid::uuid_v4);
    functions.add("uuid, fast-rng", Role::Peer, uuid::Uuid::nil(), uuid::Uuid::new_v4);
    functions.add("uuid7::uuid4", Role::Peer, uuid7::Uuid::NIL, uuid7::uuid4);
    functions.run("UUID v4", &v4, effort);

    let mut functions = Functions::new();
    functions.add("mintid::uuid_v7", Role::Ours, mintid::Uuid::NIL, mintid::uuid_v7);
    functions.add("uuid, fast-rng", Role::Peer, uuid::Uuid::nil(), uuid::Uuid::now_v7);
    functions.add("uuid7::uuid7", Role::Peer, uuid7::Uuid::NIL, uuid7::uuid7);
    functions.add("SystemTime::now", Role::Part, SystemTime::UNIX_EPOCH, SystemTime::now);
    functions.run("UUID v7", &ordered, effort);

    static IN_ORDER: Mutex<ulid::Generator> = Mutex::new(ulid::Generator::new());
    let mut functions = Functions::new();
    functions.add("mintid::ulid", Role::Ours, mintid::Ulid::NIL, mintid::ulid);
    functions.add("ulid::Ulid::generate", Role::Peer, ulid::Ulid::nil(), ulid::Ulid::generate);
    functions.add("mr_ulid::Ulid::new", Role::Peer, mr_ulid::Ulid::MIN, mr_ulid::Ulid::new);
    functions.add("rusty_ulid::Ulid::generate", Role::Peer, rusty_ulid::Ulid::from(0), rusty_ulid::Ulid::generate);
    functions.add("ulid::Generator in a Mutex", Role::Extra, ulid::Ulid::nil(), || {
        let mut ids = IN_ORDER.lock().unwrap_or_else(PoisonError::into_inner);
        ids.generate().unwrap_or_else(|full| full.commit_overflow_increment())
    });
    functions.add("SystemTime::now", Role::Part, SystemTime::UNIX_EPOCH, SystemTime::now);
    functions.run("ULID", &ordered, effort);
}

/// Functions that do the same, on one thread and on two.
struct Functions {
    one_by_one: Contest<OneByOne>,
    slice: Contest<Slice>,
    two_threads: Vec<Runner>,
}

impl Functions {
    fn new() -> Self {
        Self { one_by_one: Contest::new(), slice: Contest::new(), two_threads: Vec::new() }
    }

    fn add<Id>(&mut self, name: &'static str, role: Role, blank: Id, call: impl Fn() -> Id + Copy + Send + 'static)
    where
        Id: Copy + Eq + Hash + Send + 'static,
    {
        self.one_by_one.enter(name, role, blank, || move || Some(call()));
        self.slice.enter(name, role, blank, || move || Some(call()));
        self.two_threads.push(Pair::runner(name, role, blank, move || Some(call())));
    }

    /// One thread is held to the aims; two are shown: a locked word that both want costs what the machine makes of it.
    fn run(self, title: &str, aims: &[Aim], effort: &Effort) {
        let one_thread = format!("{title}, one thread");
        self.one_by_one.run(&one_thread, aims, effort);
        self.slice.run(&one_thread, aims, effort);
        race(&format!("{title}, two threads, ns a call in each"), &[], effort, self.two_threads);
    }
}
