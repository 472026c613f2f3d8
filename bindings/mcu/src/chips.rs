//! Where clock, entropy and flash come from, a page a family of chips. Only in the documentation.
//!
//! The same pages are in the crate's folder `docs/`, where `index.md` tells what is alike on all chips.

#[doc = include_str!("../docs/cortex-m.md")]
pub mod cortex_m {}

#[doc = include_str!("../docs/stm32.md")]
pub mod stm32 {}

#[doc = include_str!("../docs/nrf.md")]
pub mod nrf52 {}

#[doc = include_str!("../docs/rp2040.md")]
pub mod rp2040 {}

#[doc = include_str!("../docs/esp32c3.md")]
pub mod esp32c3 {}
