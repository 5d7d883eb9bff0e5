//! Checking the log of a game at a start, before the game is resumed.
//!
//! The rules, clocks and counters are folded over the records; what viewers are shown is not made,
//! which takes most of the time of a replay. So the position in here is not one that could be
//! published: it never leaves this file.

use super::{
    checked_game::Found,
    error::GameError,
    game,
    header::{Header, milliseconds},
    log::Log,
    position::Position,
    stored_record,
};
use hierophant_rules::Seat;
use std::sync::Arc;

/// What the stored records of a game lead to.
pub(super) enum Checked {
    /// The game waits for its seats: nothing happens in it before somebody calls.
    Waits(Found),
    /// The service has to act: a seat is out, or the game is over.
    Acts,
}

/// Whether a game may wait to be resumed until somebody calls, as far as its header tells: it has
/// no clocks, nothing is shown later, and the service or an agent plays no seat of it.
pub(super) fn may_wait(header: &Header) -> bool {
    let created = &header.created;
    header.control().is_none()
        && header.spectator_delay_ms() == 0
        && created.illegal_answers_max.is_none()
        && !header.is_of_tournament()
        && created.seats.iter().all(|seat| seat.built_in_agent.is_empty() && seat.agent.is_empty())
}

/// Checks the stored records of a game. Every record that a replay would refuse is refused.
///
/// # Errors
/// `Internal` if a record cannot be decoded or does not fit the game.
pub(super) fn check(header: &Header, records: &[Vec<u8>]) -> Result<Checked, GameError> {
    let (state, _) = game::start(header)?;
    let at_ms = header.created.created_at.as_ref().map_or(0, milliseconds);
    // No viewer's progress: nothing is shown.
    let mut position = Position::dealt(header, state, Arc::default(), at_ms);
    let log = Log::default();
    for record in records {
        let record = stored_record::decode(header, &position, &log, record)?;
        let changed = position.change(header, record);
        changed.map_err(|_| stored_record::against_the_rules(header))?;
    }
    let is_out = position.seat_clocks.iter().any(|seat_clock| seat_clock.is_out());
    if is_out || position.outcome.is_some() {
        return Ok(Checked::Acts);
    }
    let seats = Seat::all(header.seats());
    let asked = seats.filter(|&seat| position.pending_decision(seat).is_some());
    Ok(Checked::Waits(Found {
        ruleset: position.state.ruleset(),
        open_decisions: asked.count() as u64,
        at_ms: position.at_ms,
    }))
}

#[cfg(test)]
mod tests {
    use super::{
        super::{
            at_every_kind::header as header_of,
            game::{Game, catch_panic},
            history::{AnsweredBy, GameRecord, RecordKind},
            recovery,
        },
        *,
    };
    use crate::pb::{log::v1::TokenReplacer, v1 as pb};
    use hierophant_rules::{ToAct, Viewer, catalog::RulesetId};

    /// Answers of a game.
    const ANSWERS: usize = 40;

    /// The stored records of a game with some of other kinds among the answers.
    fn records(header: &Header) -> Vec<Vec<u8>> {
        let (mut game, _) = Game::deal(header).expect("it is sound");
        let mut records = Vec::new();
        let mut append = |game: &mut Game, kind| {
            let at_ms = game.position().at_ms + 7;
            let applied = game.apply(header, GameRecord { at_ms, kind }).expect("it is possible");
            game.accept(&applied);
            records.push(applied.encoded);
        };
        for answer in 0..ANSWERS {
            let ToAct::Seats(asked) = game.position().state.to_act() else { break };
            let seat = asked.iter().next().expect("a seat is asked");
            let legal = game.position().state.legal(seat);
            let code = legal[7 * answer % legal.len()].code().0;
            let by = AnsweredBy::Seat;
            append(
                &mut game,
                RecordKind::Answered { seat, code, by, grace_used_ms: 0, uncharged_ms: 0 },
            );
            let other = match answer {
                5 => RecordKind::IllegalAnswer { seat, decision_id: 0, code: 1 },
                9 => RecordKind::Resumed { clocks_stand: true },
                14 => RecordKind::TokenReplaced {
                    viewer: Viewer::Seat(seat),
                    request: [3; 8],
                    replacer: TokenReplacer::Creator,
                },
                _ => continue,
            };
            append(&mut game, other);
        }
        records
    }

