use super::*;
use crate::{
    pb::v1::{Game, GameDealt, ReplayHeader},
    secrets::commitment,
    wire,
};
use hierophant_rules::{Seed, arcanum, bounded, catalog::Setup};
use prost::Message;
use prost_types::Timestamp;
use std::sync::LazyLock;

const SEED: [u8; 32] = [5; 32];
const NONCE: [u8; 32] = [6; 32];

/// A game with random answers, as the service would tell it; a record a second.
fn played() -> Replay {
    static PLAYED: LazyLock<Replay> = LazyLock::new(play);
    PLAYED.clone()
}

fn play() -> Replay {
    let setup = Setup::Arcanum(arcanum::Setup::default());
    let seed = Seed::new(SEED);
    let mut chance = Seed::new([1; 32]).at(0, 0);
    let mut facts = Vec::new();
    let mut state = State::start(&setup, &seed, &mut facts).unwrap();
    let mut answered = vec![0; usize::from(setup.seats())];
    let entry = |number, record, facts: &[Fact]| ReplayEntry {
        at: Some(Timestamp { seconds: number, nanos: 0 }),
        record: Some(record),
        events: events(facts, setup.seats()),
    };
    let mut entries = vec![entry(0, Record::Dealt(GameDealt {}), &facts)];
    while let ToAct::Seats(seats) = state.to_act() {
        let seat = seats.iter().find(|&seat| state.question(seat).is_some()).unwrap();
        let legal = state.legal(seat);
        let action = legal[bounded(&mut chance, legal.len() as u32) as usize];
        facts.clear();
        state.apply(seat, action, &mut facts).unwrap();
        answered[seat.index()] += 1;
        let (seat, decision_id) = (u32::from(seat.number()), answered[seat.index()]);
        let answer = DecisionAnswered { seat, decision_id, action_code: action.code().0, ..Default::default() };
        entries.push(entry(entries.len() as i64, Record::Answered(answer), &facts));
    }
    let message = wire::encode::setup(&setup);
    let version = setup.ruleset().facts().version;
    let game = Game {
        name: "games/g".to_owned(),
        rules_version: version,
        commitment: commitment(&NONCE, &seed, "games/g", &message.encode_to_vec(), version).to_vec(),
        setup: Some(message),
        outcome: Some(played_outcome(&state.outcome().unwrap(), &[Tally::default(); 4])),
        ..Game::default()
    };
    Replay { header: ReplayHeader { game: Some(game), seed: SEED.to_vec(), nonce: NONCE.to_vec() }, entries }
}

fn verdict(tamper: impl FnOnce(&mut Replay)) -> Verdict {
    let mut replay = played();
    tamper(&mut replay);
    verify(&replay).unwrap()
}

/// The record at which a changed replay is caught.
fn caught_at(tamper: impl FnOnce(&mut Replay)) -> Option<usize> {
    let verdict = verdict(tamper);
    assert!(!verdict.holds());
    verdict.records.expect_err("a record does not hold").record
}

fn answer(replay: &mut Replay, number: usize) -> &mut DecisionAnswered {
    match replay.entries[number].record.as_mut() {
        Some(Record::Answered(answer)) => answer,
        _ => panic!("record {number} is no answer"),
    }
}

/// Places in the beginning, the middle and the end of a game.
fn places() -> [usize; 4] {
    let records = played().entries.len();
    [1, 2, records / 2, records - 1]
}

#[test]
fn a_replay_that_nobody_has_touched_holds() {
    let verdict = verdict(|_| {});
    assert!(verdict.holds(), "{verdict:?}");
    assert_eq!(verdict.answers, played().entries.len() - 1);
    assert_eq!(verdict.digests.len(), 5);
    assert!(verdict.digests.iter().all(|(viewer, digest)| *digest == played().digest(*viewer)));
}

#[test]
fn another_answer_is_caught_at_its_record() {
    for place in places() {
        for code in [answer(&mut played(), place).action_code + 1, 0, u32::MAX] {
            if code != answer(&mut played(), place).action_code {
                assert_eq!(caught_at(|replay| answer(replay, place).action_code = code), Some(place));
            }
        }
        assert_eq!(caught_at(|replay| answer(replay, place).decision_id += 1), Some(place));
        assert_eq!(caught_at(|replay| answer(replay, place).seat = 9), Some(place));
    }
}

#[test]
fn another_card_in_what_one_viewer_was_told_is_caught_at_its_record() {
    let mut changed = 0;
    for place in 0..played().entries.len() {
        let variants =
            |replay: &Replay| replay.entries[place].events.iter().map(|event| event.variants.len()).collect();
        let counts: Vec<usize> = variants(&played());
        let Some((event, last)) = counts.iter().enumerate().find(|(_, count)| **count > 1) else { continue };
        let told = |replay: &mut Replay| {
            let variant = &mut replay.entries[place].events[event].variants[last - 1];
            let bytes = variant.event.as_ref().unwrap().encode_to_vec();
            // The last byte of a variant is a card or a number of cards.
            let mut other = bytes.clone();
            *other.last_mut().unwrap() ^= 1;
            variant.event = Some(Message::decode(other.as_slice()).unwrap());
        };
        assert_eq!(caught_at(told), Some(place));
        changed += 1;
    }
    assert!(changed > 10, "{changed}");
}

