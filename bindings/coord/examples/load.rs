//! `load ADDRESS TOKEN COUNTER CONNECTIONS SECONDS`: how many spans a second a service grants to callers that keep their connections.

use std::error::Error;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [address, token, counter, connections, seconds] = &words[..] else {
        return Err("say ADDRESS TOKEN COUNTER CONNECTIONS SECONDS".into());
    };
    let body = r#"{"count":1000}"#;
    let call = format!(
        "POST /v1/spans/{counter} HTTP/1.1\r\nhost: load\r\nauthorization: Bearer {token}\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    let started = Instant::now();
    let until = started + Duration::from_secs(seconds.parse()?);
    let callers: Vec<_> = (0..connections.parse()?)
        .map(|_: usize| {
            let (address, call) = (address.clone(), call.clone());
            std::thread::spawn(move || calls(&address, call.as_bytes(), until).map_err(|error| error.to_string()))
        })
        .collect();
    let mut spans = 0;
    for caller in callers {
        spans += caller.join().map_err(|_| "a caller has panicked")??;
    }
    println!("{:.0} spans a second", spans as f64 / started.elapsed().as_secs_f64());
    Ok(())
}

/// How many calls were granted until then.
fn calls(address: &str, call: &[u8], until: Instant) -> Result<u64, Box<dyn Error>> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_nodelay(true)?;
    let mut answer = [0; 2_048];
    let mut granted = 0;
    while Instant::now() < until {
        stream.write_all(call)?;
        // An answer is short, and comes in one piece.
        let length = stream.read(&mut answer)?;
        let text = std::str::from_utf8(&answer[..length])?;
        if !(text.starts_with("HTTP/1.1 200") && text.ends_with('}')) {
            return Err(format!("not granted: {text}").into());
        }
        granted += 1;
    }
    Ok(granted)
}
