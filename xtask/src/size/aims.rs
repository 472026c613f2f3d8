//! What each figure should come to at most.

/// The two chips that are counted on, by their targets' names.
pub const CHIPS: [&str; 2] = ["thumbv7m", "thumbv6m"];

/// Aims for both chips, in the order of [`CHIPS`].
const FOR_EACH: &[(&str, [u32; 2])] = &[
    ("instructions: ULID encode, mintid", [110, 150]),
    ("instructions: ULID decode, mintid", [135, 185]),
    ("instructions: UUID encode, mintid", [150, 175]),
    ("instructions: UUID parse, mintid", [180, 230]),
    ("instructions: v7 generate + encode, mintid", [250, 350]),
    ("instructions: ULID generate + encode, mintid", [250, 350]),
    ("instructions, interrupts off: longest, v7", [150, 200]),
    ("instructions, interrupts off: longest, ULID", [150, 200]),
    ("instructions, interrupts off: longest, Snowflake", [150, 200]),
];

/// Aims for the smaller chip, where bytes are counted.
const FOR_M0: &[(&str, u32)] = &[
    ("bytes of flash: ULID, mintid", 1_024),
    ("bytes of flash: v7, mintid", 1_024),
    ("bytes of flash: both, mintid", 1_664),
    ("bytes of stack: ULID, mintid", 256),
    ("bytes of stack: v7, mintid", 256),
    ("bytes of stack: both, mintid", 256),
    ("bytes of stack: Snowflake, mintid", 256),
];

/// The aim of the figure of this name, if it has one.
pub fn of(name: &str) -> Option<u32> {
    let (chip, what) = name.split_once(' ')?;
    let at = CHIPS.iter().position(|known| *known == chip)?;
    let each = FOR_EACH.iter().find(|(known, _)| *known == what).map(|(_, aims)| aims[at]);
    let small = || FOR_M0.iter().find(|(known, _)| *known == what && chip == CHIPS[1]).map(|(_, aim)| *aim);
    each.or_else(small)
}

/// The name of every figure that has an aim.
#[cfg(test)]
pub fn names() -> Vec<String> {
    let each = FOR_EACH.iter().flat_map(|(what, _)| CHIPS.map(|chip| format!("{chip} {what}")));
    each.chain(FOR_M0.iter().map(|(what, _)| format!("{} {what}", CHIPS[1]))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_aim_is_that_of_its_chip() {
        let cases = [
            ("thumbv7m instructions: ULID encode, mintid", Some(110)),
            ("thumbv6m instructions: ULID encode, mintid", Some(150)),
            ("thumbv6m instructions: ULID encode, ulid", None),
            ("thumbv6m bytes of flash: ULID, mintid", Some(1_024)),
            ("thumbv7m bytes of flash: ULID, mintid", None),
        ];
        for (name, aim) in cases {
            assert_eq!(of(name), aim, "{name}");
        }
    }
}
