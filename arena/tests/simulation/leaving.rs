//! An entrant that leaves while ahead gains no place by it, and points are not credited for a
//! substitute's play.

use crate::figures;
use crate::luck::{Luck, game, table};
use hierophant_arena::{Ending, GameResult, RankedBy, VoidReason};

/// The slot has no result because this entrant was absent.
fn missed(mut result: GameResult, entrant: usize) -> GameResult {
    result.void = Some(VoidReason::NoShow);
    for seat in &mut result.seats {
        (seat.rank, seat.points) = (0, 0);
        seat.ending = if seat.entrant == entrant { Ending::NeverJoined } else { Ending::Aborted };
    }
    result
}

#[test]
fn s04_who_missed_games_is_not_above_those_who_played_theirs() {
    for ranked_by in [RankedBy::WinShare, RankedBy::Rating] {
        for played in [1, 12, 33] {
            let results: Vec<GameResult> =
                table(&mut Luck::of(1), &[9.0, 2.0, 1.0, 0.0], 34, 1, 0.0)
                    .into_iter()
                    .map(|result| if result.slot < played { result } else { missed(result, 0) })
                    .collect();
            let summary = figures(&results, 4, 4, ranked_by);
            let last = &summary.entrants[3];
            assert_eq!((last.entrant, last.games, last.games_void()), (0, played, 34 - played));
            assert!(last.is_incomplete() && last.win_share.mean > 0.9);
            assert_eq!(last.places.map(|places| (places.first, places.last)), Some((4, 4)));
            let others = &summary.entrants[..3];
            assert!(
                others.iter().all(|row| !row.is_incomplete() && row.games_void() == 34 - played)
            );
        }
    }
}

#[test]
fn s04_places_are_provisional_below_ten_deals() {
    let mut results = table(&mut Luck::of(2), &[0.0; 4], 40, 1, 0.0);
    // A newcomer wins three games.
    results.extend(
        (40..43).map(|slot| game(slot, slot, slot, 0, &[(4, 9.0), (1, 1.0), (2, 2.0), (3, 3.0)])),
    );
    for ranked_by in [RankedBy::WinShare, RankedBy::Rating] {
        let summary = figures(&results, 5, 4, ranked_by);
        let newcomer = &summary.entrants[4];
        assert_eq!((newcomer.entrant, newcomer.games, newcomer.win_share.mean), (4, 3, 1.0));
        assert!(newcomer.is_provisional() && !summary.entrants[0].is_provisional());
    }
}

#[test]
fn s04_mean_points_do_not_credit_a_substitute() {
    let mut results: Vec<GameResult> = (0..12)
        .map(|slot| game(slot, slot, slot, 0, &[(0, 2.0), (1, 1.0), (2, 0.5), (3, 0.1)]))
        .collect();
    for result in &mut results[..7] {
        // Out at once; a built-in agent made forty points in its place.
        (result.seats[0].ending, result.seats[0].points, result.seats[0].rank) =
            (Ending::TimedOut, 40, 4);
    }
    let summary = figures(&results, 4, 4, RankedBy::WinShare);
    let row = summary.entrants.iter().find(|row| row.entrant == 0).expect("it has a row");
    assert_eq!((row.points.mean, row.points_games, row.games, row.games_out()), (20.0, 5, 12, 7));
}
