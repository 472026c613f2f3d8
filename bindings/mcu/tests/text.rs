//! Text in the caller's buffers and in strings without a heap.

use mintid::{Ulid, Uuid};
use mintid_mcu::Text;

const UUID: Uuid = Uuid::from_u128(0x017f_22e2_79b0_7cc3_98c4_dc0c_0c07_398f);
const ULID: Ulid = Ulid::from_u128(0x017f_22e2_79b0_7cc3_98c4_dc0c_0c07_398f);

fn fits_where_it_fits<I: Text + ToString>(id: I) {
    let expected = id.to_string();
    assert_eq!(expected.len(), I::LEN);
    for length in 0..64 {
        let mut buffer = vec![b'.'; length];
        match id.write_to(&mut buffer) {
            Ok(text) => {
                assert_eq!(text, expected);
                assert!(buffer[I::LEN..].iter().all(|byte| *byte == b'.'), "what is behind it stays");
            }
            Err(error) => {
                assert_eq!((error.needs, error.has), (I::LEN, length));
                assert!(length < I::LEN && buffer.iter().all(|byte| *byte == b'.'));
            }
        }
    }
}

#[test]
fn a_buffer_takes_the_text_where_it_is_long_enough_and_is_untouched_where_not() {
    fits_where_it_fits(UUID);
    fits_where_it_fits(ULID);
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
}
