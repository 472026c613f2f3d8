//! Decimal, Base32 and hex.

use mintid::{ParseError, ParseErrorKind, Snowflake};

const LENGTH: ParseErrorKind = ParseErrorKind::Length;
const CHARACTER: ParseErrorKind = ParseErrorKind::Character;
const OVERFLOW: ParseErrorKind = ParseErrorKind::Overflow;

type Verdict = Result<u64, (ParseErrorKind, usize)>;

fn verdict(parsed: Result<Snowflake, ParseError>) -> Verdict {
    parsed.map(Snowflake::to_u64).map_err(|error| (error.kind(), error.at()))
}

/// Both ends, and around every power of two and of ten.
fn numbers() -> Vec<u64> {
    let twos = (0..64).map(|bit| 1_u64 << bit);
    let tens = (0..20).map(|zeros| 10_u64.pow(zeros));
    let around = |number: u64| [number.wrapping_sub(1), number, number.wrapping_add(1)];
    let mut numbers: Vec<_> = twos.chain(tens).flat_map(around).collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

fn base32(id: Snowflake) -> String {
    id.encode_base32_str(&mut [0; Snowflake::BASE32_LEN]).to_owned()
}

fn hex(id: Snowflake) -> String {
    id.encode_hex_str(&mut [0; Snowflake::HEX_LEN]).to_owned()
}

#[test]
fn what_is_written_is_the_number_and_is_read_back() {
    const SYMBOLS: &[u8] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    for number in numbers() {
        let id = Snowflake::from_u64(number);
        assert_eq!(id.to_string(), number.to_string());
        assert_eq!(id.encode_str(&mut [0xff; 20]), number.to_string());
        assert_eq!(hex(id), format!("{number:016x}"));
        assert_eq!((format!("{id:x}"), format!("{id:#X}")), (format!("{number:x}"), format!("{number:#X}")));
        let symbols = (0..13).rev().map(|place| char::from(SYMBOLS[(number >> (5 * place)) as usize & 31]));
        assert_eq!(base32(id), symbols.collect::<String>());
        assert_eq!(Snowflake::parse(&number.to_string()), Ok(id));
        assert_eq!(number.to_string().parse(), Ok(id));
        for text in [base32(id), base32(id).to_lowercase()] {
            assert_eq!(Snowflake::parse_base32(&text), Ok(id));
        }
        for text in [hex(id), hex(id).to_uppercase()] {
            assert_eq!(Snowflake::parse_hex(&text), Ok(id));
        }
        assert_eq!(Snowflake::from_bytes(id.to_bytes()), id);
        assert_eq!(format!("{id:?} {id:>22}"), format!("Snowflake({number}) {number:>22}"));
    }
}

#[test]
fn base32_hex_and_bytes_sort_as_the_ids_do_and_decimal_does_not() {
    let ids: Vec<_> = numbers().into_iter().map(Snowflake::from_u64).collect();
    assert!(ids.is_sorted());
    assert!(ids.iter().map(|id| base32(*id)).is_sorted());
    assert!(ids.iter().map(|id| hex(*id)).is_sorted());
    assert!(ids.iter().map(|id| id.to_bytes()).is_sorted());
    assert!(!ids.iter().map(Snowflake::to_string).is_sorted());
}

#[test]
fn bit_63_is_kept_in_a_signed_column_and_told_apart() {
    for number in numbers() {
        let id = Snowflake::from_u64(number);
        assert_eq!(Snowflake::from_i64(id.to_i64()), id);
        assert_eq!(id.to_i64() < 0, id.to_positive_i64().is_none());
        assert_eq!(id.to_positive_i64(), i64::try_from(number).ok());
        assert_eq!(id.fits_js_number(), number < 1 << 53);
    }
}

/// What decimal text should come to, read digit by digit in wide numbers.
fn plain_decimal(text: &[u8]) -> Verdict {
    if text.is_empty() || text.len() > 20 {
        return Err((LENGTH, text.len().min(20)));
    }
    let mut value = 0_u128;
    for (at, byte) in text.iter().enumerate() {
        if !byte.is_ascii_digit() || (at == 0 && *byte == b'0' && text.len() > 1) {
            return Err((CHARACTER, at));
        }
        value = value * 10 + u128::from(byte - b'0');
        if value > u64::MAX.into() {
            return Err((OVERFLOW, at));
        }
    }
    Ok(value as u64)
}

/// What text of a fixed length should come to.
fn plain_fixed(text: &[u8], length: usize, bits: u32) -> Verdict {
    if text.len() != length {
        return Err((LENGTH, text.len().min(length)));
    }
    let value =
        |byte: u8| b"0123456789ABCDEFGHJKMNPQRSTVWXYZ".iter().position(|symbol| *symbol == byte.to_ascii_uppercase());
    if bits == 5 && value(text[0]).is_some_and(|value| value > 15) {
        return Err((OVERFLOW, 0));
    }
    let mut number = 0;
    for (at, byte) in text.iter().enumerate() {
        let value = value(*byte).filter(|value| *value < 1 << bits).ok_or((CHARACTER, at))?;
        number = number << bits | value as u64;
    }
    Ok(number)
}

/// Every byte in place of each byte of the text, one byte more and one less.
fn changed(text: &str) -> Vec<Vec<u8>> {
    let text = text.as_bytes();
    let mut all = vec![text[..text.len() - 1].to_vec(), [text, b"0"].concat(), Vec::new()];
    for at in 0..text.len() {
        for byte in 0..=255 {
            let mut changed = text.to_vec();
            changed[at] = byte;
            all.push(changed);
        }
    }
    all
}

#[test]
fn every_byte_at_every_position_is_judged_as_a_plain_reading_does() {
    for text in
        ["0", "7", "18446744073709551615", "18446744073709551610", "1541815603606036480", "99999999999999999999"]
    {
        for text in changed(text) {
            assert_eq!(verdict(Snowflake::parse_ascii(&text)), plain_decimal(&text), "{}", text.escape_ascii());
        }
    }
    for text in ["FZZZZZZZZZZZZ", "0123456789abc", "fghjkmnpqrstv"] {
        for text in changed(text) {
            let parsed = Snowflake::parse_base32_ascii(&text);
            assert_eq!(verdict(parsed), plain_fixed(&text, 13, 5), "{}", text.escape_ascii());
        }
    }
    for text in ["0123456789abcdef", "FFFFFFFFFFFFFFFF"] {
        for text in changed(text) {
            assert_eq!(
                verdict(Snowflake::parse_hex_ascii(&text)),
                plain_fixed(&text, 16, 4),
                "{}",
                text.escape_ascii()
            );
        }
    }
}

#[test]
fn an_error_says_what_is_wrong_and_where() {
    let cases = [
        ("", "0 bytes where 1 are due: pass the id alone, without blanks"),
        ("184467440737095516150", "21 bytes where 20 are due: pass the id alone, without blanks"),
        ("+1", "byte 0 is +, which the spelling does not allow there: correct or refuse it"),
        ("01", "byte 0 is 0, which the spelling does not allow there: correct or refuse it"),
        ("18446744073709551616", "byte 19 makes more than 64 bits: a Snowflake is below 2^64"),
    ];
    for (text, message) in cases {
        assert_eq!(Snowflake::parse(text).unwrap_err().to_string(), message, "{text}");
    }
}
