//! Games that are the same game: on one deal, with the same deterministic players in the same
//! seats, and with the same result. Seatings that only swap copies of one player make them. They
//! are one observation, however often it was made.

use crate::{GameResult, SeatResult};
use std::collections::BTreeMap;

/// A game with its repeats, in the order of slots.
pub(crate) type Repeats<'a> = Vec<&'a GameResult>;

/// What results of the same game have in common: the deal, and by seat who played, rank, points,
/// decisions and the ending.
type Key = (u32, Vec<(usize, u32, i32, u32, u32)>);

/// The different games of results that are sorted by deal and slot. `copies` has a number for each
/// entrant, the same for those that are the same deterministic player; an entrant that isn't in it,
/// or whose number no other one has, is no copy.
pub(crate) fn games<'a>(results: &[&'a GameResult], copies: &[usize]) -> Vec<Repeats<'a>> {
    let player = |entrant: usize| copies.get(entrant).copied().unwrap_or(entrant);
    let has_copy =
        |entrant: usize| copies.iter().filter(|&&other| other == player(entrant)).count() > 1;
    let has_copy: Vec<bool> = (0..copies.len()).map(has_copy).collect();
    let mut games: Vec<Repeats<'a>> = Vec::new();
    let mut found: BTreeMap<Key, usize> = BTreeMap::new();
    for &result in results {
        if !result.seats.iter().any(|seat| has_copy.get(seat.entrant) == Some(&true)) {
            games.push(vec![result]);
            continue;
        }
        let seat = |seat: &SeatResult| {
            (player(seat.entrant), seat.rank, seat.points, seat.decisions, seat.ending as u32)
        };
        let game = *found
            .entry((result.deal, result.seats.iter().map(seat).collect()))
            .or_insert(games.len());
        match games.get_mut(game) {
            Some(repeats) => repeats.push(result),
            None => games.push(vec![result]),
        }
    }
    games
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::game;

    #[test]
    fn s09_seatings_that_swap_copies_are_one_game() {
        let results = [
            game(0, 0, &[(0, 3), (1, 2), (2, 1)]),
            game(1, 0, &[(1, 3), (0, 2), (2, 1)]),
            game(2, 0, &[(2, 3), (0, 2), (1, 1)]),
            game(3, 1, &[(0, 3), (1, 2), (2, 1)]),
        ];
        let slots = |copies: &[usize]| -> Vec<Vec<u32>> {
            let games = games(&results.iter().collect::<Vec<_>>(), copies);
            games.iter().map(|repeats| repeats.iter().map(|result| result.slot).collect()).collect()
        };
        assert_eq!(
            slots(&[0, 0, 2]),
            [vec![0, 1], vec![2], vec![3]],
            "a deal of its own is a game of its own"
        );
        for none in [&[][..], &[0, 1, 2], &[5, 6, 5]] {
            assert_eq!(slots(none), [[0], [1], [2], [3]], "{none:?}");
        }
    }
}
