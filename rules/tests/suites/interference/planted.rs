//! Leaks that a change might ship, each of which the searches must find.

use super::leaky::{Leak, Leaky};
use super::search;
use crate::play::Digest;
use hierophant_rules::testing::Testable;
use hierophant_rules::{Seat, ToAct, Viewer};

/// Games searched before a leak counts as overlooked.
const GAMES: u32 = 40;

/// The searches find `L`, where it shows.
pub(crate) fn is_found<R: Testable, L: Leak<R>>() {
    match search::<Leaky<R, L>>(GAMES, 0) {
        Ok(_) => panic!("the leak was overlooked"),
        Err(found) => {
            assert!(found.contains(L::SHOWS_IN), "it should show in {:?}: {found}", L::SHOWS_IN)
        }
    }
}

/// The cards of a place, in short.
fn content<R: Testable>(state: &R::State, is_there: impl Fn(u32) -> bool) -> u64 {
    let mut digest = Digest::new();
    let places = R::places_of_cards(state);
    places
        .iter()
        .enumerate()
        .filter(|(_, place)| is_there(**place))
        .for_each(|place| digest.feed(&place));
    digest.value()
}

/// The seat after the viewer's, whose hidden cards the leak reveals.
fn victim<R: Testable>(state: &R::State, viewer: Viewer) -> Seat {
    let asked = R::asked(state).iter().find(|&seat| !viewer.is(seat));
    asked.or(Seat::new(u8::from(viewer.is(Seat::FIRST)))).expect("a small number is a seat")
}

/// T04: a byte of the seed in the view.
pub(crate) struct SeedInView;
impl<R: Testable> Leak<R> for SeedInView {
    const SHOWS_IN: &'static str = "view";
    fn in_view(state: &R::State, _: Viewer) -> u64 {
        u64::from(R::seed_byte(state, 5))
    }
}

/// T05: the order of the piles in the view.
pub(crate) struct DeckOrder;
impl<R: Testable> Leak<R> for DeckOrder {
    const SHOWS_IN: &'static str = "view";
    fn in_view(state: &R::State, _: Viewer) -> u64 {
        content::<R>(state, |place| place % 100 == 0 && place > 0)
    }
}

/// How many cards of one kind another seat holds.
pub(crate) struct HandCount;
impl<R: Testable> Leak<R> for HandCount {
    const SHOWS_IN: &'static str = "view";
    fn in_view(state: &R::State, viewer: Viewer) -> u64 {
        u64::from(R::secret_count(state, victim::<R>(state, viewer)))
    }
}

/// T03: the length of another seat's legal list in the view.
pub(crate) struct LegalCount;
impl<R: Testable> Leak<R> for LegalCount {
    const SHOWS_IN: &'static str = "view";
    fn in_view(state: &R::State, viewer: Viewer) -> u64 {
        let mut legal = Vec::new();
        R::legal(state, victim::<R>(state, viewer), &mut legal);
        legal.len() as u64
    }
}

/// T01: hands are hidden by phase, not by owner: in the first phase every viewer sees seat 0's.
pub(crate) struct PhaseReveal;
impl<R: Testable> Leak<R> for PhaseReveal {
    const SHOWS_IN: &'static str = "view";
    fn in_view(state: &R::State, _: Viewer) -> u64 {
        if R::phase(state) == 0 { content::<R>(state, |place| place == 1) } else { 0 }
    }
}

/// An error's text names a hidden card.
pub(crate) struct CardInError;
impl<R: Testable> Leak<R> for CardInError {
    const SHOWS_IN: &'static str = "error";
    fn in_error(state: &R::State, seat: Seat) -> u64 {
        content::<R>(state, |place| place == 1 + u32::from(seat.number() == 0))
    }
}

/// Who has answered shows before all have.
pub(crate) struct PendingSet;
impl<R: Testable> Leak<R> for PendingSet {
    const SHOWS_IN: &'static str = "view";
    fn in_view(state: &R::State, _: Viewer) -> u64 {
        match R::to_act(state) {
            ToAct::Seats(seats) => seats.len() as u64,
            ToAct::Over(_) => 0,
        }
    }
}

/// Knowledge is computed from the truth, so that redraws inherit it.
pub(crate) struct KnowsTheTruth;
impl<R: Testable> Leak<R> for KnowsTheTruth {
    const SHOWS_IN: &'static str = "twins";
    fn after(state: &mut R::State, _: &mut Vec<R::Fact>) {
        R::plant_knowledge(state);
    }
}

/// T11: a seat that declines is not mentioned if it couldn't have done anything else.
pub(crate) struct SilentPass;
impl<R: Testable> Leak<R> for SilentPass {
    const SHOWS_IN: &'static str = "events";
    fn conceals(fact: &R::Fact, before: &R::State) -> bool {
        R::declines_perforce(fact, before)
    }
}

/// T07: the face of a drawn or hidden card goes to every viewer.
pub(crate) struct FaceInEvent;
impl<R: Testable> Leak<R> for FaceInEvent {
    const SHOWS_IN: &'static str = "events";
    fn in_event(fact: &R::Fact) -> u64 {
        R::secret_of(fact).map_or(0, |(_, card)| 1 + u64::from(card))
    }
}

/// T10: a seat with one legal answer isn't waited for.
pub(crate) struct ForcedAnswers;
impl<R: Testable> Leak<R> for ForcedAnswers {
    const SHOWS_IN: &'static str = "events";
    fn after(state: &mut R::State, facts: &mut Vec<R::Fact>) {
        let mut legal = Vec::new();
        while let ToAct::Seats(seats) = R::to_act(state) {
            let forced = seats.iter().find_map(|seat| {
                R::legal(state, seat, &mut legal);
                (legal.len() == 1).then(|| (seat, legal[0]))
            });
            let Some((seat, action)) = forced else { return };
            R::apply(state, seat, action, facts).expect("it is legal");
        }
    }
}

/// T15: what others have picked shows before it takes effect.
pub(crate) struct OthersPicks;
impl<R: Testable> Leak<R> for OthersPicks {
    const SHOWS_IN: &'static str = "view";
    fn in_view(state: &R::State, viewer: Viewer) -> u64 {
        R::pending(state).iter().filter(|&seat| !viewer.is(seat)).count() as u64
    }
}

/// The check of a whole choice goes on beyond its end, and shows what has been drawn.
pub(crate) struct WhatFollows;
impl<R: Testable> Leak<R> for WhatFollows {
    const SHOWS_IN: &'static str = "choice";
    const TELLS_WHAT_FOLLOWS: bool = true;
}
