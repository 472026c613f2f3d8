//! Servers that count other than they should, and tables that are not tickets'.

use std::collections::HashSet;

use anyhow::{Context, Result, ensure};
use mintid_coord::mysql::{Options, Tickets};
use mintid_coord::{Fault, SetUp, Spans, Tables};
use mintid_coord_tests::server::Server;
use mintid_coord_tests::server::mariadb::{MariaDb, address};
use mintid_coord_tests::suite::{fault, name};
use mysql_async::prelude::Queryable;
use mysql_async::{Conn, Opts, OptsBuilder, Pool};

use super::{MANY, Pair, draw, next};

#[tokio::test]
async fn servers_that_are_mixed_up_or_not_set_are_refused() -> Result<()> {
    let pair = Pair::start()?;
    let [odd, even] = pair.addresses();
    let refused = Tickets::connect(&even, &odd, Options::new()).await.err().context("it was taken")?.to_string();
    let expected = "tickets, connecting: @@SESSION.auto_increment_offset of the server of odd tickets is 2, and 1 is needed: change it";
    ensure!(refused == expected, "{refused}");
    let twice = fault(Tickets::connect(&odd, &odd, Options::new()).await)?;
    ensure!(matches!(twice, Fault::Setting { .. }), "{twice:?}");
    let plain = Server::start(MariaDb::new())?;
    let refused =
        Tickets::connect(&address(plain.port()), &even, Options::new()).await.err().context("it was taken")?;
    let expected = "@@SESSION.auto_increment_increment of the server of odd tickets is 1, and 2 is needed: change it";
    ensure!(refused.to_string().ends_with(expected), "{refused}");
    Ok(())
}

#[tokio::test]
async fn a_server_that_was_restarted_without_its_settings_gives_no_ticket() -> Result<()> {
    let (mut pair, tickets) = Pair::ready(Options::new()).await?;
    let mut seen = HashSet::new();
    draw(&tickets, 4, &mut seen).await?;
    pair.kinds[0].set(&[]);
    pair.odd.kill()?;
    pair.odd.start_again()?;
    let even = draw(&tickets, 10, &mut seen).await?;
    ensure!(even.iter().all(|ticket| ticket % 2 == 0), "{even:?}");
    let refused = fault(tickets.set_up().await)?;
    ensure!(matches!(refused, Fault::Setting { .. }), "{refused:?}");
    // With the other one down, it is the reason that is told.
    pair.even.kill()?;
    let refused = tickets.reserve(&name("photos"), MANY).await.err().context("there was a ticket")?;
    let expected = "auto_increment_increment of the server of odd tickets is 1, and 2 is needed: change it";
    ensure!(refused.to_string().ends_with(expected), "{refused}");
    Ok(())
}

#[tokio::test]
async fn settings_count_as_they_are_when_a_ticket_is_made() -> Result<()> {
    let (pair, tickets) = Pair::ready(Options::new().connections(1)).await?;
    let mut seen = HashSet::new();
    draw(&tickets, 4, &mut seen).await?;
    let mut admin = Conn::from_url(address(pair.odd.port())).await?;
    // The connection that is open still has its own, and whoever connects next will not.
    admin.query_drop("SET GLOBAL auto_increment_increment = 1").await?;
    let even = draw(&tickets, 10, &mut seen).await?;
    ensure!(even.iter().all(|ticket| ticket % 2 == 0), "{even:?}");
    admin.query_drop("SET GLOBAL auto_increment_increment = 2").await?;
    admin.disconnect().await?;

    // A pool that sets its sessions otherwise.
    for wrong in ["SET SESSION auto_increment_increment = 1", "SET SESSION auto_increment_offset = 2"] {
        let opts = OptsBuilder::from_opts(Opts::from_url(&address(pair.odd.port()))?).init(vec![wrong]);
        let even = Pool::new(Opts::from_url(&address(pair.even.port()))?);
        let refused = fault(Tickets::with_pools(Pool::new(opts), even, Options::new()).await)?;
        ensure!(matches!(&refused, Fault::Setting { what, .. } if what.starts_with("@@SESSION")), "{refused:?}");
    }
    Ok(())
}

