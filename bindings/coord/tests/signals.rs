//! What the drivers tell whoever watches them.

use std::collections::HashMap;
use std::time::Duration;

use metrics_util::debugging::{DebugValue, DebuggingRecorder, Snapshotter};
use mintid::Uuid;
use mintid::lease::{Holder, Pool, Terms};
use mintid::snowflake::{Layout, LeasedOptions};
use mintid_coord::signals::counted;
use mintid_coord::sqlite::Sqlite;
use mintid_coord::{LeasedSnowflake, Name, RangeIds, RangeOptions, SetUp, SnowflakeOptions};

type Outcome = Result<(), Box<dyn std::error::Error>>;

/// Each signal's name with its labels, and its value.
fn values(snapshotter: &Snapshotter) -> HashMap<String, f64> {
    let values = snapshotter.snapshot().into_vec().into_iter().map(|(key, _, _, value)| {
        let labels: Vec<_> = key.key().labels().map(|label| format!("{}={}", label.key(), label.value())).collect();
        let value = match value {
            DebugValue::Counter(count) => count as f64,
            DebugValue::Gauge(level) => level.into_inner(),
            DebugValue::Histogram(_) => f64::NAN,
        };
        (format!("{}{{{}}}", key.key().name(), labels.join(",")), value)
    });
    values.collect()
}

async fn engine(folder: &tempfile::TempDir, name: &Name) -> Result<Sqlite, mintid_coord::Error> {
    let engine = Sqlite::open(folder.path().join("ids.db")).await?;
    engine.set_up().await?;
    engine.start_counter(name, 1).await?;
    engine.start_pool(name).await?;
    Ok(engine)
}

#[tokio::test]
async fn every_signal_of_ranges_is_published() -> Outcome {
    let recorder = DebuggingRecorder::new();
    let (snapshotter, _here) = (recorder.snapshotter(), metrics::set_default_local_recorder(&recorder));
    let folder = tempfile::tempdir()?;
    let name = Name::new("orders")?;
    let options = RangeOptions::new().ranges(mintid::range::Options::new().want(10).low_water(0));
    let ids = RangeIds::start(engine(&folder, &name).await?, name, options);
    for _ in 0..15 {
        ids.next().await?;
    }
    assert_eq!(ids.give_back().await?, 5);

    let values = values(&snapshotter);
    let value = |name: &str| values[&format!("mintid_range_{name}{{engine=sqlite,counter=orders}}")];
    assert_eq!(
        ["ids_taken", "ids_granted", "ids_given_back", "requests", "supplied", "failures", "refused", "ids_left"]
            .map(value),
        [15.0, 20.0, 5.0, 2.0, 2.0, 0.0, 0.0, 0.0]
    );
    assert!(value("empties") >= 2.0);
    assert_eq!((value("late"), value("unanswered")), (0.0, 0.0));
    assert_eq!(values.len(), 11);
    Ok(())
}

#[tokio::test]
async fn every_signal_of_a_lease_is_published() -> Outcome {
    let recorder = DebuggingRecorder::new();
    let (snapshotter, _here) = (recorder.snapshotter(), metrics::set_default_local_recorder(&recorder));
    let folder = tempfile::tempdir()?;
    let name = Name::new("workers")?;
    let engine = engine(&folder, &name).await?;
    let start = |holder| {
        let pool = Pool::new(&Layout::TWITTER, Terms::DEFAULT).up_to_node(0);
        let options = SnowflakeOptions::new().patience(Duration::from_millis(50));
        let ids = LeasedOptions::new(Layout::TWITTER);
        LeasedSnowflake::start(engine.clone(), name.clone(), pool, Holder::from_u128(holder), ids, options)
    };
    let ids = start(1);
    for _ in 0..3 {
        ids.next().await?;
    }
    let error = start(2).next().await.expect_err("there is one node");
    assert!(std::error::Error::source(&error).is_some_and(|why| why.to_string().contains("all 1 nodes are lent")));
    ids.give_back().await;

    let values = values(&snapshotter);
    let of = |name: &str| values[&format!("mintid_{name}{{engine=sqlite,pool=workers}}")];
    assert!(of("snowflake_minted") >= 3.0);
    assert!((10_000.0..40_000.0).contains(&of("snowflake_days_to_horizon")));
    // The second one's gauges are the newest.
    for name in ["lease_acquired", "lease_given_back", "lease_denied"] {
        assert!(of(name) >= 1.0, "{name}");
    }
    assert!(of("lease_refusals") >= 1.0);
    assert!(of("lease_clock_offset_ms").abs() < 1_000.0);
    let behind = values["mintid_snowflake_refusals{engine=sqlite,pool=workers,cause=behind}"];
    assert_eq!(behind, 0.0);
    Ok(())
}

#[test]
fn text_that_is_no_id_is_counted_by_what_is_wrong_with_it() {
    let recorder = DebuggingRecorder::new();
    let snapshotter = recorder.snapshotter();
    metrics::with_local_recorder(&recorder, || {
        assert!(counted("uuid", Uuid::parse("017f22e2-79b0-7cc3-98c4-dc0c0c07398f")).is_ok());
        for text in ["", "017f22e2-79b0-7cc3-98c4-dc0c0c07398", "g17f22e2-79b0-7cc3-98c4-dc0c0c07398f"] {
            assert!(counted("uuid", Uuid::parse(text)).is_err());
        }
        assert!(counted("ulid", mintid::Ulid::parse("81ARZ3NDEKTSV4RRFFQ69G5FAV")).is_err());
    });
    let expected =
        [("scheme=uuid,kind=length", 2.0), ("scheme=uuid,kind=character", 1.0), ("scheme=ulid,kind=overflow", 1.0)];
    let expected = expected.map(|(labels, count)| (format!("mintid_parse_failures{{{labels}}}"), count));
    assert_eq!(values(&snapshotter), expected.into());
}
