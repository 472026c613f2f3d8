//! Requests and answers as bytes: read as they were written, or refused.

use mintid::lease::{
    Answer, Denied, Grant, Holder, Lease, MessageError, Moment, Options, Pool, Request, Terms, choose, grant,
};
use mintid::snowflake::Layout;

const NOW: u64 = 1_764_417_600_000;

fn moment(ms: u64) -> Moment {
    Moment { monotonic_ms: ms, unix_ms: (NOW + ms) as i64 }
}

/// Requests of every kind, as a holder makes them one after the other.
fn requests() -> Vec<Request> {
    let layout = Layout::TWITTER;
    let pool = Pool::new(&layout, Terms::DEFAULT);
    let tick = NOW - layout.epoch_ms();
    let mut made = Vec::new();
    for wish in [None, Some(7)] {
        for newest in [None, Some(tick + 5)] {
            let mut options = Options::new();
            options.wish = wish;
            let mut lease = Lease::new(Holder::from_u128(0x0123_4567_89ab_cdef << 64 | 42), &layout, options);
            let acquire = lease.request_due(moment(0), tick).unwrap();
            let record = choose(&pool, [], &acquire, NOW).unwrap();
            let (_, answer) = grant(&record, &acquire, NOW);
            lease.answered(acquire.ticket(), answer, 10, 0).unwrap();
            let renew = lease.request_due(moment(15_000), tick + 15_000).unwrap();
            lease.failed(renew.ticket(), 15_000, 0);
            lease.give_back(newest);
            made.extend([acquire, renew, lease.request_due(moment(60_000), tick).unwrap()]);
        }
    }
    made
}

fn answers() -> Vec<Answer> {
    let denied = [
        Denied::Exhausted { nodes: 1_024, soonest_node: 3, floor_ms: NOW, lent_for_ms: 17 },
        Denied::Lent { for_ms: 30_000 },
        Denied::Superseded { fence: 9 },
        Denied::OutsideWindow,
        Denied::UsedUp,
        Denied::OtherNode { node: 5 },
        Denied::OtherLayout,
        Denied::Unsorted,
    ];
    let granted = Grant { node: 3, fence: u64::MAX, ttl_ms: u32::MAX, floor_tick: 1, ceiling_tick: 1 << 41 };
    let others = [Answer::Granted(granted), Answer::GivenBack { node: 1_023, fence: 8 }];
    denied.map(Answer::Denied).into_iter().chain(others).collect()
}

#[test]
fn what_was_written_is_what_is_read() {
    for request in requests() {
        assert_eq!(Request::from_bytes(&request.to_bytes()), Ok(request));
    }
    for answer in answers() {
        assert_eq!(Answer::from_bytes(&answer.to_bytes()), Ok(answer));
    }
}

#[test]
fn the_bytes_of_a_request_are_those_of_every_version() {
    let [request, ..] = requests()[..] else { panic!("no requests") };
    let mut wanted = b"mQ\x00\x01\0\0\0\0\0\0\0\0\0\0\0\x01\x01\x23\x45\x67\x89\xab\xcd\xef\0\0\0\0\0\0\0\x2a".to_vec();
    assert_eq!(request.to_bytes()[..32], wanted);
    wanted = (NOW - Layout::TWITTER.epoch_ms()).to_be_bytes().to_vec();
    assert_eq!(request.to_bytes()[48..56], wanted);
}

#[test]
fn bytes_that_are_no_message_are_refused() {
    for request in requests() {
        let bytes = request.to_bytes();
        for length in 0..Request::BYTES {
            assert_eq!(Request::from_bytes(&bytes[..length]), Err(MessageError::Length { found: length }));
        }
        for (at, wrong) in [
            (0, MessageError::Foreign),
            (3, MessageError::Foreign),
            (7, MessageError::Damaged),
            (8, MessageError::Damaged),
        ] {
            let mut bytes = bytes;
            bytes[at] ^= 0x80;
            assert_eq!(Request::from_bytes(&bytes), Err(wrong), "{at}");
        }
        assert_eq!(Answer::from_bytes(&bytes), Err(MessageError::Length { found: Request::BYTES }));
    }
    for answer in answers() {
        for (at, wrong) in [(0, MessageError::Foreign), (7, MessageError::Damaged)] {
            let mut bytes = answer.to_bytes();
            bytes[at] ^= 0x80;
            assert_eq!(Answer::from_bytes(&bytes), Err(wrong), "{at}");
        }
    }
    assert_eq!(Answer::from_bytes(&[0; Answer::BYTES]), Err(MessageError::Foreign));
}
