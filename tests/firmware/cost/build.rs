//! Puts the memory layout where the linker looks for it, and names the start-up code's script.

use std::env;
use std::fs;
use std::path::PathBuf;

/// Flash and RAM at the places of every Cortex-M that QEMU knows, no larger than on a small one.
const MEMORY: &str = "\
MEMORY
{
  FLASH : ORIGIN = 0x00000000, LENGTH = 256K
  RAM : ORIGIN = 0x20000000, LENGTH = 16K
}
";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let folder = PathBuf::from(env::var_os("OUT_DIR").expect("cargo names a folder"));
    fs::write(folder.join("memory.x"), MEMORY).expect("the folder of a build can be written");
    println!("cargo::rustc-link-search={}", folder.display());
    println!("cargo::rustc-link-arg-bins=-Tlink.x");
}
