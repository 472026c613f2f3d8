//! Spans by PostgreSQL's own sequences.

use std::num::NonZero;

use mintid::lease::Record;
use mintid::range::Span;
use tokio_postgres::types::Type;

use super::session::{Call, column};
use super::statements::MARK;
use super::{Postgres, fault, statements};
use crate::{
    Engine, Error, Fault, Leases, Loaded, Name, Operation, Receipt, Reserved, Returned, SetUp, Spans, Stored, Which,
};

/// How many bytes of a name PostgreSQL keeps.
const MAX_NAME: usize = 63;

/// Counters that are sequences of PostgreSQL: one value is one span. See the [module](super).
///
/// The sequence of a counter is called `mintid_ids_` and its name. Its comment says that it is a counter, and with which spans it
/// was started: any other sequence is left alone.
///
/// ```no_run
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use std::num::NonZero;
///
/// use mintid_coord::postgres::{Options, Postgres, Sequence};
/// use mintid_coord::{Name, RangeIds, SetUp};
///
/// let orders = Name::new("orders")?;
/// let engine = Postgres::connect("postgres://app:secret@db.example:5432/shop", Options::new()).await?;
/// let sequences = Sequence::new(engine, NonZero::new(1_000).ok_or("no spans")?);
/// sequences.start_counter(&orders, 1).await?; // once; CREATE SEQUENCE … INCREMENT BY 1000
/// let numbers = RangeIds::start(sequences, orders, Default::default());
/// # Ok(())
/// # }
/// ```
///
/// For other spans than a counter has, start another one above its last id. Lowering the increment of the one that is there
/// would grant ids again: that is an error for all who use it.
#[derive(Debug, Clone)]
pub struct Sequence {
    postgres: Postgres,
    span: NonZero<u32>,
}

impl Engine for Sequence {
    const NAME: &'static str = "postgres-sequence";
}

impl Sequence {
    /// Over the connections of this engine. `span` is how many ids a span of the counters has that are
    /// [started](SetUp::start_counter) here; a counter that is there already has its own.
    #[must_use]
    pub const fn new(postgres: Postgres, span: NonZero<u32>) -> Self {
        Self { postgres, span }
    }

    /// The engine whose connections it uses.
    #[must_use]
    pub const fn postgres(&self) -> &Postgres {
        &self.postgres
    }

    fn call<'a>(operation: Operation, on: &'a Name) -> Call<'a> {
        Call { engine: Self::NAME, operation, on: Some(on) }
    }

    /// The quoted name of a counter's sequence.
    fn name(&self, call: &Call<'_>, counter: &Name) -> Result<String, Error> {
        let (name, bytes) = self.postgres.options.tables.sequence(counter.as_str(), '"');
        if bytes > MAX_NAME {
            let what = format!(
                "PostgreSQL would cut {name} to {MAX_NAME} bytes, and another name may begin with the same ones"
            );
            return Err(call.failed(Fault::Foreign { what }));
        }
        Ok(name)
    }
}

impl SetUp for Sequence {
    async fn set_up(&self) -> Result<(), Error> {
        self.postgres.set_up().await
    }

    /// Makes the sequence.
    async fn start_counter(&self, counter: &Name, first: u64) -> Result<(), Error> {
        let call = Self::call(Operation::SetUp, counter);
        let name = self.name(&call, counter)?;
        // The last span ends at 2^63 − 2 at most.
        let span = i64::from(self.span.get());
        let max = i64::MAX - span;
        let first = i64::try_from(first).ok().filter(|first| *first <= max);
        let first = first.ok_or_else(|| call.failed(Fault::UsedUp))?;
        let script = format!(
            "CREATE SEQUENCE {name} AS bigint INCREMENT BY {span} MINVALUE 0 MAXVALUE {max} START WITH {first} CACHE 1 NO CYCLE;
             COMMENT ON SEQUENCE {name} IS '{MARK}{span}';"
        );
        match self.postgres.session.script(&call, &script).await {
            Err(error) if fault::is_there_already(&error) => {}
            done => return done,
        }
        let rows = self.postgres.session.rows(&call, statements::COMMENT, &[(&name as _, Type::TEXT)]).await?;
        let comment: Option<String> = rows.first().map(|row| column(&call, row, 0)).transpose()?.flatten();
        marked(comment.as_deref()).map(drop).ok_or_else(|| call.failed(foreign(&name)))
    }

    async fn start_pool(&self, pool: &Name) -> Result<(), Error> {
        self.postgres.start_pool(pool).await
    }
}

/// The size of the spans, of a comment that has our mark.
fn marked(comment: Option<&str>) -> Option<i64> {
    comment?.strip_prefix(MARK)?.parse().ok()
}

fn foreign(name: &str) -> Fault {
    Fault::Foreign { what: format!("{name} is no sequence that was started as a counter") }
}

impl Spans for Sequence {
    /// Reserves the next span of the sequence, which is as long as its increment, whatever `count` is.
    async fn reserve(&self, counter: &Name, _count: NonZero<u32>) -> Result<Reserved, Error> {
        let call = Self::call(Operation::Reserve, counter);
        let name = self.name(&call, counter)?;
        let values = [(&name as _, Type::TEXT)];
        let rows = self.postgres.session.rows(&call, &self.postgres.statements.next_value, &values).await;
        let rows = rows.map_err(|error| match error.fault() {
            // The sequence is the counter.
            Fault::NotSetUp => call.failed(Fault::NoCounter),
            _ => error,
        })?;
        let foreign = || call.failed(foreign(&name));
        // Without the mark no value was taken, and there are no parameters of it.
        let row = rows.first().ok_or_else(foreign)?;
        let comment: Option<String> = column(&call, row, 1)?;
        let marked = marked(comment.as_deref()).ok_or_else(foreign)?;
        let value: i64 = column(&call, row, 0)?;
        let increment: i64 = column(&call, row, 2)?;
        let is_cycle: bool = column(&call, row, 3)?;
        if increment != marked || is_cycle {
            let cycle = if is_cycle { " and cycles" } else { "" };
            let what =
                format!("{name} was started with spans of {marked}, and now has an increment of {increment}{cycle}");
            return Err(call.failed(Fault::Foreign { what }));
        }
        let span = u64::try_from(value).ok().zip(u64::try_from(increment).ok());
        let span = span.and_then(|(first, count)| Span::of_count(first, count).ok());
        Ok(Reserved { span: span.ok_or_else(foreign)?, receipt: Receipt::NONE })
    }

    /// A sequence takes nothing back.
    async fn give_back(&self, _: &Name, _: Span, _: Receipt) -> Result<Returned, Error> {
        Ok(Returned::Dropped)
    }
}

/// Its leases are those of [`Postgres`].
impl Leases for Sequence {
    type Version = [u8; Record::BYTES];

    async fn load(&self, pool: &Name, which: Which) -> Result<Loaded<Self::Version>, Error> {
        self.postgres.load(pool, which).await
    }

    async fn store(&self, pool: &Name, record: &Record, over: Option<&Self::Version>) -> Result<Stored, Error> {
        self.postgres.store(pool, record, over).await
    }
}
