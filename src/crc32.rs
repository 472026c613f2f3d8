//! The checksum of what is kept between runs.

/// CRC-32 as in IEEE 802.3. What is kept is read once a start and written once in a while, so no table.
pub(crate) const fn crc32(mut bytes: &[u8]) -> u32 {
    let mut crc = u32::MAX;
    while let [byte, rest @ ..] = bytes {
        crc ^= *byte as u32;
        let mut bit = 0;
        while bit < u8::BITS {
            crc = if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 };
            bit += 1;
        }
        bytes = rest;
    }
    !crc
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_the_usual_one() {
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
    }
}
