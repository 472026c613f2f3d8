//! Benchmarks of mintid beside its peers.
//!
//! Shared machines are noisy, so figures of two runs do not compare. Everything that is compared here runs in one
//! process, its turns interleaved, and the result is the ratio of the medians. Beside each figure stands the count of
//! distinct results, so that nothing wins by repeating itself.

#![forbid(unsafe_code)]

mod codec;
mod race;

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
}

fn main() {
    let arguments = Arguments::parse();
    match arguments.subject {
        Subject::Codec => codec::run(&arguments.effort),
    }
}
