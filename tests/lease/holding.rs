//! The holder's side.

use mintid::lease::{Answer, AnswerError, Denied, Event, Grant, Holder, Kind, Lease, Moment, NoLease, Options, Wish};

use crate::granting::{EPOCH_MS, LAYOUT, NOON};

const GRANT: Grant = Grant { node: 5, fence: 3, ttl_ms: 30_000, floor_tick: 0, ceiling_tick: NOON + 40_000 };
/// What of 30 s counts: a sixteenth less.
const GOOD_FOR_MS: u64 = 28_125;

/// Both clocks running on.
fn at(ms: u64) -> Moment {
    Moment { monotonic_ms: ms, unix_ms: (EPOCH_MS + NOON + ms) as i64 }
}

fn lease(options: Options) -> Lease {
    Lease::new(Holder::from_u128(1), &LAYOUT, options)
}

/// Held from 0 on.
fn held() -> Lease {
    let mut lease = lease(Options::new());
    let request = lease.request_due(at(0), NOON).unwrap();
    assert_eq!(lease.answered(request.ticket(), Answer::Granted(GRANT), 40, 0), Ok(Event::Acquired));
    lease
}

#[test]
fn a_lease_counts_from_before_it_was_asked_for_and_ends_a_sixteenth_early() {
    let mut lease = lease(Options::new());
    assert_eq!(lease.permit(at(0)), Err(NoLease::NotGranted));
    let request = lease.request_due(at(1_000), NOON).unwrap();
    assert_eq!(request.kind(), Kind::Acquire { wish: Wish::Own });
    // The answer takes four seconds.
    lease.answered(request.ticket(), Answer::Granted(GRANT), 5_000, 0).unwrap();
    let end = 1_000 + GOOD_FOR_MS;
    assert_eq!(lease.permit(at(end - 1)), Ok(GRANT));
    assert_eq!(lease.permit(at(end)), Err(NoLease::Expired { by_ms: 0 }));
    assert_eq!(lease.permit(at(end + 7)), Err(NoLease::Expired { by_ms: 7 }));
    assert_eq!((lease.good_for_ms(at(end - 9)), lease.good_for_ms(at(end + 9))), (9, 0));
}

#[test]
fn it_has_ended_as_soon_as_either_clock_says_so() {
    let lease = held();
    let moment = |monotonic_ms: u64, unix: i64| Moment { monotonic_ms, unix_ms: (EPOCH_MS + NOON) as i64 + unix };
    // A suspended machine: its monotonic clock stood still.
    assert_eq!(lease.permit(moment(10, 60_000)), Err(NoLease::Expired { by_ms: 60_000 - GOOD_FOR_MS }));
    // The clock of the day has stepped back: the monotonic one counts.
    assert_eq!(lease.permit(moment(60_000, -60_000)), Err(NoLease::Expired { by_ms: 60_000 - GOOD_FOR_MS }));
    assert_eq!(lease.permit(moment(10, -60_000)), Ok(GRANT));
    assert!(lease.permit(moment(10, i64::MAX - 3_000_000_000_000)).is_err());
}

#[test]
fn where_the_monotonic_clock_goes_back_nobody_knows_and_it_counts_as_ended() {
    let mut lease = lease(Options::new());
    let request = lease.request_due(at(9_000), NOON).unwrap();
    lease.answered(request.ticket(), Answer::Granted(GRANT), 9_010, 0).unwrap();
    assert_eq!(lease.permit(at(8_999)), Err(NoLease::Uncertain));
    // And is renewed.
    assert!(matches!(lease.request_due(at(8_999), NOON).unwrap().kind(), Kind::Renew { node: 5, fence: 3 }));
}

#[test]
fn where_the_monotonic_clock_goes_back_during_a_pause_the_pause_is_over() {
    let mut lease = lease(Options::new());
    let request = lease.request_due(at(1 << 40), NOON).unwrap();
    lease.failed(request.ticket(), 1 << 40, 0);
    assert_eq!((lease.request_due(at((1 << 40) + 199), NOON), lease.due_in_ms(at((1 << 40) + 199))), (None, Some(1)));
    assert_eq!(lease.due_in_ms(at(5)), Some(0), "a pause is 10 s at the most");
    assert!(lease.request_due(at(5), NOON).is_some());
}

#[test]
fn a_grace_is_given_only_where_it_is_written_out() {
    let mut options = Options::new();
    options.grace_ms = 2_000;
    let mut lease = lease(options);
    let request = lease.request_due(at(0), NOON).unwrap();
    lease.answered(request.ticket(), Answer::Granted(GRANT), 0, 0).unwrap();
    assert_eq!(lease.permit(at(GOOD_FOR_MS + 1_999)), Ok(GRANT));
    assert_eq!(lease.permit(at(GOOD_FOR_MS + 2_000)), Err(NoLease::Expired { by_ms: 0 }));
}

