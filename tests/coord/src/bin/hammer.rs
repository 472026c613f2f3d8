//! `hammer ADDRESS spans|leases|hold NAME MILLISECONDS HOLDER`: one of the processes that ask all at the same time.
//!
//! What it was granted goes to standard output, a line each, written before it is used for anything.

use anyhow::{Context, Result};
use mintid_coord_tests::address;
use mintid_coord_tests::hammer::{Hammer, Kind};

#[tokio::main]
async fn main() -> Result<()> {
    let mut words = std::env::args().skip(1);
    let mut next = |what: &str| words.next().with_context(|| format!("no {what} is given"));
    let address = next("address")?;
    let kind = Kind::of(&next("kind")?)?;
    let hammer = Hammer {
        kind,
        name: next("name")?.parse()?,
        milliseconds: next("time")?.parse()?,
        holder: next("holder")?.parse()?,
    };
    address::at(&address, hammer).await
}
