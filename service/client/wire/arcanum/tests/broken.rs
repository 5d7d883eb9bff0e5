//! Views and events that no service sends.

use super::{Game, seat, sent, testing};
use crate::{
    pb::{self, arcanum::v1 as arcanum},
    wire::encode,
};
use hierophant_rules::{
    Ruleset, Seed, Viewer,
    arcanum::{Arcanum, Setup},
    catalog,
};

/// Seat 0's view after some answers, as a message.
fn position(answers: u32) -> (Game, pb::v1::View) {
    let (mut game, _) = Game::new(Setup { first: Some(seat(0)), ..Setup::default() }, 5);
    for _ in 0..answers {
        game.answer();
    }
    let view = encode::view(&catalog::View::Arcanum(game.view(Viewer::Seat(seat(0)))));
    (game, view)
}

#[track_caller]
fn check(complaint: &str, spoil: impl FnOnce(&mut arcanum::View)) {
    let (game, mut message) = position(40);
    let reader = game.reader();
    assert!(reader.view(&message).is_ok());
    let Some(pb::v1::view::Ruleset::Arcanum(view)) = &mut message.ruleset else {
        panic!("the view is Arcanum's")
    };
    spoil(view);
    let field = reader.view(&sent(&message)).expect_err("the view is spoilt");
    assert!(field.to_string().starts_with(complaint), "{field}");
}

#[test]
fn a_number_out_of_range_is_named() {
    check("arcanum.turn: 7 is more than 6", |view| view.turn = 7);
    check("arcanum.first_player: there is no seat 4", |view| view.first_player = 4);
    check("arcanum.active: there is no seat 9", |view| view.active = Some(9));
    check("arcanum.playing: there is no card 78", |view| view.playing = Some(78));
    check("arcanum.victory_points[2]: 4294967295 are too many", |view| {
        view.victory_points[2] = u32::MAX
    });
    check("arcanum.prestige[3]: 22 is more than 21", |view| view.prestige[3] = 22);
    check("arcanum.figures[15]: there is no location 11", |view| view.figures[15] = 11);
    check("arcanum.discards: there is no card 100", |view| view.discards = vec![100]);
    check("arcanum.agenda[0].kind: 99 is no kind", |view| view.agenda[0].kind = 99);
    check("arcanum.knowledge.piles: a bit", |view| knowledge(view).piles = Some(mask(u128::MAX)));
    check("arcanum.knowledge.rows[1]: a bit", |view| knowledge(view).rows[1] = mask(1 << 78));
}

#[test]
fn a_list_of_the_wrong_length_is_named() {
    check("arcanum.victory_points: 3 entries instead of 4", |view| view.victory_points.truncate(3));
    check("arcanum.prestige: 0 entries instead of 4", |view| view.prestige.clear());
    check("arcanum.figures: 17 entries instead of 16", |view| view.figures.push(1));
    check("arcanum.hand_sizes: 5 entries instead of 4", |view| view.hand_sizes.push(0));
    check("arcanum.agenda: 17 entries are more than 16", |view| {
        view.agenda = vec![view.agenda[0].clone(); 17]
    });
    check("arcanum.knowledge.hands: 5 entries", |view| knowledge(view).hands.push(mask(0)));
    check("arcanum.knowledge: missing", |view| view.knowledge = None);
}

#[test]
fn cards_that_dont_fit_together_are_named() {
    check("arcanum.hand: not ascending", |view| view.hand = vec![view.hand[0]; 2]);
    check("arcanum: the viewer's own cards", |view| view.hand_sizes[0] += 1);
    check("arcanum: 79 cards instead of 78", |view| view.hand_sizes[1] += 1);
    check("arcanum: 77 cards instead of 78", |view| view.minor_pile_size -= 1);
    check("arcanum: cards are in two places", |view| view.row = view.hand.clone());
    check("arcanum.knowledge: a card that lies in sight", |view| {
        knowledge(view).piles = Some(mask((1 << 56) - 1))
    });
    check("arcanum.knowledge: seat 1 holds", |view| knowledge(view).hand_minors_most[1] = 50);
    check("arcanum.removed: figure", |view| {
        view.removed = vec![arcanum::RemovedFigures { seat: 1, figures: vec![3] }];
    });
}

fn mask(bits: u128) -> arcanum::CardMask {
    let [low, middle, high] = crate::wire::convert::mask_words(bits);
    arcanum::CardMask { low, middle, high }
}

fn knowledge(view: &mut arcanum::View) -> &mut arcanum::Knowledge {
    view.knowledge.as_mut().expect("an encoded view has knowledge")
}

#[test]
fn an_envelope_without_the_essentials_is_refused() {
    let (game, message) = position(0);
    let reader = game.reader();
    let complaint = |message: &pb::v1::View| {
        reader.view(message).expect_err("something is missing").to_string()
    };
    assert_eq!(complaint(&pb::v1::View { viewer: None, ..message.clone() }), "viewer: missing");
    assert_eq!(
        complaint(&pb::v1::View { ruleset: None, ..message.clone() }),
        "ruleset: the view is missing"
    );
    let stranger = pb::v1::View { viewer: Some(pb::v1::view::Viewer::Seat(4)), ..message.clone() };
    assert!(complaint(&stranger).starts_with("arcanum: seat 4"));
    let asked = pb::v1::View { asked_seats: vec![1, 1], ..message.clone() };
    assert_eq!(complaint(&asked), "asked_seats: not ascending");
    let nobody = pb::v1::View { asked_seats: vec![77], ..message };
    assert_eq!(complaint(&nobody), "asked_seats: no game has a seat 77");
}

#[test]
fn damaged_views_are_refused_or_can_be_used() {
    testing::check_damaged_views::<Arcanum>(&Setup::default(), Viewer::Seat(seat(0)), |view| {
        assert_eq!(view.decision().is_none(), view.legal().is_empty(), "{view:?}");
        let mut luck = Seed::new([79; 32]).at(0, 0);
        if let Some(mut determinization) = Arcanum::determinize(view, &mut luck) {
            let sampled = Arcanum::view(Arcanum::state_mut(&mut determinization), view.viewer);
            assert_eq!(sampled.seen_cards(), view.seen_cards());
        }
    });
}

#[test]
fn damaged_events_are_refused_or_read() {
    testing::check_damaged_events::<Arcanum>(Setup::default());
}
