//! The chip's start-up code brings the linker script.

fn main() {
    println!("cargo::rustc-link-arg-bins=-Tlink.x");
}
