//! Arcana opened to the project's own suites: where the cards are, and other states that look the
//! same to a viewer.
//!
//! Written from the rules' table of who knows what, not from [`Fact::visible_to`]; it must not use
//! `determinize`.

use super::Arcana;
use super::action::Action;
use super::agenda::Step;
use super::cards::{CARDS, Card, CardSet, Guild, Objective};
use super::deal::all_objectives;
use super::determinization::HiddenZone;
use super::event::{CardFaces, Event, Fact};
use super::knowledge::Cover;
use super::resample;
use super::setup::{Guilds, N, Setup};
use super::state::{State, View};
use super::zone::Zone;
use crate::kit;
use crate::kit::resample::Resample;
use crate::testing::{CardNumber, Testable};
use crate::{Rng, Seat, Viewer, bounded, shuffle};
use alloc::{format, string::String, vec::Vec};

/// Place of a card that all viewers see; hands are 1 and following, face-down slots 10 and
/// following.
const OPEN: u32 = 0;
const COVERS: u32 = 10;
/// Out of the game.
const OUT: u32 = 90;
/// Heights of the seats' draw piles, of the zones' piles, of the militia's deck: from here on, a
/// hundred for each.
const DRAW_PILES: u32 = 100;
const PILES: u32 = 500;
const MILITIA: u32 = 1000;

impl Testable for Arcana {
    /// Objectives.
    const KINDS_TOGETHER: usize = 1;
    /// Actions, what comes before the first round, what follows from an action or a struggle.
    const PHASES: usize = 3;
    const SETUP_BYTES: usize = 10;

    fn setups() -> Vec<Setup> {
        (0..VARIANTS)
            .flat_map(|variant| (2..=4).map(move |players| setup(players, variant)))
            .collect()
    }

    fn setup_of(bytes: &[u8]) -> Setup {
        resample::setup_of(bytes)
    }

    fn is_hasty(action: Action) -> bool {
        matches!(action, Action::Discard(_))
    }

    fn phase(state: &State) -> usize {
        match state.public.agenda.next() {
            Some(Step::Act { .. }) => 0,
            Some(Step::Guild { .. } | Step::Objectives) => 1,
            _ => 2,
        }
    }

    fn zones_of_cards(state: &State) -> Vec<u8> {
        let mut counts = alloc::vec![0; usize::from(CARDS)];
        let public = &state.public;
        let hidden = hidden_zones(state).into_iter();
        let hidden = hidden.flat_map(|zone| Arcana::lying_in(state, zone));
        let seen = public.open_places().chain(public.absent()).flat_map(CardSet::iter);
        hidden.chain(seen).for_each(|card| counts[card.index()] += 1);
        counts
    }

    fn places_of_cards(state: &State) -> Vec<u32> {
        let mut places = alloc::vec![OPEN; usize::from(CARDS)];
        let public = &state.public;
        for zone in hidden_zones(state) {
            let lying = Arcana::lying_in(state, zone);
            let mut heights = lying.iter().rev().zip(0..);
            let (base, is_pile) = match zone {
                HiddenZone::Hand(seat) => (1 + u32::from(seat.number()), false),
                HiddenZone::Cover(seat, number) => {
                    (COVERS + 6 * u32::from(seat.number()) + u32::from(number), false)
                }
                HiddenZone::Mustered(seat) => (OUT - 1 - u32::from(seat.number()), false),
                HiddenZone::DrawPile(seat) => (DRAW_PILES * (1 + u32::from(seat.number())), true),
                HiddenZone::Militia => (MILITIA, true),
                HiddenZone::Market => (OUT, false),
            };
            heights.by_ref().for_each(|(card, height): (&Card, u32)| {
                places[card.index()] = base + if is_pile { height } else { 0 };
            });
        }
        for (zone, height) in resample::places(state) {
            let depth = u32::from(public.piles[zone.index()].size) - 1 - height as u32;
            if let Some(card) = state.secrets.piles[zone.index()][height] {
                places[card.index()] = PILES + 100 * u32::from(zone.number()) + depth;
            }
        }
        places
    }

    fn secret_count(state: &State, seat: Seat) -> u8 {
        state.secrets.own[seat.index()].hand.and(CardSet::OPERATIVES).len()
    }

    fn error_of(view: &View, truth: &State) -> Option<String> {
        for zone in <HiddenZone as kit::Zone<Arcana>>::all(view) {
            let lying: CardSet = Arcana::lying_in(truth, zone).into_iter().collect();
            let may_hold = kit::Zone::<Arcana>::may_hold(zone, view);
            let size = kit::Zone::<Arcana>::bounds(zone, view).size;
            if !lying.is_within(may_hold) || lying.len() != size {
                return Some(format!("{zone:?}: {lying:?} in truth, of {may_hold:?}, {size}"));
            }
        }
        let public = &view.public;
        public.zones().find_map(|zone| {
            let known = public.piles[zone.index()].cycled().iter().rev();
            let pile = &truth.secrets.piles[zone.index()];
            let differs = known.zip(pile).any(|(known, card)| Some(*known) != *card);
            differs.then(|| format!("{zone}: {pile:?} has another bottom"))
        })
    }

