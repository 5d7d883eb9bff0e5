use super::*;
use crate::{
    pb::v1::{
        ClocksCredited, ClocksStarted, Game, GameCut, GameDealt, GameEnding, GameResumed, GameSeat,
        GameStatus, IllegalAnswerCounted, ReplayHeader, SeatAttended, SeatEnding, SeatOut,
        TimeControl, TokenReplaced,
    },
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
        let seat = seats.iter().find(|&seat| state.decision(seat).is_some()).unwrap();
        let legal = state.legal(seat);
        let action = legal[bounded(&mut chance, legal.len() as u32) as usize];
        facts.clear();
        state.apply(seat, action, &mut facts).unwrap();
        answered[seat.index()] += 1;
        let (seat, decision_id) = (u32::from(seat.number()), answered[seat.index()]);
        let answer = DecisionAnswered {
            seat,
            decision_id,
            action_code: action.code().0,
            ..Default::default()
        };
        entries.push(entry(entries.len() as i64, Record::Answered(answer), &facts));
    }
    let message = wire::encode::setup(&setup);
    let version = setup.ruleset().info().version;
    let game = Game {
        name: "games/g".to_owned(),
        ruleset: "arcanum".to_owned(),
        rules_version: version,
        seats: (0..4)
            .map(|seat| GameSeat {
                seat,
                display_name: "somebody".to_owned(),
                ..GameSeat::default()
            })
            .collect(),
        labels: [("season".to_owned(), "one".to_owned())].into(),
        created_at: entries[0].at,
        ended_at: entries.last().unwrap().at,
        status: GameStatus::Ended.into(),
        finish_sequence: 7,
        time_control: Some(TimeControl {
            decision_ms: 2_000,
            grace_ms: Some(250),
            ..TimeControl::default()
        }),
        illegal_answers_max: Some(3),
        commitment: commitment(&NONCE, &seed, "games/g", &message.encode_to_vec(), version)
            .to_vec(),
        setup: Some(message),
        outcome: Some(played_outcome(&state.outcome().unwrap(), &[SeatCounters::default(); 4])),
        ..Game::default()
    };
    Replay {
        header: ReplayHeader { game: Some(game), seed: SEED.to_vec(), nonce: NONCE.to_vec() },
        entries,
    }
}

