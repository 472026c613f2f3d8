//! What a server can be other than it should be: each is told, with what to do next, and nothing is granted.

use anyhow::{Context, Result, bail, ensure};
use mintid::lease::{self, Answer, Denied, Holder, Lease, Moment, Pool, Record, RecordError, Terms};
use mintid::snowflake::Layout;
use mintid_coord::redis::{Options, Redis, Risk};
use mintid_coord::{Engine, Error, Fault, Leases, Loaded, Name, SetUp, Spans, Stored, Which, lend};
use mintid_coord_tests::server::{Server, free_port, redis as server};
use mintid_coord_tests::suite::{fault, name};

const TEN: std::num::NonZero<u32> = std::num::NonZero::new(10).unwrap();

async fn connected(server: &Server<server::Redis>) -> Result<Redis> {
    Ok(Redis::connect(&server.address(), Options::new()).await?)
}

#[tokio::test]
async fn an_address_where_nobody_is_or_that_is_none_is_told() -> Result<()> {
    for address in [format!("redis://127.0.0.1:{}", free_port()?), "127.0.0.1".into(), "redis://".into()] {
        let refused = fault(Redis::connect(&address, Options::new()).await)?;
        ensure!(refused == Fault::Unreachable, "{address}: {refused:?}");
    }
    Ok(())
}

#[tokio::test]
async fn wrong_credentials_are_told_and_not_repeated_in_the_error() -> Result<()> {
    let server = Server::start(server::Redis::new().with("requirepass", "right"))?;
    for who in ["", ":wr0ng@", "nobody:wr0ng@"] {
        let address = format!("redis://{who}127.0.0.1:{}", server.port());
        let error = Redis::connect(&address, Options::new()).await.err().context("it was let in")?;
        ensure!(*error.fault() == Fault::NotAllowed, "{error:?}");
        let text = format!("{error} {error:?}");
        ensure!(text.contains("redis, connecting") && text.contains("credentials"), "{text}");
        ensure!(!text.contains("wr0ng"), "{text}");
    }
    let address = format!("redis://:right@127.0.0.1:{}", server.port());
    let engine = Redis::connect(&address, Options::new()).await?;
    ensure!(!format!("{engine:?}").contains("right"));
    engine.set_up().await?;
    Ok(())
}

#[tokio::test]
async fn a_user_who_may_only_read_is_told() -> Result<()> {
    let (server, engine) = super::ready().await?;
    let orders = name("orders");
    engine.start_counter(&orders, 1).await?;
    ensure!(server.say("ACL SETUSER reader on >secret ~* +@read +eval +ping")? == "+OK");
    ensure!(server.say("ACL SETUSER other on >secret ~other:* +@all")? == "+OK");
    for who in ["reader", "other"] {
        let address = format!("redis://{who}:secret@127.0.0.1:{}", server.port());
        let refused = fault(Redis::connect(&address, Options::new()).await?.reserve(&orders, TEN).await)?;
        ensure!(refused == Fault::NotAllowed, "{who}: {refused:?}");
    }
    ensure!(engine.reserve(&orders, TEN).await?.span.first() == 1);
    Ok(())
}

#[tokio::test]
async fn keys_of_somebody_else_are_left_alone() -> Result<()> {
    let (server, engine) = super::ready().await?;
    for (key, write, read, value) in [
        ("text", "SET mintid:counter:text 41", "GET mintid:counter:text", "41"),
        ("hash", "HSET mintid:counter:hash price 41", "HGET mintid:counter:hash price", "41"),
        ("words", "HSET mintid:counter:words next many", "HGET mintid:counter:words next", "many"),
        ("negative", "HSET mintid:counter:negative next -5", "HGET mintid:counter:negative next", "-5"),
        ("zeros", "HSET mintid:counter:zeros next 007", "HGET mintid:counter:zeros next", "007"),
        (
            "large",
            "HSET mintid:counter:large next 9223372036854775808",
            "HGET mintid:counter:large next",
            "9223372036854775808",
        ),
    ] {
        server.say(write)?;
        let error = engine.reserve(&name(key), TEN).await.err().context("ids were reserved")?;
        ensure!(matches!(error.fault(), Fault::Foreign { .. }), "{key}: {error:?}");
        ensure!(error.to_string().contains("choose other names"), "{error}");
        ensure!(server.text(read)? == value, "{key} was changed");
    }
    for key in ["text", "hash"] {
        let refused = fault(engine.start_counter(&name(key), 1).await)?;
        ensure!(matches!(refused, Fault::Foreign { .. }), "{key}: {refused:?}");
    }

    let record = Pool::new(&Layout::TWITTER, Terms::DEFAULT).record(3).context("no such node")?;
    for (key, command) in [("text", "SET mintid:pool:text 41"), ("hash", "HSET mintid:pool:hash 3 41")] {
        server.say(command)?;
        let pool = name(key);
        for refused in [
            fault(engine.load(&pool, Which::All).await)?,
            fault(engine.load(&pool, Which::Node(3)).await)?,
            fault(engine.store(&pool, &record, None).await)?,
            fault(engine.start_pool(&pool).await)?,
        ] {
            ensure!(matches!(refused, Fault::Foreign { .. }), "{key}: {refused:?}");
        }
    }
    Ok(())
}