    fn redraw(truth: &State, viewer: Viewer, rng: &mut dyn Rng) -> State {
        let mut other = truth.clone();
        redraw_objectives(&mut other, viewer, rng);
        redraw_game_end(&mut other, rng);
        kit::resample::redraw(&other, viewer, rng)
    }

    fn twins(truth: &State, rng: &mut dyn Rng) -> Option<(CardNumber, CardNumber)> {
        let owner = Seat::new(bounded(rng, truth.seats().into()) as u8)?;
        let is_market = bounded(rng, 3) == 0;
        let zone = if is_market { HiddenZone::Market } else { HiddenZone::DrawPile(owner) };
        let cards = Arcana::lying_in(truth, zone);
        let any = cards.len() as u32;
        if any < 2 {
            return None;
        }
        let first = cards[bounded(rng, any) as usize];
        let alike = |card: &&Card| {
            is_market
                || card.is_operative() == first.is_operative()
                    && card.is_relic() == first.is_relic()
                    && card.effect() == first.effect()
        };
        let others: Vec<Card> =
            cards.iter().filter(|&&card| card != first).filter(alike).copied().collect();
        let second = others.get(bounded(rng, others.len() as u32) as usize)?;
        Some((first.number(), second.number()))
    }

    fn swapped(truth: &State, (one, two): (CardNumber, CardNumber)) -> State {
        let zones = hidden_zones(truth).into_iter().filter(|&zone| {
            let lying = Arcana::lying_in(truth, zone);
            lying.iter().any(|card| card.number() == one || card.number() == two)
        });
        kit::resample::swapped(truth, &zones.collect::<Vec<_>>(), (one, two))
    }

    fn swapped_action(action: Action, twins: (CardNumber, CardNumber)) -> Action {
        let swap = |card| kit::resample::swapped_card::<Arcana>(card, twins);
        match action {
            Action::Discard(card) => Action::Discard(swap(card)),
            Action::Place(card) => Action::Place(swap(card)),
            Action::Bribe(card) => Action::Bribe(swap(card)),
            Action::Muster(card) => Action::Muster(swap(card)),
            Action::Enact(card) => Action::Enact(swap(card)),
            Action::Pick(card) => Action::Pick(swap(card)),
            other => other,
        }
    }

    fn visible_cards(fact: &Fact, viewer: Viewer) -> Vec<CardNumber> {
        let event = fact.in_full();
        let all = resample::cards_named(event);
        let if_own = |seat: Seat| if viewer.is(seat) { all } else { CardSet::EMPTY };
        let cards = match event {
            // Cards drawn are their owner's to see, as is a militia card. A look shows cards to the
            // seat that looks.
            Event::Drew { seat, .. } | Event::Peeked { seat, .. } => if_own(*seat),
            Event::Mustered { seat, relic, .. } => if_own(*seat).with(*relic),
            // Face down in a zone, or back from there: its owner's. Face up: all viewers'.
            Event::Placed { seat, up: false, .. }
            | Event::MilitiaPlaced { seat, up: false, .. }
            | Event::Recalled { seat, up: false, .. }
            | Event::Moved { owner: seat, up: false, .. } => if_own(*seat),
            Event::Picked { seat, .. } => if_own(*seat),
            // What comes up from a pile, turns up at a stake, goes to a resource pile or out of one
            // is all viewers'.
            Event::GuildTaken { .. }
            | Event::TurnedUp { .. }
            | Event::Shuffled { .. }
            | Event::Placed { up: true, .. }
            | Event::MilitiaPlaced { up: true, .. }
            | Event::Recalled { up: true, .. }
            | Event::Moved { up: true, .. }
            | Event::Discarded { .. }
            | Event::Enacted { .. }
            | Event::EffectOver { .. }
            | Event::Expelled { .. }
            | Event::Cycled { .. }
            | Event::Retrieved { .. }
            | Event::Raided { .. }
            | Event::Bribed { .. }
            | Event::Struggled { .. }
            | Event::StakeTaken { .. }
            | Event::MilitiaHome { .. } => all,
            Event::GameEndCame { .. }
            | Event::ObjectivesDealt { .. }
            | Event::ObjectivesKept { .. }
            | Event::RoundBegan { .. }
            | Event::Swapped { .. }
            | Event::Locked { .. }
            | Event::Covered { .. }
            | Event::Asked { .. }
            | Event::Ended { .. } => CardSet::EMPTY,
        };
        cards.iter().map(Card::number).collect()
    }

    fn named(event: &Event) -> Vec<CardNumber> {
        resample::cards_named(event).iter().map(Card::number).collect()
    }

    fn without_luck(event: Event) -> Event {
        match event {
            Event::Drew { seat, faces } => {
                Event::Drew { seat, faces: CardFaces::hidden(faces.count()) }
            }
            Event::ObjectivesDealt { seat, .. } => {
                Event::ObjectivesDealt { seat, objectives: None }
            }
            Event::Mustered { seat, relic, .. } => Event::Mustered { seat, relic, card: None },
            Event::TurnedUp { zone, .. } => Event::TurnedUp { zone, card: Card::FIRST },
            other => other,
        }
    }