#[test]
fn it_is_renewed_at_a_third_and_asked_for_no_more_than_once_at_a_time() {
    let mut lease = held();
    assert_eq!(lease.due_in_ms(at(4_000)), Some(6_000));
    assert_eq!(lease.request_due(at(9_999), NOON), None);
    let renewal = lease.request_due(at(10_000), NOON).unwrap();
    assert_eq!(renewal.kind(), Kind::Renew { node: 5, fence: 3 });
    assert_eq!(lease.request_due(at(10_000), NOON), None);
    assert_eq!(lease.due_in_ms(at(10_000)), Some(5_000), "the patience");
    let longer = Grant { ceiling_tick: NOON + 50_000, ..GRANT };
    assert_eq!(lease.answered(renewal.ticket(), Answer::Granted(longer), 10_050, 0), Ok(Event::Renewed));
    assert_eq!(lease.permit(at(10_000 + GOOD_FOR_MS - 1)), Ok(longer));
}

#[test]
fn an_engine_that_never_answers_stops_nothing_and_its_late_answer_is_refused() {
    let mut lease = held();
    let hung = lease.request_due(at(10_000), NOON).unwrap();
    assert_eq!(lease.request_due(at(14_999), NOON), None);
    assert_eq!(lease.request_due(at(15_000), NOON), None, "a pause after the failure");
    let again = lease.request_due(at(15_200), NOON).unwrap();
    assert_ne!(again.ticket(), hung.ticket());
    let answer = Answer::Granted(GRANT);
    assert_eq!(lease.answered(hung.ticket(), answer, 15_300, 0), Err(AnswerError::NotAsked { ticket: hung.ticket() }));
    assert_eq!(lease.answered(again.ticket(), answer, 15_400, 0), Ok(Event::Renewed));
    assert_eq!(
        lease.answered(again.ticket(), answer, 15_500, 0),
        Err(AnswerError::NotAsked { ticket: again.ticket() }),
        "twice"
    );
    assert_eq!(lease.meter().failures, 1);
}

#[test]
fn an_answer_to_the_run_before_is_not_taken_for_one_to_this_run() {
    let mut seen = Vec::new();
    for run in [0, 1, 2, 3, 0x5eed_5eed] {
        let mut options = Options::new();
        options.run = run;
        let mut lease = lease(options);
        let ticket = lease.request_due(at(0), NOON).unwrap().ticket();
        for earlier in &seen {
            let refused = Err(AnswerError::NotAsked { ticket: *earlier });
            assert_eq!(lease.answered(*earlier, Answer::Granted(GRANT), 10, 0), refused, "run {run}");
        }
        assert_eq!(lease.answered(ticket, Answer::Granted(GRANT), 10, 0), Ok(Event::Acquired));
        seen.extend([ticket, lease.request_due(at(20_000), NOON).unwrap().ticket()]);
    }
    let mut options = Options::new();
    options.run = u32::MAX;
    assert_ne!(lease(options).request_due(at(0), NOON).unwrap().ticket(), 0, "no ticket");
}

#[test]
fn failures_are_followed_by_longer_and_longer_pauses_and_what_is_held_stays_held() {
    let mut lease = held();
    let mut now = 10_000;
    for pause in [200, 400, 800, 1_600] {
        let request = lease.request_due(at(now), NOON).unwrap();
        lease.failed(request.ticket(), now, 0);
        assert_eq!(lease.request_due(at(now + pause - 1), NOON), None, "{pause}");
        assert_eq!(lease.permit(at(now)), Ok(GRANT));
        now += pause;
    }
    // Half of it at most is taken off, by chance.
    let request = lease.request_due(at(now), NOON).unwrap();
    lease.failed(request.ticket(), now, u16::MAX);
    assert!(lease.due_in_ms(at(now)).is_some_and(|ms| (1_600..1_700).contains(&ms)), "{:?}", lease.due_in_ms(at(now)));
    lease.failed(request.ticket(), now, 0);
    assert_eq!(lease.meter().failures, 5, "a ticket that nobody waits for changes nothing");
}

#[test]
fn a_renewal_that_is_denied_ends_the_lease_at_once_and_another_node_is_asked_for() {
    let mut lease = held();
    let renewal = lease.request_due(at(10_000), NOON).unwrap();
    let denied = Denied::Superseded { fence: 4 };
    assert_eq!(lease.answered(renewal.ticket(), Answer::Denied(denied), 10_050, 0), Ok(Event::Lost(denied)));
    assert_eq!(lease.permit(at(10_050)), Err(NoLease::NotGranted));
    let request = lease.request_due(at(10_050), NOON).unwrap();
    assert_eq!(request.kind(), Kind::Acquire { wish: Wish::Soonest });
    // One that is denied is asked again after a pause.
    lease.answered(request.ticket(), Answer::Denied(Denied::UsedUp), 10_100, 0).unwrap();
    assert_eq!(lease.request_due(at(10_299), NOON), None);
    assert!(lease.request_due(at(10_300), NOON).is_some());
}

