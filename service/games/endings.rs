//! The outcome of a game: the result of the rules, and how each seat ended.

use super::clocks::SeatCounters;
use crate::{
    pb::v1::{self as pb, GameCut, GameEnding, SeatEnding},
    storage::Label,
};
use hierophant_rules::Outcome;
use std::collections::BTreeSet;

/// The outcome of a game that was played to its end. Seats that went out with `ranks_last` share
/// the last rank, below all others.
pub fn played(outcome: &Outcome, counters: &[SeatCounters]) -> pb::Outcome {
    let is_last = |seat: usize| {
        counters.get(seat).and_then(|counters| counters.out).is_some_and(|out| out.ranks_last)
    };
    // Lower is better; ranks of the rules are never 255.
    let order: Vec<u8> = (outcome.standings.iter().enumerate())
        .map(|(seat, standing)| if is_last(seat) { u8::MAX } else { standing.rank })
        .collect();
    let others = order.len().saturating_sub(1).max(1) as i32;
    let standing = |(seat, own): (usize, &u8)| {
        let better = order.iter().filter(|other| *other < own).count();
        let worse = order.iter().filter(|other| *other > own).count();
        let ending = counters.get(seat).map_or(SeatEnding::Played, SeatCounters::ending);
        pb::Standing {
            victory_points: outcome.standings[seat].victory_points,
            rank: better as u32 + 1,
            utility_thousandths: 1000 * (worse as i32 - better as i32) / others,
            ending: ending.into(),
        }
    };
    let standings = order.iter().enumerate().map(standing).collect();
    pb::Outcome { standings, ending: GameEnding::Played.into(), reason: String::new() }
}

/// A stored outcome. The first version of the service stored no ending: all its games were played
/// to their end.
pub fn stored(outcome: pb::Outcome) -> pb::Outcome {
    match outcome.ending == i32::from(GameEnding::Unspecified) {
        true => pb::Outcome { ending: GameEnding::Played.into(), ..outcome },
        false => outcome,
    }
}

/// The outcome of a game that was cut.
pub fn cut(cut: &GameCut, counters: &[SeatCounters]) -> pb::Outcome {
    let rest = match cut.ending() {
        GameEnding::InfrastructureFailure => SeatEnding::InfrastructureFailure,
        _ => SeatEnding::Aborted,
    };
    let standing = |(seat, counters): (usize, &SeatCounters)| {
        let ending = match counters.out {
            Some(out) => out.ending,
            None if cut.seat == Some(seat as u32) => counters.timed_out(),
            None => rest,
        };
        pb::Standing { ending: ending.into(), ..Default::default() }
    };
    let standings = counters.iter().enumerate().map(standing).collect();
    pb::Outcome { standings, ending: cut.ending, reason: cut.reason.clone() }
}

/// The labels by which a game is found in which a seat failed: it was out before the end.
pub(super) fn failure_labels(outcome: &pb::Outcome, seats: &[pb::GameSeat]) -> Vec<Label> {
    let failed = |(standing, _): &(&pb::Standing, &pb::GameSeat)| {
        matches!(
            standing.ending(),
            SeatEnding::Resigned
                | SeatEnding::TimedOut
                | SeatEnding::NeverJoined
                | SeatEnding::IllegalAnswers
        )
    };
    let failed = outcome.standings.iter().zip(seats).filter(failed);
    // An agent may have several seats.
    let agents: BTreeSet<&str> = failed.map(|(_, seat)| seat.agent.as_str()).collect();
    let any = (!agents.is_empty()).then(Label::of_failure);
    let agents = agents.into_iter().filter(|agent| !agent.is_empty());
    any.into_iter().chain(agents.map(Label::of_failed_agent)).collect()
}

#[cfg(test)]
mod tests {
    use super::{super::clocks::Eliminated, *};

    fn out(ending: SeatEnding, ranks_last: bool) -> SeatCounters {
        SeatCounters {
            has_answered: true,
            out: Some(Eliminated { ending, by_agent: false, ranks_last }),
            ..SeatCounters::default()
        }
    }

    #[track_caller]
    fn check(points: &[i32], counters: &[SeatCounters], ranks: &[u32], utilities: &[i32]) {
        let scores: Vec<(i32, i32)> = points.iter().map(|&points| (points, 0)).collect();
        let outcome = played(&Outcome::by_score(&scores), counters);
        assert_eq!(
            outcome.standings.iter().map(|standing| standing.rank).collect::<Vec<_>>(),
            ranks
        );
        assert_eq!(
            outcome
                .standings
                .iter()
                .map(|standing| standing.utility_thousandths)
                .collect::<Vec<_>>(),
            utilities
        );
        assert_eq!(
            outcome.standings.iter().map(|standing| standing.victory_points).collect::<Vec<_>>(),
            points
        );
    }

    #[test]
    fn a_seat_that_stays_keeps_the_result_of_the_rules() {
        let stay = SeatCounters::default();
        check(&[9, 5, 5, 1], &[stay; 4], &[1, 2, 2, 4], &[1000, 0, 0, -1000]);
        let kept = out(SeatEnding::TimedOut, false);
        check(&[9, 5, 5, 1], &[kept, stay, stay, stay], &[1, 2, 2, 4], &[1000, 0, 0, -1000]);
    }

    #[test]
    fn a_seat_that_resigns_ranks_below_all_others() {
        let (stay, gone) = (SeatCounters::default(), out(SeatEnding::Resigned, true));
        check(&[9, 5, 5, 1], &[gone, stay, stay, stay], &[4, 1, 1, 3], &[-1000, 666, 666, -333]);
        check(&[9, 5, 5, 1], &[gone, stay, gone, stay], &[3, 1, 3, 2], &[-666, 1000, -666, 333]);
        check(&[9, 5, 5, 1], &[gone; 4], &[1; 4], &[0; 4]);
    }

    #[test]
    fn a_game_that_was_cut_has_no_points_and_blames_the_seat_at_fault() {
        let counters = [
            SeatCounters { has_answered: true, ..SeatCounters::default() },
            out(SeatEnding::Resigned, true),
            SeatCounters::default(),
        ];
        let void =
            GameCut { ending: GameEnding::Void.into(), reason: String::new(), seat: Some(0) };
        let endings = |cut: &GameCut| {
            let outcome = super::cut(cut, &counters);
            assert!(
                outcome
                    .standings
                    .iter()
                    .all(|standing| standing.rank == 0 && standing.victory_points == 0)
            );
            outcome.standings.iter().map(pb::Standing::ending).collect::<Vec<_>>()
        };
        assert_eq!(
            endings(&void),
            [SeatEnding::TimedOut, SeatEnding::Resigned, SeatEnding::Aborted]
        );
        let failed = GameCut {
            ending: GameEnding::InfrastructureFailure.into(),
            reason: "disk".into(),
            seat: None,
        };
        let expected = [
            SeatEnding::InfrastructureFailure,
            SeatEnding::Resigned,
            SeatEnding::InfrastructureFailure,
        ];
        assert_eq!(endings(&failed), expected);
    }
}
