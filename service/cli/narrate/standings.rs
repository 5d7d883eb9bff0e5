//! The result of a game as a table, and its winner.

use super::super::{color, output::Output};
use super::{printable, table::ruled};
use hierophant::{
    client::Ended,
    pb::v1::{GameEnding, SeatEnding},
};
use hierophant_rules::{Outcome, Standing};
use std::io;

/// Writes how a game ended. `policies` has the policy of each seat, or an empty text if it is
/// unknown.
pub(crate) fn standings(
    output: &mut Output,
    ended: &Ended,
    names: &[String],
    policies: &[String],
) -> io::Result<()> {
    output.banner("The game is over")?;
    if let Some(outcome) = &ended.outcome {
        result(output, outcome, names, policies)?;
    } else {
        let reason = if ended.reason.is_empty() {
            String::new()
        } else {
            format!(": {}", printable(&ended.reason))
        };
        output.styled(
            color::BAD,
            &format!("  The game ended in {}{reason}.", ending_words(ended.ending)),
        )?;
    }
    for (name, ending) in names.iter().zip(&ended.seats) {
        if *ending != SeatEnding::Played {
            output.line(&format!("  {name}: {}", seat_ending_words(*ending)))?;
        }
    }
    Ok(())
}

/// How a game ended, after "it ended in".
pub(crate) fn ending_words(ending: GameEnding) -> &'static str {
    match ending {
        GameEnding::Unspecified | GameEnding::Played => "a result",
        GameEnding::Void => "nothing: it is void",
        GameEnding::Aborted => "an abort",
        GameEnding::InfrastructureFailure => "a failure of the service",
        GameEnding::Abandoned => "abandonment: it was idle for too long",
    }
}

/// How a seat's participation ended.
pub(crate) fn seat_ending_words(ending: SeatEnding) -> &'static str {
    match ending {
        SeatEnding::Unspecified | SeatEnding::Played => "played to the end",
        SeatEnding::Resigned => "resigned",
        SeatEnding::TimedOut => "ran out of time",
        SeatEnding::NeverJoined => "never joined",
        SeatEnding::IllegalAnswers => "gave too many illegal answers",
        SeatEnding::Aborted => "was in the game when it was ended",
        SeatEnding::InfrastructureFailure => "was in the game when the service failed",
        SeatEnding::Absent => "was absent",
    }
}

/// The result as a table.
fn result(
    output: &mut Output,
    outcome: &Outcome,
    names: &[String],
    policies: &[String],
) -> io::Result<()> {
    let head = ["place", "seat", "played by", "VP", "utility"].map(str::to_owned).to_vec();
    let mut seats: Vec<(&Standing, usize)> = outcome.standings.iter().zip(0..).collect();
    seats.sort_by_key(|(standing, seat)| (standing.rank, *seat));
    let of = |texts: &[String], seat: usize| texts.get(seat).cloned().unwrap_or_default();
    let row = |(standing, seat): &(&Standing, usize)| {
        let Standing { victory_points, rank, utility_thousandths } = **standing;
        let utility = format!("{:+.3}", f64::from(utility_thousandths) / 1000.0);
        vec![
            format!("{rank}."),
            of(names, *seat),
            of(policies, *seat),
            victory_points.to_string(),
            utility,
        ]
    };
    let mut rows: Vec<Vec<String>> = std::iter::once(head).chain(seats.iter().map(row)).collect();
    if policies.iter().all(String::is_empty) {
        rows.iter_mut().for_each(|row| drop(row.remove(2)));
    }
    ruled(&rows, false).iter().try_for_each(|line| output.line(line))?;
    output.gap()?;
    output.styled(color::GOOD, &format!("  {}", winner(outcome, names)))
}

/// A sentence about the winner.
fn winner(outcome: &Outcome, names: &[String]) -> String {
    let first = outcome.standings.iter().zip(names).filter(|(standing, _)| standing.rank == 1);
    let (points, names): (Vec<i32>, Vec<&str>) =
        first.map(|(standing, name)| (standing.victory_points, name.as_str())).unzip();
    let points = points.first().copied().unwrap_or(0);
    match names.as_slice() {
        [] => "There is no winner.".into(),
        [winner] => format!("{winner} wins with {points} victory points."),
        [most @ .., last] => {
            format!(
                "{} and {last} share the victory with {points} victory points.",
                most.join(", ")
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_wins_or_several_share() {
        let names = ["Alba", "Bruno", "Chiara"].map(str::to_owned);
        let winner = |scores: &[(i32, i32)]| winner(&Outcome::by_score(scores), &names);
        assert_eq!(winner(&[(3, 0), (9, 0), (9, 1)]), "Chiara wins with 9 victory points.");
        assert_eq!(
            winner(&[(3, 0), (9, 1), (9, 1)]),
            "Bruno and Chiara share the victory with 9 victory points."
        );
        assert_eq!(winner(&[]), "There is no winner.");
    }
}