#[tokio::test]
async fn a_record_that_is_none_is_told() -> Result<()> {
    let (server, engine) = super::ready().await?;
    let workers = name("workers");
    engine.start_pool(&workers).await?;
    server.say("HSET mintid:pool:workers 3 nonsense")?;
    let refused = fault(engine.load(&workers, Which::Node(3)).await)?;
    ensure!(matches!(refused, Fault::Record { node: 3, error: RecordError::Length { found: 8 } }), "{refused:?}");
    server.say("HDEL mintid:pool:workers 3")?;
    server.say("HSET mintid:pool:workers three nonsense")?;
    ensure!(matches!(fault(engine.load(&workers, Which::All).await)?, Fault::Foreign { .. }));
    Ok(())
}

#[tokio::test]
async fn a_server_that_was_emptied_does_not_begin_again() -> Result<()> {
    let (server, engine) = super::ready().await?;
    let (orders, workers) = (name("orders"), name("workers"));
    engine.start_counter(&orders, 1).await?;
    engine.start_pool(&workers).await?;
    let record = Pool::new(&Layout::TWITTER, Terms::DEFAULT).record(3).context("no such node")?;
    ensure!(engine.store(&workers, &record, None).await? == Stored::Yes);
    server.say("FLUSHALL")?;
    let error = engine.reserve(&orders, TEN).await.err().context("ids were reserved")?;
    ensure!(*error.fault() == Fault::NoCounter && error.to_string().contains("above every id it granted"), "{error}");
    ensure!(fault(engine.load(&workers, Which::All).await)? == Fault::NoPool);
    ensure!(fault(engine.store(&workers, &record, None).await)? == Fault::NoPool);
    ensure!(server.say("DBSIZE")? == ":0");
    Ok(())
}

#[tokio::test]
async fn memory_that_is_full_is_told_and_changes_nothing() -> Result<()> {
    let (server, engine) = super::ready().await?;
    let (orders, workers) = (name("orders"), name("workers"));
    engine.start_counter(&orders, 1).await?;
    engine.start_pool(&workers).await?;
    let record = Pool::new(&Layout::TWITTER, Terms::DEFAULT).record(3).context("no such node")?;
    ensure!(server.say("CONFIG SET maxmemory 1")? == "+OK");
    ensure!(fault(engine.reserve(&orders, TEN).await)? == Fault::Full);
    ensure!(fault(engine.store(&workers, &record, None).await)? == Fault::Full);
    ensure!(engine.load(&workers, Which::All).await?.records.is_empty());
    ensure!(server.say("CONFIG SET maxmemory 0")? == "+OK");
    ensure!(engine.reserve(&orders, TEN).await?.span.first() == 1);
    Ok(())
}