/// The same game, cut after a while, with every kind of record.
fn cut() -> Replay {
    let mut replay = played();
    replay.entries.truncate(40);
    let cut = GameCut { ending: GameEnding::Void.into(), reason: "time".to_owned(), seat: Some(1) };
    let out = SeatOut {
        seat: 0,
        ending: SeatEnding::Resigned.into(),
        built_in_agent: String::new(),
        ranks_last: true,
    };
    let mut tallies = [SeatCounters { has_answered: true, ..SeatCounters::default() }; 4];
    tallies[0].out =
        Some(Eliminated { ending: SeatEnding::Resigned, by_agent: false, ranks_last: true });
    let game = replay.header.game.as_mut().unwrap();
    game.outcome = Some(cut_outcome(&cut, &tallies));
    game.ended_at = Some(Timestamp { seconds: 99, nanos: 0 });
    let records = [
        Record::Resumed(GameResumed { clocks_stand: true }),
        Record::SeatAttended(SeatAttended { seat: 1 }),
        Record::ClocksStarted(ClocksStarted {}),
        Record::ClocksCredited(ClocksCredited { credit_ms: 700 }),
        Record::TokenReplaced(TokenReplaced { seat: Some(2) }),
        Record::IllegalAnswer(IllegalAnswerCounted { seat: 3, ..Default::default() }),
        Record::SeatOut(out),
        Record::Cut(cut),
    ];
    let at = Some(Timestamp { seconds: 99, nanos: 0 });
    replay.entries.extend(records.map(|record| ReplayEntry {
        at,
        record: Some(record),
        events: Vec::new(),
    }));
    answer(&mut replay, 30).grace_used_ms = 9;
    answer(&mut replay, 30).uncharged_ms = 7;
    replay
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
fn indices() -> [usize; 4] {
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
    for index in indices() {
        for code in [answer(&mut played(), index).action_code + 1, 0, u32::MAX] {
            if code != answer(&mut played(), index).action_code {
                assert_eq!(
                    caught_at(|replay| answer(replay, index).action_code = code),
                    Some(index)
                );
            }
        }
        assert_eq!(caught_at(|replay| answer(replay, index).decision_id += 1), Some(index));
        assert_eq!(caught_at(|replay| answer(replay, index).seat = 9), Some(index));
    }
}

#[test]
fn another_card_in_what_one_viewer_was_told_is_caught_at_its_record() {
    let mut changed = 0;
    for index in 0..played().entries.len() {
        let variants = |replay: &Replay| {
            replay.entries[index].events.iter().map(|event| event.variants.len()).collect()
        };
        let counts: Vec<usize> = variants(&played());
        let Some((event, last)) = counts.iter().enumerate().find(|(_, count)| **count > 1) else {
            continue;
        };
        let change = |replay: &mut Replay| {
            let variant = &mut replay.entries[index].events[event].variants[last - 1];
            let bytes = variant.event.as_ref().unwrap().encode_to_vec();
            // The last byte of a variant is a card or a number of cards.
            let mut other = bytes.clone();
            *other.last_mut().unwrap() ^= 1;
            variant.event = Some(Message::decode(other.as_slice()).unwrap());
        };
        assert_eq!(caught_at(change), Some(index));
        changed += 1;
    }
    assert!(changed > 10, "{changed}");
}

#[test]
fn telling_somebody_what_another_was_told_is_caught_at_its_record() {
    let shares = |entry: &ReplayEntry| entry.events.iter().any(|event| event.variants.len() > 1);
    let index = played().entries.iter().skip(1).position(shares).unwrap() + 1;
    let swap = |replay: &mut Replay| {
        let event =
            replay.entries[index].events.iter_mut().find(|event| event.variants.len() > 1).unwrap();
        event.variants.swap(0, 1);
    };
    assert_eq!(caught_at(swap), Some(index));
    assert_eq!(caught_at(|replay| replay.entries[index].events.clear()), Some(index));
}

/// Whether several seats were asked when the record with this number was taken. The rules don't
/// mind in which order such seats answer: a change of that order shows in times, or once they have
/// all answered.
fn is_among_others(index: usize) -> bool {
    let replay = played();
    let table = replay.info().unwrap();
    let mut state = State::start(&table.setup, &Seed::new(SEED), &mut Vec::new()).unwrap();
    for number in 1..index {
        let answer = *answer(&mut played(), number);
        let seat = Seat::new(answer.seat as u8).unwrap();
        state
            .apply(
                seat,
                table.ruleset().action(ActionCode(answer.action_code)).unwrap(),
                &mut Vec::new(),
            )
            .unwrap();
    }
    Viewer::all(table.setup.seats())
        .filter_map(Viewer::seat)
        .filter(|&seat| state.decision(seat).is_some())
        .count()
        > 1
}

#[test]
fn a_record_that_is_dropped_repeated_or_moved_is_caught_where_it_was() {
    let records = played().entries.len();
    let mut exact = 0;
    for index in indices().into_iter().chain((30..90).step_by(7)) {
        let caught =
            caught_at(|replay| replay.entries.insert(index + 1, replay.entries[index].clone()));
        assert_eq!(caught, Some(index + 1));
        if index + 1 < records {
            let dropped = caught_at(|replay| drop(replay.entries.remove(index))).unwrap();
            let moved = caught_at(|replay| replay.entries.swap(index, index + 1)).unwrap();
            match is_among_others(index) || is_among_others(index + 1) {
                false => {
                    assert_eq!((dropped, moved), (index, index));
                    exact += 1;
                }
                true => assert!(
                    dropped >= index && (index..=index + 1).contains(&moved),
                    "{dropped} {moved} {index}"
                ),
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

/// Without the fields that are the service's word: [`RECORDED`].
fn proven(mut replay: Replay) -> Replay {
    let game = replay.header.game.as_mut().unwrap();
    game.seats
        .iter_mut()
        .for_each(|seat| *seat = GameSeat { seat: seat.seat, ..GameSeat::default() });
    game.labels.clear();
    (game.seed_known_to_creator, game.finish_sequence) = (false, 0);
    (game.time_control, game.illegal_answers_max, game.spectator_delay_ms) = (None, None, 0);
    (game.created_at, game.ended_at, game.visibility) = (None, None, 0);
    for entry in &mut replay.entries {
        entry.at = None;
        match entry.record.as_mut().unwrap() {
            Record::Answered(answer) => {
                (answer.grace_used_ms, answer.uncharged_ms) = (0, 0);
            }
            Record::IllegalAnswer(_)
            | Record::TokenReplaced(_)
            | Record::Resumed(_)
            | Record::SeatAttended(_)
            | Record::ClocksStarted(_)
            | Record::ClocksCredited(_) => {
                entry.record = Some(Record::Resumed(GameResumed::default()))
            }
            _ => {}
        }
    }
    replay
}

/// Whether a replay file is found to be another than it was.
fn is_noticed(bytes: &[u8], original: &Replay) -> bool {
    let Ok(replay) = Replay::load_whole(bytes) else { return true };
    !verify(&replay).is_ok_and(|verdict| verdict.holds()) || proven(replay) == *original
}

/// Looks at these bits of a saved replay.
fn check_bits(replay: Replay, bits: impl Iterator<Item = usize>) {
    assert!(verify(&replay).unwrap().holds(), "{:?}", verify(&replay));
    let bytes = replay.save();
    let original = proven(replay);
    for bit in bits {
        let mut flipped = bytes.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        assert!(is_noticed(&flipped, &original), "bit {bit} of {}", bytes.len() * 8);
    }
}

/// Every bit of the header and of the last records of a short game, and a sample of all bits of a
/// whole one.
#[test]
fn a13_every_flipped_bit_of_a_replay_is_noticed() {
    const LAST_BITS: usize = 100 * 8;
    const SAMPLE: usize = 150;
    let bits = |replay: &Replay| replay.save().len() * 8;
    let header = bits(&Replay { entries: Vec::new(), ..cut() });
    check_bits(cut(), (0..header).chain(bits(&cut()) - LAST_BITS..bits(&cut())));
    let (mut chance, whole) = (Seed::new([9; 32]).at(0, 0), bits(&played()));
    check_bits(played(), (0..SAMPLE).map(|_| bounded(&mut chance, whole as u32) as usize));
}

#[test]
fn a13_what_says_nothing_to_this_program_is_noticed_in_a_file() {
    let bytes = played().save();
    assert_eq!(Replay::load_whole(&bytes).unwrap(), played());
    // A field that no message has; a length with a byte more than it needs.
    let unknown = [&bytes[..], &[3, 0xf8, 0x07, 1]].concat();
    let long = [&bytes[..], &[0x80, 0]].concat();
    for changed in [unknown, long] {
        assert_eq!(Replay::load(&changed).unwrap(), played());
        Replay::load_whole(&changed).unwrap_err();
    }
}

#[test]
fn a13_who_decided_is_what_the_records_allow() {
    for by in [AnsweredBy::Default as i32, AnsweredBy::BuiltInAgent as i32, 64] {
        assert_eq!(caught_at(|replay| answer(replay, 30).by = by), Some(30));
    }
    // A clock answers with what the seed draws, as a seat does by chance.
    let by_clock = |index: &usize| {
        !verdict(|replay| answer(replay, *index).by = AnsweredBy::Expiry as i32).holds()
    };
    assert!((1..40).filter(by_clock).count() > 20);
    let without_clock = |replay: &mut Replay| {
        replay.header.game.as_mut().unwrap().time_control = None;
        answer(replay, 30).by = AnsweredBy::Expiry as i32;
    };
    assert_eq!(caught_at(without_clock), Some(30));
    assert_eq!(caught_at(|replay| answer(replay, 30).grace_used_ms = 251), Some(30));
    let not_charged = |replay: &mut Replay| {
        replay.header.game.as_mut().unwrap().time_control = None;
        answer(replay, 30).uncharged_ms = 1;
    };
    assert_eq!(caught_at(not_charged), Some(30));
    let another = verdict(|replay| {
        replay.header.game.as_mut().unwrap().outcome.as_mut().unwrap().ending = 65
    });
    assert!(another.outcome.is_err());
    let ended = verdict(|replay| replay.header.game.as_mut().unwrap().ended_at = None);
    assert!(ended.header.is_err() && ended.records.is_ok());
}