    fn may_differ(event: &Event, viewer: Viewer, _together: bool) -> bool {
        match event {
            // What turns out to lie there, and what follows from it.
            Event::Struggled { .. }
            | Event::Bribed { .. }
            | Event::Peeked { .. }
            | Event::Raided { .. }
            | Event::GameEndCame { .. }
            | Event::TurnedUp { .. }
            | Event::Ended { .. } => true,
            Event::MilitiaPlaced { seat, up, .. } => *up && !viewer.is(*seat),
            _ => false,
        }
    }

    fn plant_knowledge(state: &mut State) {
        for viewer in Viewer::all(state.seats()) {
            let mut known = super::Knowledge::default();
            for seat in Seat::all(state.seats()).filter(|&seat| !viewer.is(seat)) {
                let own = &state.secrets.own[seat.index()];
                known.hands = known.hands.union(own.hand);
                known.draw_piles = known.draw_piles.union(own.draw_pile);
                for ((covers, card), number) in known.covers.iter_mut().zip(own.covers).zip(0..) {
                    match card {
                        Some(card) if card.is_operative() => covers.insert(card),
                        Some(card) => {
                            let at = CardSet::MILITIA.iter().position(|it| it == card);
                            if let Some(at) = at {
                                known.militia[at] = Some(Cover { owner: seat, number });
                            }
                        }
                        None => {}
                    }
                }
            }
            state.knowledge[viewer.seat().map_or(N, Seat::index)] = known;
        }
    }

    fn declines_perforce(fact: &Fact, before: &State) -> bool {
        let Event::Discarded { seat, .. } = fact.in_full() else { return false };
        let mut legal = Vec::new();
        <Arcana as crate::Ruleset>::legal(before, *seat, &mut legal);
        legal.iter().all(|action| matches!(action, Action::Discard(_)))
    }

    fn secret_of(fact: &Fact) -> Option<(Seat, CardNumber)> {
        match fact.in_full() {
            Event::Drew { seat, faces } => faces.cards()?.last().map(|card| (*seat, card.number())),
            _ => None,
        }
    }
}

/// All places that are hidden from a spectator.
fn hidden_zones(state: &State) -> Vec<HiddenZone> {
    <HiddenZone as kit::Zone<Arcana>>::all(&state.view(Viewer::Spectator))
}

/// What others were dealt and keep is drawn anew, of what the viewer has not seen.
fn redraw_objectives(state: &mut State, viewer: Viewer, rng: &mut dyn Rng) {
    if state.public.ended {
        return;
    }
    let others: Vec<usize> = Seat::all(state.seats())
        .filter(|&seat| !viewer.is(seat) && state.secrets.own[seat.index()].dealt.is_some())
        .map(Seat::index)
        .collect();
    let own = viewer.seat().and_then(|seat| state.secrets.own[seat.index()].dealt);
    let mut unseen: Vec<Objective> = all_objectives().collect();
    for seen in own.into_iter().flatten() {
        let at = unseen.iter().position(|&it| it == seen);
        at.map(|at| unseen.remove(at));
    }
    shuffle(rng, &mut unseen);
    for seat in others {
        let own = &mut state.secrets.own[seat];
        let mut dealt: [Objective; 4] =
            core::array::from_fn(|_| unseen.pop().expect("22 cards are enough for four seats"));
        own.kept = own.kept.map(|_| {
            let mut kept = [dealt[0], dealt[1]];
            kept.sort_unstable();
            kept
        });
        dealt.sort_unstable();
        own.dealt = Some(dealt);
    }
}

/// Game End goes to any of the places where it can be.
fn redraw_game_end(state: &mut State, rng: &mut dyn Rng) {
    let free = Zone::free(state.seats());
    let places = resample::places(state);
    let heights: Vec<usize> =
        places.iter().filter(|(zone, _)| *zone == free).map(|(_, height)| *height).collect();
    let pile = &mut state.secrets.piles[free.index()];
    let Some(at) = heights.iter().copied().find(|&height| pile[height].is_none()) else { return };
    let lowest = &heights[..heights.len().min(6)];
    pile.swap(at, lowest[bounded(rng, lowest.len() as u32) as usize]);
}

/// Ways to set the options.
const VARIANTS: u8 = 28;

/// The rules as they are by default, each module by itself and with the others, and guilds drawn,
/// given and chosen.
fn setup(players: u8, variant: u8) -> Setup {
    let has = |bit: u8| variant >> bit & 1 == 1;
    let mut guilds = Guild::ALL.to_vec();
    guilds.rotate_left(usize::from(variant % 4));
    guilds.truncate(players.into());
    Setup {
        players,
        guilds: match variant / 8 {
            0 => Guilds::Drawn,
            1 => Guilds::Chosen,
            2 => Guilds::Given(guilds),
            _ => Guilds::Drawn,
        },
        objectives: has(0),
        militia: has(1),
        tactical_removal: has(2),
        first: Seat::new(players - 1).filter(|_| variant % 3 == 1),
    }
}