#[tokio::test]
async fn a_disk_that_takes_nothing_is_told() -> Result<()> {
    // The folder of its snapshots goes away: for Redis that is the same as a disk without room.
    let kind = server::Redis::new().with("appendonly", "no").with("save", "3600 1");
    let server = Server::start(kind.with("enable-protected-configs", "yes"))?;
    let engine = connected(&server).await?;
    let orders = name("orders");
    engine.start_counter(&orders, 1).await?;
    let away = server.folder().join("snapshots");
    std::fs::create_dir(&away)?;
    ensure!(server.say(&format!("CONFIG SET dir {}", away.display()))?.starts_with('+'));
    std::fs::remove_dir(&away)?;
    server.say("BGSAVE")?;
    let until = std::time::Instant::now() + std::time::Duration::from_secs(10);
    while server.info("persistence")?.contains("rdb_last_bgsave_status:ok") {
        ensure!(std::time::Instant::now() < until, "it saves");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let error = engine.reserve(&orders, TEN).await.err().context("ids were reserved")?;
    ensure!(*error.fault() == Fault::Full, "{error:?}");
    Ok(())
}

#[tokio::test]
async fn a_server_that_is_busy_is_told_and_nothing_hangs() -> Result<()> {
    let (server, engine) = super::ready().await?;
    let orders = name("orders");
    engine.start_counter(&orders, 1).await?;
    ensure!(server.say("CONFIG SET busy-reply-threshold 50")? == "+OK");
    let port = server.port();
    let busy = std::thread::spawn(move || server::say(port, "EVAL \"while true do end\" 0"));
    std::thread::sleep(std::time::Duration::from_millis(300));
    ensure!(fault(engine.reserve(&orders, TEN).await)? == Fault::Busy);
    ensure!(server.say("SCRIPT KILL")? == "+OK");
    let _ = busy.join();
    ensure!(engine.reserve(&orders, TEN).await?.span.first() == 1);
    Ok(())
}

#[tokio::test]
async fn too_many_clients_are_told() -> Result<()> {
    let (server, engine) = super::ready().await?;
    // Its own connection, and that of this command.
    ensure!(server.say("CONFIG SET maxclients 1")? == "+OK");
    let refused = fault(connected(&server).await.map_err(|error| error.downcast().expect("an error of ours")))?;
    // The server says so and closes the connection before it was asked anything: what it said may be lost.
    ensure!(matches!(refused, Fault::Crowded | Fault::Unreachable), "{refused:?}");
    engine.set_up().await?;
    Ok(())
}

#[tokio::test]
async fn a_server_that_can_lose_what_it_confirmed_is_refused_unless_that_is_accepted() -> Result<()> {
    let evicts = Risk::Evicts { policy: "allkeys-lru".into() };
    let late = Risk::LateLog { appendfsync: "everysec".into() };
    let cases = [
        (server::Redis::new().with("appendonly", "no"), vec![Risk::NoLog], "appendonly is no"),
        (server::Redis::new().with("appendfsync", "everysec"), vec![late], "appendfsync is everysec, not always"),
        (
            server::Redis::new().with("maxmemory", "100mb").with("maxmemory-policy", "allkeys-lru"),
            vec![evicts],
            "maxmemory-policy is allkeys-lru",
        ),
        (server::Redis::new().with("maxmemory", "100mb").with("maxmemory-policy", "volatile-lru"), vec![], ""),
    ];
    for (kind, risks, text) in cases {
        let server = Server::start(kind)?;
        let engine = connected(&server).await?;
        ensure!(engine.risks().await? == risks);
        let accepting = Redis::connect(&server.address(), Options::new().accept_loss()).await?;
        accepting.set_up().await?;
        match engine.set_up().await {
            Ok(()) => ensure!(risks.is_empty()),
            Err(error) => {
                ensure!(matches!(error.fault(), Fault::Forgetful { .. }) && !risks.is_empty(), "{error:?}");
                let text_of = error.to_string();
                ensure!(text_of.contains(text) && text_of.contains("accept the loss"), "{text_of}");
            }
        }
    }
    Ok(())
}

/// An engine whose clock was ahead.
#[derive(Clone)]
struct Ahead {
    engine: Redis,
    by_ms: u64,
}

impl Engine for Ahead {
    const NAME: &'static str = "ahead";
}

impl Leases for Ahead {
    type Version = <Redis as Leases>::Version;

    async fn load(&self, pool: &Name, which: Which) -> Result<Loaded<Self::Version>, Error> {
        let mut loaded = self.engine.load(pool, which).await?;
        loaded.server_unix_ms += self.by_ms;
        Ok(loaded)
    }

    async fn store(&self, pool: &Name, record: &Record, over: Option<&Self::Version>) -> Result<Stored, Error> {
        self.engine.store(pool, record, over).await
    }
}

async fn asked(engine: &impl Leases, nodes: &Pool, holder: u128) -> Result<Answer> {
    let mut lease = Lease::new(Holder::from_u128(holder), &Layout::TWITTER, lease::Options::new());
    let now = Moment { monotonic_ms: 0, unix_ms: 1_800_000_000_000 };
    let request = lease.request_due(now, 1).context("nothing is due")?;
    Ok(lend(engine, &name("workers"), nodes, &request).await?.answer)
}

#[tokio::test]
async fn a_clock_that_steps_back_an_hour_lends_no_tick_again() -> Result<()> {
    let (_server, engine) = super::ready().await?;
    engine.start_pool(&name("workers")).await?;
    let nodes = Pool::new(&Layout::TWITTER, Terms::DEFAULT).up_to_node(0);
    let ahead = Ahead { engine: engine.clone(), by_ms: 3_600_000 };
    let Answer::Granted(before) = asked(&ahead, &nodes, 1).await? else { bail!("no node was lent") };
    // What was noted by the clock as it was is no reason to wait; the ticks are above those before all the same.
    let Answer::Granted(after) = asked(&engine, &nodes, 2).await? else { bail!("the node was not lent again") };
    ensure!((after.node, after.fence) == (before.node, before.fence + 1), "{before:?}, then {after:?}");
    ensure!(after.floor_tick == before.ceiling_tick, "{before:?}, then {after:?}");
    let none = asked(&engine, &nodes, 1).await?;
    ensure!(matches!(none, Answer::Denied(Denied::Exhausted { nodes: 1, .. })), "{none:?}");
    Ok(())
}
