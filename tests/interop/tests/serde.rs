//! serde: text for people, 16 bytes for machines, and nothing in between lost.

use std::collections::BTreeMap;
use std::fmt::Debug;

use ciborium::Value;
use mintid::{Snowflake, Ulid, Uuid};
use mintid_interop::{snowflakes, ulids, uuids};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

fn cbor<T: Serialize>(value: &T) -> Vec<u8> {
    let mut bytes = Vec::new();
    ciborium::into_writer(value, &mut bytes).unwrap();
    bytes
}

fn from_cbor<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, String> {
    ciborium::from_reader(bytes).map_err(|error| error.to_string())
}

fn bincode<T: Serialize>(value: &T) -> Vec<u8> {
    bincode::serde::encode_to_vec(value, bincode::config::standard()).unwrap()
}

fn comes_back<T: Serialize + DeserializeOwned + PartialEq + Debug>(id: T) {
    let text = serde_json::to_string(&id).unwrap();
    assert_eq!(serde_json::from_str::<T>(&text).unwrap(), id, "borrowed");
    assert_eq!(serde_json::from_reader::<_, T>(text.as_bytes()).unwrap(), id, "copied");
    assert_eq!(serde_json::from_value::<T>(serde_json::to_value(&id).unwrap()).unwrap(), id, "owned");

    assert_eq!(from_cbor::<T>(&cbor(&id)).unwrap(), id);
    assert_eq!(Value::serialized(&id).unwrap().deserialized::<T>().unwrap(), id, "owned");
    assert_eq!(postcard::from_bytes::<T>(&postcard::to_allocvec(&id).unwrap()).unwrap(), id);
    let (back, _) = bincode::serde::decode_from_slice::<T, _>(&bincode(&id), bincode::config::standard()).unwrap();
    assert_eq!(back, id);
}

#[test]
fn every_id_comes_back_from_every_format() {
    uuids().into_iter().for_each(comes_back);
    ulids().into_iter().for_each(comes_back);
    snowflakes().into_iter().for_each(comes_back);
}

#[test]
fn a_snowflake_is_decimal_text_for_people_and_an_integer_for_machines() {
    let id = Snowflake::from_u64(1_541_815_603_606_036_480);
    assert_eq!(serde_json::to_string(&id).unwrap(), r#""1541815603606036480""#);
    assert_eq!(Value::serialized(&id).unwrap(), Value::from(id.to_u64()));
    for json in ["1541815603606036480", "1541815603606036500", "-1", "1.5", "null", r#""01""#, r#""+1""#, r#""""#] {
        serde_json::from_str::<Snowflake>(json).unwrap_err();
    }
    from_cbor::<Snowflake>(&cbor(&-1)).unwrap_err();
}

#[test]
fn people_read_text() {
    let id = Uuid::from_u128(0x017f_22e2_79b0_7cc3_98c4_dc0c_0c07_398f);
    assert_eq!(serde_json::to_string(&id).unwrap(), r#""017f22e2-79b0-7cc3-98c4-dc0c0c07398f""#);
    assert_eq!(serde_json::to_string(&Ulid::MAX).unwrap(), r#""7ZZZZZZZZZZZZZZZZZZZZZZZZZ""#);

    let by_id = BTreeMap::from([(Ulid::NIL, 1)]);
    let text = serde_json::to_string(&by_id).unwrap();
    assert_eq!(text, r#"{"00000000000000000000000000":1}"#);
    assert_eq!(serde_json::from_str::<BTreeMap<Ulid, i32>>(&text).unwrap(), by_id);
}

#[test]
fn machines_read_sixteen_bytes_behind_the_length_that_the_format_asks_for() {
    let id = Uuid::MAX;
    let cases = [
        ("CBOR", cbor(&id), 0x50),
        ("postcard", postcard::to_allocvec(&id).unwrap(), 16),
        ("bincode", bincode(&id), 16),
    ];
    for (format, bytes, prefix) in cases {
        assert_eq!((bytes[0], &bytes[1..]), (prefix, &[0xff; 16][..]), "{format}");
    }
}

#[test]
fn the_uuid_crate_reads_what_is_written_here_and_the_other_way_round() {
    for id in uuids() {
        let theirs = uuid::Uuid::from(id);
        assert_eq!(serde_json::to_string(&theirs).unwrap(), serde_json::to_string(&id).unwrap());
        assert_eq!(cbor(&theirs), cbor(&id));
        assert_eq!(postcard::to_allocvec(&theirs).unwrap(), postcard::to_allocvec(&id).unwrap());
        assert_eq!(bincode(&theirs), bincode(&id));
    }
}

#[test]
fn sixteen_numbers_are_read_too() {
    let id = uuids()[2];
    let numbers = |count: u8| cbor(&(0..count).collect::<Vec<_>>());
    assert_eq!(from_cbor::<Uuid>(&numbers(16)), Ok(id));
    for count in [0, 15, 17] {
        let error = from_cbor::<Uuid>(&numbers(count)).unwrap_err();
        assert!(error.contains(&format!("invalid length {count}, expected a UUID")), "{error}");
    }
}

/// serde keeps the value while it looks for the variant, and forgets that the format is one for machines.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
enum Either {
    Number(u32),
    Id(Uuid),
}

#[test]
fn an_id_in_an_untagged_type_is_read_from_both_kinds_of_format() {
    let id = Either::Id(Uuid::MAX);
    assert_eq!(from_cbor::<Either>(&cbor(&id)).unwrap(), id);
    assert_eq!(serde_json::from_str::<Either>(&serde_json::to_string(&id).unwrap()).unwrap(), id);
}

#[test]
fn text_is_read_strictly_and_the_error_says_where() {
    for text in [
        "017f22e2-79b0-7cc3-98c4-dc0c0c07398",
        "017f22e279b07cc398c4dc0c0c07398f",
        "{017f22e2-79b0-7cc3-98c4-dc0c0c07398f}",
        "017f22e2-79b0-7cc3-98c4-dc0c0c07398g",
        "sixteen symbols!",
        "",
    ] {
        let error = serde_json::from_value::<Uuid>(text.into()).unwrap_err();
        assert_eq!(error.to_string(), format!("not a UUID: {}", Uuid::parse(text).unwrap_err()));
    }
    for text in ["8ZZZZZZZZZZZZZZZZZZZZZZZZZ", "01ARYZ6S41000000000000000U", "O1ARYZ6S410000000000000000", "01ARYZ6S41"]
    {
        let error = serde_json::from_value::<Ulid>(text.into()).unwrap_err();
        assert_eq!(error.to_string(), format!("not a ULID: {}", Ulid::parse(text).unwrap_err()));
    }
}

#[test]
fn anything_but_text_is_refused_in_a_format_for_people() {
    for json in ["17", "null", "[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]", "{}"] {
        let error = serde_json::from_str::<Uuid>(json).unwrap_err().to_string();
        assert!(error.contains("expected a UUID, as hyphenated text or as 16 bytes"), "{error}");
        let error = serde_json::from_str::<Ulid>(json).unwrap_err().to_string();
        assert!(error.contains("expected a ULID, as 26 symbols or as 16 bytes"), "{error}");
    }
}

#[test]
fn bytes_of_another_length_are_refused_with_their_length() {
    for len in [0, 15, 17] {
        let bytes = cbor(&Value::Bytes(vec![0; len]));
        let error = from_cbor::<Ulid>(&bytes).unwrap_err();
        assert!(
            error.contains(&format!("invalid length {len}, expected a ULID, as 26 symbols or as 16 bytes")),
            "{error}"
        );
    }
}
