//! Who wins a battle, and who wins the game.

use super::cards::{FIELDS, Field};
use super::engagement::Strength;
use super::player::Player;
use super::public::Public;
use crate::{Outcome, Seat, SeatSet};
use core::cmp::Reverse;

/// Who has won on a battlefield: the strongest engagement; of abdications the first.
pub(super) fn winner(public: &Public, field: Field) -> Player {
    let strength = |player: &Player| {
        let engagement = public.engagements[player.index()][field.index()];
        engagement.map(|engagement| (Strength::of(engagement.cards), Reverse(engagement.order)))
    };
    public.players().max_by_key(strength).unwrap_or(Player::at(Seat::FIRST))
}

/// Results of the rounds that have ended: by round and battlefield the seat that scores.
type Results<'a> = &'a [[Option<Seat>; FIELDS]];

impl Public {
    /// The result, as it stands now: battles won, then the tie-breaks.
    pub fn outcome(&self) -> Outcome {
        let ranks = ranking(&self.results, self.seats);
        let scores = Seat::all(self.seats).map(|seat| {
            let won = self.results.iter().flatten().filter(|&&winner| winner == Some(seat)).count();
            (won as i32, -i32::from(ranks[seat.index()]))
        });
        Outcome::by_score(&scores.collect::<alloc::vec::Vec<_>>())
    }
}

/// The rank of each seat, from 0; seats that nothing separates share one. The winner is found
/// among all, then the next among the rest.
pub(super) fn ranking(results: Results<'_>, seats: u8) -> [u8; crate::SEATS_MAX as usize] {
    let mut ranks = [0; crate::SEATS_MAX as usize];
    let mut left = SeatSet::first(seats);
    while !left.is_empty() {
        let rank = seats - left.len() as u8;
        for seat in best(results, left).iter() {
            ranks[seat.index()] = rank;
            left.remove(seat);
        }
    }
    ranks
}

/// The best of these candidates: most battles; most on swords, staves, cups, coins; the last battle
/// that any of them won on swords, or else on staves, cups, coins.
fn best(results: Results<'_>, candidates: SeatSet) -> SeatSet {
    let won = |seat: Seat| results.iter().flatten().filter(|&&winner| winner == Some(seat)).count();
    let won_on = |seat: Seat, field: Field| {
        results.iter().filter(|round| round[field.index()] == Some(seat)).count()
    };
    let mut left = greatest(candidates, won);
    for field in Field::ALL {
        left = greatest(left, |seat| won_on(seat, field));
    }
    let among = |winner: &Option<Seat>| winner.filter(|&seat| left.contains(seat));
    let last_on =
        |field: Field| results.iter().rev().find_map(|round| among(&round[field.index()]));
    Field::ALL.into_iter().find_map(last_on).map_or(left, SeatSet::only)
}

fn greatest(candidates: SeatSet, count: impl Fn(Seat) -> usize) -> SeatSet {
    let most = candidates.iter().map(&count).max();
    candidates.iter().filter(|&seat| Some(count(seat)) == most).collect()
}
