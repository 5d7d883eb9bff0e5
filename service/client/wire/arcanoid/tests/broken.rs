//! Views and events that no service sends.

use super::{Game, seat, sent, testing};
use crate::{
    pb::{self, arcanoid::v1 as arcanoid},
    wire::encode,
};
use hierophant_rules::{
    Viewer,
    arcanoid::{Arcanoid, Setup},
    catalog,
};

/// Seat 0's view after some answers, as a message.
fn position(answers: u32) -> (Game, pb::v1::View) {
    let (mut game, _) = Game::new(Setup { first: Some(seat(0)), ..Setup::default() }, 5);
    for _ in 0..answers {
        game.answer();
    }
    let view = encode::view(&catalog::View::Arcanoid(game.view(Viewer::Seat(seat(0)))));
    (game, view)
}

#[track_caller]
fn check(complaint: &str, spoil: impl FnOnce(&mut arcanoid::View)) {
    let (game, mut message) = position(30);
    let reader = game.reader();
    assert!(reader.view(&message).is_ok());
    let Some(pb::v1::view::Ruleset::Arcanoid(view)) = &mut message.ruleset else {
        panic!("the view is Arcanoid's")
    };
    spoil(view);
    let field = reader.view(&sent(&message)).expect_err("the view is spoilt");
    assert!(field.to_string().starts_with(complaint), "{field}");
}

fn engagement(player: u32, battlefield: i32, cards: Vec<u32>, pair: i32) -> arcanoid::Engagement {
    arcanoid::Engagement { player, battlefield, cards, order: 0, pair }
}

#[test]
fn a_number_out_of_range_is_named() {
    check("arcanoid.round: 5 is more than 4", |view| view.round = 5);
    check("arcanoid.round: rounds count from 1", |view| view.round = 0);
    check("arcanoid.starter: there is no seat 4", |view| view.starter = 4);
    check("arcanoid.turn: there is no player 9", |view| view.turn = 9);
    check("arcanoid.last_normal: there is no player 11", |view| view.last_normal = 11);
    check("arcanoid.stock_size: 79 is more than 78", |view| view.stock_size = 79);
    check("arcanoid.renewals: 10 is more than 9", |view| view.renewals = 10);
    check("arcanoid.playing: there is no card 78", |view| view.playing = Some(78));
    check("arcanoid.discards: there is no card 100", |view| view.discards = vec![100]);
    check("arcanoid.ever_engaged: there is no battlefield 5", |view| view.ever_engaged = vec![5]);
    check("arcanoid.retired: there is no player 7", |view| view.retired = vec![7]);
    check("arcanoid.justice: 3 has no meaning", |view| view.justice = 3);
    check("arcanoid.hermit.turns: 4 is more than 3", |view| {
        view.hermit = Some(arcanoid::Hermit { owner: 1, turns: 4, waits: false });
    });
    check("arcanoid.strength.extra: 0 cards instead of one or two", |view| {
        view.strength = Some(arcanoid::Strength { on: None, extra: 0 });
    });
    check("arcanoid.temperance.battlefield: there is no battlefield 0", |view| {
        view.temperance = Some(arcanoid::Temperance { owner: 1, battlefield: 0 });
    });
    check("arcanoid.devil: there is no seat 10", |view| view.devil = Some(10));
    check("arcanoid.agenda[0].kind: 99 is no kind", |view| view.agenda[0].kind = 99);
    check("arcanoid.agenda[0].to: missing", |view| {
        view.agenda[0].kind = arcanoid::StepKind::Fill.into()
    });
    check("arcanoid.knowledge.stock: a bit", |view| knowledge(view).stock = Some(mask(u128::MAX)));
    check("arcanoid.knowledge.hands[1]: a bit", |view| knowledge(view).hands[1] = mask(1 << 78));
}

#[test]
fn a_list_of_the_wrong_length_is_named() {
    check("arcanoid.hand_sizes: 5 entries instead of 4", |view| view.hand_sizes.push(0));
    check("arcanoid.agenda: 17 entries are more than 16", |view| {
        view.agenda = vec![view.agenda[0]; 17]
    });
    check("arcanoid.engagements: 45 entries are more than 44", |view| {
        view.engagements = vec![engagement(0, 1, vec![], 0); 45];
    });
    check("arcanoid.results: 11 entries are more than 10", |view| {
        view.results = vec![arcanoid::RoundResult::default(); 11];
    });
    check("arcanoid.results: more than 0 rounds", |view| {
        view.results = vec![arcanoid::RoundResult { cups: Some(1), ..Default::default() }];
    });
    check("arcanoid.results[0].coins: there is no seat 10", |view| {
        view.results = vec![arcanoid::RoundResult { coins: Some(10), ..Default::default() }];
    });
    check("arcanoid.knowledge.hands: 5 entries", |view| knowledge(view).hands.push(mask(0)));
    check("arcanoid.knowledge: missing", |view| view.knowledge = None);
}

#[test]
fn cards_that_dont_fit_together_are_named() {
    check("arcanoid.hand: not ascending", |view| view.hand = vec![view.hand[0]; 2]);
    check("arcanoid: the viewer's own cards", |view| view.hand_sizes[0] += 1);
    check("arcanoid: 79 cards instead of 78", |view| view.hand_sizes[1] += 1);
    check("arcanoid: 77 cards instead of 78", |view| view.stock_size -= 1);
    check("arcanoid: cards are in two places", |view| view.annex = view.hand.clone());
    check("arcanoid.knowledge: a card that lies in sight", |view| {
        knowledge(view).stock = Some(mask((1 << 56) - 1))
    });
    check("arcanoid.devil: the Devil plays", |view| view.turn = 10);
    check("arcanoid.engagements: seat 1 has two on Cups", |view| {
        view.engagements = vec![engagement(1, 3, vec![], 0); 2];
    });
    check("arcanoid.engagements: the couple on Cups doesn't stand on Coins", |view| {
        view.engagements = vec![engagement(1, 3, vec![], 4)];
    });
}

#[test]
fn a_view_of_another_ruleset_is_refused() {
    let (_, message) = position(0);
    let reader = crate::wire::decode::Reader::new(&catalog::Setup::Arcanum(
        hierophant_rules::arcanum::Setup::default(),
    ));
    let field = reader.expect("the default is sound").view(&message).expect_err("it is Arcanoid's");
    assert_eq!(field.to_string(), "ruleset: the view belongs to another ruleset");
}

fn mask(bits: u128) -> arcanoid::CardMask {
    let [low, middle, high] = crate::wire::convert::mask_words(bits);
    arcanoid::CardMask { low, middle, high }
}

fn knowledge(view: &mut arcanoid::View) -> &mut arcanoid::Knowledge {
    view.knowledge.as_mut().expect("an encoded view has knowledge")
}

#[test]
fn damaged_views_are_refused_or_can_be_used() {
    testing::check_damaged_views::<Arcanoid>(&Setup::default(), Viewer::Seat(seat(0)), |view| {
        assert_eq!(view.decision().is_none(), view.legal().is_empty(), "{view:?}");
    });
}

#[test]
fn damaged_events_are_refused_or_read() {
    testing::check_damaged_events::<Arcanoid>(Setup::default());
}
