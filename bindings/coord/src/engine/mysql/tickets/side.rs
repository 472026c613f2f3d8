//! One of the two servers.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::super::fault::IS_NULL;
use super::super::fault::code_of;
use super::super::server::Server;
use super::super::shape::{self, TICKETS};
use super::super::statements::MARK;
use crate::{Engine, Error, Fault, Name, Operation, Tables};

/// How long a server that failed comes second.
const REST: Duration = Duration::from_secs(1);

/// What every server has to count by: there are two of them.
const STEP: u64 = 2;

/// The settings that tickets are made by.
const SETTINGS: [&str; 4] = [
    "@@SESSION.auto_increment_increment",
    "@@SESSION.auto_increment_offset",
    "@@GLOBAL.auto_increment_increment",
    "@@GLOBAL.auto_increment_offset",
];

/// The server of the odd or of the even tickets.
#[derive(Debug)]
pub(super) struct Side {
    server: Server,
    /// Its first ticket: 1, or 2.
    offset: u64,
    rests_until: Mutex<Option<Instant>>,
}

impl Side {
    pub const fn new(server: Server, offset: u64) -> Self {
        Self { server, offset, rests_until: Mutex::new(None) }
    }

    const fn name(&self) -> &'static str {
        if self.offset == 1 { "odd" } else { "even" }
    }

    fn rests_until(&self) -> MutexGuard<'_, Option<Instant>> {
        self.rests_until.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Has it asked second for a while.
    pub fn rest(&self) {
        *self.rests_until() = Some(Instant::now() + REST);
    }

    pub fn is_resting(&self) -> bool {
        self.rests_until().is_some_and(|until| Instant::now() < until)
    }

    /// Sees whether its version and its settings will do, and whether it keeps what it confirms if that is asked for.
    pub async fn check(&self, operation: Operation, is_loss_checked: bool) -> Result<(), Error> {
        let work = async {
            self.server.is_new_enough(operation).await?;
            if is_loss_checked {
                self.server.keeps_what_it_confirms(operation).await?;
            }
            match self.wrong_setting(operation).await? {
                Some(fault) => Err(self.server.failed(operation, fault)),
                None => Ok(()),
            }
        };
        self.server.in_time(operation, None, work).await
    }

    async fn wrong_setting(&self, operation: Operation) -> Result<Option<Fault>, Error> {
        let statement = format!("SELECT {}", SETTINGS.join(", "));
        let found: Vec<(u64, u64, u64, u64)> = self.server.rows(operation, &statement, ()).await?;
        let Some(&(step, offset, global_step, global_offset)) = found.first() else { return Ok(None) };
        let needed = [STEP, self.offset, STEP, self.offset];
        let found = SETTINGS.into_iter().zip([step, offset, global_step, global_offset]).zip(needed);
        let wrong = found.into_iter().find(|((_, found), needed)| found != needed);
        Ok(wrong.map(|((setting, found), needed)| Fault::Setting {
            what: format!("{setting} of the server of {} tickets is {found}", self.name()),
            needed: needed.to_string(),
        }))
    }

    /// A ticket. Where the server has none of any counter, it comes second for a while.
    pub async fn ticket(&self, tables: &Tables, counter: &Name) -> Result<u64, Error> {
        let ticket = self.server.in_time(Operation::Reserve, Some(counter), self.replace(tables, counter)).await;
        match &ticket {
            Ok(_) => *self.rests_until() = None,
            Err(error) if matches!(error.fault(), Fault::NoCounter | Fault::UsedUp) => {}
            Err(_) => self.rest(),
        }
        ticket
    }

    async fn replace(&self, tables: &Tables, counter: &Name) -> Result<u64, Error> {
        let operation = Operation::Reserve;
        let failed = |fault| self.server.failed(operation, fault);
        // Under other settings the stub is no value, which its column does not take.
        let statement = format!(
            "REPLACE INTO {} (stub) VALUES (IF(({}) = (?, ?, ?, ?), 'a', NULL))",
            tables.tickets(counter.as_str(), MARK),
            SETTINGS.join(", ")
        );
        let done = match self.server.exec(operation, &statement, (STEP, self.offset, STEP, self.offset)).await {
            Ok(done) => done,
            Err(error) if code_of(&error) == Some(IS_NULL) => {
                return Err(match self.wrong_setting(operation).await? {
                    Some(fault) => failed(fault).because(error),
                    None => error,
                });
            }
            Err(error) => return Err(no_counter(error)),
        };
        // One row is new, and one is gone where there was one.
        if !(1..=2).contains(&done.rows) || done.last_id == 0 {
            return Err(failed(Fault::Foreign {
                what: "what has the name of the counter's table makes no tickets".into(),
            }));
        }
        if done.last_id % STEP != self.offset % STEP {
            return Err(failed(Fault::Setting {
                what: format!("a ticket of the server of {} tickets is {}", self.name(), done.last_id),
                needed: format!("an {} one", self.name()),
            }));
        }
        if done.last_id >= i64::MAX as u64 { Err(failed(Fault::UsedUp)) } else { Ok(done.last_id) }
    }

    /// The highest ticket that is known of, 0 where none was made, if the counter is there.
    pub async fn highest(&self, tables: &Tables, counter: &Name) -> Result<Option<u64>, Error> {
        let operation = Operation::SetUp;
        let work = async {
            if !shape::look(&self.server, tables, &format!("tickets_{counter}"), &TICKETS).await? {
                return Ok(None);
            }
            let statement = format!("SELECT COALESCE(MAX(id), 0) FROM {}", tables.tickets(counter.as_str(), MARK));
            let found: Vec<u64> = self.server.rows(operation, &statement, ()).await?;
            Ok(Some(found.first().copied().unwrap_or(0)))
        };
        self.server.in_time(operation, Some(counter), work).await
    }

    /// Makes the table, with tickets from this one on.
    pub async fn start(&self, tables: &Tables, counter: &Name, first: u64) -> Result<(), Error> {
        let operation = Operation::SetUp;
        let work = async {
            // The number stands in the statement itself: none can be bound there.
            let statement = format!(
                "CREATE TABLE IF NOT EXISTS {} (
                     id   BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
                     stub CHAR(1)         NOT NULL UNIQUE
                 ) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin AUTO_INCREMENT = {}",
                tables.tickets(counter.as_str(), MARK),
                first.max(1)
            );
            self.server.exec(operation, &statement, ()).await?;
            // A server without InnoDB may have taken another engine without a word.
            match shape::look(&self.server, tables, &format!("tickets_{counter}"), &TICKETS).await? {
                true => Ok(()),
                false => Err(self.server.failed(operation, Fault::NoCounter)),
            }
        };
        self.server.in_time(operation, Some(counter), work).await
    }
}

/// A counter is a table here: where that is missing, the counter is.
fn no_counter(error: Error) -> Error {
    if error.fault() != &Fault::NotSetUp {
        return error;
    }
    Error::new(super::Tickets::NAME, error.operation(), Fault::NoCounter).because(error)
}
