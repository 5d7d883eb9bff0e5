//! Arcanoid opened to the project's own suites: where the cards are, and other states that look the
//! same to a viewer.
//!
//! Written from the rules' table of who knows what, not from [`Fact::visible_to`]; it must not use
//! `determinize`.

use super::action::Action;
use super::agenda::Step;
use super::cards::{CARDS, Card, CardSet};
use super::decision_context::callable;
use super::determinization::Zone;
use super::event::{CardFaces, Event, Fact};
use super::knowledge::Knowledge;
use super::setup::{DevilWins, N, Refill, Setup};
use super::state::{State, View};
use super::{Arcanoid, Player, resample};
use crate::kit;
use crate::testing::{CardNumber, Testable};
use crate::{Rng, SEATS_MAX, Seat, Viewer, bounded};
use alloc::{format, string::String, vec::Vec};

/// Place of a card that lies open or in an engagement.
const OPEN: u32 = 0;
/// Places from here on are heights of the stock.
const STOCK: u32 = 100;
const BURIED: u32 = 90;

impl Testable for Arcanoid {
    /// Whether an engagement is stolen.
    const KINDS_TOGETHER: usize = 1;
    /// A turn, a possible theft, what is asked between turns or about the stock.
    const PHASES: usize = 3;
    const SETUP_BYTES: usize = 8;

    fn setups() -> Vec<Setup> {
        let mut setups = Vec::new();
        for variant in 0..VARIANTS {
            for players in 2..=SEATS_MAX {
                setups.push(setup(players, variant));
            }
        }
        setups
    }

    fn setup_of(bytes: &[u8]) -> Setup {
        resample::setup_of(bytes)
    }

    fn is_hasty(action: Action) -> bool {
        matches!(action, Action::Abdicate(_) | Action::Engage(_))
    }

    fn phase(state: &State) -> usize {
        match state.public.agenda.next() {
            Some(Step::Steal) => 1,
            Some(Step::Vote { .. } | Step::ExtraTurn) => 2,
            _ => 0,
        }
    }

    fn zones_of_cards(state: &State) -> Vec<u8> {
        state.card_counts().to_vec()
    }

    fn places_of_cards(state: &State) -> Vec<u32> {
        let mut places = alloc::vec![OPEN; usize::from(CARDS)];
        let mut put = |cards: CardSet, place: u32| {
            cards.iter().for_each(|card| places[usize::from(card.number())] = place)
        };
        for (number, hand) in (0..).zip(&state.secrets.hands) {
            put(*hand, 1 + number);
        }
        put(state.secrets.buried, BURIED);
        for (height, card) in (0..).zip(state.stock().iter().rev()) {
            put(card.alone(), STOCK + height);
        }
        places
    }

    fn secret_count(state: &State, seat: Seat) -> u8 {
        state.secrets.hands[seat.index()].majors().len()
    }

    fn error_of(view: &View, truth: &State) -> Option<String> {
        let known = &view.knowledge;
        for seat in Seat::all(truth.seats()).filter(|&seat| !view.viewer.is(seat)) {
            let (hand, known) = (truth.secrets.hands[seat.index()], known.hands[seat.index()]);
            if !hand.is_within(known) {
                return Some(format!("{seat}: {:?} ruled out of its hand", hand.minus(known)));
            }
        }
        let stock: CardSet = truth.stock().iter().copied().collect();
        if !stock.is_within(known.stock) {
            return Some(format!("{:?} ruled out of the stock", stock.minus(known.stock)));
        }
        let buried = truth.secrets.buried.minus(known.buried);
        (!buried.is_empty()).then(|| format!("{buried:?} ruled out of what Death removed"))
    }

    fn redraw(truth: &State, viewer: Viewer, rng: &mut dyn Rng) -> State {
        kit::resample::redraw(truth, viewer, rng)
    }

    fn twins(truth: &State, rng: &mut dyn Rng) -> Option<(CardNumber, CardNumber)> {
        let stock = truth.stock();
        if stock.len() < 2 {
            return None;
        }
        // From the top, so that it is drawn before long. A neighbour in canonical order can be
        // picked whenever it can.
        let first = stock[stock.len() - 1 - bounded(rng, stock.len().min(8) as u32) as usize];
        let neighbour =
            |card: &Card| card.suit() == first.suit() && card.number() == first.number() + 1;
        let second = stock
            .iter()
            .copied()
            .find(neighbour)
            .filter(|second| is_numeric(*second) == is_numeric(first));
        let any = stock[bounded(rng, stock.len() as u32) as usize];
        let second = second.filter(|_| bounded(rng, 8) > 0).unwrap_or(any);
        (first != second && are_named_alike(first, second))
            .then_some((first.number(), second.number()))
    }

    fn swapped(truth: &State, twins: (CardNumber, CardNumber)) -> State {
        kit::resample::swapped(truth, &[Zone::Stock], twins)
    }

    fn swapped_action(action: Action, twins: (CardNumber, CardNumber)) -> Action {
        let swap = |card| kit::resample::swapped_card::<Arcanoid>(card, twins);
        match action {
            Action::Play(card) => Action::Play(swap(card)),
            Action::Discard(card) => Action::Discard(swap(card)),
            Action::Pick(card) => Action::Pick(swap(card)),
            Action::Call(card) => Action::Call(swap(card)),
            other => other,
        }
    }

