//! Puts the chip's memory layout where the linker looks for it.

use std::env;
use std::fs;
use std::path::PathBuf;

/// The nRF51822 of `-machine microbit`.
const MICROBIT: &str = "\
MEMORY
{
  FLASH : ORIGIN = 0x00000000, LENGTH = 256K
  RAM : ORIGIN = 0x20000000, LENGTH = 16K
}
";

/// The chip of `-machine lm3s6965evb`.
const LM3S6965: &str = "\
MEMORY
{
  FLASH : ORIGIN = 0x00000000, LENGTH = 256K
  RAM : ORIGIN = 0x20000000, LENGTH = 64K
}
";

/// `-machine virt` has nothing but RAM: a part of it stands for flash, and the rest is as small as a chip's.
const VIRT: &str = "\
MEMORY
{
  FLASH : ORIGIN = 0x80000000, LENGTH = 256K
  RAM : ORIGIN = 0x80040000, LENGTH = 64K
}
REGION_ALIAS(\"REGION_TEXT\", FLASH);
REGION_ALIAS(\"REGION_RODATA\", FLASH);
REGION_ALIAS(\"REGION_DATA\", RAM);
REGION_ALIAS(\"REGION_BSS\", RAM);
REGION_ALIAS(\"REGION_HEAP\", RAM);
REGION_ALIAS(\"REGION_STACK\", RAM);
";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let folder = PathBuf::from(env::var_os("OUT_DIR").expect("cargo names a folder"));
    let target = env::var("TARGET").expect("cargo names the target");
    let memory = match target.as_str() {
        "thumbv6m-none-eabi" => MICROBIT,
        "thumbv7m-none-eabi" => LM3S6965,
        "riscv32imc-unknown-none-elf" => VIRT,
        other => panic!("no board here has a {other}"),
    };
    fs::write(folder.join("memory.x"), memory).expect("the folder of a build can be written");
    println!("cargo::rustc-link-search={}", folder.display());
}