#[test]
fn telling_somebody_what_another_was_told_is_caught_at_its_record() {
    let shares = |entry: &ReplayEntry| entry.events.iter().any(|event| event.variants.len() > 1);
    let place = played().entries.iter().skip(1).position(shares).unwrap() + 1;
    let swap = |replay: &mut Replay| {
        let event = replay.entries[place].events.iter_mut().find(|event| event.variants.len() > 1).unwrap();
        event.variants.swap(0, 1);
    };
    assert_eq!(caught_at(swap), Some(place));
    assert_eq!(caught_at(|replay| replay.entries[place].events.clear()), Some(place));
}

/// Whether several seats were asked when the record with this number was taken. The rules don't mind in which order such
/// seats answer: a change of that order shows in times, or once they have all answered.
fn is_among_others(place: usize) -> bool {
    let replay = played();
    let table = replay.table().unwrap();
    let mut state = State::start(&table.setup, &Seed::new(SEED), &mut Vec::new()).unwrap();
    for number in 1..place {
        let answer = *answer(&mut played(), number);
        let seat = Seat::new(answer.seat as u8).unwrap();
        state.apply(seat, table.ruleset().action(ActionCode(answer.action_code)).unwrap(), &mut Vec::new()).unwrap();
    }
    Viewer::all(table.setup.seats()).filter_map(Viewer::seat).filter(|&seat| state.question(seat).is_some()).count() > 1
}

#[test]
fn a_record_that_is_dropped_repeated_or_moved_is_caught_where_it_was() {
    let records = played().entries.len();
    let mut exact = 0;
    for place in places().into_iter().chain((30..90).step_by(7)) {
        let caught = caught_at(|replay| replay.entries.insert(place + 1, replay.entries[place].clone()));
        assert_eq!(caught, Some(place + 1));
        if place + 1 < records {
            let dropped = caught_at(|replay| drop(replay.entries.remove(place))).unwrap();
            let moved = caught_at(|replay| replay.entries.swap(place, place + 1)).unwrap();
            match is_among_others(place) || is_among_others(place + 1) {
                false => {
                    assert_eq!((dropped, moved), (place, place));
                    exact += 1;
                }
                true => assert!(dropped >= place && (place..=place + 1).contains(&moved), "{dropped} {moved} {place}"),
            }
        }
    }
    assert!(exact > 3, "{exact}");
    assert_eq!(caught_at(|replay| drop(replay.entries.remove(0))), Some(0));
    assert_eq!(caught_at(|replay| replay.entries.clear()), Some(0));
}

#[test]
fn a_log_without_its_end_leads_to_no_result() {
    let verdict = verdict(|replay| drop(replay.entries.pop()));
    assert_eq!(verdict.records, Ok(()));
    assert!(verdict.outcome.unwrap_err().reason.contains("end before"));
}

#[test]
fn another_seed_keeps_neither_the_commitment_nor_the_deal() {
    let other = |replay: &mut Replay| replay.header.seed[31] ^= 1;
    assert!(verdict(other).commitment.is_err());
    assert_eq!(caught_at(other), Some(0));
    let other_nonce = verdict(|replay| replay.header.nonce[0] ^= 1);
    assert!(other_nonce.commitment.is_err() && other_nonce.records.is_ok());
}

#[test]
fn another_result_is_caught() {
    let verdict = verdict(|replay| {
        let outcome = replay.header.game.as_mut().unwrap().outcome.as_mut().unwrap();
        outcome.standings[0].victory_points += 1;
    });
    assert_eq!((verdict.commitment.is_ok(), verdict.records.is_ok()), (true, true));
    assert!(verdict.outcome.unwrap_err().reason.contains("another result"));
}

#[test]
fn another_game_rewritten_throughout_holds_and_only_a_digest_tells() {
    let other = {
        let mut replay = played();
        replay.header.nonce = vec![7; 32];
        let made = replay.commitment().unwrap();
        replay.header.game.as_mut().unwrap().commitment = made.to_vec();
        replay
    };
    assert!(verify(&other).unwrap().holds());
}

#[test]
fn a_game_of_other_rules_is_not_judged() {
    let mut replay = played();
    replay.header.game.as_mut().unwrap().rules_version += 1;
    assert!(verify(&replay).unwrap_err().to_string().contains("version"));
    replay.header.game = None;
    verify(&replay).unwrap_err();
}
