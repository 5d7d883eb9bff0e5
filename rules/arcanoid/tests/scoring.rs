//! Who wins the game.

use crate::Seat;
use crate::arcanoid::cards::FIELDS;
use crate::arcanoid::score::ranking;
use alloc::vec::Vec;

/// Rounds as `1122`: who won on swords, staves, cups and coins; `0` for no player. Places by seat,
/// from 0.
#[track_caller]
fn check(rounds: &str, places: &[u8]) {
    let results: Vec<[Option<Seat>; FIELDS]> = rounds
        .split_whitespace()
        .map(|round| {
            let winners: Vec<_> = round
                .bytes()
                .map(|digit| (digit - b'0').checked_sub(1).and_then(Seat::new))
                .collect();
            winners.try_into().expect("four battlefields")
        })
        .collect();
    let found = ranking(&results, places.len() as u8);
    assert_eq!(found[..places.len()], *places, "{rounds}");
}

#[test]
fn battles_then_battles_by_battlefield_then_the_last_battle() {
    // 4-4, all suits 1-1, last battle of swords.
    check("1111 2222", &[1, 0]);
    // 5-5-2, swords 2-1.
    check("1122 1231 2132", &[0, 1, 2]);
    // 5-5-2, swords 1-1, staves 2-1.
    check("1111 3122 2223", &[0, 1, 2]);
    // 5-5-4-2; the tied have no swords; staves, cups, coins are even; last battle of staves.
    check("3111 3222 3214 3124", &[0, 1, 2, 3]);
    check("1112 2111", &[0, 1]);
}

#[test]
fn seats_that_cannot_be_distinguished_share_a_place() {
    // What the Devil wins can count for no seat.
    check("0000 0001", &[0, 1, 1]);
    check("0000", &[0, 0]);
}

#[test]
fn the_rest_is_ranked_like_the_winner() {
    check("1111 1223 1332", &[0, 2, 1]);
}
