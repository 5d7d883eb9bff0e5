//! What viewers learn of hidden cards, and what they don't.

use super::game::Game;
use super::notation::{P1, P2, P3, call, cards, discard, play, seat};
use super::table::Table;
use crate::Viewer;
use crate::arcanoid::{Action, CardSet, Category, Event, Field};

#[test]
fn the_priestess_shows_a_hand_to_who_looks_and_to_nobody_else() {
    let table =
        Table::new(3).hand(P1, "M2 S2").hand(P2, "B2 B3").hand(P3, "D2").on_top("C1 C2 C3 C4 C5");
    let game = table.game().act(P1, &[play(2), Action::Player(P2)]);
    assert_eq!(game.may_hold(P1, P2), cards("B2 B3"));
    assert!(!game.may_hold(P1, P3).meets(cards("B2 B3")));
    assert!(game.may_hold(P3, P2).is_within(CardSet::ALL) && game.may_hold(P3, P2).len() > 40);
    let shown = |viewer| {
        let events = game.events_for(viewer);
        events.iter().any(|event| matches!(event, Event::Looked { faces, .. } if faces.cards() == Some(cards("B2 B3"))))
    };
    assert_eq!([P1, P2, P3].map(|player| shown(Viewer::Seat(seat(player)))), [true, true, false]);
    assert!(!shown(Viewer::Spectator));
    // Later draws may be anything that could be in the stock; what was seen is still there.
    let game = game.act(P1, &[discard("S2")]).act(P2, &[discard("B2")]);
    let known = game.may_hold(P1, P2);
    assert!(
        cards("B3").is_within(known) && known.len() > 40 && !known.meets(cards("B2 S2 C1")),
        "{known:?}"
    );
}

#[test]
fn the_hierophant_shows_a_category_to_all() {
    let table = Table::new(3).hand(P1, "M5 C2").hand(P2, "C3 M7 B3").hand(P3, "C4 D2").stock(0);
    let game = table.game().act(P1, &[play(5), Action::Category(Category::Cups)]);
    assert_eq!(game.may_hold(P3, P2).and(CardSet::of(Field::Cups)), cards("C3"));
    assert_eq!(game.may_hold(P2, P3).and(CardSet::of(Field::Cups)), cards("C4"));
    let shown: CardSet =
        game.events_for(Viewer::Spectator).iter().fold(CardSet::EMPTY, |all, event| match event {
            Event::Shown { cards, .. } => all.union(*cards),
            _ => all,
        });
    assert_eq!(shown, cards("C2 C3 C4"));
    game.hand_is(P2, "C3 M7 B3").hand_is(P3, "C4 D2");
}

#[test]
fn a_call_that_fails_says_where_the_card_is_not() {
    let table = Table::new(3).hand(P1, "M17 S2").hand(P2, "B2").hand(P3, "D2");
    let game = table.clone().game().act(P1, &[play(17), call("C9")]);
    assert!(!game.may_hold(P2, P3).meets(cards("C9")) && !game.may_hold(P3, P2).meets(cards("C9")));
    // Its caller may have bluffed.
    assert!(game.may_hold(P2, P1).meets(cards("C9")));
    let game = table.game().act(P1, &[play(17), call("D2")]);
    assert!(game.may_hold(P2, P1).meets(cards("D2")) && !game.may_hold(P2, P3).meets(cards("D2")));
}

#[test]
fn others_draws_are_counts() {
    let game =
        Table::new(2).hand(P1, "S2 S3").on_top("C1 C2 C3 C4 C5").game().act(P1, &[discard("S2")]);
    let drawn = |game: &Game, viewer| {
        game.events_for(viewer).into_iter().find_map(|event| match event {
            Event::Drew { faces, .. } => Some((faces.count(), faces.cards())),
            _ => None,
        })
    };
    assert_eq!(drawn(&game, Viewer::Seat(seat(P1))), Some((5, Some(cards("C1 C2 C3 C4 C5")))));
    assert_eq!(drawn(&game, Viewer::Seat(seat(P2))), Some((5, None)));
    assert_eq!(drawn(&game, Viewer::Spectator), Some((5, None)));
}

#[test]
fn discards_that_are_renewed_can_be_drawn_again() {
    let table =
        Table::new(2).hand(P1, "B2").hand(P2, "S2 S3").discards("C1 C2 C3 C4 C5 C6 C7 C8").stock(0);
    let game = table.game().act(P1, &[discard("B2"), Action::Yes]).act(P2, &[Action::Yes]);
    assert_eq!(game.may_hold(P2, P1), cards("C1 C2 C3 C4 C5 C6 C7 C8 B2"));
    assert_eq!(game.view(P2).knowledge.stock, cards("C1 C2 C3 C4 C5 C6 C7 C8 B2"));
    game.stock_is(3);
}

#[test]
fn death_buries_what_could_be_in_the_stock() {
    let game = Table::new(2).hand(P1, "M13").hand(P2, "S2").stock(5).game().act(P1, &[play(13)]);
    let known = game.view(P2).knowledge;
    assert!(known.stock.is_empty() && known.buried.len() > 60);
}
