//! What viewers know of hidden cards.

use super::game::Game;
use super::table::{A, B, Table, card, zone};
use crate::arcana::Action;
use crate::arcana::Guild::{Blades, Thieves};
use crate::{Seat, Viewer};

const SPECTATOR: Viewer = Viewer::Spectator;

fn place(id: &str, number: u8) -> [Action; 2] {
    [Action::Place(card(id)), Action::Zone(zone(number))]
}

/// B, of the Thieves, has three cards in its pile, and draws for a round that B begins; A is asked
/// for nothing but discards.
fn drawn() -> Game {
    let table = Table::new(&[Blades, Thieves]).stakes("ayane gader penthow ribeca harlequin");
    let table = table.draw_pile(B, "bruiser burglar thieves_house");
    let table = table.draw_pile(A, "observatory sellsword duellist captain recruit");
    table.hand(A, "herald").game().discard_all()
}

#[track_caller]
fn check(game: &Game, viewer: Viewer, places: &[(&str, &[&str])]) {
    for (id, expected) in places {
        assert_eq!(game.places(viewer, id), *expected, "{id} for {viewer:?}");
    }
}

/// Example 13 of the rules.
#[test]
fn example_13_a_card_is_followed_through_its_places() {
    let mut game = drawn();
    // The fourth card that B drew is one of eight.
    let fourth = game.state.secrets.own[B.index()].hand;
    let fourth = fourth.minus(super::table::cards("bruiser burglar thieves_house"));
    assert_eq!((fourth.len(), game.state.public.round), (1, 2));
    let (hand, mixed) = (&["hand"][..], &["hand", "pile"][..]);
    let a = Viewer::Seat(A);
    check(&game, a, &[("bruiser", hand), ("burglar", hand), ("thieves_house", hand)]);
    check(&game, a, &[("lookout", mixed), ("thieves_treasure", mixed)]);

    game = game.act(B, &place("bruiser", 2));
    let both = &["hand", "slot 0"][..];
    for viewer in [a, SPECTATOR] {
        check(&game, viewer, &[("bruiser", both), ("burglar", both), ("thieves_house", hand)]);
        check(&game, viewer, &[("lookout", &["hand", "pile", "slot 0"])]);
        check(&game, viewer, &[("thieves_treasure", mixed)]);
    }
    game = game.act(A, &[Action::Enact(card("observatory")), Action::Zone(zone(2))]);
    check(&game, a, &[("bruiser", &["slot 0"]), ("burglar", hand), ("lookout", mixed)]);
    check(&game, SPECTATOR, &[("bruiser", both), ("burglar", both)]);

    let house = Action::Enact(card("thieves_house"));
    game = game.act(B, &[house, Action::Pick(card("bruiser"))]);
    check(&game, a, &[("bruiser", hand), ("burglar", hand)]);
    check(&game, SPECTATOR, &[("bruiser", hand), ("burglar", hand)]);
    let discard = game.legal(A)[0];
    game = game.act(A, &[discard]).act(B, &place("bruiser", 2));
    check(&game, a, &[("bruiser", both), ("burglar", both)]);
    // B knows its own cards: they are no part of what it knows of others.
    check(&game, Viewer::Seat(B), &[("bruiser", &[]), ("lookout", &[])]);
}

#[test]
fn a_hand_that_is_empty_leaves_its_slots_known() {
    let table = Table::new(&[Blades, Thieves]).stakes("ayane gader penthow ribeca harlequin");
    let table = table.hand(B, "bruiser burglar").hand(A, "herald recruit").turn(B);
    let game = table.game().act(B, &place("bruiser", 2)).codes(A, &[64 + 7]);
    check(&game, Viewer::Seat(A), &[("bruiser", &["hand", "slot 0"])]);
    let game = game.act(B, &place("burglar", 3));
    check(&game, Viewer::Seat(A), &[("bruiser", &["slot 0", "slot 1"])]);
    check(&game, Viewer::Seat(A), &[("burglar", &["slot 0", "slot 1"])]);
    // The struggles turn both up.
    let game = game.discard_all();
    let known = game.view(SPECTATOR).knowledge;
    assert!(known.covers.iter().all(|cover| cover.is_empty()));
}

#[test]
fn a_militia_card_that_was_peeked_at_is_known_where_it_lies() {
    let table = Table::new(&[Blades, Thieves]).stakes("ayane gader penthow ribeca harlequin");
    let table = table.modules(|setup| setup.militia = true).militia("patrol night_watch");
    let table = table.hand(B, "thieves_treasure lookout").hand(A, "observatory recruit").turn(B);
    let game = table.game().codes(B, &[314, 10]);
    let at = |game: &Game, viewer: Viewer| game.view(viewer).knowledge.militia_at(B, 0);
    assert_eq!(at(&game, Viewer::Seat(A)), None);
    let game = game.act(A, &[Action::Enact(card("observatory")), Action::Zone(zone(2))]);
    assert_eq!(at(&game, Viewer::Seat(A)), Some(card("patrol")));
    assert_eq!((at(&game, SPECTATOR), at(&game, Viewer::Seat(B))), (None, None));
    let game = game.discard_all();
    assert!(Seat::all(2).all(|seat| at(&game, Viewer::Seat(seat)).is_none()));
}
