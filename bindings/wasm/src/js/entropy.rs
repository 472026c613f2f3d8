//! JavaScript's randomness.

use core::fmt;

use mintid::entropy::Entropy;

use super::global;

/// JavaScript's random source, `globalThis.crypto.getRandomValues`, asked at each draw.
///
/// Asking costs more than making the id: put a [`Pool`](mintid::entropy::Pool) before it. The call goes through the
/// crate `getrandom`, whose back end for JavaScript the feature `js` turns on.
#[derive(Debug, Clone, Copy, Default)]
pub struct JsEntropy;

impl Entropy for JsEntropy {
    type Error = JsEntropyError;

    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), JsEntropyError> {
        getrandom::fill(bytes).map_err(|_| why())
    }
}

/// JavaScript gave no randomness.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum JsEntropyError {
    /// There is no `globalThis.crypto.getRandomValues`: Node before version 19, some test environments.
    Missing,
    /// It threw: at the top level of a Worker's script for instance.
    Failed,
}

impl fmt::Display for JsEntropyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Missing => {
                "globalThis.crypto.getRandomValues is missing: load a polyfill, or bring an `Entropy` of your own"
            }
            Self::Failed => "crypto.getRandomValues threw: in a Worker, make ids in a handler, not at the top level",
        })
    }
}

impl core::error::Error for JsEntropyError {}

/// `getrandom` keeps what was thrown to itself.
#[cold]
fn why() -> JsEntropyError {
    if global::has_random_values() { JsEntropyError::Failed } else { JsEntropyError::Missing }
}
