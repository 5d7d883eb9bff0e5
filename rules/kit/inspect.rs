//! What the suites read of the states and views of any game.

use super::AGENDA_MAX;
use super::engine::Public;
use super::hidden::Hides;
use super::kinds::Kind;
use super::state::{State, View};
use crate::testing::Inspect;
use crate::{OpenDecision, Seat, SeatSet};
use alloc::vec::Vec;

impl<G: Hides> Inspect for G {
    const KINDS: usize = G::Kind::COUNT;
    const NOT_ASKED: &'static str = "NOT_ASKED";

    fn kind_number(kind: G::Kind) -> usize {
        kind.number() - 1
    }

    fn legal_max(kind: G::Kind) -> usize {
        kind.legal_max()
    }

    fn asked(state: &State<G>) -> SeatSet {
        state.public.asked()
    }

    fn pending(state: &State<G>) -> SeatSet {
        let nothing = G::PendingAnswer::default();
        let begun = |seat: &Seat| state.answers.as_ref()[seat.index()] != nothing;
        state.public.asked().iter().filter(begun).collect()
    }

    fn legal_in(view: &View<G>) -> Vec<G::Action> {
        view.legal()
    }

    fn decision_in(view: &View<G>) -> Option<OpenDecision<G::Kind>> {
        view.decision()
    }

    fn waiting_steps(state: &State<G>) -> (usize, usize) {
        (state.public.agenda().steps().len(), AGENDA_MAX)
    }

    fn seed_byte(state: &State<G>, index: usize) -> u8 {
        state.seed.expose()[index]
    }
}
