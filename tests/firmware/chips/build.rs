//! The memory of the chip that the program is for, and the linker scripts of its start-up code.

use std::path::Path;
use std::{env, fs};

fn main() {
    let has = |feature: &str| env::var_os(format!("CARGO_FEATURE_{feature}")).is_some();
    let (chip, scripts): (_, &[_]) = if has("NRF52840") {
        ("nrf52840", &["link.x"])
    } else if has("STM32L432") {
        ("stm32l432", &["link.x"])
    } else if has("STM32F103") {
        ("stm32f103", &["link.x"])
    } else if has("RP2040") {
        ("rp2040", &["link.x", "link-rp.x"])
    } else {
        // esp-hal knows its chips' memory; without a feature there is no program.
        if has("ESP32C3") {
            println!("cargo::rustc-link-arg-bins=-Tlinkall.x");
        }
        return;
    };
    let out = env::var_os("OUT_DIR").expect("cargo sets it");
    let file = format!("memory/{chip}.x");
    fs::copy(&file, Path::new(&out).join("memory.x")).expect("there is a file of its memory");
    println!("cargo::rerun-if-changed={file}");
    println!("cargo::rustc-link-search={}", Path::new(&out).display());
    println!("cargo::rustc-link-arg-bins=--nmagic");
    for script in scripts {
        println!("cargo::rustc-link-arg-bins=-T{script}");
    }
}
