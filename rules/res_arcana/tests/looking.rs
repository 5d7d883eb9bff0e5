//! Drawing, looking, and what viewers know of decks.

use super::notation::{faces, set};
use super::{Game, P1, P2};
use crate::Viewer;
use crate::res_arcana::Kind;
use crate::res_arcana::agenda::Pile;
use crate::res_arcana::cards::FaceSet;
use crate::res_arcana::event::Event;
use alloc::vec::Vec;

const MONUMENTS: usize = Pile::Monuments.index();

#[test]
fn discards_go_under_a_deck_that_is_too_small() {
    let game =
        Game::new(2).play(P1, "seer").deck(P1, "athanor").discards(P1, "crypt prism vault hawk");
    let mut game = game.monuments("temple oracle").passed(P2).begin();
    game.act(P1, "use seer").asks(P1, Kind::Deck, "own-deck, monument-deck").act(P1, "own-deck");
    game.asks(P1, Kind::Order, "order 123, order 132, order 213, order 231, order 312, order 321");
    let seen: Vec<_> = game.view(Viewer::Seat(P1)).knowledge.orders[0].iter().collect();
    assert_eq!(seen[0], faces("athanor")[0]);
    let rival = game.view(Viewer::Seat(P2)).knowledge;
    assert_eq!((rival.top_sizes[0], rival.orders[0].len()), (3, 0));
    let old_discards = set("crypt prism vault hawk");
    assert!(old_discards.is_within(rival.tops[0]) && rival.rests[0] == old_discards);
    assert!(set("athanor windup_man").is_within(rival.tops[0]), "what the old card could be");
    game.act(P1, "order 321");
    let pile = game.state.pile(Pile::Deck(P1));
    assert_eq!(pile.iter().rev().nth(2), Some(&seen[0]));
    assert!(
        game.was_told(Viewer::Seat(P2), |event| matches!(
            event,
            Event::Reordered { order: None, .. }
        ))
    );
}

#[test]
fn another_look_keeps_the_set_and_loses_the_order() {
    let deck = "temple oracle colossus library mausoleum";
    let game = Game::new(2)
        .play(P1, "seer")
        .play(P2, "oracle hawk")
        .display("great_pyramid golden_statue");
    let deck = deck.replace("oracle", "obelisk");
    let mut game = game.monuments(&deck).pool(P1, [0, 0, 0, 0, 4]).begin();
    game.act(P1, "use seer").act(P1, "order 123");
    game.act(P2, "use oracle").act(P2, "order 213");
    let known = game.view(Viewer::Seat(P1)).knowledge;
    assert_eq!(
        (known.tops[MONUMENTS], known.orders[MONUMENTS].len()),
        (set("temple obelisk colossus"), 0)
    );
    game.act(P1, "claim great_pyramid");
    assert!(game.state.public.display.contains(faces("obelisk")[0]));
    let known = game.view(Viewer::Seat(P1)).knowledge;
    assert_eq!((known.tops[MONUMENTS], known.top_sizes[MONUMENTS]), (set("temple colossus"), 2));
    let looker = game.view(Viewer::Seat(P2)).knowledge.orders[MONUMENTS];
    assert!(looker.iter().eq(faces("temple colossus")), "less what has shown");
}

#[test]
fn a_small_deck_is_looked_at_whole() {
    let mut game = Game::new(2).play(P1, "seer").monuments("temple oracle").passed(P2).begin();
    game.act(P1, "use seer").asks(P1, Kind::Order, "order 123, order 213").act(P1, "order 213");
    assert!(game.state.pile(Pile::Monuments).iter().rev().copied().eq(faces("oracle temple")));
    let mut game = Game::new(2).play(P1, "seer").monuments("temple").passed(P2).begin();
    game.act(P1, "use seer").asks_kind(P1, Kind::Move);
    let mut game = Game::new(2).play(P1, "seer").passed(P2).begin();
    game.act(P1, "use seer").asks_kind(P1, Kind::Move);
}

#[test]
fn divination_discards_as_many_as_were_drawn() {
    let game =
        Game::new(2).play(P1, "divination").deck(P1, "athanor crypt").hand(P1, "vault").passed(P2);
    let mut game = game.begin();
    game.act(P1, "use divination")
        .asks(P1, Kind::DiscardCard, "choose athanor crypt vault")
        .continues(P1, false);
    game.act(P1, "choose vault")
        .asks(P1, Kind::DiscardCard, "choose athanor crypt")
        .continues(P1, true);
    assert_eq!(game.state.public.discards[0], FaceSet::EMPTY, "both go together");
    assert!(!game.was_told(Viewer::Spectator, |event| !matches!(event, Event::Asked { .. })));
    game.act(P1, "choose athanor").asks_kind(P1, Kind::Move);
    assert_eq!(game.state.public.discards[0], set("vault athanor"));
    let mut game = Game::new(2).play(P1, "divination").deck(P1, "athanor crypt").passed(P2).begin();
    game.act(P1, "use divination").asks(P1, Kind::Move, "pass");
    assert_eq!(game.state.public.discards[0], set("athanor crypt"));
}