#[test]
fn answers_that_cannot_be_right_are_refused_and_what_is_held_stays_held() {
    use AnswerError::{Fence, NoTime, OtherNode, Unexpected, Window};
    let end = LAYOUT.scale().last_tick() + 1;
    let given_back = |node, fence| Answer::GivenBack { node, fence };
    let granted = Answer::Granted;
    let renewals = [
        (given_back(5, 3), Unexpected),
        (granted(Grant { node: 6, ..GRANT }), OtherNode { node: 6 }),
        (granted(Grant { fence: 2, ..GRANT }), Fence { fence: 2, newest: 3 }),
        (granted(Grant { fence: 4, ..GRANT }), Fence { fence: 4, newest: 3 }),
        (granted(Grant { floor_tick: 1, ..GRANT }), Window),
        (granted(Grant { ceiling_tick: NOON + 39_999, ..GRANT }), Window),
        (granted(Grant { ceiling_tick: end + 1, ..GRANT }), Window),
        (granted(Grant { ttl_ms: 0, ..GRANT }), NoTime),
    ];
    for (answer, error) in renewals {
        let mut lease = held();
        let renewal = lease.request_due(at(10_000), NOON).unwrap();
        assert_eq!(lease.answered(renewal.ticket(), answer, 10_010, 0), Err(error), "{answer:?}");
        assert_eq!(lease.permit(at(10_010)), Ok(GRANT));
        assert_eq!((lease.meter().refused_answers, lease.meter().renewed), (1, 0));
        assert!(!error.to_string().is_empty());
    }
    let nodes = [
        (granted(Grant { node: 1_024, ..GRANT }), OtherNode { node: 1_024 }),
        (granted(Grant { fence: 3, ..GRANT }), Fence { fence: 3, newest: 3 }),
        (granted(Grant { fence: 1, ..GRANT }), Fence { fence: 1, newest: 3 }),
        (granted(Grant { fence: 9, floor_tick: 7, ceiling_tick: 7, ..GRANT }), Window),
        (granted(Grant { fence: 9, floor_tick: 8, ceiling_tick: 7, ..GRANT }), Window),
        (granted(Grant { node: 6, ttl_ms: 0, ..GRANT }), NoTime),
        (given_back(5, 3), Unexpected),
    ];
    for (answer, error) in nodes {
        let mut lease = held();
        lease.change_node(None);
        let request = lease.request_due(at(50), NOON).unwrap();
        lease.answered(request.ticket(), given_back(5, 3), 60, 0).unwrap();
        let request = lease.request_due(at(60), NOON).unwrap();
        assert_eq!(lease.answered(request.ticket(), answer, 70, 0), Err(error), "{answer:?}");
        assert_eq!(lease.permit(at(70)), Err(NoLease::NotGranted));
    }
    let mut lease = held();
    lease.give_back(Some(NOON));
    let request = lease.request_due(at(50), NOON).unwrap();
    assert_eq!(lease.answered(request.ticket(), given_back(5, 4), 60, 0), Err(Fence { fence: 4, newest: 3 }));
}

#[test]
fn after_a_give_back_no_id_is_permitted_and_the_engine_is_told_once() {
    for answer in [Some(Answer::GivenBack { node: 5, fence: 3 }), Some(Answer::Denied(Denied::OutsideWindow)), None] {
        let mut lease = held();
        lease.give_back(Some(NOON + 9));
        assert_eq!(lease.permit(at(50)), Err(NoLease::GivenBack));
        let request = lease.request_due(at(50), NOON + 9).unwrap();
        assert_eq!(request.kind(), Kind::GiveBack { node: 5, fence: 3, newest_tick: Some(NOON + 9) });
        match answer {
            Some(answer) => drop(lease.answered(request.ticket(), answer, 60, 0).unwrap()),
            None => lease.failed(request.ticket(), 60, 0),
        }
        assert_eq!((lease.request_due(at(100_000), NOON), lease.due_in_ms(at(60))), (None, None));
        assert_eq!(lease.permit(at(60)), Err(NoLease::GivenBack));
    }
    // Before anything is held there is nothing to say.
    let mut lease = lease(Options::new());
    let request = lease.request_due(at(0), NOON).unwrap();
    lease.give_back(None);
    assert!(lease.answered(request.ticket(), Answer::Granted(GRANT), 10, 0).is_err());
    assert_eq!(lease.request_due(at(10), NOON), None);
}
