//! Arcanum opened to the project's own suites: where the cards are, and other states that look the
//! same to a viewer.
//!
//! Written from the rules' table of who knows what, not from [`Fact::visible_to`]; it must not use
//! `determinize`.

use super::action::{Action, Kind};
use super::cards::{CARDS, Card, CardSet, Pile};
use super::determinization::Zone;
use super::event::{CardFaces, Event, Fact};
use super::knowledge::{Knowledge, Span};
use super::setup::{Edition, Length, Majors, N, Setup};
use super::state::{State, View};
use super::{Arcanum, resample};
use crate::kit;
use crate::testing::{CardNumber, Testable};
use crate::{Rng, Seat, Viewer, bounded};
use alloc::{format, string::String, vec::Vec};

impl Testable for Arcanum {
    /// Hiding, discarding (Castle and others), Hermit and Moon, Wheel, Sun.
    const KINDS_TOGETHER: usize = 5;
    /// Drawing and hiding, play, scoring.
    const PHASES: usize = 3;
    const SETUP_BYTES: usize = 8 + 80 + 2 * 20;

    fn setups() -> Vec<Setup> {
        let mut setups = Vec::new();
        for edition in Edition::ALL {
            for majors in [Majors::Full, Majors::FromTurn3, Majors::None] {
                for length in [Length::Normal, Length::Long] {
                    for players in 3..=5 {
                        setups.push(Setup { players, length, edition, majors, ..Setup::default() });
                    }
                }
            }
        }
        setups
    }

    fn setup_of(bytes: &[u8]) -> Setup {
        resample::setup_of(bytes)
    }

    fn phase(state: &State) -> usize {
        let scoring =
            state.public.agenda.next().and_then(|step| step.kind(None)) == Some(Kind::FoolHouse);
        match (scoring, state.public.active) {
            (true, _) => 2,
            (false, Some(_)) => 1,
            (false, None) => 0,
        }
    }

    fn zones_of_cards(state: &State) -> Vec<u8> {
        state.card_counts().to_vec()
    }

    fn places_of_cards(state: &State) -> Vec<u32> {
        let mut places = alloc::vec![0; usize::from(CARDS)];
        let mut put = |cards: CardSet, place: u32| {
            cards.iter().for_each(|card| places[usize::from(card.number())] = place)
        };
        for (number, (hand, row)) in (0..).zip(state.secrets.hands.iter().zip(&state.secrets.rows))
        {
            put(*hand, 1 + number);
            put(*row, 11 + number);
            put(state.public.open[number as usize], 21 + number);
        }
        for pile in Pile::ALL {
            for (height, card) in (0..).zip(state.pile(pile)) {
                put(CardSet::only(card), 100 * (1 + pile as u32) + height);
            }
        }
        places
    }

    fn secret_count(state: &State, seat: Seat) -> u8 {
        state.secrets.hands[seat.index()].majors().len()
    }

    fn error_of(view: &View, truth: &State) -> Option<String> {
        let known = &view.knowledge;
        for seat in Seat::all(truth.seats()).filter(|&seat| !view.viewer.is(seat)) {
            let i = seat.index();
            let (hand, row, span) =
                (truth.secrets.hands[i], truth.secrets.rows[i], known.minors[i]);
            if !hand.is_within(known.hands[i]) {
                return Some(format!(
                    "{seat}: {:?} ruled out of its hand",
                    hand.minus(known.hands[i])
                ));
            }
            if !row.is_within(known.rows[i]) {
                return Some(format!(
                    "{seat}: {:?} ruled out of its row",
                    row.minus(known.rows[i])
                ));
            }
            if !(span.least..=span.most).contains(&hand.minors().len()) {
                return Some(format!(
                    "{seat}: {} Minors in hand against {span:?}",
                    hand.minors().len()
                ));
            }
        }
        let piles: CardSet = Pile::ALL.iter().flat_map(|&pile| truth.pile(pile)).collect();
        (!piles.is_within(known.piles))
            .then(|| format!("{:?} ruled out of the piles", piles.minus(known.piles)))
    }

    fn redraw(truth: &State, viewer: Viewer, rng: &mut dyn Rng) -> State {
        kit::resample::redraw(truth, viewer, rng)
    }

    fn twins(truth: &State, rng: &mut dyn Rng) -> Option<(CardNumber, CardNumber)> {
        let pile: Vec<Card> = truth.pile(Pile::ALL[bounded(rng, 3) as usize / 2]).collect();
        if pile.len() < 2 {
            return None;
        }
        // From the top, so that it is drawn before long. A neighbour in canonical order can be
        // picked whenever it can.
        let first = pile[bounded(rng, pile.len().min(8) as u32) as usize];
        let neighbour = pile.iter().copied().find(|card| card.number() == first.number() + 1);
        let any = pile[bounded(rng, pile.len() as u32) as usize];
        let second = neighbour.filter(|_| bounded(rng, 2) == 0).unwrap_or(any);
        (first != second).then_some((first.number(), second.number()))
    }

