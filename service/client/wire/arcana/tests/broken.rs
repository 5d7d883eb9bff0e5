//! Views and events that no service sends.

use super::{Game, seat, sent, testing};
use crate::{
    pb::{self, arcana::v1 as wire},
    wire::encode,
};
use hierophant_rules::{
    Viewer,
    arcana::{Arcana, Setup},
    catalog,
};

/// Every module.
fn setup() -> Setup {
    Setup {
        objectives: true,
        militia: true,
        tactical_removal: true,
        first: Some(seat(0)),
        ..Setup::default()
    }
}

/// Seat 0's view after some answers, as a message.
fn position(answers: u32) -> (Game, pb::v1::View) {
    let (mut game, _) = Game::new(setup(), 5);
    for _ in 0..answers {
        game.answer();
    }
    let view = encode::view(&catalog::View::Arcana(game.view(Viewer::Seat(seat(0)))));
    (game, view)
}

#[track_caller]
fn check(complaint: &str, spoil: impl FnOnce(&mut wire::View)) {
    let (game, mut message) = position(30);
    let reader = game.reader();
    assert!(reader.view(&message).is_ok());
    let Some(pb::v1::view::Ruleset::Arcana(view)) = &mut message.ruleset else {
        panic!("the view is Arcana's")
    };
    spoil(view);
    let field = reader.view(&sent(&message)).expect_err("the view is spoilt");
    assert!(field.to_string().starts_with(complaint), "{field}");
}

fn own(view: &mut wire::View) -> &mut wire::Own {
    view.own.as_mut().expect("a seat's view")
}

fn knowledge(view: &mut wire::View) -> &mut wire::Knowledge {
    view.knowledge.as_mut().expect("an encoded view has knowledge")
}

#[test]
fn a_number_out_of_range_is_named() {
    check("arcana.round: 81 is more than 80", |view| view.round = 81);
    check("arcana.start: there is no seat 4", |view| view.start = 4);
    check("arcana.locked: there is no zone 5", |view| view.locked = vec![5]);
    check("arcana.in_use: {sellsword} cannot be here", |view| view.in_use = Some(0));
    check("arcana.piles[0].size: 14 is more than 13", |view| view.piles[0].size = 14);
    check("arcana.piles[1].stake: {sellsword} cannot be here", |view| {
        view.piles[1].stake = Some(0)
    });
    check("arcana.players[2].guild: there is no guild 5", |view| view.players[2].guild = 5);
    check("arcana.militia: 7 is more than 6", |view| view.militia = Some(7));
    check("arcana.agenda[0].kind: 99 is no kind", |view| view.agenda[0].kind = 99);
    check("arcana.own.hand: not ascending", |view| own(view).hand = vec![2, 1]);
    check("arcana.own.covers[0].number: 6 is more than 5", |view| {
        own(view).covers = vec![wire::OwnCover { number: 6, card: 0 }]
    });
    let slot = wire::Slot { zone: 0, owner: 0, shown: None };
    check("arcana.rows[0].shown: missing", |view| view.rows = vec![slot]);
}

#[test]
fn a_list_of_the_wrong_length_is_named() {
    check("arcana.players: 3 entries instead of 4", |view| view.players.truncate(3));
    check("arcana.piles: 4 entries instead of 5", |view| view.piles.truncate(4));
    check("arcana.agenda: 17 entries are more than 16", |view| {
        view.agenda = vec![wire::Step::default(); 17]
    });
    check("arcana.knowledge: missing", |view| view.knowledge = None);
    check("arcana.knowledge.covers: 5 entries instead of 6", |view| {
        knowledge(view).covers.truncate(5)
    });
}

#[test]
fn cards_that_dont_fit_together_are_named() {
    check("arcana: cards are in two places", |view| {
        view.players[1].hidden = view.players[0].hidden.clone()
    });
    check("arcana: the Ferrymen are not played", |view| {
        view.players[1].guild = view.players[0].guild
    });
    check("arcana.players[1]: ", |view| view.players[1].hand += 1);
    check("arcana.piles[4]: the Game End card has no place", |view| view.piles[4].size = 0);
    check("arcana.militia: ", |view| view.militia = None);
    check("arcana.own: the viewer's own cards", |view| own(view).draw_pile.clear());
    check("arcana.knowledge: {", |view| knowledge(view).hands = vec![128]);
}

#[test]
fn a_view_of_another_ruleset_is_refused() {
    let (_, message) = position(0);
    let other = catalog::Setup::Arcanum(hierophant_rules::arcanum::Setup::default());
    let reader = crate::wire::decode::Reader::new(&other).expect("the default is sound");
    let field = reader.view(&message).expect_err("it is Arcana's");
    assert_eq!(field.to_string(), "ruleset: the view belongs to another ruleset");
}

#[test]
fn damaged_views_are_refused_or_can_be_used() {
    testing::check_damaged_views::<Arcana>(&setup(), Viewer::Seat(seat(0)), |view| {
        let _ = view.legal();
    });
}

#[test]
fn damaged_events_are_refused_or_read() {
    testing::check_damaged_events::<Arcana>(setup());
}
