//! Abdications, and who wins a battlefield.

use super::notation::{DEVIL, P1, P2, P3, abdicate, at, play};
use super::table::Table;
use crate::arcanoid::score::winner;
use crate::arcanoid::{Event, Field, Illegal, Player};
use crate::{Seat, Viewer};

#[test]
fn of_all_who_abdicate_the_first_wins() {
    let game = Table::new(3).hand(P1, "M20 S2").hand(P2, "B2").hand(P3, "B3").game();
    let game =
        game.act(P1, &[play(20), at(P2, 'D')]).act(P2, &[abdicate('S')]).act(P3, &[abdicate('D')]);
    let game = game.act(P1, &[abdicate('D')]);
    assert_eq!(winner(&game.state.public, Field::Coins), P2);
    assert_eq!(winner(&game.state.public, Field::Swords), P2);
}

#[test]
fn any_engagement_beats_an_abdication_and_is_final() {
    let game = Table::new(2)
        .hand(P1, "S1 S2")
        .hand(P2, "S3")
        .abdicated(P2, "S")
        .game()
        .engage(P1, "S", "S1");
    assert_eq!(winner(&game.state.public, Field::Swords), P1);
    game.turn_of(P2).refuses(P2, abdicate('S'), Illegal::AlreadyEngaged);
}

/// The Devil wins swords, its controller staves, P2 the others; what is scored, by battlefield.
#[track_caller]
fn check_devils_win(nobody: bool, scored: [Option<Player>; 4]) {
    use crate::arcanoid::DevilWins::{Controller, Nobody};
    let table =
        Table::new(2).setup(|setup| setup.devil_wins = if nobody { Nobody } else { Controller });
    let table =
        table.abdicated(P1, "S").engaged(P2, "S", "S2 S10").devil(P1, "").engaged(DEVIL, "S", "SN");
    let table = table
        .engaged(P1, "B", "B9")
        .abdicated(P2, "BCD")
        .abdicated(P1, "C")
        .abdicated(DEVIL, "BCD");
    let mut table = table.turn(P1);
    table = table.retired_as_engaged(P2).retired_as_engaged(DEVIL);
    let game = table.game().act(P1, &[abdicate('D')]);
    let seats = scored.map(|player| player.and_then(Player::seat));
    let ended = game.events_for(Viewer::Spectator).into_iter().find_map(|event| match event {
        Event::RoundEnded { winners, scored } => Some((winners, scored)),
        _ => None,
    });
    assert_eq!(ended, Some(([DEVIL, P1, P2, P2], seats)));
    let points = game.state.public.outcome().standings;
    let won = |seat: Seat| {
        scored.iter().filter(|&&player| player == Some(Player::at(seat))).count() as i32
    };
    assert!(Seat::all(2).all(|seat| points[seat.index()].victory_points == won(seat)));
}

#[test]
fn what_the_devil_wins_counts_for_its_controller_or_for_nobody() {
    check_devils_win(false, [Some(P1), Some(P1), Some(P2), Some(P2)]);
    check_devils_win(true, [None, Some(P1), Some(P2), Some(P2)]);
}
