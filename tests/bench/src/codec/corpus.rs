//! The ids that every candidate gets: the same 128-bit values, from a fixed seed.

/// How many ids a slice holds.
pub const SIZE: usize = 256;

/// The values, spread over all 128 bits by the finaliser of SplitMix64: a corpus must be varied, not secret.
pub fn values() -> impl Iterator<Item = u128> {
    let mut state = 0_u64;
    let mut word = move || {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        u128::from(mixed ^ (mixed >> 31))
    };
    (0..SIZE).map(move |_| word() << 64 | word())
}

/// The values' text, as `spell` writes it. It is kept until the program ends, for the runners to borrow.
pub fn texts(spell: impl Fn(u128) -> String) -> &'static [&'static str] {
    let texts: Vec<&'static str> = values().map(|value| &*spell(value).leak()).collect();
    texts.leak()
}
