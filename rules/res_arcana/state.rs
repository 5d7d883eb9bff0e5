//! The truth: what is public, what each seat holds, the order of the decks, and what each viewer
//! knows.

use super::agenda::{PILES, Pile};
use super::answer::Answer;
use super::cards::{Face, FaceSet};
use super::decision_context::DecisionContext;
use super::knowledge::Knowledge;
use super::public::Public;
use super::setup::{N, Setup};
use super::view::View;
use crate::{Seat, Seed, Viewer};
use alloc::sync::Arc;

/// Most artefacts of a seat: its own eight, and six dragons that the Sorcerer's Bestiary can bring.
pub(super) const DECK_MAX: usize = 14;

/// The truth. It has no form on the wire; only a [`View`] and the events of a [`Fact`](super::Fact)
/// may be sent.
#[derive(Clone, Debug)]
pub struct State {
    pub(super) setup: Arc<Setup>,
    pub(super) seed: Seed,
    pub(super) public: Public,
    /// Artefacts held; in a draft the packet.
    pub(super) hands: [FaceSet; N],
    /// Mages to choose from.
    pub(super) mages: [FaceSet; N],
    pub(super) piles: [Order; PILES],
    pub(super) answers: [Answer; N],
    /// By seat; the spectator's last.
    pub(super) knowledge: [Knowledge; N + 1],
}

/// The order of a deck; the top card comes last. Its size is public and kept there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Order(pub(super) [Face; DECK_MAX]);

impl Order {
    pub(super) const EMPTY: Order = Order([Face::GOLDEN_STATUE; DECK_MAX]);
}

/// Index of a viewer's knowledge.
pub(super) fn viewer_index(viewer: Viewer) -> usize {
    viewer.seat().map_or(N, Seat::index)
}

impl State {
    /// Seats at the table.
    pub(super) fn seats(&self) -> u8 {
        self.setup.players
    }

    /// What `seat` sees of its decision.
    pub(super) fn decision_context(&self, seat: Seat) -> Option<DecisionContext<'_>> {
        (seat.number() < self.seats()).then(|| DecisionContext {
            public: &self.public,
            seat,
            hand: self.hands[seat.index()],
            mages: self.mages[seat.index()],
            answer: &self.answers[seat.index()],
        })
    }

    /// What `viewer` may know. The destructuring makes every new field ask whether it may be shown.
    pub(super) fn view(&self, viewer: Viewer) -> View {
        let State { setup, seed: _, public, hands: _, mages: _, piles: _, answers, knowledge } =
            self;
        let seat = viewer.seat().filter(|seat| seat.number() < self.seats());
        View {
            setup: Arc::clone(setup),
            viewer: seat.map_or(Viewer::Spectator, Viewer::Seat),
            public: *public,
            answer: seat.map_or(Answer::default(), |seat| answers[seat.index()]),
            knowledge: knowledge[seat.map_or(N, Seat::index)],
        }
    }

    /// The cards of a deck, the top one last.
    pub(super) fn pile(&self, pile: Pile) -> &[Face] {
        let index = pile.index();
        &self.piles[index].0[..usize::from(self.public.pile_size(index)).min(DECK_MAX)]
    }

    /// All decks of this table.
    pub(super) fn all_piles(&self) -> impl Iterator<Item = Pile> + use<> {
        Seat::all(self.seats()).map(Pile::Deck).chain([Pile::Monuments])
    }

    /// What is in the box: the cards that are nowhere else.
    pub(super) fn boxed(&self) -> FaceSet {
        let public = &self.public;
        let hidden = self
            .hands
            .iter()
            .chain(&self.mages)
            .fold(public.open_faces(), |all, set| all.union(*set));
        let all =
            self.all_piles().flat_map(|pile| self.pile(pile)).fold(hidden, |mut all, face| {
                all.insert(*face);
                all
            });
        FaceSet::ARTEFACTS.union(FaceSet::MAGES).minus(all)
    }

    /// In how many zones each face is, which must be 1; faces that aren't in the game are in the
    /// box. For the project's own suites.
    #[cfg(any(test, feature = "testing"))]
    pub fn face_counts(&self) -> [u8; super::cards::FACES as usize] {
        let public = &self.public;
        let mut counts = [0; super::cards::FACES as usize];
        let mut add = |faces: FaceSet| faces.iter().for_each(|face| counts[face.index()] += 1);
        self.hands
            .iter()
            .chain(&self.mages)
            .chain(&public.play)
            .chain(&public.discards)
            .for_each(|set| add(*set));
        [public.display, public.places, public.items, public.open].into_iter().for_each(&mut add);
        self.all_piles()
            .flat_map(|pile| self.pile(pile))
            .for_each(|face| add(FaceSet::only(*face)));
        let other_sides = FaceSet::PLACES.minus(public.open_faces());
        add(self.boxed().union(other_sides));
        let boxed = self.boxed().len();
        debug_assert_eq!(boxed, public.boxed, "the size of the box is public");
        counts
    }
}
