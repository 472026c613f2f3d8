//! One connection, which all tasks share, and which is made anew after it has failed.

use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::fault::fault_of;
use super::options::Options;
use super::scripts::Script;
use crate::deadline::within;
use crate::{Error, Fault, Operation};
use redis::aio::MultiplexedConnection;
use redis::{AsyncConnectionConfig, Client, Cmd, Pipeline, RedisError, RedisResult, Value};

type Connecting = Pin<Box<dyn Future<Output = RedisResult<MultiplexedConnection>> + Send>>;

/// Makes connections, and keeps the one that works.
pub(super) struct Connection {
    connect: Box<dyn Fn() -> Connecting + Send + Sync>,
    /// Held by the one who connects, while the others wait for it, each to their own deadline.
    connecting: tokio::sync::Mutex<()>,
    kept: Mutex<Kept>,
    pub options: Options,
}

#[derive(Default)]
struct Kept {
    open: Option<MultiplexedConnection>,
    /// Which one it is: they are counted.
    number: u64,
}

impl Connection {
    pub fn new<F, R>(connect: F, options: Options) -> Self
    where
        F: Fn() -> R + Send + Sync + 'static,
        R: Future<Output = RedisResult<MultiplexedConnection>> + Send + 'static,
    {
        let connect = Box::new(move || -> Connecting { Box::pin(connect()) });
        Self { connect, connecting: tokio::sync::Mutex::default(), kept: Mutex::default(), options }
    }

    /// Of a client: without time limits of its own, since each call has one.
    pub fn of_client(client: Client, options: Options) -> Self {
        let client = Arc::new(client);
        let connect = move || {
            let client = Arc::clone(&client);
            async move {
                let config = AsyncConnectionConfig::new().set_response_timeout(None).set_connection_timeout(None);
                client.get_multiplexed_async_connection_with_config(&config).await
            }
        };
        Self::new(connect, options)
    }

    /// Runs a script on a key, and has replicas confirm what it wrote where that is wanted. One round trip: the text is sent each time,
    /// since that costs less than to be told that the server has forgotten it.
    pub async fn run(&self, operation: Operation, script: Script, key: &str, values: &[&[u8]]) -> Result<Value, Error> {
        let mut eval = redis::cmd("EVAL");
        eval.arg(script.text).arg(1).arg(key).arg(values);
        let Some((wanted, timeout)) = self.options.replicas else {
            return self.ask(operation, eval).await;
        };
        let mut both = Pipeline::new();
        both.add_command(eval);
        // 0 would be for ever.
        both.cmd("WAIT").arg(wanted.get()).arg(u64::try_from(timeout.as_millis()).unwrap_or(u64::MAX).max(1));
        both.ignore_errors();
        let failed = |error: RedisError| failure(operation, error);
        let answers = self.with(operation, |mut connection| async move {
            let answers: Vec<RedisResult<Value>> = both.query_async(&mut connection).await?;
            let mut answers = answers.into_iter();
            match (answers.next(), answers.next()) {
                (Some(Ok(answer)), Some(confirmed)) => Ok((answer, confirmed)),
                (Some(Err(error)), _) => Err(error),
                _ => Err((redis::ErrorKind::UnexpectedReturnType, "two commands have not two answers").into()),
            }
        });
        let (answer, confirmed) = answers.await?;
        if !(script.has_written)(&answer) {
            return Ok(answer);
        }
        let confirmed: u32 =
            redis::from_redis_value(confirmed.map_err(failed)?).map_err(|error| failed(error.into()))?;
        if confirmed < wanted.get() {
            let because = format!("{confirmed} replicas of {wanted} have confirmed it within {timeout:?}");
            return Err(Error::new(super::NAME, operation, Fault::Unreplicated).because(because));
        }
        Ok(answer)
    }

    /// Sends a command.
    pub async fn ask(&self, operation: Operation, command: Cmd) -> Result<Value, Error> {
        self.with(operation, |mut connection| async move { command.query_async(&mut connection).await }).await
    }

    /// Does something with the connection, before the deadline.
    async fn with<T, R>(&self, operation: Operation, work: impl FnOnce(MultiplexedConnection) -> R) -> Result<T, Error>
    where
        R: Future<Output = RedisResult<T>>,
    {
        let mut used = None;
        let done = within(self.options.deadline, super::NAME, operation, async {
            let (connection, number) = self.get().await.map_err(|error| failure(operation, error))?;
            used = Some(number);
            work(connection).await.map_err(|error| failure(operation, error))
        });
        let done = done.await;
        if let (Err(error), Some(number)) = (&done, used)
            && is_over(error.fault())
        {
            let mut kept = self.lock();
            if kept.number == number {
                kept.open = None;
            }
        }
        done
    }

    async fn get(&self) -> RedisResult<(MultiplexedConnection, u64)> {
        if let Some(found) = self.found() {
            return Ok(found);
        }
        let _alone = self.connecting.lock().await;
        if let Some(found) = self.found() {
            return Ok(found);
        }
        let open = (self.connect)().await?;
        let mut kept = self.lock();
        kept.number += 1;
        kept.open = Some(open.clone());
        Ok((open, kept.number))
    }

    fn found(&self) -> Option<(MultiplexedConnection, u64)> {
        let kept = self.lock();
        kept.open.clone().map(|open| (open, kept.number))
    }

    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether a connection is not to be used again: it is lost, its answers may come late, or another server is the right one now.
const fn is_over(fault: &Fault) -> bool {
    matches!(
        fault,
        Fault::Unreachable
            | Fault::TimedOut { .. }
            | Fault::NotAllowed
            | Fault::ReadOnly
            | Fault::Elsewhere
            | Fault::Busy
            | Fault::Crowded
            | Fault::Other
    )
}

pub(super) fn failure(operation: Operation, error: RedisError) -> Error {
    Error::new(super::NAME, operation, fault_of(&error)).because(error)
}
