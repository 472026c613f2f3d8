//! What is asked of JavaScript's global object, at each call anew: tests replace it, and polyfills come late.

/// What `Date.now()` gives; nothing where it throws.
///
/// The border turns it into a number. Taking it as it is, to look at its type, would cost twice what the call does.
#[cfg(target_family = "wasm")]
#[inline]
pub fn date_now() -> Option<f64> {
    imported::date_now().ok()
}

/// Whether there is a function `globalThis.crypto.getRandomValues`.
#[cfg(target_family = "wasm")]
pub fn has_random_values() -> bool {
    imported::GLOBAL_THIS.with(|global| {
        let found = global.crypto().ok()??.get_random_values().ok()??;
        Some(found.is_function())
    }) == Some(true)
}

#[cfg(target_family = "wasm")]
mod imported {
    use wasm_bindgen::JsValue;
    use wasm_bindgen::prelude::wasm_bindgen;

    // Optional where something but a number comes back: else wasm-bindgen loses a place in its table whenever the call
    // throws.
    #[wasm_bindgen]
    extern "C" {
        #[wasm_bindgen(catch, js_namespace = Date, js_name = now)]
        pub fn date_now() -> Result<f64, JsValue>;

        /// Whatever a property holds.
        pub type Found;

        #[wasm_bindgen(thread_local_v2, js_name = globalThis)]
        pub static GLOBAL_THIS: Found;

        #[wasm_bindgen(method, getter, catch)]
        pub fn crypto(this: &Found) -> Result<Option<Found>, JsValue>;

        #[wasm_bindgen(method, getter, catch, js_name = getRandomValues)]
        pub fn get_random_values(this: &Found) -> Result<Option<Found>, JsValue>;
    }
}

/// There is no JavaScript here, so no clock of its.
#[cfg(not(target_family = "wasm"))]
pub fn date_now() -> Option<f64> {
    None
}

/// There is no JavaScript here, so no randomness of its.
#[cfg(not(target_family = "wasm"))]
pub fn has_random_values() -> bool {
    false
}