#[tokio::test]
async fn no_mode_of_a_server_lets_a_wrong_setting_through() -> Result<()> {
    let (pair, _) = Pair::ready(Options::new()).await?;
    let [odd, even] = pair.addresses();
    for mode in ["", "ANSI,TRADITIONAL"] {
        let pool = |address: &str| -> Result<Pool> {
            let opts = OptsBuilder::from_opts(Opts::from_url(address)?).prefer_socket(false);
            Ok(Pool::new(opts.init(vec![format!("SET sql_mode = '{mode}'")])))
        };
        let tickets = Tickets::with_pools(pool(&odd)?, pool(&even)?, Options::new()).await?;
        let mut seen = HashSet::new();
        draw(&tickets, 4, &mut seen).await?;
        for server in [&pair.odd, &pair.even] {
            let mut admin = Conn::from_url(address(server.port())).await?;
            admin.query_drop("SET GLOBAL auto_increment_increment = 3").await?;
            admin.disconnect().await?;
        }
        for _ in 0..4 {
            let refused = fault(tickets.reserve(&name("photos"), MANY).await)?;
            ensure!(matches!(refused, Fault::Setting { .. }), "{mode}: {refused:?}");
        }
        for server in [&pair.odd, &pair.even] {
            let mut admin = Conn::from_url(address(server.port())).await?;
            admin.query_drop("SET GLOBAL auto_increment_increment = 2").await?;
            admin.disconnect().await?;
        }
    }
    Ok(())
}

#[tokio::test]
async fn a_ticket_of_the_other_kind_is_refused() -> Result<()> {
    let (pair, tickets) = Pair::ready(Options::new()).await?;
    let mut admin = Conn::from_url(address(pair.odd.port())).await?;
    admin
        .query_drop("CREATE TRIGGER lift BEFORE INSERT ON mintid_tickets_photos FOR EACH ROW SET NEW.id = 1000")
        .await?;
    let mut seen = HashSet::new();
    let even = draw(&tickets, 10, &mut seen).await?;
    ensure!(even.iter().all(|ticket| ticket % 2 == 0 && *ticket < 100), "{even:?}");
    admin.disconnect().await?;
    Ok(())
}

#[tokio::test]
async fn a_table_of_somebody_else_is_left_alone() -> Result<()> {
    let (pair, _) = Pair::ready(Options::new()).await?;
    let tables = Tables::new().prefixed("flickr_");
    let tickets = pair.connect(Options::new().tables(tables)).await?;
    let mut admin = Conn::from_url(address(pair.even.port())).await?;
    admin.query_drop("CREATE TABLE flickr_tickets_photos (stub CHAR(1), depth DOUBLE)").await?;
    admin.query_drop("INSERT INTO flickr_tickets_photos VALUES ('a', 2.5)").await?;
    let refused = fault(tickets.start_counter(&name("photos"), 1).await)?;
    ensure!(matches!(refused, Fault::Foreign { .. }), "{refused:?}");
    let depth: Vec<f64> = admin.query("SELECT depth FROM flickr_tickets_photos").await?;
    ensure!(depth == [2.5]);
    admin.query_drop("DROP TABLE flickr_tickets_photos").await?;
    // As Flickr had it: without transactions a crash may take what was granted.
    let old = "CREATE TABLE flickr_tickets_photos (
        id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT, stub CHAR(1) COLLATE utf8mb4_bin NOT NULL DEFAULT '',
        PRIMARY KEY (id), UNIQUE KEY stub (stub)) ENGINE = MyISAM";
    admin.query_drop(old).await?;
    let refused = fault(tickets.start_counter(&name("photos"), 1).await)?;
    ensure!(matches!(refused, Fault::Setting { .. }), "{refused:?}");
    admin.query_drop("ALTER TABLE flickr_tickets_photos ENGINE = InnoDB").await?;
    tickets.start_counter(&name("photos"), 1).await?;
    ensure!(next(&tickets).await? == 1);
    admin.disconnect().await?;
    Ok(())
}

#[tokio::test]
async fn servers_that_forget_are_refused() -> Result<()> {
    let (mut pair, tickets) = Pair::ready(Options::new()).await?;
    pair.kinds[1].set(&[
        "--auto-increment-increment=2",
        "--auto-increment-offset=2",
        "--innodb-flush-log-at-trx-commit=0",
    ]);
    pair.even.kill()?;
    pair.even.start_again()?;
    let refused = fault(tickets.set_up().await)?;
    ensure!(matches!(refused, Fault::Forgetful { .. }), "{refused:?}");
    pair.connect(Options::new().accept_loss()).await?.set_up().await?;
    pair.kinds[1].set(&["--auto-increment-increment=2", "--auto-increment-offset=2", "--version=5.7.44-log"]);
    pair.even.kill()?;
    pair.even.start_again()?;
    let refused = fault(pair.connect(Options::new()).await)?;
    ensure!(matches!(refused, Fault::TooOld { .. }), "{refused:?}");
    Ok(())
}
