//! Leaks that only this game could have; each must be found (see
//! [`planted`](crate::interference::planted)).

use crate::interference::leaky::Leak;
use crate::interference::planted::is_found;
use crate::play::Digest;
use hierophant_rules::res_arcana::{Event, FaceSet, Fact, ResArcana, State, View};
use hierophant_rules::{Ruleset, Seat, Viewer};

/// The views of all seats but the viewer's.
fn others(state: &State, viewer: Viewer) -> impl Iterator<Item = View> {
    let seats = ResArcana::view(state, Viewer::Spectator).public.seats;
    Seat::all(seats)
        .filter(move |&seat| !viewer.is(seat))
        .map(|seat| ResArcana::view(state, Viewer::Seat(seat)))
}

/// An event as the seat sees it that sees most of it.
fn seen_by_its_seat(fact: &Fact, pick: impl Fn(Event) -> Option<FaceSet>) -> u64 {
    let shown =
        Seat::all(4).find_map(|seat| pick(ResArcana::visible_to(fact, Viewer::Seat(seat))?));
    shown.map_or(0, |faces| faces.bits() as u64)
}

/// The cards that a seat looks at in a deck go to everybody.
struct LookInEvent;
impl Leak<ResArcana> for LookInEvent {
    const SHOWS_IN: &'static str = "events";
    fn in_event(fact: &Fact) -> u64 {
        seen_by_its_seat(fact, |event| match event {
            Event::Looked { cards, .. } => cards.map(|cards| cards.iter().collect()),
            _ => None,
        })
    }
}

/// The card of a packet that a seat keeps goes to everybody.
struct KeptInEvent;
impl Leak<ResArcana> for KeptInEvent {
    const SHOWS_IN: &'static str = "events";
    fn in_event(fact: &Fact) -> u64 {
        seen_by_its_seat(fact, |event| match event {
            Event::Kept { faces, .. } => faces.cards(),
            _ => None,
        })
    }
}

/// Draft packets before other seats.
struct Packets;
impl Leak<ResArcana> for Packets {
    const SHOWS_IN: &'static str = "view";
    fn in_view(state: &State, viewer: Viewer) -> u64 {
        let mut digest = Digest::new();
        // Nobody has a component before the end of a draft.
        let in_draft = |view: &View| view.public.play.iter().all(|play| play.is_empty());
        others(state, viewer).filter(in_draft).for_each(|view| digest.feed(&view.hand()));
        digest.value()
    }
}

/// The cards and mages that other seats have picked and not yet shown.
struct Picks;
impl Leak<ResArcana> for Picks {
    const SHOWS_IN: &'static str = "view";
    fn in_view(state: &State, viewer: Viewer) -> u64 {
        let mut digest = Digest::new();
        others(state, viewer).for_each(|view| digest.feed(&view.answer.cards));
        digest.value()
    }
}

/// The order in which another seat has laid back what it looked at.
struct LaidBack;
impl Leak<ResArcana> for LaidBack {
    const SHOWS_IN: &'static str = "view";
    fn in_view(state: &State, viewer: Viewer) -> u64 {
        let mut digest = Digest::new();
        others(state, viewer).for_each(|view| digest.feed(&view.knowledge.orders));
        digest.value()
    }
}

#[test]
fn cards_looked_at_in_an_event_are_found() {
    is_found::<ResArcana, LookInEvent>();
}

#[test]
fn a_card_kept_from_a_packet_in_an_event_is_found() {
    is_found::<ResArcana, KeptInEvent>();
}

#[test]
fn packets_in_a_view_are_found() {
    is_found::<ResArcana, Packets>();
}

#[test]
fn anothers_pick_in_a_view_is_found() {
    is_found::<ResArcana, Picks>();
}

#[test]
fn an_order_laid_back_in_a_view_is_found() {
    is_found::<ResArcana, LaidBack>();
}
