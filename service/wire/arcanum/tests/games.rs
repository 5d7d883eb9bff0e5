//! Whole games, seen by everybody at the table and a spectator, over the wire.

use super::{Game, sent};
use crate::{
    pb,
    wire::{decode::Reader, encode},
};
use hierophant_rules::{
    Ruleset, Seat, Viewer,
    arcanum::{Arcanum, Edition, Fact, Length, Majors, Setup, View},
    catalog,
};
use prost::Message;
use std::mem::{Discriminant, discriminant};

/// No view of Arcanum takes more bytes on the wire.
const VIEW_BYTES_MAX: usize = 1024;

/// A viewer who has nothing but what it was sent.
struct Client {
    viewer: Viewer,
    /// Its first view, kept up to date with the events that it was sent.
    folded: catalog::View,
}

impl Client {
    fn new(game: &Game, reader: &Reader, viewer: Viewer) -> Client {
        let view = catalog::View::Arcanum(game.view(viewer));
        Client { viewer, folded: reader.view(&sent(&encode::view(&view))).expect("our own views can be read") }
    }

    /// It is sent what happened, and the fresh view.
    fn check(&mut self, game: &Game, reader: &Reader, facts: &[Fact]) {
        for fact in facts {
            let Some(event) = Arcanum::seen_by(fact, self.viewer).map(catalog::Event::Arcanum) else { continue };
            let message = sent(&encode::event(&event, game.setup.players));
            let told = reader.event(&message).unwrap_or_else(|field| panic!("{field} in {event:?}"));
            assert_eq!(told, event);
            self.folded.fold(&told);
        }
        let view = catalog::View::Arcanum(game.view(self.viewer));
        let message = encode::view(&view);
        assert!(message.encoded_len() <= VIEW_BYTES_MAX, "{} bytes", message.encoded_len());
        let seen = reader.view(&sent(&message)).unwrap_or_else(|field| panic!("{field} in {view:?}"));
        assert_eq!(seen, view);
        assert_eq!(self.folded, view);
        check_decision(game, reader, self.viewer, &game.view(self.viewer));
    }
}

/// The decision that is open for the viewer comes back as its view has it.
fn check_decision(game: &Game, reader: &Reader, viewer: Viewer, view: &View) {
    let Some(asked) = viewer.seat().and_then(|seat| catalog_question(game, seat)) else { return };
    let legal: Vec<_> = view.legal().into_iter().map(catalog::Action::Arcanum).collect();
    let message = sent(&encode::decision(7, &asked, &legal, true));
    assert_eq!(message.decision_id, 7);
    assert_eq!(reader.legal(&message), Ok(legal.clone()));
    let typed: Result<Vec<_>, _> = message.legal_actions.iter().map(crate::wire::decode::action).collect();
    assert_eq!(typed, Ok(legal));
}

fn catalog_question(game: &Game, seat: Seat) -> Option<hierophant_rules::Question<catalog::Kind>> {
    catalog::State::Arcanum(game.state.clone()).question(seat)
}

/// Which variant of the oneof an event is sent as.
fn variant(event: &pb::v1::Event) -> Option<Discriminant<pb::arcanum::v1::event::Event>> {
    let Some(pb::v1::event::Ruleset::Arcanum(event)) = &event.ruleset else { return None };
    event.event.as_ref().map(discriminant)
}

#[test]
fn games_show_every_event_that_the_wire_has() {
    let mut variants = Vec::new();
    for luck in 0..30 {
        let (mut game, mut facts) = Game::new(Setup { players: 5, length: Length::Long, ..Setup::default() }, luck);
        loop {
            for event in facts.iter().flat_map(|fact| Viewer::all(5).filter_map(|eyes| Arcanum::seen_by(fact, eyes))) {
                let variant = variant(&encode::event(&catalog::Event::Arcanum(event), 5)).expect("it is Arcanum's");
                if !variants.contains(&variant) {
                    variants.push(variant);
                }
            }
            match game.answer() {
                Some(next) => facts = next,
                None => break,
            }
        }
    }
    assert_eq!(variants.len(), 34);
}

fn check(setup: Setup, luck: u8) {
    let (mut game, dealt) = Game::new(setup, luck);
    let reader = game.reader();
    let mut clients: Vec<_> =
        Viewer::all(game.setup.players).map(|viewer| Client::new(&game, &reader, viewer)).collect();
    for event in dealt.iter().filter_map(|fact| Arcanum::seen_by(fact, Viewer::Spectator)) {
        let event = catalog::Event::Arcanum(event);
        assert_eq!(reader.event(&sent(&encode::event(&event, game.setup.players))), Ok(event));
    }
    while let Some(facts) = game.answer() {
        for client in &mut clients {
            client.check(&game, &reader, &facts);
        }
    }
}

fn check_editions(players: u8) {
    for (luck, edition) in Edition::ALL.into_iter().enumerate() {
        for (length, majors) in
            [(Length::Normal, Majors::Full), (Length::Long, Majors::FromTurn3), (Length::Normal, Majors::None)]
        {
            let first = (luck % 2 == 0).then(|| super::seat(luck as u8 % players));
            check(Setup { players, length, edition, majors, first, ..Setup::default() }, luck as u8 + 10 * players);
        }
    }
}

#[test]
fn games_of_three_come_back_move_by_move() {
    check_editions(3);
}

#[test]
fn games_of_four_come_back_move_by_move() {
    check_editions(4);
}

#[test]
fn games_of_five_come_back_move_by_move() {
    check_editions(5);
}