    fn visible_cards(fact: &Fact, viewer: Viewer) -> Vec<CardNumber> {
        let all = |faces: CardFaces| faces.cards().unwrap_or_default();
        let only_to =
            |seat: Seat, cards: CardSet| if viewer.is(seat) { cards } else { CardSet::EMPTY };
        let cards = match fact.in_full() {
            Event::RoundBegan { .. } => CardSet::ALL,
            // Cards drawn into a hand are its owner's to see.
            Event::Drew { seat, faces } => only_to(*seat, all(*faces)),
            // A look shows a hand to the player that looks; if that is the Devil, to its
            // controller.
            Event::Looked { by, at, faces, .. } => {
                only_to(*by, all(*faces)).union(only_to(*at, all(*faces)))
            }
            // Whatever is laid, thrown away, shown or called is for all viewers to see.
            Event::DrewOpen { cards, .. }
            | Event::PoolFilled { cards }
            | Event::Discarded { cards, .. }
            | Event::Declared { cards, .. }
            | Event::Shown { cards, .. }
            | Event::ReserveLaid { cards, .. }
            | Event::ReserveGrew { cards, .. }
            | Event::Retired { hand: cards, .. }
            | Event::Hanged { hand: cards, .. } => *cards,
            Event::Stolen { .. } => CardSet::FOOL,
            Event::Played { card, .. } | Event::CardDone { card } | Event::Called { card, .. } => {
                card.alone()
            }
            Event::Picked { seat, action, .. } => {
                only_to(*seat, action.card().map_or(CardSet::EMPTY, CardSet::only))
            }
            _ => CardSet::EMPTY,
        };
        cards.iter().map(Card::number).collect()
    }

    fn named(event: &Event) -> Vec<CardNumber> {
        resample::cards_named(event).iter().map(Card::number).collect()
    }

    fn without_luck(event: Event) -> Event {
        // As many cards, and always the same.
        let some = |cards: CardSet| CardSet::ALL.iter().take(cards.len().into()).collect();
        match event {
            Event::Drew { seat, faces } => {
                Event::Drew { seat, faces: CardFaces::hidden(faces.count()) }
            }
            Event::DrewOpen { player, cards } => Event::DrewOpen { player, cards: some(cards) },
            Event::PoolFilled { cards } => Event::PoolFilled { cards: some(cards) },
            other => other,
        }
    }

    fn may_differ(event: &Event, viewer: Viewer, together: bool) -> bool {
        match event {
            // What a hand turns out to hold.
            Event::Shown { seat, .. } | Event::Looked { at: seat, .. } => !viewer.is(*seat),
            Event::Retired { player, .. } | Event::Hanged { target: Some(player), .. } => {
                player.seat().is_some_and(|seat| !viewer.is(seat))
            }
            Event::Called { .. } => true,
            // What others answered.
            Event::Stolen { .. } => together,
            _ => false,
        }
    }

    fn plant_knowledge(state: &mut State) {
        let stock: CardSet = state.stock().iter().copied().collect();
        for viewer in Viewer::all(state.seats()) {
            let mut known =
                Knowledge { stock, buried: state.secrets.buried, hands: state.secrets.hands };
            if let Some(seat) = viewer.seat() {
                known.hands[seat.index()] = CardSet::EMPTY;
            }
            state.knowledge[viewer.seat().map_or(N, Seat::index)] = known;
        }
    }

    fn declines_perforce(fact: &Fact, before: &State) -> bool {
        let holds_fool = |seat: Seat| before.secrets.hands[seat.index()].contains(Card::FOOL);
        let could_steal =
            before.public.possible_thieves().iter().filter_map(Player::seat).any(holds_fool);
        matches!(fact.in_full(), Event::NotStolen) && !could_steal
    }

    fn secret_of(fact: &Fact) -> Option<(Seat, CardNumber)> {
        match fact.in_full() {
            Event::Drew { seat, faces } => faces.cards()?.last().map(|card| (*seat, card.number())),
            _ => None,
        }
    }
}

/// Whether the same decisions can be answered by naming either card, unseen.
fn are_named_alike(one: Card, other: Card) -> bool {
    [false, true]
        .iter()
        .all(|&majors| callable(majors).contains(one) == callable(majors).contains(other))
}

fn is_numeric(card: Card) -> bool {
    CardSet::NUMERICS.contains(card)
}

/// Ways to set the options.
const VARIANTS: u8 = 10;

/// The rules as they are by default, and with options switched. Most games are one round, which is
/// all that rounds share.
fn setup(players: u8, variant: u8) -> Setup {
    let either = |bit: u8| variant >> bit & 1 == 1;
    Setup {
        players,
        rounds: match variant {
            0 if players <= 4 => None,
            1 => Some(2),
            _ => Some(1),
        },
        max_renewals: [3, 3, 1, 0, 3, 2, 1, 3, 0, 9][usize::from(variant)],
        devil_wins: if either(0) { DevilWins::Nobody } else { DevilWins::Controller },
        devil_must_finish: !either(1),
        out_of_turn_refill: if either(2) { Refill::Immediate } else { Refill::Deferred },
        first: Seat::new(players - 1).filter(|_| either(3)),
    }
}
