//! Links `src/bin/chip.rs` as firmware is linked: with defmt's own linker script, which puts the words of the logs at the
//! addresses that stand for them on the wire.
//!
//! A hosted program needs its ordinary layout too, so the script is inserted into that, which GNU ld can do and LLVM's
//! cannot; and it must not be moved when it is loaded, or the addresses change.

use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    if env::var_os("CARGO_CFG_TARGET_OS").is_some_and(|os| os == "linux") {
        let out = env::var_os("OUT_DIR").ok_or(io::ErrorKind::NotFound)?;
        let script = Path::new(&out).join("hosted.x");
        fs::write(&script, "INCLUDE defmt.x\nINSERT AFTER .comment;\n")?;
        println!("cargo::rustc-link-arg-bins=-T{}", script.display());
        println!("cargo::rustc-link-arg-bins=-fuse-ld=bfd");
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
    Ok(())
}