    fn is_sound<T>(
        read: fn(&Header, &[Vec<u8>]) -> Result<T, GameError>,
        header: &Header,
        records: &[Vec<u8>],
    ) -> bool {
        catch_panic("g", || read(header, records)).is_ok()
    }

    #[test]
    fn a_check_finds_what_a_replay_finds() {
        for &ruleset in RulesetId::ALL {
            let header = header_of(ruleset, 5, None);
            let records = records(&header);
            for count in 0..=records.len() {
                let replayed = recovery::replay(&header, &records[..count]).expect("it is sound");
                let position = replayed.position();
                let Ok(Checked::Waits(found)) = check(&header, &records[..count]) else {
                    panic!("it is in play")
                };
                let seats = Seat::all(header.seats());
                let asked = seats.filter(|&seat| position.pending_decision(seat).is_some());
                assert_eq!(found.ruleset, ruleset);
                assert_eq!(found.at_ms, position.at_ms);
                assert_eq!(found.open_decisions, asked.count() as u64);
            }
        }
    }

    #[test]
    fn a_check_refuses_what_a_replay_refuses() {
        let mut refused = 0;
        for &ruleset in RulesetId::ALL {
            let header = header_of(ruleset, 5, None);
            let sound = records(&header);
            for index in 0..sound.len() {
                for harm in 0..6 {
                    let mut records = sound.clone();
                    let record = &mut records[index];
                    let last = record.len() - 1;
                    match harm {
                        0 => drop(records.remove(index)),
                        1 => records.insert(index, sound[index].clone()),
                        2 => record.truncate(last),
                        3 => record[last] ^= 1,
                        4 => record[last] ^= 0x40,
                        _ => record[index % (last + 1)] ^= 1 << (index % 8),
                    }
                    let replayed = is_sound(recovery::replay, &header, &records);
                    assert_eq!(
                        is_sound(check, &header, &records),
                        replayed,
                        "{ruleset:?}: record {index}, harm {harm}"
                    );
                    refused += usize::from(!replayed);
                }
            }
        }
        assert!(refused > 100, "few harms are noticed: {refused}");
    }

    #[test]
    fn a_game_in_which_the_service_acts_does_not_wait() {
        let header = header_of(RulesetId::Arcanum, 5, None);
        let (game, _) = Game::deal(&header).expect("it is sound");
        let kind = RecordKind::SeatOut {
            seat: Seat::FIRST,
            ending: pb::SeatEnding::Resigned,
            by_agent: false,
            ranks_last: true,
        };
        let at_ms = game.position().at_ms;
        let resigned = game.apply(&header, GameRecord { at_ms, kind }).expect("it is possible");
        assert!(matches!(check(&header, &[resigned.encoded]), Ok(Checked::Acts)));
        assert!(may_wait(&header));
        let clocks = header_of(RulesetId::Arcanum, 5, Some(pb::TimeControl::default()));
        assert!(!may_wait(&clocks));
        let mut built_in = header_of(RulesetId::Arcanum, 5, None);
        built_in.created.seats[1].built_in_agent = "greedy".into();
        assert!(!may_wait(&built_in));
        let mut registered = header_of(RulesetId::Arcanum, 5, None);
        registered.created.seats[1].agent = "a".into();
        assert!(!may_wait(&registered));
        let mut delayed = header_of(RulesetId::Arcanum, 5, None);
        delayed.created.spectator_delay_ms = 1;
        assert!(!may_wait(&delayed));
        let mut counting = header_of(RulesetId::Arcanum, 5, None);
        counting.created.illegal_answers_max = Some(3);
        assert!(!may_wait(&counting));
    }
}
