//! `rand_core` 0.10.

use rand_core_v0_10::{TryCryptoRng, TryRng};

use crate::entropy::Entropy;

/// A cryptographic generator of `rand_core` 0.10 as a source, fallible or not.
///
/// A `&mut` to a generator is a generator, so it can be lent: `RandCore010(&mut rng)`.
///
/// ```
/// # use core::convert::Infallible;
/// # use rand_core_v0_10::{TryCryptoRng, TryRng, utils};
/// # struct ChipRng(u32);
/// # impl TryRng for ChipRng {
/// #     type Error = Infallible;
/// #     fn try_next_u32(&mut self) -> Result<u32, Infallible> { self.0 += 1; Ok(self.0) }
/// #     fn try_next_u64(&mut self) -> Result<u64, Infallible> { utils::next_u64_via_u32(self) }
/// #     fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
/// #         utils::fill_bytes_via_next_word(bytes, || self.try_next_u32())
/// #     }
/// # }
/// # impl TryCryptoRng for ChipRng {}
/// use mintid::V4Generator;
/// use mintid::interop::rand_core::RandCore010;
///
/// # let chip_rng = ChipRng(0);
/// let mut ids = V4Generator::new(RandCore010(chip_rng));
/// let id = ids.generate()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A generator that is not marked as cryptographic is not taken:
///
/// ```compile_fail,E0277
/// # use core::convert::Infallible;
/// # use rand_core_v0_10::TryRng;
/// # use mintid::interop::rand_core::RandCore010;
/// # use mintid::entropy::Entropy;
/// # struct ShiftRegister(u32);
/// # impl TryRng for ShiftRegister {
/// #     type Error = Infallible;
/// #     fn try_next_u32(&mut self) -> Result<u32, Infallible> { Ok(0) }
/// #     fn try_next_u64(&mut self) -> Result<u64, Infallible> { Ok(0) }
/// #     fn try_fill_bytes(&mut self, _: &mut [u8]) -> Result<(), Infallible> { Ok(()) }
/// # }
/// # let shift_register = ShiftRegister(0);
/// let bytes = Entropy::draw::<8>(&mut RandCore010(shift_register));
/// ```
#[derive(Debug)]
pub struct RandCore010<R>(pub R);

impl<R: TryCryptoRng> Entropy for RandCore010<R> {
    type Error = R::Error;

    #[inline]
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), R::Error> {
        self.0.try_fill_bytes(bytes)
    }
}

/// Any generator of `rand_core` 0.10 as a source, predictable ones too: for simulations and tests.
#[derive(Debug)]
pub struct WeakRandCore010<R>(pub R);

impl<R: TryRng> Entropy for WeakRandCore010<R> {
    type Error = R::Error;

    #[inline]
    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), R::Error> {
        self.0.try_fill_bytes(bytes)
    }
}
