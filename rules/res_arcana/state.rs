//! What is hidden: what each seat holds, and the order of the decks.

use super::ResArcana;
use super::agenda::{PILES, Pile, Step};
use super::cards::{Face, FaceSet};
use super::event::Event;
use super::kind::Kind;
use super::setup::N;
use crate::{Seat, kit};

/// Maximum number of artefacts of a seat: its own eight, and six dragons that the Sorcerer's
/// Bestiary can bring.
pub const DECK_MAX: usize = 14;

/// The truth. It has no form on the wire; only a [`View`] and the events of a [`Fact`](super::Fact)
/// may be sent.
pub type State = kit::State<ResArcana>;
/// Everything that one viewer may know, perfect recall included.
pub type View = kit::View<ResArcana>;

/// What no viewer sees as a whole.
#[derive(Clone, Debug)]
pub struct Secrets {
    pub(super) own: [Own; N],
    pub(super) piles: [Order; PILES],
}

/// The order of a deck; the top card comes last. Its size is public and kept there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Order(pub(super) [Face; DECK_MAX]);

impl Order {
    pub(super) const EMPTY: Order = Order([Face::GOLDEN_STATUE; DECK_MAX]);
}

impl Secrets {
    pub(super) const EMPTY: Secrets =
        Secrets { own: [Own::NOTHING; N], piles: [Order::EMPTY; PILES] };
}

impl kit::Secrets<ResArcana> for Secrets {
    fn own(&self, seat: Seat) -> Own {
        self.own[seat.index()]
    }

    fn fold(&mut self, event: &Event) {
        // Every event that moves own cards can change knowledge.
        if kit::Event::affects_knowledge(event) {
            for (seat, own) in Seat::all(N as u8).zip(&mut self.own) {
                kit::Own::fold(own, seat, event);
            }
        }
    }
}

/// What a seat alone sees of its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Own {
    /// Artefacts held; in a draft the packet.
    pub hand: FaceSet,
    /// Mages to choose from.
    pub mages: FaceSet,
}

impl Own {
    const NOTHING: Own = Own { hand: FaceSet::EMPTY, mages: FaceSet::EMPTY };
}

impl kit::Own<ResArcana> for Own {
    const IS_IN_KNOWLEDGE: bool = true;

    fn zones(&self) -> impl Iterator<Item = (&'static str, FaceSet)> {
        [("hand", self.hand), ("mages", self.mages)].into_iter()
    }

    fn fold(&mut self, own: Seat, event: &Event) {
        let Own { hand, mages } = self;
        match event {
            Event::PacketDealt { seat, faces } | Event::Drew { seat, faces } if *seat == own => {
                *hand = hand.union(faces.cards().unwrap_or_default());
            }
            Event::StarterSet { seat, set } if *seat == own => {
                *hand = FaceSet::starter_set(*set).and(FaceSet::ARTEFACTS);
            }
            Event::Kept { seat, faces } if *seat == own => {
                *hand = hand.minus(faces.cards().unwrap_or_default());
            }
            Event::PacketsPassed { faces, .. } => {
                *hand = faces[own.index()].cards().unwrap_or_default();
            }
            Event::Placed { seat, card, from: None } if *seat == own => hand.remove(*card),
            Event::Discarded { seat, cards } if *seat == own => *hand = hand.minus(*cards),
            Event::MagesDealt { seat, faces } if *seat == own => {
                *mages = faces.cards().unwrap_or_default();
            }
            Event::MagesShown { .. } => *mages = FaceSet::EMPTY,
            _ => {}
        }
    }
}

impl State {
    /// The cards of a deck, the top one last.
    pub(super) fn pile(&self, pile: Pile) -> &[Face] {
        let index = pile.index();
        let size = usize::from(self.public.pile_size(index)).min(DECK_MAX);
        &self.secrets.piles[index].0[..size]
    }

    /// The top cards of a deck, the top one first.
    pub(super) fn top(&self, pile: Pile, count: u8) -> impl Iterator<Item = Face> + '_ {
        self.pile(pile).iter().rev().take(usize::from(count)).copied()
    }

    /// All decks of this table.
    pub(super) fn all_piles(&self) -> impl Iterator<Item = Pile> + use<> {
        Pile::all(self.seats())
    }

    /// What is in the box: the cards that are nowhere else.
    pub(super) fn boxed(&self) -> FaceSet {
        let held = |all: FaceSet, own: &Own| all.union(own.hand).union(own.mages);
        let seen = self.secrets.own.iter().fold(self.public.open_faces(), held);
        let decks = self.all_piles().flat_map(|pile| self.pile(pile)).copied();
        FaceSet::ARTEFACTS.union(FaceSet::MAGES).minus(seen).minus(decks.collect())
    }

    /// In how many zones each face is, which must be 1; faces that aren't in the game are in the
    /// box. For the project's own suites.
    #[cfg(any(test, feature = "testing"))]
    pub fn face_counts(&self) -> [u8; super::cards::FACES as usize] {
        let public = &self.public;
        let mut counts = [0; super::cards::FACES as usize];
        let mut add = |faces: FaceSet| faces.iter().for_each(|face| counts[face.index()] += 1);
        self.secrets.own.iter().flat_map(|own| [own.hand, own.mages]).for_each(&mut add);
        public.play.iter().chain(&public.discards).copied().for_each(&mut add);
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

impl View {
    /// The viewer's own hand; empty for a spectator.
    pub fn hand(&self) -> FaceSet {
        self.own.hand
    }

    /// The kind of the decision that is put to the seats in `public.asked`.
    pub fn asked_kind(&self) -> Option<Kind> {
        self.public.agenda.next().and_then(Step::kind)
    }
}
