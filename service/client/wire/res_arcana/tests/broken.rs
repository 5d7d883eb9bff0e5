//! Views and events that no service sends.

use super::{Game, seat, sent, testing};
use crate::{
    pb::{self, res_arcana::v1 as wire},
    wire::encode,
};
use hierophant_rules::{
    Viewer, catalog,
    res_arcana::{First, ResArcana, Setup},
};

/// Seat 0's view after some answers, as a message.
fn position(answers: u32) -> (Game, pb::v1::View) {
    let (mut game, _) = Game::new(Setup { first: First::Seat(seat(0)), ..Setup::default() }, 5);
    for _ in 0..answers {
        game.answer();
    }
    let view = encode::view(&catalog::View::ResArcana(game.view(Viewer::Seat(seat(0)))));
    (game, view)
}

#[track_caller]
fn check(complaint: &str, spoil: impl FnOnce(&mut wire::View)) {
    let (game, mut message) = position(30);
    let reader = game.reader();
    assert!(reader.view(&message).is_ok());
    let Some(pb::v1::view::Ruleset::ResArcana(view)) = &mut message.ruleset else {
        panic!("the view is Res Arcana's")
    };
    spoil(view);
    let field = reader.view(&sent(&message)).expect_err("the view is spoilt");
    assert!(field.to_string().starts_with(complaint), "{field}");
}

fn knowledge(view: &mut wire::View) -> &mut wire::Knowledge {
    view.knowledge.as_mut().expect("an encoded view has knowledge")
}

#[test]
fn a_number_out_of_range_is_named() {
    check("res_arcana.round: 31 is more than 30", |view| view.round = 31);
    check("res_arcana.tile: there is no seat 4", |view| view.tile = Some(4));
    check("res_arcana.moves[0]: 101 is more than 100", |view| view.moves[0] = 101);
    check("res_arcana.pools[1].gold: 100 is more than 99", |view| view.pools[1].gold = 100);
    check("res_arcana.display: ", |view| view.display = vec![3]);
    check("res_arcana.turned: there is no face 78", |view| view.turned = vec![78]);
    check("res_arcana.agenda[0].kind: 99 is no kind", |view| view.agenda[0].kind = 99);
    check("res_arcana.agenda[0].power: missing", |view| {
        view.agenda[0].kind = wire::StepKind::Power.into()
    });
    check("res_arcana.knowledge.top_sizes[0]: 4 is more than 3", |view| {
        knowledge(view).top_sizes[0] = 4
    });
    let order = wire::KnownOrder { deck: 5, cards: vec![] };
    check("res_arcana.knowledge.orders[0].deck: there is no seat 5", |view| {
        knowledge(view).orders = vec![order]
    });
}

#[test]
fn a_list_of_the_wrong_length_is_named() {
    check("res_arcana.hand_sizes: 5 entries instead of 4", |view| view.hand_sizes.push(0));
    check("res_arcana.pools: 3 entries instead of 4", |view| view.pools.truncate(3));
    check("res_arcana.play: 5 entries instead of 4", |view| {
        view.play.push(wire::FaceList::default())
    });
    check("res_arcana.agenda: 17 entries are more than 16", |view| {
        view.agenda = vec![wire::Step::default(); 17]
    });
    check("res_arcana.knowledge: missing", |view| view.knowledge = None);
}

#[test]
fn faces_that_dont_fit_together_are_named() {
    check("res_arcana: faces are in two places", |view| view.open = view.discards_of_all());
    check("res_arcana: the viewer's own cards", |view| {
        view.hand_sizes[0] += 1;
        view.boxed -= 1;
    });
    check("res_arcana: 51 artefacts and mages instead of 50", |view| view.boxed += 1);
    check("res_arcana: {", |view| view.turned = vec![0, 1, 2, 3]);
    check("res_arcana.knowledge: a face that lies in sight", |view| {
        let low =
            view.play.iter().flat_map(|list| &list.faces).find(|face| **face >= 40 && **face < 64);
        let bit = 1 << (low.expect("somebody has a mage") - 32);
        knowledge(view).boxed = Some(wire::FaceMask { low: 0, middle: bit, high: 0 });
    });
    check("res_arcana.knowledge: the top of deck 0", |view| {
        knowledge(view).orders = vec![wire::KnownOrder { deck: 0, cards: vec![0] }];
    });
}

impl wire::View {
    /// A face that lies open, so that it lies open twice.
    fn discards_of_all(&self) -> Vec<u32> {
        let artefacts = self.play.iter().chain(&self.discards).flat_map(|list| &list.faces);
        artefacts.copied().filter(|face| *face < 40).take(1).collect()
    }
}

#[test]
fn a_view_of_another_ruleset_is_refused() {
    let (_, message) = position(0);
    let other = catalog::Setup::Arcanum(hierophant_rules::arcanum::Setup::default());
    let reader = crate::wire::decode::Reader::new(&other).expect("the default is sound");
    let field = reader.view(&message).expect_err("it is Res Arcana's");
    assert_eq!(field.to_string(), "ruleset: the view belongs to another ruleset");
}

#[test]
fn damaged_views_are_refused_or_can_be_used() {
    testing::check_damaged_views::<ResArcana>(&Setup::default(), Viewer::Seat(seat(0)), |view| {
        let _ = view.legal();
    });
}

#[test]
fn damaged_events_are_refused_or_read() {
    testing::check_damaged_events::<ResArcana>(Setup::default());
}
