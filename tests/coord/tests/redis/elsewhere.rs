//! Clusters, and servers that answer other than the one that is installed.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use mintid_coord::redis::{Options, Redis};
use mintid_coord::{Fault, Leases, SetUp, Spans, Which};
use mintid_coord_tests::server::{Server, free_port, redis as server};
use mintid_coord_tests::suite::{self, fault, name};

const TEN: std::num::NonZero<u32> = std::num::NonZero::new(10).unwrap();

/// A server of a cluster that nobody else is in yet, and the port where the others find it.
fn of_cluster() -> Result<(Server<server::Redis>, u16)> {
    let bus = free_port()?;
    let kind = server::Redis::new().with("cluster-enabled", "yes").with("cluster-port", &bus.to_string());
    Ok((Server::start(kind)?, bus))
}

/// Waits until something is as it should be.
fn until(mut is_so: impl FnMut() -> Result<bool>) -> Result<()> {
    let until = Instant::now() + Duration::from_secs(20);
    while !is_so()? {
        ensure!(Instant::now() < until, "it took too long");
        std::thread::sleep(Duration::from_millis(50));
    }
    Ok(())
}

#[tokio::test]
async fn a_cluster_is_asked_at_the_server_that_has_the_key() -> Result<()> {
    let (one, _) = of_cluster()?;
    let (other, bus) = of_cluster()?;
    let engine = Redis::connect(&one.address(), Options::new()).await?;
    ensure!(fault(engine.start_counter(&name("orders"), 1).await)? == Fault::Busy, "nobody has the key yet");

    ensure!(one.say("CLUSTER ADDSLOTSRANGE 0 8191")? == "+OK");
    ensure!(other.say("CLUSTER ADDSLOTSRANGE 8192 16383")? == "+OK");
    ensure!(one.say(&format!("CLUSTER MEET 127.0.0.1 {} {bus}", other.port()))? == "+OK");
    for server in [&one, &other] {
        until(|| Ok(server.text("CLUSTER INFO")?.contains("cluster_state:ok")))?;
    }

    let other = Redis::connect(&other.address(), Options::new()).await?;
    let mut kept_here = 0;
    for number in 0..8 {
        let counter = name(&format!("orders-{number}"));
        let (here, there) = match fault_of(engine.start_counter(&counter, 1).await) {
            None => (&engine, &other),
            Some(Fault::Elsewhere) => (&other, &engine),
            refused => anyhow::bail!("{refused:?}"),
        };
        kept_here += u32::from(std::ptr::eq(here, &engine));
        here.start_counter(&counter, 1).await?;
        ensure!(here.reserve(&counter, TEN).await?.span.first() == 1);
        let error = there.reserve(&counter, TEN).await.err().context("ids were reserved")?;
        ensure!(*error.fault() == Fault::Elsewhere && error.to_string().contains("connect to that one"), "{error}");
        let source = std::error::Error::source(&error).context("it says where")?.to_string();
        ensure!(source.contains("127.0.0.1:"), "{source}");
    }
    ensure!((1..8).contains(&kept_here), "all are on one");
    Ok(())
}

fn fault_of<T>(done: Result<T, mintid_coord::Error>) -> Option<Fault> {
    done.err().map(|error| error.fault().clone())
}

#[tokio::test]
async fn a_cluster_of_one_is_like_any_server() -> Result<()> {
    let (server, _) = of_cluster()?;
    ensure!(server.say("CLUSTER ADDSLOTSRANGE 0 16383")? == "+OK");
    until(|| Ok(server.text("CLUSTER INFO")?.contains("cluster_state:ok")))?;
    suite::all(&Redis::connect(&server.address(), Options::new()).await?).await
}

/// Somebody on loopback who gives this answer to a command of this name, and `+OK` to every other; its address.
fn answering(command: &'static str, answer: String) -> Result<String> {
    let listener = TcpListener::bind(("127.0.0.1", 0))?;
    let address = server::address(listener.local_addr()?.port());
    std::thread::spawn(move || {
        for mut client in listener.incoming().flatten() {
            let mut piece = [0; 16 * 1024];
            while let Ok(length @ 1..) = client.read(&mut piece) {
                let text = String::from_utf8_lossy(&piece[..length]).into_owned();
                // A command is `*`, how many words, and each word behind its length.
                for words in text.split("\r\n*").filter(|words| !words.is_empty()) {
                    let is_it = words.split("\r\n").nth(2) == Some(command);
                    let _ = client.write_all(if is_it { answer.as_bytes() } else { b"+OK\r\n" });
                }
            }
        }
    });
    Ok(address)
}

#[tokio::test]
async fn a_server_that_is_too_old_is_told() -> Result<()> {
    let info = "# Server\r\nredis_version:4.0.14\r\nrole:master\r\n";
    let address = answering("INFO", format!("${}\r\n{info}\r\n", info.len()))?;
    let error = Redis::connect(&address, Options::new()).await?.set_up().await.err().context("it will do")?;
    ensure!(*error.fault() == Fault::TooOld { found: "4.0.14".into(), needed: "5.0" }, "{error}");
    ensure!(error.to_string().ends_with("its version is 4.0.14, and 5.0 is needed: update it"), "{error}");
    Ok(())
}

#[tokio::test]
async fn a_server_that_loads_or_has_lost_its_master_is_told() -> Result<()> {
    for answer in ["LOADING Redis is loading the dataset in memory", "MASTERDOWN Link with MASTER is down"] {
        let engine = Redis::connect(&answering("EVAL", format!("-{answer}\r\n"))?, Options::new()).await?;
        ensure!(fault(engine.reserve(&name("orders"), TEN).await)? == Fault::Busy, "{answer}");
        ensure!(fault(engine.load(&name("workers"), Which::All).await)? == Fault::Busy, "{answer}");
    }
    Ok(())
}

#[tokio::test]
async fn an_answer_that_no_script_gives_grants_nothing() -> Result<()> {
    for answer in ["+OK", ":7", ":-3", "$-1", "*0", "$2\r\n-5", "$3\r\nten", "$20\r\n18446744073709551615"] {
        let engine = Redis::connect(&answering("EVAL", format!("{answer}\r\n"))?, Options::new()).await?;
        let refused = fault(engine.reserve(&name("orders"), TEN).await)?;
        ensure!(matches!(refused, Fault::Other | Fault::Foreign { .. }), "{answer}: {refused:?}");
        let refused = fault(engine.load(&name("workers"), Which::All).await)?;
        ensure!(matches!(refused, Fault::Other | Fault::Foreign { .. }), "{answer}: {refused:?}");
    }
    Ok(())
}

#[tokio::test]
async fn a_server_that_wants_replicas_and_has_none_is_told() -> Result<()> {
    let server = Server::start(server::Redis::new().with("min-replicas-to-write", "1"))?;
    let engine = Redis::connect(&server.address(), Options::new()).await?;
    ensure!(fault(engine.start_counter(&name("orders"), 1).await)? == Fault::Unreplicated);
    Ok(())
}
