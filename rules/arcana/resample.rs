//! Hidden cards taken up and put down again, cards that events name, and setups of any bytes: for
//! the suites.

use super::Arcana;
use super::cards::{Card, CardSet, Guild};
use super::determinization::HiddenZone;
use super::event::Event;
use super::setup::{Guilds, Setup};
use super::state::State;
use super::zone::Zone;
use crate::{Seat, kit};
use alloc::vec::Vec;

impl kit::resample::Resample for Arcana {
    fn lying_in(state: &State, zone: HiddenZone) -> Vec<Card> {
        let (public, secrets) = (&state.public, &state.secrets);
        let one = |card: Option<Card>| card.into_iter().collect();
        match zone {
            HiddenZone::Hand(seat) => secrets.own[seat.index()].hand.iter().collect(),
            HiddenZone::DrawPile(seat) => {
                let size = usize::from(public.player(seat).draw_pile);
                secrets.draw_piles[seat.index()][..size].to_vec()
            }
            HiddenZone::Cover(seat, number) => {
                one(secrets.own[seat.index()].covers[usize::from(number)])
            }
            HiddenZone::Mustered(seat) => one(secrets.own[seat.index()].mustered),
            HiddenZone::Militia => {
                secrets.militia[..usize::from(public.militia.unwrap_or(0))].to_vec()
            }
            HiddenZone::Market => {
                let piles = places(state)
                    .into_iter()
                    .map(|(zone, height)| secrets.piles[zone.index()][height]);
                let mut cards: Vec<Card> = piles.flatten().collect();
                let lying: CardSet = cards.iter().copied().collect();
                cards.extend(public.unseen_market().minus(lying).iter());
                cards
            }
        }
    }

    fn lay(state: &mut State, zone: HiddenZone, cards: &[Card]) {
        match zone {
            HiddenZone::Hand(seat) => {
                state.secrets.own[seat.index()].hand = cards.iter().copied().collect()
            }
            HiddenZone::DrawPile(seat) => {
                state.secrets.own[seat.index()].draw_pile = cards.iter().copied().collect();
                state.secrets.draw_piles[seat.index()][..cards.len()].copy_from_slice(cards);
            }
            HiddenZone::Cover(seat, number) => {
                state.secrets.own[seat.index()].covers[usize::from(number)] = cards.first().copied()
            }
            HiddenZone::Mustered(seat) => {
                state.secrets.own[seat.index()].mustered = cards.first().copied()
            }
            HiddenZone::Militia => state.secrets.militia[..cards.len()].copy_from_slice(cards),
            HiddenZone::Market => {
                let mut cards = cards.iter().copied();
                for (zone, height) in places(state) {
                    let place = &mut state.secrets.piles[zone.index()][height];
                    // Game End stays where it is.
                    *place = place.and_then(|_| cards.next());
                }
            }
        }
    }
}

/// The places of the zones' piles whose cards no viewer knows: by zone, from the lowest.
pub(super) fn places(state: &State) -> Vec<(Zone, usize)> {
    let of_zone = |zone: Zone| {
        let pile = &state.public.piles[zone.index()];
        (pile.cycled().len()..usize::from(pile.size)).map(move |height| (zone, height))
    };
    state.public.zones().flat_map(of_zone).collect()
}

/// All cards whose faces an event shows.
pub(super) fn cards_named(event: &Event) -> CardSet {
    match event {
        Event::GuildTaken { guild, .. } => guild.cards(),
        Event::Drew { faces, .. } => faces.cards().unwrap_or_default(),
        Event::Shuffled { cards, .. } | Event::MilitiaHome { cards } => *cards,
        Event::Placed { card, .. }
        | Event::MilitiaPlaced { card, .. }
        | Event::Moved { card, .. }
        | Event::Recalled { card, .. } => (*card).into(),
        Event::Mustered { relic, card, .. } => CardSet::from(*card).with(*relic),
        Event::TurnedUp { card, .. }
        | Event::Discarded { card, .. }
        | Event::Enacted { card, .. }
        | Event::EffectOver { card, .. }
        | Event::Expelled { card, .. }
        | Event::Cycled { card, .. }
        | Event::Retrieved { card, .. }
        | Event::Raided { card, .. }
        | Event::StakeTaken { card, .. } => CardSet::only(*card),
        Event::Peeked { faces, .. } => faces.cards(),
        Event::Bribed { bribe, turned, .. } => turned.cards().union(bribe.picked).with(bribe.relic),
        Event::Struggled { turned, .. } => turned.cards(),
        Event::Picked { action, .. } => action.card().into(),
        _ => CardSet::EMPTY,
    }
}

/// A setup made of any bytes, often unsound.
pub(super) fn setup_of(bytes: &[u8]) -> Setup {
    let byte = |index: usize| bytes.get(index).copied().unwrap_or(0);
    let given = |count: u8| {
        (0..count).map(|index| Guild::ALL[usize::from(byte(2 + usize::from(index)) % 4)]).collect()
    };
    Setup {
        players: 1 + byte(0) % 5,
        guilds: match byte(1) % 8 {
            0..3 => Guilds::Drawn,
            3 | 4 => Guilds::Chosen,
            count => Guilds::Given(given(count - 3)),
        },
        objectives: byte(6) % 2 == 1,
        militia: byte(7) % 2 == 1,
        tactical_removal: byte(8) % 2 == 1,
        first: Seat::new(byte(9) % 16),
    }
}
