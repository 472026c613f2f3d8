//! Randomness for a chip that has none of its own: a seed from the factory, moved on in flash at each start.

use core::ops::Range;

use chacha20::ChaCha20Rng;
use chacha20::rand_core::{Rng, SeedableRng};
use embedded_storage_async::nor_flash::NorFlash;
use mintid_mcu::entropy::RandCore010;
use sequential_storage::cache::Cache;
use sequential_storage::map::{MapConfig, MapStorage};

/// Why there is no randomness.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SeedError {
    /// The region is not two or more whole pages.
    Region,
    /// The flash could not be read or written.
    Flash,
    /// The factory has written no seed. There is no stand-in for it.
    Missing,
}

/// The key of the seed in the store.
const SEED: u8 = 0;

/// What the store reads and writes through.
const BUFFER: usize = 64;

// #region seed
/// A generator from the seed in flash, which is moved on before a byte of it is used: no two starts have one stream. `noise` is
/// whatever the chip has that may differ from start to start, and zeros where it has nothing.
pub async fn generator<F: NorFlash>(
    flash: F,
    region: Range<u32>,
    noise: [u8; 32],
) -> Result<RandCore010<ChaCha20Rng>, SeedError> {
    let config = MapConfig::try_new(region).map_err(|_| SeedError::Region)?;
    let mut store = MapStorage::<u8, _, _>::new(flash, config, Cache::new_uncached());
    let mut buffer = [0; BUFFER];

    let kept = store.fetch_item::<[u8; 32]>(&mut buffer, &SEED).await.map_err(|_| SeedError::Flash)?;
    let mut seed = kept.ok_or(SeedError::Missing)?;
    seed.iter_mut().zip(noise).for_each(|(byte, noise)| *byte ^= noise);

    let mut random = ChaCha20Rng::from_seed(seed);
    random.fill_bytes(&mut seed);
    store.store_item(&mut buffer, &SEED, &seed).await.map_err(|_| SeedError::Flash)?;
    Ok(RandCore010(random))
}

/// At the factory, once, with 32 bytes of the test bench's own randomness: another for each device.
pub async fn provision<F: NorFlash>(flash: F, region: Range<u32>, seed: [u8; 32]) -> Result<(), SeedError> {
    let config = MapConfig::try_new(region).map_err(|_| SeedError::Region)?;
    let mut store = MapStorage::<u8, _, _>::new(flash, config, Cache::new_uncached());
    store.store_item(&mut [0; BUFFER], &SEED, &seed).await.map_err(|_| SeedError::Flash)
}
// #endregion
