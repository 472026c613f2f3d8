//! `postgres-types`: the bytes of PostgreSQL's binary format, held against those of the `uuid` crate's type.

use bytes::BytesMut;
use mintid::interop::WrongLength;
use mintid::{Ulid, Uuid};
use mintid_interop::{ulids, uuids};
use postgres_types::{FromSql, IsNull, ToSql, Type, WrongType};

fn written(id: &dyn ToSql, column: &Type) -> Vec<u8> {
    let mut out = BytesMut::new();
    let null = id.to_sql_checked(column, &mut out).unwrap();
    assert!(matches!(null, IsNull::No));
    out.to_vec()
}

#[test]
fn the_bytes_written_are_those_of_the_uuid_crate_and_come_back() {
    for (uuid, ulid) in uuids().into_iter().zip(ulids()) {
        let theirs = written(&uuid::Uuid::from(uuid), &Type::UUID);
        for column in [Type::UUID, Type::BYTEA] {
            assert_eq!(written(&uuid, &column), theirs);
            assert_eq!(written(&ulid, &column), theirs);
            assert_eq!(Uuid::from_sql(&column, &theirs).unwrap(), uuid);
            assert_eq!(Ulid::from_sql(&column, &theirs).unwrap(), ulid);
        }
    }
}

#[test]
fn arrays_and_missing_values_work_as_for_any_column() {
    let ids = uuids();
    let theirs: Vec<_> = ids.iter().map(|id| uuid::Uuid::from(*id)).collect();
    let bytes = written(&ids, &Type::UUID_ARRAY);
    assert_eq!(bytes, written(&theirs, &Type::UUID_ARRAY));
    assert_eq!(Vec::<Uuid>::from_sql(&Type::UUID_ARRAY, &bytes).unwrap(), ids);
    assert_eq!(Option::<Uuid>::from_sql_null(&Type::UUID).unwrap(), None);
    assert!(Uuid::from_sql_null(&Type::UUID).is_err());
}

#[test]
fn a_value_of_another_length_is_refused_with_its_length() {
    for len in [0, 15, 17, 36] {
        let error = Uuid::from_sql(&Type::BYTEA, &vec![0; len]).unwrap_err();
        assert_eq!(error.downcast_ref::<WrongLength>().map(|error| error.found), Some(len));
        let error = Ulid::from_sql(&Type::BYTEA, &vec![0; len]).unwrap_err();
        assert!(error.to_string().contains(&format!("the column holds {len}:")), "{error}");
    }
}

#[test]
fn a_column_of_another_type_is_refused_and_nothing_is_written() {
    for column in [Type::TEXT, Type::VARCHAR, Type::INT8, Type::BYTEA_ARRAY] {
        assert!(!<Uuid as FromSql>::accepts(&column) && !<Ulid as FromSql>::accepts(&column));
        let mut out = BytesMut::new();
        assert!(Uuid::MAX.to_sql_checked(&column, &mut out).err().unwrap().is::<WrongType>());
        assert!(Ulid::MAX.to_sql(&column, &mut out).err().unwrap().is::<WrongType>());
        assert!(out.is_empty());
    }
}
