//! Benchmarks of mintid beside its peers.
//!
//! Shared machines are noisy, so figures of two runs do not compare. Everything that is compared here runs in one
//! process, its turns interleaved, and the result is the ratio of the medians. Beside each figure stands the count of
//! distinct results, so that nothing wins by repeating itself.

#![forbid(unsafe_code)]

mod codec;
mod contest;
mod generate;
mod race;
mod range;
mod shared;
mod snowflake;

use clap::{Parser, Subcommand};

/// Times mintid beside its peers, in one process.
#[derive(Parser)]
struct Arguments {
    #[command(flatten)]
    effort: race::Effort,
    #[command(subcommand)]
    subject: Subject,
}

/// What to time.
#[derive(Subcommand)]
enum Subject {
    /// Encode and parse: UUID and ULID text.
    Codec,
    /// Generate with one owner: the core on an injected clock and source, and end to end.
    Generate,
    /// Ids out of granted spans, with one owner and behind a lock.
    Range,
    /// The thread-safe free functions: v4, v7 and ULID, on one thread and on two.
    Shared,
    /// Snowflakes with one owner and shared, on a stepping clock, and as fast as the system's clock lets them.
    Snowflake,
}

fn main() {
    let arguments = Arguments::parse();
    match arguments.subject {
        Subject::Codec => codec::run(&arguments.effort),
        Subject::Generate => generate::run(&arguments.effort),
        Subject::Range => range::run(&arguments.effort),
        Subject::Shared => shared::run(&arguments.effort),
        Subject::Snowflake => snowflake::run(&arguments.effort),
    }
}