    fn swapped(truth: &State, twins: (CardNumber, CardNumber)) -> State {
        kit::resample::swapped(truth, &Pile::ALL.map(Zone::Pile), twins)
    }

    fn swapped_action(action: Action, twins: (CardNumber, CardNumber)) -> Action {
        let swap = |card| kit::resample::swapped_card::<Arcanum>(card, twins);
        match action {
            Action::Play(card) => Action::Play(swap(card)),
            Action::Hide(card) => Action::Hide(swap(card)),
            Action::Discard(card) => Action::Discard(swap(card)),
            Action::Give(card) => Action::Give(swap(card)),
            Action::Take(card) => Action::Take(swap(card)),
            Action::Put(card) => Action::Put(swap(card)),
            Action::TurnUp(card) => Action::TurnUp(swap(card)),
            other => other,
        }
    }

    fn visible_cards(fact: &Fact, viewer: Viewer) -> Vec<CardNumber> {
        let all = |faces: CardFaces| faces.cards().unwrap_or_default();
        let only_to =
            |seat: Seat, cards: CardSet| if viewer.is(seat) { cards } else { CardSet::EMPTY };
        let cards = match fact.in_full() {
            Event::Drew { seat, faces, .. }
            | Event::Vaulted { seat, faces }
            | Event::Hid { seat, faces } => only_to(*seat, all(*faces)),
            Event::Discarded { cards, .. }
            | Event::TurnedUp { cards, .. }
            | Event::Shown { cards, .. }
            | Event::RowsDiscarded { cards } => *cards,
            Event::MinorPlayed { card, .. }
            | Event::MajorPlayed { card, .. }
            | Event::CardDone { card } => CardSet::only(*card),
            Event::FoolHidden { .. } | Event::FoolDeclared { .. } => CardSet::FOOL,
            Event::TowerLaid { .. } | Event::TowerLifted => CardSet::only(Card::TOWER),
            Event::Exchanged { seat, opened, taken, given, .. } => {
                only_to(*seat, all(*taken).union(all(*given))).union(*opened)
            }
            // The Wheel: to giver and receiver.
            Event::Passed { seats, passed } => {
                Seat::all(*seats).fold(CardSet::EMPTY, |visible, giver| {
                    let cards = all(passed[giver.index()]);
                    visible
                        .union(only_to(giver, cards))
                        .union(only_to(giver.clockwise(1, *seats), cards))
                })
            }
            Event::Picked { seat, action, .. } => only_to(*seat, resample::card_of(*action)),
            _ => CardSet::EMPTY,
        };
        cards.iter().map(Card::number).collect()
    }

    fn named(event: &Event) -> Vec<CardNumber> {
        // To its own seat an event names all that it names; the events of a fact that shows every
        // face name the most.
        let cards = resample::cards_named(event);
        cards.iter().map(Card::number).collect()
    }

    fn without_luck(event: Event) -> Event {
        match event {
            Event::Drew { seat, pile, faces } => {
                Event::Drew { seat, pile, faces: CardFaces::hidden(faces.count()) }
            }
            Event::Vaulted { seat, faces } => {
                Event::Vaulted { seat, faces: CardFaces::hidden(faces.count()) }
            }
            other => other,
        }
    }

    fn may_differ(event: &Event, viewer: Viewer, together: bool) -> bool {
        match event {
            // What a hand or a row turns out to hold.
            Event::ShowsMinors { seat, .. } => !viewer.is(*seat),
            Event::Shown { .. } => true,
            // What others answered.
            Event::Hid { seat, .. } | Event::Declined { seat } | Event::Discarded { seat, .. } => {
                together && !viewer.is(*seat)
            }
            Event::TurnedUp { .. } | Event::Passed { .. } => together,
            _ => false,
        }
    }

    fn plant_knowledge(state: &mut State) {
        let piles: CardSet = Pile::ALL.iter().flat_map(|&pile| state.pile(pile)).collect();
        for viewer in Viewer::all(state.seats()) {
            let mut known = Knowledge { piles, ..Knowledge::default() };
            for seat in Seat::all(state.seats()).filter(|&seat| !viewer.is(seat)) {
                let i = seat.index();
                let minors = state.secrets.hands[i].minors().len();
                (known.hands[i], known.rows[i]) = (state.secrets.hands[i], state.secrets.rows[i]);
                known.minors[i] = Span { least: minors, most: minors };
            }
            state.knowledge[viewer.seat().map_or(N, Seat::index)] = known;
        }
    }

    fn declines_perforce(fact: &Fact, before: &State) -> bool {
        matches!(fact.in_full(), Event::Declined { seat } if before.secrets.hands[seat.index()].minors().is_empty())
    }

    fn secret_of(fact: &Fact) -> Option<(Seat, CardNumber)> {
        match fact.in_full() {
            Event::Drew { seat, faces, .. } | Event::Hid { seat, faces } => {
                faces.cards()?.last().map(|card| (*seat, card.number()))
            }
            _ => None,
        }
    }
}
