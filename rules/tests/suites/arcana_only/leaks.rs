//! Leaks that only this game could have; each must be found (see
//! [`planted`](crate::interference::planted)).

use crate::interference::leaky::Leak;
use crate::interference::planted::is_found;
use crate::play::Digest;
use hierophant_rules::arcana::{Arcana, Card, Event, Fact, State, View};
use hierophant_rules::testing::Testable;
use hierophant_rules::{Ruleset, Seat, Viewer};

/// The views of all seats but the viewer's.
fn others(state: &State, viewer: Viewer) -> impl Iterator<Item = View> {
    let seats = Arcana::view(state, Viewer::Spectator).public.seats;
    let others = Seat::all(seats).filter(move |&seat| !viewer.is(seat));
    others.map(|seat| Arcana::view(state, Viewer::Seat(seat)))
}

fn digest_of<T: std::fmt::Debug>(things: impl Iterator<Item = T>) -> u64 {
    let mut digest = Digest::new();
    things.for_each(|thing| digest.feed(&thing));
    digest.value()
}

/// An event as the seat sees it that sees most of it.
fn seen_by_its_seat(fact: &Fact, pick: impl Fn(Event) -> Option<Card>) -> u64 {
    let shown = Seat::all(4).find_map(|seat| pick(Arcana::visible_to(fact, Viewer::Seat(seat))?));
    shown.map_or(0, |card| 1 + u64::from(card.number()))
}

/// Faces of operatives that others have placed face down.
struct CoveredFaces;
impl Leak<Arcana> for CoveredFaces {
    const SHOWS_IN: &'static str = "view";
    fn in_view(state: &State, viewer: Viewer) -> u64 {
        digest_of(others(state, viewer).map(|view| view.own.covers))
    }
}

/// Which of a seat's face-down cards is the higher one.
struct CoveredOrder;
impl Leak<Arcana> for CoveredOrder {
    const SHOWS_IN: &'static str = "view";
    fn in_view(state: &State, viewer: Viewer) -> u64 {
        digest_of(others(state, viewer).map(|view| {
            let mut numbers: Vec<usize> =
                (0..view.own.covers.len()).filter(|&at| view.own.covers[at].is_some()).collect();
            numbers.sort_by_key(|&at| view.own.covers[at]);
            numbers
        }))
    }
}

/// How strong others' face-down operatives are, all together.
struct CoveredStrength;
impl Leak<Arcana> for CoveredStrength {
    const SHOWS_IN: &'static str = "view";
    fn in_view(state: &State, viewer: Viewer) -> u64 {
        digest_of(others(state, viewer).map(|view| view.own.covered().values()))
    }
}

/// What others have seen when they looked at face-down cards.
struct Peeked;
impl Leak<Arcana> for Peeked {
    const SHOWS_IN: &'static str = "events";
    fn in_event(fact: &Fact) -> u64 {
        seen_by_its_seat(fact, |event| match event {
            Event::Peeked { faces, .. } => faces.cards().last(),
            _ => None,
        })
    }
}

/// A militia card that was drawn goes to all viewers.
struct MilitiaDrawn;
impl Leak<Arcana> for MilitiaDrawn {
    const SHOWS_IN: &'static str = "events";
    fn in_event(fact: &Fact) -> u64 {
        seen_by_its_seat(fact, |event| match event {
            Event::Mustered { card, .. } => card,
            _ => None,
        })
    }
}

/// The face of a card that is placed face down goes to all viewers.
struct PlacedFace;
impl Leak<Arcana> for PlacedFace {
    const SHOWS_IN: &'static str = "events";
    fn in_event(fact: &Fact) -> u64 {
        seen_by_its_seat(fact, |event| match event {
            Event::MilitiaPlaced { up: false, card, .. }
            | Event::Recalled { up: false, card, .. } => card,
            _ => None,
        })
    }
}

/// The objectives that other seats keep.
struct Kept;
impl Leak<Arcana> for Kept {
    const SHOWS_IN: &'static str = "view";
    fn in_view(state: &State, viewer: Viewer) -> u64 {
        let live = others(state, viewer).filter(|view| !view.public.ended);
        digest_of(live.map(|view| view.own.kept))
    }
}

/// The stake that comes up next in zone 0.
struct NextStake;
impl Leak<Arcana> for NextStake {
    const SHOWS_IN: &'static str = "view";
    fn in_view(state: &State, _: Viewer) -> u64 {
        let places = Arcana::places_of_cards(state);
        places.iter().position(|&place| place == TOP_OF_ZONE_0).map_or(0, |card| card as u64)
    }
}

/// The place of the top card of zone 0's pile, for the suites.
const TOP_OF_ZONE_0: u32 = 500;

#[test]
fn the_face_of_a_covered_operative_in_a_view_is_found() {
    is_found::<Arcana, CoveredFaces>();
}

#[test]
fn the_order_of_covered_operatives_in_a_view_is_found() {
    is_found::<Arcana, CoveredOrder>();
}

#[test]
fn the_strength_of_covered_operatives_in_a_view_is_found() {
    is_found::<Arcana, CoveredStrength>();
}

#[test]
fn what_another_seat_has_seen_in_an_event_is_found() {
    is_found::<Arcana, Peeked>();
}

#[test]
fn a_militia_card_drawn_in_an_event_is_found() {
    is_found::<Arcana, MilitiaDrawn>();
}

#[test]
fn a_card_that_lies_face_down_in_an_event_is_found() {
    is_found::<Arcana, PlacedFace>();
}

#[test]
fn objectives_kept_by_others_in_a_view_are_found() {
    is_found::<Arcana, Kept>();
}

#[test]
fn the_next_stake_in_a_view_is_found() {
    is_found::<Arcana, NextStake>();
}
