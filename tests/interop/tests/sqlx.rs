//! SQLx: columns of a real SQLite, and for the other backends that the types are those of the `uuid` crate.

use mintid::{Ulid, Uuid};
use mintid_interop::{ulids, uuids};
use sqlx::{Connection, Database, Decode, Encode, MySql, Postgres, Row, Sqlite, SqliteConnection, Type, TypeInfo};

/// Runs a test's statements on a database in memory.
fn with_database<F: Future<Output = ()>>(test: impl FnOnce(SqliteConnection) -> F) {
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(async {
        let mut database = SqliteConnection::connect("sqlite::memory:").await.unwrap();
        sqlx::query("CREATE TABLE events (id BLOB PRIMARY KEY, parent BLOB)").execute(&mut database).await.unwrap();
        test(database).await;
    });
}

#[test]
fn rows_of_a_sqlite_table_come_back_in_the_order_of_their_ids() {
    with_database(async |mut database| {
        let mut rows: Vec<_> = ulids().into_iter().zip(uuids().into_iter().map(Some)).collect();
        rows[7].1 = None;
        for (id, parent) in &rows {
            let insert = sqlx::query("INSERT INTO events VALUES (?, ?)").bind(id).bind(parent);
            insert.execute(&mut database).await.unwrap();
        }
        rows.sort();
        let all = sqlx::query_as::<_, (Ulid, Option<Uuid>)>("SELECT id, parent FROM events ORDER BY id");
        assert_eq!(all.fetch_all(&mut database).await.unwrap(), rows);

        let (id, parent) = rows[5];
        let one = sqlx::query_scalar::<_, Ulid>("SELECT id FROM events WHERE parent = ?").bind(parent);
        assert_eq!(one.fetch_one(&mut database).await.unwrap(), id);
    });
}

#[test]
fn sqlite_stores_the_bytes_that_the_uuid_crate_stores() {
    with_database(async |mut database| {
        let id = uuids()[2];
        let insert = sqlx::query("INSERT INTO events VALUES (?, ?)").bind(id).bind(uuid::Uuid::from(id));
        insert.execute(&mut database).await.unwrap();
        let row =
            sqlx::query("SELECT id = parent, typeof(id), hex(id) FROM events").fetch_one(&mut database).await.unwrap();
        assert!(row.get::<bool, _>(0));
        assert_eq!(row.get::<String, _>(1), "blob");
        assert_eq!(row.get::<String, _>(2), "000102030405060708090A0B0C0D0E0F");
    });
}

#[test]
fn a_value_of_another_length_is_refused_with_its_length() {
    with_database(async |mut database| {
        for len in [0, 15, 17, 36] {
            let select = sqlx::query("SELECT zeroblob(?)").bind(len);
            let row = select.fetch_one(&mut database).await.unwrap();
            for error in [row.try_get::<Uuid, _>(0).unwrap_err(), row.try_get::<Ulid, _>(0).unwrap_err()] {
                assert!(error.to_string().contains(&format!("expected 16 bytes, found {len}")), "{error}");
            }
        }
    });
}

/// The column type, and which other column types are taken, are those of the `uuid` crate; that it compiles shows that
/// values go both ways.
fn stands_in<DB: Database>(id: impl Fn(&DB::TypeInfo) -> bool, other: &DB::TypeInfo) -> String
where
    Uuid: Type<DB> + for<'q> Encode<'q, DB> + for<'r> Decode<'r, DB>,
    Ulid: Type<DB> + for<'q> Encode<'q, DB> + for<'r> Decode<'r, DB>,
    uuid::Uuid: Type<DB>,
{
    let column = <Uuid as Type<DB>>::type_info();
    assert!(column == <uuid::Uuid as Type<DB>>::type_info() && column == <Ulid as Type<DB>>::type_info());
    assert!(id(&column) && !id(other));
    column.name().to_owned()
}

#[test]
fn each_backend_has_its_column_type() {
    let int = <i64 as Type<Postgres>>::type_info();
    assert_eq!(stands_in::<Postgres>(<Uuid as Type<Postgres>>::compatible, &int), "UUID");
    assert_eq!(stands_in::<Postgres>(<Ulid as Type<Postgres>>::compatible, &int), "UUID");
    let int = <i64 as Type<MySql>>::type_info();
    assert_eq!(stands_in::<MySql>(<Uuid as Type<MySql>>::compatible, &int), "BLOB");
    assert_eq!(stands_in::<MySql>(<Ulid as Type<MySql>>::compatible, &int), "BLOB");
    let int = <i64 as Type<Sqlite>>::type_info();
    assert_eq!(stands_in::<Sqlite>(<Uuid as Type<Sqlite>>::compatible, &int), "BLOB");
    assert_eq!(stands_in::<Sqlite>(<Ulid as Type<Sqlite>>::compatible, &int), "BLOB");
}

#[test]
fn mysql_is_sent_sixteen_bytes_behind_their_length() {
    for (uuid, ulid) in uuids().into_iter().zip(ulids()) {
        let mut sent = [Vec::new(), Vec::new()];
        assert!(!Encode::<MySql>::encode_by_ref(&uuid, &mut sent[0]).unwrap().is_null());
        assert!(!Encode::<MySql>::encode(ulid, &mut sent[1]).unwrap().is_null());
        for bytes in &sent {
            assert_eq!((bytes[0], &bytes[1..]), (16, &uuid.as_bytes()[..]));
        }
    }
}
