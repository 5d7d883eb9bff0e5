//! Res Arcana opened to the project's own suites: where the faces are, and other states that look
//! the same to a viewer.
//!
//! Written from the rules' table of who knows what, not from [`Fact::visible_to`]; it must not use
//! `determinize`.

use super::action::Action;
use super::agenda::{PILES, Pile, Step};
use super::cards::{FACES, Face, FaceSet};
use super::determinization::Zone;
use super::event::{CardFaces, Event, Fact};
use super::kind::Kind;
use super::knowledge::Knowledge;
use super::sequence::Sequence;
use super::setup::{Deal, First, Places, Setup};
use super::state::{State, View};
use super::{Own, ResArcana, resample};
use crate::kit::{Masked, resample as kit};
use crate::testing::{CardNumber, Testable};
use crate::{Rng, Seat, Viewer};
use alloc::{format, string::String, vec::Vec};

/// Place of a face that lies open.
const OPEN: u32 = 0;
/// Places from here on are mages before a seat.
const MAGES: u32 = 50;
const BOX: u32 = 90;
/// Places from here on are heights of decks, a hundred each.
const DECKS: u32 = 100;

impl Testable for ResArcana {
    /// Drafts and mages.
    const KINDS_TOGETHER: usize = 2;
    /// A move, what follows from it, everything else.
    const PHASES: usize = 3;
    const SETUP_BYTES: usize = 10;

    fn setups() -> Vec<Setup> {
        let variants = (0..VARIANTS).flat_map(|variant| (2..=4).map(move |seats| (seats, variant)));
        variants.map(|(players, variant)| setup(players, variant)).collect()
    }

    fn setup_of(bytes: &[u8]) -> Setup {
        resample::setup_of(bytes)
    }

    fn phase(state: &State) -> usize {
        let steps = state.public.agenda.steps();
        match steps.last() {
            Some(Step::Move { .. }) => 0,
            _ if steps.iter().any(|step| matches!(step, Step::NextMove { .. })) => 1,
            _ => 2,
        }
    }

    fn zones_of_cards(state: &State) -> Vec<u8> {
        state.face_counts().to_vec()
    }

    fn places_of_cards(state: &State) -> Vec<u32> {
        let mut places = alloc::vec![OPEN; usize::from(FACES)];
        let mut put =
            |faces: FaceSet, place: u32| faces.iter().for_each(|face| places[face.index()] = place);
        for (number, own) in (0..).zip(&state.secrets.own) {
            put(own.hand, 1 + number);
            put(own.mages, MAGES + number);
        }
        put(state.boxed(), BOX);
        for pile in state.all_piles() {
            for (height, card) in (0..).zip(state.pile(pile).iter().rev()) {
                put(FaceSet::only(*card), DECKS * (1 + pile.index() as u32) + height);
            }
        }
        places
    }

    fn secret_count(state: &State, seat: Seat) -> u8 {
        state.secrets.own[seat.index()].hand.and(FaceSet::DRAGONS.union(FaceSet::CREATURES)).len()
    }

    fn error_of(view: &View, truth: &State) -> Option<String> {
        let known = &view.knowledge;
        for seat in Seat::all(truth.seats()) {
            let i = seat.index();
            let Own { hand, mages } = truth.secrets.own[i];
            if !hand.is_within(known.hands[i]) || !mages.is_within(known.mages[i]) {
                return Some(format!("{seat}: {hand:?}, {mages:?} ruled out of its hand"));
            }
            let is_known = (known.hands[i], known.mages[i]) == (hand, mages);
            if view.viewer.is(seat) && !(is_known && view.own == truth.secrets.own[i]) {
                return Some(format!("{seat} doesn't know its own {hand:?}, {mages:?}"));
            }
        }
        for pile in truth.all_piles() {
            let i = pile.index();
            let from_top: Vec<Face> = truth.pile(pile).iter().rev().copied().collect();
            let (top, rest) = from_top.split_at(from_top.len().min(known.top_sizes[i].into()));
            let set = |cards: &[Face]| cards.iter().copied().collect::<FaceSet>();
            if !set(top).is_within(known.tops[i]) || !set(rest).is_within(known.rests[i]) {
                return Some(format!("{top:?} and {rest:?} ruled out of {pile:?}"));
            }
            if !known.orders[i]
                .iter()
                .eq(from_top.iter().copied().take(known.orders[i].len().into()))
            {
                return Some(format!("{pile:?} begins with {top:?}, not {:?}", known.orders[i]));
            }
        }
        let boxed = truth.boxed().minus(known.boxed);
        (!boxed.is_empty()).then(|| format!("{boxed:?} ruled out of the box"))
    }

    fn redraw(truth: &State, viewer: Viewer, rng: &mut dyn Rng) -> State {
        kit::redraw(truth, viewer, rng)
    }

    fn twins(truth: &State, rng: &mut dyn Rng) -> Option<(CardNumber, CardNumber)> {
        resample::twins(truth, rng)
    }

    fn swapped(truth: &State, twins: (CardNumber, CardNumber)) -> State {
        kit::swapped(truth, &decks(truth), twins)
    }

    fn swapped_action(action: Action, twins: (CardNumber, CardNumber)) -> Action {
        let swap = |face| kit::swapped_card::<ResArcana>(face, twins);
        match action {
            Action::Choose(face) => Action::Choose(swap(face)),
            Action::Place(face) => Action::Place(swap(face)),
            Action::Discard(face) => Action::Discard(swap(face)),
            Action::ClaimMonument(face) => Action::ClaimMonument(swap(face)),
            other => other,
        }
    }

