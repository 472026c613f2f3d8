//! Text in the caller's buffers and in strings without a heap.

use mintid::{Snowflake, Ulid, Uuid};
use mintid_mcu::Text;
use mintid_mcu::text::{Base32, Hex};

const UUID: Uuid = Uuid::from_u128(0x017f_22e2_79b0_7cc3_98c4_dc0c_0c07_398f);
const ULID: Ulid = Ulid::from_u128(0x017f_22e2_79b0_7cc3_98c4_dc0c_0c07_398f);

/// Of 1 to 20 digits.
const NUMBERS: [u64; 7] = [0, 9, 10, 4_095, 12_345_678_901, 1_995_083_718_457_794_560, u64::MAX];

fn fits_where_it_fits<I: Text>(id: I, expected: &str) {
    assert!(expected.len() <= I::LEN);
    for length in 0..64 {
        let mut buffer = vec![b'.'; length];
        match id.write_to(&mut buffer) {
            Ok(text) => {
                assert_eq!(text, expected);
                assert!(buffer[expected.len()..].iter().all(|byte| *byte == b'.'), "what is behind it stays");
            }
            Err(error) => {
                assert_eq!((error.needs, error.has), (expected.len(), length));
                assert!(length < expected.len() && buffer.iter().all(|byte| *byte == b'.'));
            }
        }
    }
}

#[test]
fn a_buffer_takes_the_text_where_it_is_long_enough_and_is_untouched_where_not() {
    fits_where_it_fits(UUID, &UUID.to_string());
    fits_where_it_fits(ULID, &ULID.to_string());
    assert_eq!((UUID.to_string().len(), ULID.to_string().len()), (Uuid::LEN, Ulid::LEN));
    for number in NUMBERS {
        let id = Snowflake::from_u64(number);
        fits_where_it_fits(id, &number.to_string());
        fits_where_it_fits(Hex(id), &format!("{number:016x}"));
        fits_where_it_fits(Base32(id), id.encode_base32_str(&mut [0; Snowflake::BASE32_LEN]));
        assert_eq!(format!("{}{:>18}", Base32(id), Hex(id)), format!("{}  {}", written(Base32(id)), written(Hex(id))));
    }
    assert_eq!((Snowflake::LEN, Base32::LEN, Hex::LEN), (20, 13, 16));
}

#[test]
fn the_texts_that_are_said_to_sort_sort_as_the_ids_do() {
    let ids = NUMBERS.map(Snowflake::from_u64);
    let (mut base32, mut hex) = (ids.map(Base32).map(written), ids.map(Hex).map(written));
    assert!(base32.is_sorted() && hex.is_sorted());
    base32.reverse();
    hex.reverse();
    assert!(!base32.is_sorted() && !ids.map(written).is_sorted());
}

fn written<I: Text>(id: I) -> String {
    id.write_to(&mut [0; 20]).unwrap().to_owned()
}

#[cfg(feature = "heapless")]
#[test]
fn a_string_takes_the_whole_text_or_none_of_it() {
    assert_eq!(UUID.to_heapless().as_str(), UUID.to_string());
    assert_eq!(ULID.to_heapless().as_str(), ULID.to_string());
    let mut line = heapless::String::<40>::try_from("id=").unwrap();
    UUID.append_to(&mut line).unwrap();
    assert_eq!(line.as_str(), format!("id={UUID}"));
    let error = ULID.append_to(&mut line).unwrap_err();
    assert_eq!((error.needs, error.has, line.as_str()), (26, 1, &*format!("id={UUID}")));

    for number in NUMBERS {
        let id = Snowflake::from_u64(number);
        assert_eq!(id.to_heapless().as_str(), number.to_string());
        assert_eq!(Hex(id).to_heapless().as_str(), format!("{number:016x}"));
        assert_eq!(Base32(id).to_heapless().as_str(), written(Base32(id)));
        let mut line = heapless::String::<16>::new();
        let appended = id.append_to(&mut line);
        assert_eq!(appended.is_ok(), number.to_string().len() <= 16);
        assert_eq!(line.is_empty(), appended.is_err());
        line.clear();
        Base32(id).append_to(&mut line).unwrap();
        let error = Hex(id).append_to(&mut line).unwrap_err();
        assert_eq!((error.needs, error.has, line.len()), (16, 3, 13));
    }
}
