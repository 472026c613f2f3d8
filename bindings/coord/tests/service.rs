//! The service, as a program of its own, over a file of SQLite.

use std::collections::HashSet;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use mintid::clock::SystemClock;
use mintid::lease::{self, Answer, Holder};
use mintid::snowflake::{Layout, LeasedGenerator, LeasedOptions};
use serde_json::{Value, json};

use support::{Place, TOKEN};

mod support;

fn unix_ms() -> u64 {
    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_millis() as u64
}

fn number(value: &Value) -> u64 {
    value.as_str().unwrap_or_else(|| panic!("{value} is no text")).parse().unwrap()
}

#[test]
fn spans_follow_each_other_and_none_is_granted_twice() {
    let place = Place::new();
    let service = place.serve(&["--block", "1000", "--largest-span", "300"]);
    let mut next = 1;
    for count in [1, 100, 300, 1_000_000] {
        let answer = service.post("/v1/spans/orders", &json!({ "count": count }).to_string());
        assert_eq!(answer.status, 200, "{}", answer.text);
        let (first, last) = (number(&answer.body["first"]), number(&answer.body["last"]));
        assert_eq!((first, last), (next, next + count.min(300) - 1));
        next = last + 1;
    }
}

#[test]
fn what_comes_back_is_granted_to_others_and_only_once() {
    let place = Place::new();
    let service = place.serve(&[]);
    let granted = service.post("/v1/spans/orders", r#"{"count": 10}"#).body;
    let left = json!({ "first": "4", "last": "10", "receipt": granted["receipt"] }).to_string();
    for taken in [true, false] {
        assert_eq!(service.post("/v1/spans/orders/return", &left).body, json!({ "taken": taken }));
    }
    let again = service.post("/v1/spans/orders", r#"{"count": 100}"#).body;
    assert_eq!((number(&again["first"]), number(&again["last"])), (4, 10));
    assert_eq!(number(&service.post("/v1/spans/orders", r#"{"count": 1}"#).body["first"]), 11);
}

#[test]
fn after_a_crash_no_id_comes_twice_and_after_a_clean_end_none_is_lost() {
    let place = Place::new();
    let first = |service: &support::Running| number(&service.post("/v1/spans/orders", r#"{"count": 5}"#).body["first"]);
    let service = place.serve(&["--block", "100"]);
    assert_eq!(first(&service), 1);
    service.kill();
    let service = place.serve(&["--block", "100"]);
    assert_eq!(first(&service), 101);
    assert!(service.end() < Duration::from_secs(3));
    let service = place.serve(&["--block", "100"]);
    assert_eq!(first(&service), 106);
}

#[test]
fn without_a_good_token_nothing_is_granted_nor_told() {
    let place = Place::new();
    let service = place.serve(&[]);
    for token in [None, Some(""), Some("wrong"), Some(&TOKEN[1..]), Some("0123456789abcdef01234568")] {
        for path in ["/v1/spans/orders", "/v1/spans/orders/return", "/v1/leases/workers", "/v1/spans/nobody"] {
            let answer = service.post_as(token, path, r#"{"count": 1}"#);
            assert_eq!((answer.status, answer.code()), (401, "token"), "{token:?} at {path}");
        }
    }
    assert_eq!(number(&service.post("/v1/spans/orders", r#"{"count": 1}"#).body["first"]), 1);
}

#[test]
fn what_makes_no_sense_is_refused_and_nothing_is_granted() {
    let place = Place::new();
    let service = place.serve(&[]);
    let long = format!(r#"{{"count": 1, "x": "{}"}}"#, "x".repeat(5_000));
    let holder = "0191d0a0-0000-7000-8000-000000000001";
    let cases: [(&str, &str, u16, &str); 17] = [
        ("/v1/spans/orders", "", 400, "json"),
        ("/v1/spans/orders", "nonsense", 400, "json"),
        ("/v1/spans/orders", r#"{"count": 0}"#, 422, "json"),
        ("/v1/spans/orders", r#"{"count": -1}"#, 422, "json"),
        ("/v1/spans/orders", r#"{"count": 1.5}"#, 422, "json"),
        ("/v1/spans/orders", r#"{"count": 5000000000}"#, 422, "json"),
        ("/v1/spans/orders", r#"{"count": "7"}"#, 422, "json"),
        ("/v1/spans/orders", r#"{"want": 7}"#, 422, "json"),
        ("/v1/spans/orders", &long, 413, "too_long"),
        ("/v1/spans/nobody", r#"{"count": 1}"#, 404, "no_counter"),
        ("/v1/spans/..%2f..", r#"{"count": 1}"#, 404, "no_counter"),
        ("/v1/leases/nobody", r#"{"do": "acquire"}"#, 404, "no_pool"),
        ("/v1/leases/workers", r#"{"do": "steal"}"#, 400, "json"),
        ("/v1/leases/workers", r#"{"do": "acquire", "holder": "me", "unix_ms": 1}"#, 400, "holder"),
        ("/v1/leases/workers", &json!({"do": "acquire", "holder": holder, "unix_ms": 5}).to_string(), 400, "unix_ms"),
        (
            "/v1/leases/workers",
            &json!({"do": "renew", "holder": holder, "unix_ms": unix_ms(), "node": 0, "fence": "x"}).to_string(),
            400,
            "fence",
        ),
        ("/v1/nothing", "{}", 404, "no_route"),
    ];
    for (path, body, status, code) in cases {
        let answer = service.post(path, body);
        assert_eq!((answer.status, answer.code()), (status, code), "{path} {body}: {}", answer.text);
        assert!(answer.body["error"]["message"].as_str().is_some_and(|message| message.len() > 10), "{}", answer.text);
    }
    assert_eq!(service.get("/v1/spans/orders").status, 405);
    let (status, _) = service.post_bytes("/v1/leases/workers", &[7; 80]);
    assert_eq!(status, 400);
    assert_eq!(number(&service.post("/v1/spans/orders", r#"{"count": 1}"#).body["first"]), 1);
    assert_eq!(service.get("/v1/leases/workers").body["lent"], json!([]));
}

#[test]
fn leases_are_lent_renewed_and_given_back_in_json() {
    let place = Place::new();
    let service = place.serve(&[]);
    let holder = |number: u8| format!("0191d0a0-0000-7000-8000-0000000000{number:02}");
    let ask = |mut body: Value, who: u8| {
        body["holder"] = holder(who).into();
        body["unix_ms"] = unix_ms().into();
        service.post("/v1/leases/workers", &body.to_string()).body
    };
    let one = ask(json!({ "do": "acquire" }), 1);
    let granted = &one["granted"];
    assert_eq!((granted["node"].as_u64(), granted["fence"].as_str()), (Some(0), Some("1")), "{one}");
    assert_eq!(granted["ttl_ms"], 30_000);
    let two = ask(json!({ "do": "acquire", "node": 1 }), 2);
    assert_eq!(two["granted"]["node"], 1, "{two}");

    let none = ask(json!({ "do": "acquire" }), 3);
    assert_eq!(none["denied"]["code"], "exhausted", "{none}");
    assert!(none["denied"]["retry_in_ms"].as_u64().is_some_and(|ms| ms <= 30_000));

    let renewed = ask(json!({ "do": "renew", "node": 0, "fence": "1" }), 1);
    assert_eq!(renewed["granted"]["floor_tick"], granted["floor_tick"], "{renewed}");
    let other = ask(json!({ "do": "renew", "node": 0, "fence": "2" }), 1);
    assert_eq!(other["denied"]["code"], "superseded", "{other}");

    let id = Layout::TWITTER.min_at(unix_ms()).unwrap().to_u64() | 1 << 12;
    let back = ask(json!({ "do": "give_back", "node": 1, "fence": "1", "newest_id": id.to_string() }), 2);
    assert_eq!(back, json!({ "given_back": { "node": 1, "fence": "1" } }));
    let three = ask(json!({ "do": "acquire" }), 3);
    assert_eq!((&three["granted"]["node"], &three["granted"]["fence"]), (&json!(1), &json!("2")), "{three}");

    let nodes = service.get("/v1/leases/workers").body;
    assert_eq!(nodes["nodes"], 2);
    assert_eq!(nodes["lent"][1]["holder"], holder(3));
    let printed = place.run(&["nodes", &place.engine(), "--name", "workers"]);
    assert!(String::from_utf8_lossy(&printed.stdout).contains(&holder(3)));
}

#[test]
fn a_holder_with_the_core_leases_in_its_own_bytes() {
    let place = Place::new();
    let service = place.serve(&[]);
    let options = LeasedOptions::new(Layout::TWITTER);
    let mut ids = LeasedGenerator::new(options, Holder::from_u128(9), lease::Options::new(), SystemClock);
    let request = ids.request_due(0).unwrap();
    let (status, answer) = service.post_bytes("/v1/leases/workers", &request.to_bytes());
    assert_eq!(status, 200);
    ids.answered(request.ticket(), Answer::from_bytes(&answer).unwrap(), 5, 0).unwrap();
    assert_eq!(Layout::TWITTER.decompose(ids.generate(6).unwrap()).unwrap().node, 0);
}

#[test]
fn its_signals_are_there_for_prometheus_without_a_token() {
    let place = Place::new();
    let service = place.serve(&[]);
    service.post("/v1/spans/orders", r#"{"count": 70}"#);
    assert_eq!(service.get("/health").text, "ok\n");
    let until = Instant::now() + Duration::from_secs(8);
    let wanted = r#"mintid_range_ids_taken{engine="sqlite",counter="orders"} 70"#;
    while !service.get("/metrics").text.contains(wanted) {
        assert!(Instant::now() < until, "{}", service.get("/metrics").text);
        std::thread::sleep(Duration::from_millis(200));
    }
}

#[test]
fn a_caller_that_sends_nothing_is_cut_off_and_keeps_nobody_else_out() {
    let place = Place::new();
    let service = place.serve(&[]);
    let mut slow: Vec<_> = (0..50).map(|_| TcpStream::connect(&service.address).unwrap()).collect();
    slow[0].write_all(b"POST /v1/spans/orders HTTP/1.1\r\nhost: x\r\n").unwrap();
    let started = Instant::now();
    assert_eq!(service.post("/v1/spans/orders", r#"{"count": 1}"#).status, 200);
    assert!(started.elapsed() < Duration::from_secs(1));
    slow[0].set_read_timeout(Some(Duration::from_secs(25))).unwrap();
    let mut rest = Vec::new();
    slow[0].read_to_end(&mut rest).expect("it is cut off, and not waited for");
    assert!(started.elapsed() < Duration::from_secs(20));
}

#[test]
fn a_page_of_a_named_origin_may_ask_and_others_may_not() {
    let place = Place::new();
    let service = place.serve(&["--origin", "https://shop.example"]);
    let allowed = |origin: &str| {
        let mut stream = TcpStream::connect(&service.address).unwrap();
        let head = format!(
            "OPTIONS /v1/spans/orders HTTP/1.1\r\nhost: x\r\norigin: {origin}\r\naccess-control-request-method: POST\r\n\
             access-control-request-headers: authorization\r\nconnection: close\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer.to_ascii_lowercase().contains(&format!("access-control-allow-origin: {origin}\r\n"))
    };
    assert!(allowed("https://shop.example"));
    assert!(!allowed("https://other.example"));
}

#[test]
fn calls_under_way_are_finished_at_the_end() {
    let place = Place::new();
    let service = place.serve(&["--block", "50"]);
    let address = service.address.clone();
    let callers: Vec<_> = (0..8)
        .map(|_| {
            let address = address.clone();
            std::thread::spawn(move || {
                let mut ids = HashSet::new();
                loop {
                    let Ok(mut stream) = TcpStream::connect(&address) else { return ids };
                    let body = r#"{"count": 3}"#;
                    let head = format!(
                        "POST /v1/spans/orders HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {TOKEN}\r\ncontent-type: \
                         application/json\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{body}",
                        body.len()
                    );
                    if stream.write_all(head.as_bytes()).is_err() {
                        return ids;
                    }
                    let mut answer = String::new();
                    if stream.read_to_string(&mut answer).is_err() || answer.is_empty() {
                        return ids;
                    }
                    if !answer.starts_with("HTTP/1.1 200") {
                        assert!(answer.contains("closing") || answer.contains("503"), "{answer}");
                        return ids;
                    }
                    let body: Value = serde_json::from_str(answer.split("\r\n\r\n").nth(1).unwrap()).unwrap();
                    for id in number(&body["first"])..=number(&body["last"]) {
                        assert!(ids.insert(id));
                    }
                }
            })
        })
        .collect();
    std::thread::sleep(Duration::from_millis(500));
    assert!(service.end() < Duration::from_secs(5));
    let mut all = HashSet::new();
    for caller in callers {
        for id in caller.join().unwrap() {
            assert!(all.insert(id), "{id} was granted twice");
        }
    }
    assert!(all.len() > 100, "{}", all.len());
    // What was not granted went back.
    let service = place.serve(&[]);
    let next = number(&service.post("/v1/spans/orders", r#"{"count": 1}"#).body["first"]);
    assert!(!all.contains(&next));
}

#[test]
fn a_service_that_could_grant_nothing_does_not_start() {
    let place = Place::new();
    let engine = place.engine();
    let tokens = place.tokens().display().to_string();
    let cases: [(&[&str], &str); 6] = [
        (&["serve", &engine, "--tokens", "/nowhere/tokens", "--counter", "orders"], "cannot be read"),
        (&["serve", &engine, "--tokens", &tokens], "nothing to grant"),
        (&["serve", &engine, "--tokens", &tokens, "--pool", "others=twitter"], "there is no such pool"),
        (&["serve", "oracle:x", "--tokens", &tokens, "--counter", "orders"], "\"oracle\""),
        (&["serve", &engine, "--tokens", &tokens, "--pool", "workers=tweeter"], "no layout is called"),
        (&["serve", &engine, "--tokens", &tokens, "--counter", "a/b"], "letters, digits"),
    ];
    for (words, part) in cases {
        let done = place.run(words);
        let said = String::from_utf8_lossy(&done.stderr).into_owned();
        assert!(!done.status.success() && said.contains(part), "{words:?}: {said}");
    }
}