    fn visible_cards(fact: &Fact, viewer: Viewer) -> Vec<CardNumber> {
        let all = |faces: CardFaces| faces.cards().unwrap_or_default();
        let only_to =
            |seat: Seat, cards: FaceSet| if viewer.is(seat) { cards } else { FaceSet::EMPTY };
        let of = |action: &Action| action.face().into_iter().collect();
        let faces = match fact.in_full() {
            // What is dealt, kept or drawn is its holder's to see.
            Event::MagesDealt { seat, faces }
            | Event::Dealt { seat, faces }
            | Event::PacketDealt { seat, faces }
            | Event::Kept { seat, faces }
            | Event::Drew { seat, faces } => only_to(*seat, all(*faces)),
            Event::PacketsPassed { faces, .. } => {
                viewer.seat().map_or(FaceSet::EMPTY, |seat| all(faces[seat.index()]))
            }
            // A look is the looker's.
            Event::Looked { seat, cards, .. } => {
                only_to(*seat, cards.map_or(FaceSet::EMPTY, |cards| cards.iter().collect()))
            }
            Event::Picked { seat, action, .. } => only_to(*seat, of(action)),
            // Whatever lies on the table is everybody's to see.
            other => resample::faces_named(other),
        };
        faces.iter().map(Face::number).collect()
    }

    fn named(event: &Event) -> Vec<CardNumber> {
        resample::faces_named(event).iter().map(Face::number).collect()
    }

    fn without_luck(event: Event) -> Event {
        match event {
            Event::Drew { .. }
            | Event::PacketDealt { .. }
            | Event::Dealt { .. }
            | Event::MagesDealt { .. }
            | Event::Looked { .. } => event.masked(Viewer::Spectator).expect("all see these"),
            other => other,
        }
    }

    fn may_differ(event: &Event, viewer: Viewer, together: bool) -> bool {
        match event {
            // What comes off the monument deck, or a starter set.
            Event::Claimed { unseen: true, .. }
            | Event::Refilled { .. }
            | Event::StarterSet { .. } => true,
            // A whole hand that has to go, of which some has just been drawn.
            Event::Discarded { .. } => true,
            // What others answered.
            Event::PacketsPassed { .. } | Event::MagesShown { .. } => together,
            Event::Kept { seat, .. } => together && viewer.is(*seat),
            _ => false,
        }
    }

    fn plant_knowledge(state: &mut State) {
        let set = |pile: Pile| state.pile(pile).iter().copied().collect();
        let mut rests = [FaceSet::EMPTY; PILES];
        state.all_piles().for_each(|pile| rests[pile.index()] = set(pile));
        let known = Knowledge {
            hands: state.secrets.own.map(|own| own.hand),
            mages: state.secrets.own.map(|own| own.mages),
            tops: [FaceSet::EMPTY; PILES],
            rests,
            boxed: state.boxed(),
            top_sizes: [0; PILES],
            orders: [Sequence::EMPTY; PILES],
        };
        state.knowledge.fill(known);
    }

    fn declines_perforce(fact: &Fact, before: &State) -> bool {
        let asks_for_dragon = matches!(before.public.agenda.next(), Some(step) if step.kind() == Some(Kind::PlaceByPower));
        match fact.in_full() {
            Event::Chose { seat, action: Action::Decline } => {
                asks_for_dragon && !before.secrets.own[seat.index()].hand.meets(FaceSet::DRAGONS)
            }
            _ => false,
        }
    }

    fn secret_of(fact: &Fact) -> Option<(Seat, CardNumber)> {
        match fact.in_full() {
            Event::Drew { seat, faces } => {
                faces.cards()?.first().map(|card| (*seat, card.number()))
            }
            _ => None,
        }
    }
}

/// All decks, as wholes.
fn decks(state: &State) -> Vec<Zone> {
    state.all_piles().map(|pile| Zone::Rest(pile, 0)).collect()
}

/// Ways to set the options.
const VARIANTS: u8 = 28;

/// Every deal, with places and first player set in different ways.
fn setup(players: u8, variant: u8) -> Setup {
    let face = |number: u8| Face::new(number).expect("a face");
    let mages = (0..players).map(|seat| face(40 + (3 * seat + variant) % 10)).collect();
    let deck = |seat: u8| (0..8).map(|i| face((seat * 8 + i) * 3 % 40)).collect();
    let deal = match variant % 14 {
        1 => Deal::Discovery,
        2 | 7 | 9 | 11 => Deal::Draft,
        3 if players == 2 => Deal::OpenDraft {
            mages,
            artefacts: (0..16).map(|i| face((7 * i + variant) % 40)).collect(),
        },
        4 => Deal::Given { mages, decks: (0..players).map(deck).collect() },
        _ => Deal::Normal,
    };
    let seat = Seat::new(variant % players).expect("a seat");
    Setup {
        players,
        deal,
        places: [None, None, Some(Places::Sun), Some(Places::Random)][usize::from(variant % 4)],
        first: match variant % 5 {
            0 | 1 => First::Drawn,
            2 | 3 => First::ChosenBy(seat),
            _ => First::Seat(seat),
        },
    }
}
