//! Diesel: columns of a real SQLite, and the bytes that PostgreSQL and MySQL are sent and send.

use diesel::deserialize::FromSql;
use diesel::mysql::{Mysql, MysqlType, MysqlValue};
use diesel::pg::{Pg, PgMetadataLookup, PgTypeMetadata, PgValue, TypeOidLookup};
use diesel::prelude::*;
use diesel::query_builder::bind_collector::{BindCollector, RawBytesBindCollector};
use diesel::serialize::ToSql;
use diesel::sql_types::{self, Binary, HasSqlType};
use diesel::sqlite::SqliteConnection;
use mintid::interop::WrongLength;
use mintid::{Ulid, Uuid};
use mintid_interop::{ulids, uuids};

diesel::table! {
    events (id) {
        id -> Binary,
        parent -> Nullable<Binary>,
    }
}

#[derive(Debug, PartialEq, Insertable, Queryable, Selectable, Identifiable)]
#[diesel(table_name = events)]
struct Event {
    id: Ulid,
    parent: Option<Uuid>,
}

fn database() -> SqliteConnection {
    let mut database = SqliteConnection::establish(":memory:").unwrap();
    diesel::sql_query("CREATE TABLE events (id BLOB PRIMARY KEY, parent BLOB)").execute(&mut database).unwrap();
    database
}

#[test]
fn rows_of_a_sqlite_table_come_back_in_the_order_of_their_ids() {
    let database = &mut database();
    let mut rows: Vec<_> =
        ulids().into_iter().zip(uuids()).map(|(id, parent)| Event { id, parent: Some(parent) }).collect();
    rows[7].parent = None;
    diesel::insert_into(events::table).values(&rows).execute(database).unwrap();

    rows.sort_by_key(|row| row.id);
    assert_eq!(events::table.order(events::id).select(Event::as_select()).load(database).unwrap(), rows);

    let row = &rows[5];
    assert_eq!(&events::table.find(row.id).select(Event::as_select()).first(database).unwrap(), row);
    let found: Ulid = events::table.filter(events::parent.eq(row.parent)).select(events::id).first(database).unwrap();
    assert_eq!(found, row.id);
    let some = [rows[1].id, rows[2].id];
    assert_eq!(events::table.filter(events::id.eq_any(some)).count().get_result(database), Ok(2));
}

#[test]
fn sqlite_stores_sixteen_bytes() {
    let database = &mut database();
    diesel::insert_into(events::table)
        .values((events::id.eq(Ulid::MAX), events::parent.eq(Uuid::NIL)))
        .execute(database)
        .unwrap();
    let hex: Vec<String> = ["id", "parent"]
        .map(|column| format!("typeof({column}) || ' ' || hex({column})"))
        .iter()
        .map(|sql| events::table.select(diesel::dsl::sql::<sql_types::Text>(sql)).first(database).unwrap())
        .collect();
    assert_eq!(hex, [format!("blob {}", "F".repeat(32)), format!("blob {}", "0".repeat(32))]);
}

fn wrong_length(error: &(dyn std::error::Error + 'static)) -> Option<usize> {
    error.downcast_ref::<WrongLength>().map(|error| error.found)
}

#[test]
fn a_value_of_another_length_is_refused_with_its_length() {
    let database = &mut database();
    for len in [0, 15, 17, 36] {
        diesel::delete(events::table).execute(database).unwrap();
        diesel::insert_into(events::table).values(events::id.eq(vec![0u8; len])).execute(database).unwrap();
        let error = events::table.select(events::id).first::<Uuid>(database).unwrap_err();
        let diesel::result::Error::DeserializationError(cause) = error else { panic!("{error:?}") };
        // Diesel wraps it, and says which column it was.
        let inner = cause.source().map_or_else(|| wrong_length(&*cause), wrong_length);
        assert_eq!(inner, Some(len), "{cause:?}");
    }
    for len in [0, 15, 17, 36] {
        let raw = vec![0; len];
        let error = <Ulid as FromSql<sql_types::Uuid, Pg>>::from_sql(PgValue::new(&raw, &Server)).unwrap_err();
        assert_eq!(wrong_length(&*error), Some(len));
    }
}

/// What a connection would know of the server's types: not needed for ids.
struct Server;

impl TypeOidLookup for Server {
    fn lookup(&self) -> core::num::NonZeroU32 {
        core::num::NonZeroU32::new(2950).unwrap()
    }
}

impl PgMetadataLookup for Server {
    fn lookup_type(&mut self, name: &str, _: Option<&str>) -> PgTypeMetadata {
        unreachable!("{name} is looked up by its name")
    }
}

fn to_pg<C>(id: &impl ToSql<C, Pg>) -> Vec<u8>
where
    Pg: HasSqlType<C>,
{
    let mut values = RawBytesBindCollector::<Pg>::new();
    values.push_bound_value(id, &mut Server as &mut dyn PgMetadataLookup).unwrap();
    values.binds.pop().flatten().unwrap()
}

fn to_mysql(id: &impl ToSql<Binary, Mysql>) -> Vec<u8> {
    let mut values = RawBytesBindCollector::<Mysql>::new();
    values.push_bound_value(id, &mut ()).unwrap();
    values.binds.pop().flatten().unwrap()
}

#[test]
fn postgresql_is_sent_what_the_uuid_crate_sends_and_its_reply_comes_back() {
    for (uuid, ulid) in uuids().into_iter().zip(ulids()) {
        let theirs = to_pg::<sql_types::Uuid>(&uuid::Uuid::from(uuid));
        let ours = [
            to_pg::<sql_types::Uuid>(&uuid),
            to_pg::<sql_types::Uuid>(&ulid),
            to_pg::<Binary>(&uuid),
            to_pg::<Binary>(&ulid),
        ];
        assert!(ours.iter().all(|bytes| *bytes == theirs), "{ours:?}");

        let reply = || PgValue::new(&theirs, &Server);
        let back = [
            <Uuid as FromSql<sql_types::Uuid, Pg>>::from_sql(reply()).unwrap(),
            <Uuid as FromSql<Binary, Pg>>::from_sql(reply()).unwrap(),
            <Ulid as FromSql<sql_types::Uuid, Pg>>::from_sql(reply()).unwrap().into(),
            <Ulid as FromSql<Binary, Pg>>::from_sql(reply()).unwrap().into(),
        ];
        assert_eq!(back, [uuid; 4]);
    }
}

#[test]
fn mysql_is_sent_sixteen_bytes_and_its_reply_comes_back() {
    for (uuid, ulid) in uuids().into_iter().zip(ulids()) {
        assert_eq!(to_mysql(&uuid), uuid.to_bytes());
        assert_eq!(to_mysql(&ulid), ulid.to_bytes());
        let bytes = uuid.to_bytes();
        let reply = || MysqlValue::new(&bytes, MysqlType::Blob);
        assert_eq!(<Uuid as FromSql<Binary, Mysql>>::from_sql(reply()).unwrap(), uuid);
        assert_eq!(<Ulid as FromSql<Binary, Mysql>>::from_sql(reply()).unwrap(), ulid);
    }
}
